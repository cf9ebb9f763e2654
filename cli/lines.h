/* SPDX-License-Identifier: MIT
 *
 * lines.h - a list's bytes as lines. Knows delimiters and byte order marks; nothing of what lines
 * mean.
 */
#ifndef MHASH_LINES_H
#define MHASH_LINES_H

#include <stdbool.h>
#include <stddef.h>

/* A list, read by lines. */
struct lines {
    int fd;
    char delimiter;
    bool wait;
    enum { LINES_RAW, LINES_BEGIN, LINES_UTF8, LINES_UTF16_LE, LINES_UTF16_BE } encoding;
    unsigned char odd[4]; /* bytes of a character that is not complete yet */
    size_t odd_len;
    char *buffer;
    size_t size, start, end;
    bool ended;
    int error; /* of the read that ended it, or 0 */
};

enum line_status {
    LINE_OK,
    LINE_TOO_LONG, /* beyond LINE_LIMIT; the text is cut off */
    LINE_END,      /* no more lines; see error */
};

/* No name and no digest comes near; what is longer is no line but a wrong file. */
enum { LINE_LIMIT = 64 * 1024 * 1024 };

void lines_open(struct lines *lines, int fd, char delimiter, bool wait);

/* To be called before the first line: a byte order mark at the begin is taken off, and after one of
 * UTF-16 the text is turned into UTF-8. Without a mark the text is taken as it is. */
void lines_decode(struct lines *lines);

/* The next line, without its delimiter, followed by a byte that may be overwritten. Valid until
 * the next call that reads, which lines_ready() tells beforehand. An unfinished last line counts,
 * also before an error. */
enum line_status lines_next(struct lines *lines, char **line, size_t *len);

/* Whether the next call of lines_next() can answer without reading. */
bool lines_ready(const struct lines *lines);

/* Whether it would have to wait for more to be written. */
bool lines_waits(const struct lines *lines);

void lines_close(struct lines *lines);

#endif /* MHASH_LINES_H */
