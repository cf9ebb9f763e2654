/* SPDX-License-Identifier: MIT
 *
 * writers.c - the lines of standard output.
 */
#include "writers.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "quote.h"

/* Enough that the calls cost nothing, little enough to stay in the first cache levels. */
enum { BULK = 64 * 1024 };

bool output_flush(struct output *out)
{
    for (size_t done = 0; done < out->line.len && !out->dead;) {
        ssize_t n = write(out->fd, out->line.data + done, out->line.len - done);
        if (n >= 0) {
            done += (size_t)n;
        } else if (errno == EAGAIN && out->patient) {
            struct pollfd ready = {.fd = out->fd, .events = POLLOUT};
            poll(&ready, 1, -1);
        } else if (errno != EINTR) {
            out->dead = true;
            out->error = errno;
        }
    }
    text_cut(&out->line, 0);
    return !out->dead;
}

bool output_line(struct output *out)
{
    out->used = true;
    return out->bulk && out->line.len < BULK ? !out->dead : output_flush(out);
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
void write_escaped(struct text *line, const char *name)
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

void write_encoded(struct text *line, const struct line_format *format,
                   const struct hm_algorithm *algorithm, const uint8_t *digest)
{
    char encoded[HM_BUBBLEBABBLE_SIZE(HM_MAX_DIGEST_SIZE)];
    size_t size = hm_algorithm_digest_size(algorithm), n = 0;

    if (format->keyed && format->tag_bytes && format->tag_bytes < size)
        size = format->tag_bytes;
    switch (format->encoding) {
    case ENCODING_HEX:
        n = hm_hex(encoded, digest, size);
        for (size_t i = 0; format->upper && i < n; i++)
            if (encoded[i] >= 'a')
                encoded[i] = (char)(encoded[i] - 'a' + 'A');
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

void write_tag(struct text *line, const struct line_format *format,
               const struct hm_algorithm *algorithm)
{
    if (format->keyed)
        text_add_string(line, "HMAC-");
    text_add_string(line, hm_algorithm_tag(algorithm));
}

void write_column(struct text *line, const struct line_format *format,
                  const struct hm_algorithm *algorithm)
{
    size_t start = line->len;

    write_tag(line, format, algorithm);
    for (char *c = line->data + start; *c; c++)
        if (*c >= 'A' && *c <= 'Z')
            *c = (char)(*c - 'A' + 'a');
}

/* ".123456789" */
static void add_fraction(struct text *line, long nanoseconds)
{
    char digits[] = ".000000000";

    for (size_t i = sizeof digits - 2; i; i--, nanoseconds /= 10)
        digits[i] = (char)('0' + nanoseconds % 10);
    text_add_string(line, digits);
}

void write_time(struct text *line, const struct timespec *time)
{
    struct tm tm;
    char date[64];

    /* Beyond what a year of int can hold, the seconds are the best that is left. */
    if (!gmtime_r(&time->tv_sec, &tm)) {
        write_seconds(line, time);
        return;
    }
    text_add(line, date, strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &tm));
    add_fraction(line, time->tv_nsec);
    text_add_char(line, 'Z');
}

void write_seconds(struct text *line, const struct timespec *time)
{
    time_t seconds = time->tv_sec;
    long fraction = time->tv_nsec;

    /* The fraction counts forwards also before 1970: -1 s and 3/4 is -0.25. */
    if (seconds < 0 && fraction) {
        seconds++;
        fraction = 1000000000 - fraction;
    }
    if (time->tv_sec < 0) {
        text_add_char(line, '-');
        seconds = -seconds;
    }
    text_add_number(line, (unsigned long long)seconds);
    add_fraction(line, fraction);
}

void write_digest(struct text *line, const struct line_format *format,
                  const struct hm_algorithm *algorithm, const char *name, const uint8_t *digest)
{
    bool escape = !format->zero && name[strcspn(name, "\\\n\r")];

    if (format->encoding == ENCODING_RAW) {
        write_encoded(line, format, algorithm, digest);
        return;
    }
    if (escape)
        text_add_char(line, '\\');
    if (format->style == STYLE_BSD) {
        write_tag(line, format, algorithm);
        text_add_string(line, " (");
    } else {
        write_encoded(line, format, algorithm, digest);
        text_add_string(line, format->binary ? " *" : "  ");
    }
    if (escape)
        write_escaped(line, name);
    else
        text_add_string(line, name);
    if (format->style == STYLE_BSD) {
        text_add_string(line, ") = ");
        write_encoded(line, format, algorithm, digest);
    }
    text_add_char(line, format->zero ? '\0' : '\n');
}

void write_status(struct text *line, const char *name, const char *status)
{
    write_colored_status(line, name, status, false, false);
}

void write_colored_status(struct text *line, const char *name, const char *status, bool color,
                          bool good)
{
    if (quote_has_control(name)) {
        quote_name(line, name);
    } else if (strchr(name, '\n')) {
        text_add_char(line, '\\');
        write_escaped(line, name);
    } else {
        text_add_string(line, name);
    }
    text_add_string(line, ": ");
    if (color)
        text_add_string(line, good ? "\033[32m" : "\033[1;31m");
    text_add_string(line, status);
    if (color)
        text_add_string(line, "\033[0m");
    text_add_char(line, '\n');
}
