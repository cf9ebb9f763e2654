/* SPDX-License-Identifier: MIT
 *
 * compose.h - the text of a list brought up to date: old lines in their order, what was renewed in
 * its place, what was added at the end. Pure; memory: the text.
 */
#ifndef MHASH_COMPOSE_H
#define MHASH_COMPOSE_H

#include "book.h"
#include "options.h"
#include "writers.h"

/* A file that the list does not have. */
struct added {
    char *name;
    struct facts facts;
    uint8_t *digests; /* NULL: unreadable */
};

struct composition {
    const struct book *book;
    const struct line_format *format;
    const struct digest_list *fresh; /* of the digests of added files */
    const struct added *added;
    size_t added_count;
};

/* How files are written that the list does not have yet: as those that it has. */
void compose_choose(const struct options *o, const struct roster *r, struct line_format *format,
                    struct digest_list *fresh);

void compose(const struct composition *c, struct text *out);

#endif /* MHASH_COMPOSE_H */
