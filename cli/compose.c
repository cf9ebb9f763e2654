/* SPDX-License-Identifier: MIT
 *
 * compose.c - the text of a list brought up to date. Pure: what became of each file is judged
 * before, and the text is written by others.
 */
#include "compose.h"

#include <string.h>

static void add_entry(const struct composition *c, struct text *out, const char *name,
                      const struct digest_list *wanted, const uint8_t *digests)
{
    for (size_t k = 0; k < wanted->n; k++)
        write_digest(out, c->format, wanted->algorithms[k], name, digests + k * HM_MAX_DIGEST_SIZE);
}

static void add_facts(const struct composition *c, struct text *out, const struct facts *facts)
{
    facts_write(out, facts);
    text_add_char(out, c->format->zero ? '\0' : '\n');
}

static void add_old_line(const struct composition *c, struct text *out, uint64_t line)
{
    const struct roster *r = &c->book->roster;
    size_t start = r->starts[line - 1];

    text_add(out, r->lines.data + start, r->starts[line] - start);
    text_add_char(out, c->format->zero ? '\0' : '\n');
}

/* A line that is an entry. */
static void add_record_line(const struct composition *c, struct text *out,
                            const struct book_name *name, uint64_t line)
{
    size_t i = 0;

    while (name->records[i]->line != line)
        i++;
    if (i == 0 && name->facts.known && name->renewed)
        add_facts(c, out, &name->facts);
    if (!name->digests) {
        add_old_line(c, out, line);
        return;
    }
    struct line_format format = *c->format;
    format.style = name->records[i]->tagged ? STYLE_BSD : STYLE_GNU;
    write_digest(out, &format, name->records[i]->algorithm, name->name,
                 name->digests + i * HM_MAX_DIGEST_SIZE);
}

void compose(const struct composition *c, struct text *out)
{
    const struct roster *r = &c->book->roster;

    for (uint64_t line = 1; line <= r->line_count; line++) {
        const struct book_name *name = book_at(c->book, line);
        const struct book_name *next = book_at(c->book, line + 1);
        if (name && name->kind == UPDATE_PRUNED)
            continue;
        if (next && next->facts_line == line && (next->renewed || next->kind == UPDATE_PRUNED))
            continue;
        if (name)
            add_record_line(c, out, name, line);
        else
            add_old_line(c, out, line);
    }
    for (size_t i = 0; i < c->added_count; i++) {
        add_facts(c, out, &c->added[i].facts);
        add_entry(c, out, c->added[i].name, c->fresh, c->added[i].digests);
    }
}

void compose_choose(const struct options *o, const struct roster *r, struct line_format *format,
                    struct digest_list *fresh)
{
    *format = o->format;
    if (o->algorithm_count)
        memcpy(fresh->algorithms, o->algorithms, sizeof o->algorithms);
    fresh->n = o->algorithm_count;
    if (!fresh->n)
        roster_algorithms(r, fresh);
    if (!fresh->n)
        fresh->algorithms[fresh->n++] = hm_algorithm_at(HM_SHA256);
    for (size_t i = 0; i < r->n; i++)
        if (r->records[i].tagged)
            format->style = STYLE_BSD;
    /* What a digest's length would not tell must be said. */
    for (size_t k = 0; k < fresh->n; k++)
        if (fresh->n > 1 || format->keyed || fresh->algorithms[k] == hm_algorithm_at(HM_RMD160) ||
            fresh->algorithms[k] == hm_algorithm_at(HM_SHA512_224) ||
            fresh->algorithms[k] == hm_algorithm_at(HM_SHA512_256))
            format->style = STYLE_BSD;
}
