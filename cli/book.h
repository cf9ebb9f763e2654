/* SPDX-License-Identifier: MIT
 *
 * book.h - a list as names, each with its digests and what else is known of it: what an update
 * works on. Memory: that of the roster and about 150 bytes for each name.
 */
#ifndef MHASH_BOOK_H
#define MHASH_BOOK_H

#include "roster.h"
#include "update.h"

struct book_name {
    const char *name;
    struct roster_record **records; /* in the order of the list */
    size_t n;
    uint64_t facts_line; /* of the comment before the first record, or 0 */
    struct facts facts;
    /* What the update finds. */
    bool due, walked, renewed;
    enum update_kind kind;
    uint8_t *digests; /* new ones for the records, or NULL; each HM_MAX_DIGEST_SIZE bytes */
};

struct book {
    struct roster roster;
    struct roster_record **order;
    struct book_name *names; /* sorted */
    size_t n, size;
};

/* Makes names of what the roster read. */
void book_make(struct book *b);

/* The name's entry, or NULL. */
struct book_name *book_find(const struct book *b, const char *name);

/* The name's entry that begins on this line, or NULL; ask for lines in rising order. */
struct book_name *book_at(const struct book *b, uint64_t line);

void book_free(struct book *b);

#endif /* MHASH_BOOK_H */
