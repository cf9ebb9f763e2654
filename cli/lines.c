/* SPDX-License-Identifier: MIT
 *
 * lines.c - a list's bytes as lines. No stdio: its buffer would be copied once more, and a reader
 * from a pipe must know whether it would wait.
 */
#include "lines.h"

#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "reader.h"
#include "text.h"

void lines_open(struct lines *lines, int fd, char delimiter, bool wait)
{
    *lines = (struct lines){.fd = fd, .delimiter = delimiter, .wait = wait};
}

void lines_decode(struct lines *lines)
{
    lines->encoding = LINES_BEGIN;
}

/* ---- UTF-16 ------------------------------------------------------------------------------- */

static size_t put_utf8(char *out, uint32_t c)
{
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    size_t n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = n; --i; c >>= 6)
        out[i] = (char)(0x80 | (c & 0x3f));
    out[0] = (char)((n == 2 ? 0xc0 : n == 3 ? 0xe0 : 0xf0) | c);
    return n;
}

static uint32_t unit(const struct lines *lines, const unsigned char *p)
{
    return lines->encoding == LINES_UTF16_LE ? p[0] | (uint32_t)p[1] << 8
                                             : p[1] | (uint32_t)p[0] << 8;
}

/* Appends text in UTF-16. What is not complete waits in odd. A lone surrogate becomes what WTF-8
 * makes of it: no text, but the name that some file systems give such a file. */
static void add_utf16(struct lines *lines, const unsigned char *p, size_t n)
{
    lines->buffer =
        memory_grow(lines->buffer, &lines->size, lines->end + 2 * (n + lines->odd_len) + 8, 1);
    while (n) {
        lines->odd[lines->odd_len++] = *p++;
        n--;
        if (lines->odd_len % 2)
            continue;
        uint32_t c = unit(lines, lines->odd);
        if (c >= 0xd800 && c < 0xdc00) {
            if (lines->odd_len < 4)
                continue;
            uint32_t low = unit(lines, lines->odd + 2);
            if (low >= 0xdc00 && low < 0xe000) {
                c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
                lines->odd_len = 0;
            } else {
                memmove(lines->odd, lines->odd + 2, 2);
                lines->end += put_utf8(lines->buffer + lines->end, c);
                c = unit(lines, lines->odd);
                lines->odd_len = c >= 0xd800 && c < 0xdc00 ? 2 : 0;
                if (lines->odd_len)
                    continue;
            }
        } else {
            lines->odd_len = 0;
        }
        lines->end += put_utf8(lines->buffer + lines->end, c);
    }
}

/* Looks for a byte order mark at the begin. False if more bytes are needed to tell. */
static bool find_mark(struct lines *lines)
{
    const unsigned char *p = (const unsigned char *)lines->buffer;
    size_t n = lines->end;

    if (n >= 3 && p[0] == 0xef && p[1] == 0xbb && p[2] == 0xbf) {
        lines->start = 3;
        lines->encoding = LINES_UTF8;
    } else if (n >= 2 && ((p[0] == 0xff && p[1] == 0xfe) || (p[0] == 0xfe && p[1] == 0xff))) {
        struct lines old = *lines;
        lines->encoding = p[0] == 0xff ? LINES_UTF16_LE : LINES_UTF16_BE;
        lines->buffer = NULL;
        lines->size = lines->end = 0;
        add_utf16(lines, p + 2, n - 2);
        free(old.buffer);
    } else if (n < 3 && !lines->ended && (p[0] == 0xef || p[0] == 0xff || p[0] == 0xfe)) {
        return false;
    } else {
        lines->encoding = LINES_UTF8;
    }
    return true;
}

/* ---- Lines -------------------------------------------------------------------------------- */

/* Reads into the buffer as it is. */
static ssize_t fill_raw(struct lines *lines)
{
    if (lines->end + 2 > lines->size)
        lines->buffer = memory_grow(lines->buffer, &lines->size,
                                    lines->size ? lines->size + 1 : (size_t)32 * 1024, 1);
    ssize_t n = reader_read(lines->fd, lines->buffer + lines->end, lines->size - lines->end - 1,
                            lines->wait);
    if (n > 0)
        lines->end += (size_t)n;
    return n;
}

static ssize_t fill_utf16(struct lines *lines)
{
    unsigned char raw[16 * 1024];
    ssize_t n = reader_read(lines->fd, raw, sizeof raw, lines->wait);

    if (n > 0)
        add_utf16(lines, raw, (size_t)n);
    return n;
}

/* Reads more behind end. False at the end. */
static bool fill(struct lines *lines)
{
    if (lines->ended)
        return false;
    if (lines->start) {
        memmove(lines->buffer, lines->buffer + lines->start, lines->end - lines->start);
        lines->end -= lines->start;
        lines->start = 0;
    }
    bool utf16 = lines->encoding >= LINES_UTF16_LE;
    ssize_t n = utf16 ? fill_utf16(lines) : fill_raw(lines);
    if (n <= 0) {
        lines->ended = true;
        lines->error = n < 0 ? errno : utf16 && lines->odd_len ? EILSEQ : 0;
    }
    if (lines->encoding == LINES_BEGIN && lines->end)
        while (!find_mark(lines))
            if (fill_raw(lines) <= 0)
                lines->ended = true;
    return n > 0;
}

enum line_status lines_next(struct lines *lines, char **line, size_t *len)
{
    size_t searched = 0;
    bool cut = false;
    char *end = NULL;

    for (;;) {
        size_t have = lines->end - lines->start;
        if (have > searched)
            end =
                memchr(lines->buffer + lines->start + searched, lines->delimiter, have - searched);
        if (end)
            break;
        if (have > LINE_LIMIT) {
            cut = true;
            lines->start = lines->end;
            have = 0;
        }
        searched = have;
        if (!fill(lines))
            break;
    }
    *line = lines->buffer + lines->start;
    if (end) {
        *len = (size_t)(end - *line);
        lines->start += *len + 1;
    } else {
        *len = lines->end - lines->start;
        lines->start = lines->end;
        if (!*len && !cut)
            return LINE_END;
    }
    return cut || *len > LINE_LIMIT ? LINE_TOO_LONG : LINE_OK;
}

bool lines_ready(const struct lines *lines)
{
    size_t have = lines->end - lines->start;
    return lines->ended ||
           (have && memchr(lines->buffer + lines->start, lines->delimiter, have) != NULL);
}

bool lines_waits(const struct lines *lines)
{
    struct pollfd readable = {.fd = lines->fd, .events = POLLIN};
    return !lines_ready(lines) && poll(&readable, 1, 0) == 0;
}

void lines_close(struct lines *lines)
{
    free(lines->buffer);
    *lines = (struct lines){.fd = -1};
}
