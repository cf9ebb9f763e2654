/* SPDX-License-Identifier: MIT
 *
 * reader.h - bytes out of descriptors: opening what an entry names, reading it. Knows
 * nothing of digests.
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

#endif /* MHASH_READER_H */
