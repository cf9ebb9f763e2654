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
    VERDICT_MISSING,    /* not there, and the user said that this does not matter */
    VERDICT_UNVERIFIED, /* only a size is claimed, and it is right */
};

/* Judges digest number i of the result; i does not matter for a record without algorithm. */
enum verdict check_judge(const struct record *record, const struct result *result, size_t i,
                         bool ignore_missing);

/* Whether a mismatch is one of the size. */
bool check_size_differs(const struct record *record, const struct result *result);

/* What was found in one list. */
struct tally {
    uint64_t records; /* well-formed lines, of whatever verdict */
    uint64_t matched, mismatched, unreadable, missing;
    uint64_t malformed;
    uint64_t unverified; /* well-formed, but of an algorithm or key that is not at hand */
    uint64_t skipped;    /* not named by --only */
    bool broken;         /* the list itself could not be opened or read to its end */
};

void check_count(struct tally *tally, enum verdict verdict);

/* Whether coreutils calls the list good. */
bool check_sum_passes(const struct tally *tally, bool strict);

/* The exit code of `mhash -c` for one list, and for two of them together. */
int check_exit_code(const struct tally *tally);
int check_worse(int a, int b);

/* Remembers what each name was said to be, so that a second, other digest is noticed. Memory: 16
 * bytes and less than 32 for each digest. Names are kept as 64-bit hashes: two that share one may
 * be called a contradiction, once in about 10^19 / n^2 lists of n names; no verdict depends on it.
 */
struct claims {
    struct claim {
        uint64_t key;
        uint32_t digest;
        uint32_t line; /* 0: free */
    } * slots;
    size_t n, size;
};

/* The line of an earlier record that contradicts this one, or 0. */
uint32_t claims_add(struct claims *claims, const struct record *record, uint64_t line);
void claims_free(struct claims *claims);

/* Why a record is refused before anything is read, or NULL: with confine, names that are absolute
 * or lead out of their folder by ".."; with strict, MD5 and SHA-1. */
const char *check_refusal(const struct record *record, bool confine, bool strict);

#endif /* MHASH_CHECK_H */
