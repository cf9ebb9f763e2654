/* SPDX-License-Identifier: MIT
 *
 * check.h - judging: what a record claims against what came out, and what a list is worth. Pure.
 */
#ifndef MHASH_CHECK_H
#define MHASH_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "types.h"

enum verdict {
    VERDICT_OK,
    VERDICT_MISMATCH,
    VERDICT_UNREADABLE,
    VERDICT_MISSING, /* not there, and the user said that this does not matter */
};

/* Judges digest number i of the result. */
enum verdict check_judge(const struct record *record, const struct result *result, size_t i,
                         bool ignore_missing);

/* What was found in one list. */
struct tally {
    uint64_t records; /* well-formed lines, of whatever verdict */
    uint64_t matched, mismatched, unreadable;
    uint64_t malformed;
    uint64_t unverified; /* well-formed, but of an algorithm or key that is not at hand */
    bool broken;         /* the list itself could not be opened or read to its end */
};

void check_count(struct tally *tally, enum verdict verdict);

/* Whether coreutils calls the list good. */
bool check_sum_passes(const struct tally *tally, bool strict);

/* The exit code of `mhash -c` for one list, and for two of them together. */
int check_exit_code(const struct tally *tally);
int check_worse(int a, int b);

#endif /* MHASH_CHECK_H */
