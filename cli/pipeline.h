/* SPDX-License-Identifier: MIT
 *
 * pipeline.h - one message alone, as fast as the machine can: the caller reads ahead, threads hash,
 * several digests on several threads.
 */
#ifndef MHASH_PIPELINE_H
#define MHASH_PIPELINE_H

#include "file.h"

/* Bytes of memory that it needs. */
enum { PIPELINE_BLOCK = 256 * 1024, PIPELINE_BLOCKS = 8 };
enum { PIPELINE_MEMORY = PIPELINE_BLOCK * PIPELINE_BLOCKS };

/* Hashes all that can be read from the file. jobs: threads that may hash. Returns 0 or the errno
 * value of the failed read. name is for the progress line. */
int pipeline_hash(struct file *file, const struct digest_list *wanted,
                  uint8_t digests[][HM_MAX_DIGEST_SIZE], unsigned char *memory,
                  const struct engine_options *options, unsigned jobs, const char *name);

#endif /* MHASH_PIPELINE_H */
