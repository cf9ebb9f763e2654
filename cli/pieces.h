/* SPDX-License-Identifier: MIT
 *
 * pieces.h - the digests of each piece of one file, many pieces at a time. Knows files, threads and
 * lanes; knows no output.
 */
#ifndef MHASH_PIECES_H
#define MHASH_PIECES_H

#include "file.h"

/* Bytes of memory of each thread beside the caller's, for so many digests. */
size_t pieces_memory(size_t digests);

struct piece {
    uint64_t number, offset, size;
    size_t which; /* of options->piece_sizes */
    uint8_t (*digests)[HM_MAX_DIGEST_SIZE];
};

typedef bool piece_handler(void *context, const struct piece *piece);

/* Hashes the file's pieces of options->piece bytes, or of all the options->piece_sizes, the last of
 * which may be shorter, and calls the handler for each in order, on this thread; false stops.
 * memory: PIPELINE_MEMORY bytes; other threads have as much each, at most eight in all. Returns 0
 * or the errno value of the failed read. A file that turns out shorter than it was has changed,
 * which closing it tells. */
int pieces_hash(struct file *file, const struct digest_list *wanted, unsigned char *memory,
                const struct engine_options *options, unsigned jobs, const char *name,
                piece_handler *handler, void *context);

#endif /* MHASH_PIECES_H */
