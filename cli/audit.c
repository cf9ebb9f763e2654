/* SPDX-License-Identifier: MIT
 *
 * audit.c - what became of the files of a list. Pure.
 *
 * Digests may repeat (empty files do), so pairs are made one to one, those that kept the last part
 * of their name first; and to stay below quadratic time with many equal digests, used candidates
 * are skipped by links that shorten themselves.
 */
#include "audit.h"

#include <stdlib.h>
#include <string.h>

#include "text.h"

/* ---- Joining by name ---------------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
    const struct audit_claim *p = a, *q = b;
    int order = strcmp(p->name, q->name);

    return order ? order : (p->order > q->order) - (p->order < q->order);
}

static int by_file_name(const void *a, const void *b)
{
    const struct audit_file *p = a, *q = b;
    return strcmp(p->name, q->name);
}

static bool same_digest(const struct audit *a, const struct audit_claim *claim,
                        const struct audit_file *file)
{
    return hm_equal(claim->digest, file->digests + a->offsets[claim->algorithm], claim->digest_len);
}

static bool same_content(const struct audit *a, const struct audit_item *item,
                         const struct audit_file *file)
{
    for (size_t i = item->first; i < item->first + item->n; i++)
        if (!same_digest(a, &a->claims[i], file))
            return false;
    return true;
}

/* Lists and walks are in order already, or nearly: a look at it is cheaper than sorting. */
static void sort(void *rows, size_t n, size_t size, int (*compare)(const void *, const void *))
{
    const char *row = rows;

    for (size_t i = 1; i < n; i++, row += size)
        if (compare(row, row + size) > 0) {
            qsort(rows, n, size, compare);
            return;
        }
}

void audit_join(struct audit *a)
{
    size_t size = 0, c = 0, f = 0;

    sort(a->claims, a->claim_count, sizeof *a->claims, by_name);
    sort(a->files, a->file_count, sizeof *a->files, by_file_name);
    a->items = memory_grow(NULL, &size, a->claim_count + a->file_count + 1, sizeof *a->items);
    a->n = 0;
    while (c < a->claim_count || f < a->file_count) {
        struct audit_item item = {.first = c};
        int order = c == a->claim_count  ? 1
                    : f == a->file_count ? -1
                                         : strcmp(a->claims[c].name, a->files[f].name);
        item.name = order <= 0 ? a->claims[c].name : a->files[f].name;
        while (order <= 0 && c < a->claim_count && strcmp(a->claims[c].name, item.name) == 0) {
            item.n++;
            c++;
        }
        if (order >= 0)
            item.file = &a->files[f++];
        if (!item.file)
            item.kind = AUDIT_MISSING;
        else if (!item.file->digests)
            item.kind = AUDIT_UNREADABLE;
        else if (!item.n)
            item.kind = AUDIT_EXTRA;
        else
            item.kind = same_content(a, &item, item.file) ? AUDIT_UNCHANGED : AUDIT_CHANGED;
        a->items[a->n++] = item;
    }
}

/* ---- Pairing by content ------------------------------------------------------------------- */

/* Items in the order of one of their digests. */
struct row {
    const uint8_t *digest;
    size_t len;
    const char *base; /* last part of the name */
    size_t item;
};

struct index {
    struct row *rows;
    size_t n;
    size_t *next; /* the first row from here on that is not used, n if none */
};

static const char *base_of(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

static int compare_digests(const struct row *p, const struct row *q)
{
    int order = (p->len > q->len) - (p->len < q->len);
    return order ? order : memcmp(p->digest, q->digest, p->len);
}

static int by_digest(const void *a, const void *b)
{
    const struct row *p = a, *q = b;
    int order = compare_digests(p, q);

    if (!order)
        order = strcmp(p->base, q->base);
    return order ? order : (p->item > q->item) - (p->item < q->item);
}

/* The claim of an item that is compared by: the longest digest. */
static const struct audit_claim *key_of(const struct audit *a, const struct audit_item *item)
{
    const struct audit_claim *best = &a->claims[item->first];

    for (size_t i = item->first + 1; i < item->first + item->n; i++)
        if (a->claims[i].digest_len > best->digest_len)
            best = &a->claims[i];
    return best;
}

static void make_index(struct index *x, size_t room)
{
    size_t size = 0;

    *x = (struct index){0};
    x->rows = memory_grow(NULL, &size, room + 1, sizeof *x->rows);
}

static void finish_index(struct index *x)
{
    size_t size = 0;

    sort(x->rows, x->n, sizeof *x->rows, by_digest);
    x->next = memory_grow(NULL, &size, x->n + 1, sizeof *x->next);
    for (size_t i = 0; i <= x->n; i++)
        x->next[i] = i;
}

static void free_index(struct index *x)
{
    free(x->rows);
    free(x->next);
}

/* Where rows with this digest, and last part of the name if base is given, begin. */
static size_t lower_bound(const struct index *x, const struct row *key, bool base)
{
    size_t low = 0, high = x->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare_digests(&x->rows[middle], key);
        if (!order && base)
            order = strcmp(x->rows[middle].base, key->base);
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static size_t unused(struct index *x, size_t i)
{
    size_t end = i;

    while (x->next[end] != end)
        end = x->next[end];
    while (x->next[i] != end) {
        size_t next = x->next[i];
        x->next[i] = end;
        i = next;
    }
    return end;
}

/* A row of the key's digest that is not used, n if there is none. */
static size_t find_row(struct index *x, const struct row *key, bool base)
{
    size_t i = unused(x, lower_bound(x, key, base));

    if (i < x->n && compare_digests(&x->rows[i], key) == 0 &&
        (!base || strcmp(x->rows[i].base, key->base) == 0))
        return i;
    return x->n;
}

/* The files of one kind, by their digest of one algorithm. */
static void index_files(const struct audit *a, struct index *x, size_t algorithm, size_t len,
                        bool extra)
{
    make_index(x, a->n);
    for (size_t i = 0; i < a->n; i++) {
        const struct audit_item *item = &a->items[i];
        if (item->file && item->file->digests && (item->kind == AUDIT_EXTRA) == extra)
            x->rows[x->n++] = (struct row){item->file->digests + a->offsets[algorithm], len,
                                           base_of(item->name), i};
    }
    finish_index(x);
}

/* Pairs the missing items whose key is of this algorithm and length with extra files. */
static void pair_missing(struct audit *a, size_t algorithm, size_t len)
{
    struct index extras, others;

    index_files(a, &extras, algorithm, len, true);
    index_files(a, &others, algorithm, len, false);
    for (int base = 1; base >= 0; base--)
        for (size_t i = 0; i < a->n; i++) {
            struct audit_item *item = &a->items[i];
            if (item->kind != AUDIT_MISSING)
                continue;
            const struct audit_claim *claim = key_of(a, item);
            if (claim->algorithm != algorithm || claim->digest_len != len)
                continue;
            struct row key = {claim->digest, len, base_of(item->name), i};
            size_t row = find_row(&extras, &key, base);
            if (row < extras.n) {
                struct audit_item *extra = &a->items[extras.rows[row].item];
                if (!same_content(a, item, extra->file))
                    continue;
                extras.next[row] = row + 1;
                extra->kind = AUDIT_MOVED;
                extra->other = item->name;
                extra->first = item->first;
                extra->n = item->n;
                item->kind = AUDIT_KINDS; /* told with its new name */
            } else if (!base && (row = find_row(&others, &key, false)) < others.n) {
                item->other = a->items[others.rows[row].item].name;
            }
        }
    free_index(&extras);
    free_index(&others);
}

/* Tells of each extra file what else has its content: something that is listed, or an extra file
 * before it. */
static void pair_extras(struct audit *a, size_t algorithm, size_t len)
{
    struct index known, extras;

    index_files(a, &known, algorithm, len, false);
    index_files(a, &extras, algorithm, len, true);
    for (size_t i = 0; i < extras.n; i++) {
        struct audit_item *item = &a->items[extras.rows[i].item];
        size_t row = find_row(&known, &extras.rows[i], true);
        if (row == known.n)
            row = find_row(&known, &extras.rows[i], false);
        if (row < known.n) {
            item->kind = AUDIT_COPY;
            item->other = a->items[known.rows[row].item].name;
        }
    }
    /* Rows of equal digests lie together, but by the last part of the name. */
    for (size_t i = 0, end; i < extras.n; i = end) {
        size_t first = extras.rows[i].item;
        for (end = i; end < extras.n && !compare_digests(&extras.rows[end], &extras.rows[i]); end++)
            if (extras.rows[end].item < first)
                first = extras.rows[end].item;
        for (size_t j = i; j < end; j++) {
            struct audit_item *item = &a->items[extras.rows[j].item];
            if (item->kind == AUDIT_EXTRA && extras.rows[j].item != first) {
                item->kind = AUDIT_DUPLICATE;
                item->other = a->items[first].name;
            }
        }
    }
    free_index(&known);
    free_index(&extras);
}

static bool has_kind(const struct audit *a, enum audit_kind kind)
{
    for (size_t i = 0; i < a->n; i++)
        if (a->items[i].kind == kind)
            return true;
    return false;
}

void audit_pair(struct audit *a)
{
    const bool missing = has_kind(a, AUDIT_MISSING);
    size_t best = 0, best_len = 0;
    /* For each algorithm, the lengths that claims have: several only if HMACs were cut. */
    size_t lengths[HM_MAX_SET] = {0};

    for (size_t i = 0; i < a->claim_count; i++) {
        lengths[a->claims[i].algorithm] = a->claims[i].digest_len;
        if (a->claims[i].digest_len > best_len) {
            best = a->claims[i].algorithm;
            best_len = a->claims[i].digest_len;
        }
    }
    for (size_t k = 0; k < HM_MAX_SET; k++)
        if (missing && lengths[k])
            pair_missing(a, k, lengths[k]);
    if (best_len && has_kind(a, AUDIT_EXTRA))
        pair_extras(a, best, best_len);
    size_t n = 0;
    for (size_t i = 0; i < a->n; i++)
        if (a->items[i].kind != AUDIT_KINDS)
            a->items[n++] = a->items[i];
    a->n = n;
}

void audit_free(struct audit *a)
{
    free(a->items);
}
