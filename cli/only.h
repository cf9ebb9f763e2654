/* SPDX-License-Identifier: MIT
 *
 * only.h - the entries that --only names. Pure.
 */
#ifndef MHASH_ONLY_H
#define MHASH_ONLY_H

#include <stdbool.h>
#include <stddef.h>

struct only {
    char **patterns;
    size_t n;
    bool *used;
};

void only_start(struct only *only, char **patterns, size_t n);

/* Whether the name is one of those; every name is if there are none. */
bool only_wants(struct only *only, const char *name);

/* A pattern that no name has matched, each once; NULL if there are no more. */
const char *only_unused(struct only *only);

void only_free(struct only *only);

#endif /* MHASH_ONLY_H */
