/* SPDX-License-Identifier: MIT
 *
 * selection.c - which of the things found below a folder are wanted.
 */
#include "selection.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void selection_own(struct selection *s, dev_t dev, ino_t ino, const char *base)
{
    if (s->own_count < OWN_MAX)
        s->own[s->own_count++] = (struct own_file){dev, ino, base};
}

void selection_own_prefix(struct selection *s, dev_t dev, ino_t ino, char *prefix)
{
    if (s->own_prefix_count < OWN_PREFIXES)
        s->own_prefixes[s->own_prefix_count++] = (struct own_prefix){dev, ino, prefix};
    else
        free(prefix);
}

bool selection_may_be_own(const struct selection *s, const char *base, ino_t ino)
{
    for (size_t i = 0; i < s->own_count; i++)
        if (s->own[i].ino == ino || (s->own[i].base && strcmp(s->own[i].base, base) == 0))
            return true;
    return false;
}

bool selection_is_own(const struct selection *s, dev_t dev, ino_t ino)
{
    for (size_t i = 0; i < s->own_count; i++)
        if (s->own[i].dev == dev && s->own[i].ino == ino)
            return true;
    return false;
}

bool selection_operand_is_own(const struct selection *s, const char *operand)
{
    const char *slash = strrchr(operand, '/');
    struct stat st;

    return selection_may_be_own(s, slash ? slash + 1 : operand, 0) && stat(operand, &st) == 0 &&
           selection_is_own(s, st.st_dev, st.st_ino);
}

bool selection_needs_size(const struct selection *s)
{
    return s->min_size || s->has_max_size;
}

bool selection_size_fits(const struct selection *s, uint64_t size)
{
    return size >= s->min_size && (!s->has_max_size || size <= s->max_size);
}

bool selection_parse_size(const char *text, uint64_t *size)
{
    static const char letters[] = "KMGTPE";
    uint64_t n = 0;
    const char *p = text, *letter;

    for (; *p >= '0' && *p <= '9'; p++)
        if (__builtin_mul_overflow(n, 10, &n) || __builtin_add_overflow(n, *p - '0', &n))
            return false;
    if (p == text)
        return false;
    if (*p && *p != 'B') {
        letter = strchr(letters, *p == 'k' ? 'K' : *p);
        if (!letter)
            return false;
        p++;
        uint64_t unit = *p == 'B' ? 1000 : 1024;
        if (*p == 'i' && p[1] == 'B')
            p++;
        for (const char *l = letters; l <= letter; l++)
            if (__builtin_mul_overflow(n, unit, &n))
                return false;
    }
    p += *p == 'B';
    *size = n;
    return !*p;
}

void selection_free(struct selection *s)
{
    globs_free(&s->globs);
    for (size_t i = 0; i < s->own_prefix_count; i++)
        free(s->own_prefixes[i].prefix);
}
