/* SPDX-License-Identifier: MIT
 *
 * only.c - the entries that --only names. A pattern is a name as it stands, or a glob(7) in which
 * "*" also matches slashes; without a slash it may match the last part of a name alone.
 */
#include "only.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

void only_start(struct only *only, char **patterns, size_t n)
{
    size_t size = 0;

    *only = (struct only){.patterns = patterns, .n = n};
    if (n) {
        only->used = memory_grow(NULL, &size, n, sizeof *only->used);
        memset(only->used, 0, n * sizeof *only->used);
    }
}

static const char *skip_dots(const char *name)
{
    while (name[0] == '.' && name[1] == '/')
        name += 2;
    return name;
}

static bool matches(const char *pattern, const char *name)
{
    const char *slash = strrchr(name, '/');

    pattern = skip_dots(pattern);
    return strcmp(pattern, name) == 0 || fnmatch(pattern, name, 0) == 0 ||
           (slash && !strchr(pattern, '/') && fnmatch(pattern, slash + 1, 0) == 0);
}

bool only_wants(struct only *only, const char *name)
{
    bool wanted = !only->n;

    name = skip_dots(name);
    for (size_t i = 0; i < only->n; i++)
        if (matches(only->patterns[i], name))
            wanted = only->used[i] = true;
    return wanted;
}

const char *only_unused(struct only *only)
{
    for (size_t i = 0; i < only->n; i++)
        if (!only->used[i]) {
            only->used[i] = true;
            return only->patterns[i];
        }
    return NULL;
}

void only_free(struct only *only)
{
    free(only->used);
}
