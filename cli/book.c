/* SPDX-License-Identifier: MIT
 *
 * book.c - a list as names.
 */
#include "book.h"

#include <stdlib.h>
#include <string.h>

struct sorted {
    const char *name;
    struct roster_record *record;
};

static int by_name(const void *a, const void *b)
{
    const struct sorted *p = a, *q = b;
    int order = strcmp(p->name, q->name);

    return order ? order
                 : (p->record->line > q->record->line) - (p->record->line < q->record->line);
}

static const char *line_text(const struct roster *r, uint64_t line)
{
    return r->lines.data + r->starts[line - 1];
}

/* The line's text ends in NUL only where the next one begins: a copy is looked at. */
static void read_facts(const struct roster *r, struct book_name *name)
{
    uint64_t line = name->records[0]->line;
    char copy[200];

    if (line < 2)
        return;
    size_t len = r->starts[line - 1] - r->starts[line - 2];
    if (len >= sizeof copy)
        return;
    memcpy(copy, line_text(r, line - 1), len);
    copy[len] = '\0';
    if (facts_read(&name->facts, copy))
        name->facts_line = line - 1;
    else
        name->facts = (struct facts){0};
}

void book_make(struct book *b)
{
    size_t n = b->roster.n, size = 0;
    struct sorted *sorted = memory_grow(NULL, &size, n + 1, sizeof *sorted);

    for (size_t i = 0; i < n; i++)
        sorted[i] =
            (struct sorted){roster_name(&b->roster, &b->roster.records[i]), &b->roster.records[i]};
    if (n)
        qsort(sorted, n, sizeof *sorted, by_name);
    size = 0;
    b->order = memory_grow(NULL, &size, n + 1, sizeof *b->order);
    for (size_t i = 0; i < n; i++) {
        b->order[i] = sorted[i].record;
        if (b->n && strcmp(b->names[b->n - 1].name, sorted[i].name) == 0) {
            b->names[b->n - 1].n++;
            continue;
        }
        b->names = memory_grow(b->names, &b->size, b->n + 1, sizeof *b->names);
        b->names[b->n++] =
            (struct book_name){.name = sorted[i].name, .records = &b->order[i], .n = 1};
    }
    free(sorted);
    for (size_t i = 0; i < b->n; i++)
        read_facts(&b->roster, &b->names[i]);
}

struct book_name *book_find(const struct book *b, const char *name)
{
    size_t low = 0, high = b->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(b->names[middle].name, name);
        if (!order)
            return &b->names[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

struct book_name *book_at(const struct book *b, uint64_t line)
{
    /* Records are in the order of their lines. */
    size_t low = 0, high = b->roster.n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (b->roster.records[middle].line < line)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == b->roster.n || b->roster.records[low].line != line)
        return NULL;
    return book_find(b, roster_name(&b->roster, &b->roster.records[low]));
}

void book_free(struct book *b)
{
    for (size_t i = 0; i < b->n; i++)
        free(b->names[i].digests);
    free(b->names);
    free(b->order);
    roster_free(&b->roster);
}
