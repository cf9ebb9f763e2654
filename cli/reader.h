/* SPDX-License-Identifier: MIT
 *
 * reader.h - bytes out of descriptors: opening what an entry names, reading it, reading lists line
 * by line. Knows nothing of digests and of what lines mean.
 */
#ifndef MHASH_READER_H
#define MHASH_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "types.h"

/* Opens an entry for reading. Returns the descriptor (0 for SOURCE_STDIN, a pipe that holds the
 * text for SOURCE_LINK), or -1 with errno set; errno 0 means that a tree's file or link is none any
 * more. With long_paths a path beyond PATH_MAX is opened step by step. */
int reader_open(const struct entry *entry, bool long_paths);

/* The same for a SOURCE_TREE entry alone, with what the file is. */
int reader_open_in_tree(const struct entry *entry, struct stat *st);

/* read(2) that survives signals and, with wait, a descriptor that does not block. */
ssize_t reader_read(int fd, void *buffer, size_t size, bool wait);

/* All bytes of a small file, for the caller to free. False with errno set; EFBIG beyond limit. */
bool reader_slurp(int fd, size_t limit, char **data, size_t *len);

/* A list, read by lines. */
struct lines {
    int fd;
    char delimiter;
    bool wait;
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

/* The next line, without its delimiter, followed by a byte that may be overwritten. Valid until
 * the next call that reads, which lines_ready() tells beforehand. An unfinished last line counts,
 * also before an error. */
enum line_status lines_next(struct lines *lines, char **line, size_t *len);

/* Whether the next call of lines_next() can answer without reading. */
bool lines_ready(const struct lines *lines);

/* Whether it would have to wait for more to be written. */
bool lines_waits(const struct lines *lines);

void lines_close(struct lines *lines);

#endif /* MHASH_READER_H */
