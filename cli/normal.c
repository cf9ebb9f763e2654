/* SPDX-License-Identifier: MIT
 *
 * normal.c - names that look the same but are other bytes.
 */
#include "normal.h"

#include <dirent.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "decompositions.h"

struct codes {
    uint32_t *at;
    size_t n, size;
};

static void put(struct codes *codes, uint32_t c)
{
    codes->at = memory_grow(codes->at, &codes->size, codes->n + 1, sizeof *codes->at);
    codes->at[codes->n++] = c;
}

/* Hangul syllables are composed by a rule (Unicode, 3.12). */
static void decompose_hangul(struct codes *codes, uint32_t c)
{
    c -= 0xac00;
    put(codes, 0x1100 + c / 588);
    put(codes, 0x1161 + c % 588 / 28);
    if (c % 28)
        put(codes, 0x11a7 + c % 28);
}

static void decompose(struct codes *codes, uint32_t c)
{
    size_t low = 0, high = sizeof decompositions / sizeof *decompositions;

    if (c >= 0xac00 && c < 0xac00 + 11172) {
        decompose_hangul(codes, c);
        return;
    }
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (decompositions[middle].code < c)
            low = middle + 1;
        else
            high = middle;
    }
    if (c < 0x80 || low == sizeof decompositions / sizeof *decompositions ||
        decompositions[low].code != c) {
        put(codes, c);
        return;
    }
    /* The table has steps; the longest chain is four. */
    decompose(codes, decompositions[low].first);
    if (decompositions[low].second)
        decompose(codes, decompositions[low].second);
}

/* The marks that follow a letter, nearly all of those that have another order in other forms. */
static bool is_mark(uint32_t c)
{
    return (c >= 0x300 && c < 0x370) || (c >= 0x591 && c < 0x5c8) || (c >= 0x64b && c < 0x660) ||
           (c >= 0x1ab0 && c < 0x1b00) || (c >= 0x1dc0 && c < 0x1e00) ||
           (c >= 0x3099 && c < 0x309b);
}

static int by_code(const void *a, const void *b)
{
    const uint32_t *p = a, *q = b;
    return (*p > *q) - (*p < *q);
}

/* False if the name is not UTF-8. */
static bool read_name(struct codes *codes, const char *name)
{
    const unsigned char *p = (const unsigned char *)name;

    *codes = (struct codes){0};
    while (*p) {
        unsigned extra = *p < 0x80 ? 0 : *p < 0xc0 ? 9 : *p < 0xe0 ? 1 : *p < 0xf0 ? 2 : 3;
        uint32_t c = extra ? *p & (0x3fu >> extra) : *p;
        if (extra == 9)
            return false;
        for (p++; extra; extra--, p++) {
            if ((*p & 0xc0) != 0x80)
                return false;
            c = c << 6 | (*p & 0x3f);
        }
        decompose(codes, c);
    }
    for (size_t i = 0, end; i < codes->n; i = end + 1) {
        for (end = i; end < codes->n && is_mark(codes->at[end]); end++)
            continue;
        if (end - i > 1)
            qsort(codes->at + i, end - i, sizeof *codes->at, by_code);
    }
    return true;
}

bool normal_equal(const char *a, const char *b)
{
    struct codes p, q = {0};
    bool equal = strcmp(a, b) != 0 && read_name(&p, a);

    if (strcmp(a, b) == 0)
        return false;
    equal = equal && read_name(&q, b) && p.n == q.n &&
            (!p.n || memcmp(p.at, q.at, p.n * sizeof *p.at) == 0);
    free(p.at);
    free(q.at);
    return equal;
}

bool normal_find(const char *path, struct text *found)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    struct text folder = {0};
    struct dirent *entry;
    bool there = false;
    DIR *dir;

    for (const char *p = base; !there && *p; p++)
        there = (unsigned char)*p >= 0x80;
    if (!there)
        return false;
    text_add(&folder, path, (size_t)(base - path));
    dir = opendir(folder.len ? folder.data : ".");
    text_free(&folder);
    there = false;
    while (dir && !there && (entry = readdir(dir)) != NULL)
        if ((there = normal_equal(entry->d_name, base))) {
            text_add(found, path, (size_t)(base - path));
            text_add_string(found, entry->d_name);
        }
    if (dir)
        closedir(dir);
    return there;
}
