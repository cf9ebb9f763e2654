/* SPDX-License-Identifier: MIT
 *
 * audit.h - what became of the files of a list, judged from the list and from what is there. Pure.
 *
 * Content alone decides: names and digests. Memory: for each entry its digests, for each file its
 * digests under every algorithm of the list, and about 100 bytes for each of both. Time: that of
 * sorting them.
 */
#ifndef MHASH_AUDIT_H
#define MHASH_AUDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "types.h"

enum audit_kind {
    AUDIT_UNCHANGED,
    AUDIT_CHANGED,
    AUDIT_MISSING,
    AUDIT_EXTRA,
    AUDIT_MOVED,     /* listed under other, and not there any more */
    AUDIT_COPY,      /* not listed; the same as other, which is */
    AUDIT_DUPLICATE, /* neither is listed; the same as other, which comes before */
    AUDIT_UNREADABLE,
    AUDIT_UNSEEN, /* listed and there, but not among the files that were looked at */
    AUDIT_KINDS,
};

/* One digest that the list claims. */
struct audit_claim {
    const char *name;
    size_t algorithm; /* its place among those of the run */
    const uint8_t *digest;
    size_t digest_len;
    size_t order; /* of the list */
};

/* One file that is there. */
struct audit_file {
    const char *name;
    const uint8_t *digests; /* NULL: unreadable. That of algorithm k begins at offsets[k] */
};

/* What is told of one name. */
struct audit_item {
    enum audit_kind kind;
    const char *name;
    const char *other; /* or NULL; of a missing one: where its content still is */
    size_t first, n;   /* its claims */
    const struct audit_file *file;
};

struct audit {
    struct audit_claim *claims;
    size_t claim_count;
    struct audit_file *files;
    size_t file_count;
    size_t offsets[HM_MAX_SET];
    /* Out: by name. */
    struct audit_item *items;
    size_t n;
};

/* Sorts claims and files and tells what a look at the names alone tells: everything but what
 * missing and extra files are to each other. */
void audit_join(struct audit *a);

/* Pairs what is missing with what is extra. An item that was set to AUDIT_UNSEEN stays so. What was
 * moved is told once, under its new name. */
void audit_pair(struct audit *a);

void audit_free(struct audit *a); /* the items */

#endif /* MHASH_AUDIT_H */
