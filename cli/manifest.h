/* SPDX-License-Identifier: MIT
 *
 * manifest.h - lines of lists into records. Pure: no I/O, no allocation, no messages.
 */
#ifndef MHASH_MANIFEST_H
#define MHASH_MANIFEST_H

#include <stdbool.h>
#include <stddef.h>

#include "types.h"

/* What one run accepts. */
struct manifest {
    /* As coreutils reads: one algorithm, its own tag spelled exactly, hex digests. Otherwise any
     * algorithm's tag in any spelling, base64 and BubbleBabble digests too. */
    bool sum;
    /* The algorithms of untagged lines, chosen by the digest's length. None: every one, the first
     * of a length in the library's order (40, 56 and 64 digits are SHA-1, SHA-224, SHA-256). */
    const struct hm_algorithm *const *algorithms;
    size_t n;
    /* Untagged lines are "DIGEST MNAME" or, reversed, "DIGEST NAME". The first one decides for the
     * rest, so that a file whose name begins with a blank cannot stand in for another. */
    enum { LAYOUT_UNDECIDED, LAYOUT_STANDARD, LAYOUT_REVERSED } layout;
};

enum line_kind {
    LINE_RECORD,
    LINE_COMMENT, /* or empty */
    LINE_MALFORMED,
    LINE_UNSUPPORTED, /* well-formed, but of an algorithm that the library lacks */
};

/* Reads one line, delimiter removed; line[len] must be writable. Changes the line: the record's
 * strings lie in it. *reason, a constant string, is set unless the answer is LINE_RECORD or
 * LINE_COMMENT. */
enum line_kind manifest_line(struct manifest *m, char *line, size_t len, struct record *record,
                             const char **reason);

#endif /* MHASH_MANIFEST_H */
