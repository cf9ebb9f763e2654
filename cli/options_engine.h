/* SPDX-License-Identifier: MIT
 *
 * options_engine.h - the options of `mhash` that say how files are read, for options.c.
 */
#ifndef MHASH_OPTIONS_ENGINE_H
#define MHASH_OPTIONS_ENGINE_H

#include "options.h"

enum {
    OPT_ENGINE = 1024,
    OPT_PIECES = OPT_ENGINE,
    OPT_S3_ETAG,
    OPT_IO,
    OPT_NO_CACHE,
    OPT_READERS,
    OPT_MAX_MEMORY,
    OPT_ENGINE_END,
};

/* Rows for the table of getopt_long. */
/* clang-format off */
#define OPTIONS_ENGINE                                                                             \
    {"io", required_argument, NULL, OPT_IO},                                                       \
    {"no-cache", no_argument, NULL, OPT_NO_CACHE},                                                 \
    {"max-memory", required_argument, NULL, OPT_MAX_MEMORY},                                       \
    {"readers", required_argument, NULL, OPT_READERS},                                             \
    {"pieces", required_argument, NULL, OPT_PIECES},                                               \
    {"s3-etag", optional_argument, NULL, OPT_S3_ETAG}
/* clang-format on */

/* Takes one of them. False if its argument is wrong, already told. */
/* Whether the word, which may be NULL, can be the size after --s3-etag, which may go without. */
bool options_engine_is_size(const char *word);

bool options_engine_take(struct options *o, int option, const char *argument, struct msg *msg);

/* What makes no sense together, or NULL. */
const char *options_engine_conflict(const struct options *o);

#endif /* MHASH_OPTIONS_ENGINE_H */
