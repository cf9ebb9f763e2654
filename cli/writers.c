/* SPDX-License-Identifier: MIT
 *
 * writers.c - the lines of standard output.
 */
#include "writers.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "quote.h"

bool output_line(struct output *out)
{
    out->used = true;
    for (size_t done = 0; done < out->line.len && !out->dead;) {
        ssize_t n = write(STDOUT_FILENO, out->line.data + done, out->line.len - done);
        if (n >= 0) {
            done += (size_t)n;
        } else if (errno == EAGAIN && out->patient) {
            struct pollfd ready = {.fd = STDOUT_FILENO, .events = POLLOUT};
            poll(&ready, 1, -1);
        } else if (errno != EINTR) {
            out->dead = true;
            out->error = errno;
        }
    }
    text_cut(&out->line, 0);
    return !out->dead;
}

bool output_close(struct output *out, int *close_error)
{
    *close_error = 0;
    text_free(&out->line);
    /* A descriptor that was never open is no failure as long as nothing was to be written. */
    if (close(STDOUT_FILENO) != 0 && (out->used || errno != EBADF)) {
        *close_error = errno;
        return false;
    }
    return !out->dead;
}

/* LF, CR and the backslash are what a line-by-line list cannot hold. */
static void add_escaped(struct text *line, const char *name)
{
    for (const char *c = name; *c; c++) {
        switch (*c) {
        case '\\':
            text_add_string(line, "\\\\");
            break;
        case '\n':
            text_add_string(line, "\\n");
            break;
        case '\r':
            text_add_string(line, "\\r");
            break;
        default:
            text_add_char(line, *c);
        }
    }
}

static void add_encoded(struct text *line, enum encoding encoding, const uint8_t *digest,
                        size_t size)
{
    char encoded[HM_BUBBLEBABBLE_SIZE(HM_MAX_DIGEST_SIZE)];
    size_t n = 0;

    switch (encoding) {
    case ENCODING_HEX:
        n = hm_hex(encoded, digest, size);
        break;
    case ENCODING_BASE64:
        n = hm_base64(encoded, digest, size, true);
        break;
    case ENCODING_BUBBLEBABBLE:
        n = hm_bubblebabble(encoded, digest, size);
        break;
    case ENCODING_RAW:
        text_add(line, digest, size);
        return;
    }
    text_add(line, encoded, n);
}

void write_digest(struct text *line, const struct line_format *format,
                  const struct hm_algorithm *algorithm, const char *name, const uint8_t *digest)
{
    size_t size = hm_algorithm_digest_size(algorithm);
    bool escape = !format->zero && name[strcspn(name, "\\\n\r")];

    if (format->encoding == ENCODING_RAW) {
        text_add(line, digest, size);
        return;
    }
    if (escape)
        text_add_char(line, '\\');
    if (format->style == STYLE_BSD) {
        if (format->keyed)
            text_add_string(line, "HMAC-");
        text_add_string(line, hm_algorithm_tag(algorithm));
        text_add_string(line, " (");
    } else {
        add_encoded(line, format->encoding, digest, size);
        text_add_string(line, format->binary ? " *" : "  ");
    }
    if (escape)
        add_escaped(line, name);
    else
        text_add_string(line, name);
    if (format->style == STYLE_BSD) {
        text_add_string(line, ") = ");
        add_encoded(line, format->encoding, digest, size);
    }
    text_add_char(line, format->zero ? '\0' : '\n');
}

void write_status(struct text *line, const char *name, const char *status)
{
    if (quote_has_control(name)) {
        quote_name(line, name);
    } else if (strchr(name, '\n')) {
        text_add_char(line, '\\');
        add_escaped(line, name);
    } else {
        text_add_string(line, name);
    }
    text_add_string(line, ": ");
    text_add_string(line, status);
    text_add_char(line, '\n');
}
