/* SPDX-License-Identifier: MIT
 *
 * globs.c - gitignore(5) patterns. Pure.
 *
 * Not fnmatch(3) or glob(3): the first has no "**" and depends on the locale, the second reads
 * folders. Matching takes time proportional to pattern times path at worst, whatever the pattern:
 * after a mismatch only the last "*" of a part, and only the last "**" of a path, can still help.
 */
#include "globs.h"

#include <stdlib.h>
#include <string.h>

#include "text.h"

/* ---- One part of a path ------------------------------------------------------------------- */

/* The classes of POSIX for bytes of ASCII; others belong to none, as in the C locale. */
static bool in_named_class(const char *name, size_t len, unsigned char c)
{
    static const char *const names[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph",
                                        "lower", "print", "punct", "space", "upper", "xdigit"};
    const bool digit = c >= '0' && c <= '9', lower = c >= 'a' && c <= 'z';
    const bool upper = c >= 'A' && c <= 'Z', graph = c > ' ' && c < 0x7f;
    const bool alnum = digit || lower || upper;
    const bool hex = digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    const bool answers[] = {alnum,
                            lower || upper,
                            c == ' ' || c == '\t',
                            c < ' ' || c == 0x7f,
                            digit,
                            graph,
                            lower,
                            graph || c == ' ',
                            graph && !alnum,
                            c == ' ' || (c >= '\t' && c <= '\r'),
                            upper,
                            hex};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == len && memcmp(names[i], name, len) == 0)
            return answers[i];
    return false;
}

/* The end of the named class that begins at p with "[:", or NULL if there is none. */
static const char *named_class_end(const char *p, const char *end)
{
    const char *close = memchr(p + 2, ']', (size_t)(end - p - 2));
    return close && close > p + 2 && close[-1] == ':' ? close : NULL;
}

/* Reads the class behind "[". Returns what is behind its "]", NULL if that is missing; *in tells
 * whether c belongs to it. */
static const char *match_class(const char *p, const char *end, unsigned char c, bool *in)
{
    const bool negated = p < end && (*p == '!' || *p == '^');
    const char *first = p += negated, *close;
    int low = -1; /* a range may begin with it */

    *in = negated;
    for (; p < end && (*p != ']' || p == first); p++) {
        bool hit = false;
        if (*p == '[' && p + 2 < end && p[1] == ':' && (close = named_class_end(p, end)) != NULL) {
            hit = in_named_class(p + 2, (size_t)(close - p - 3), c);
            p = close;
            low = -1;
        } else if (*p == '-' && low >= 0 && p + 1 < end && p[1] != ']') {
            p += p[1] == '\\' ? 2 : 1;
            if (p >= end)
                return NULL;
            hit = c >= low && c <= (unsigned char)*p;
            low = -1;
        } else {
            p += *p == '\\';
            if (p >= end)
                return NULL;
            low = (unsigned char)*p;
            hit = c == low;
        }
        if (hit)
            *in = !negated;
    }
    return p < end ? p + 1 : NULL;
}

/* Matches one element of a part, not "*", against c. Returns what is behind it, NULL if c is not
 * what it asks for. */
static const char *match_one(const char *p, const char *end, unsigned char c)
{
    bool in;

    switch (*p) {
    case '?':
        return p + 1;
    case '[':
        p = match_class(p + 1, end, c, &in);
        return p && in ? p : NULL;
    case '\\':
        p++;
        return p < end && (unsigned char)*p == c ? p + 1 : NULL;
    default:
        return (unsigned char)*p == c ? p + 1 : NULL;
    }
}

static bool match_part(const char *p, const char *p_end, const char *s, const char *s_end)
{
    const char *star = NULL, *star_s = NULL, *next;

    for (;;) {
        if (p < p_end && *p == '*') {
            star = ++p;
            star_s = s;
        } else if (p == p_end && s == s_end) {
            return true;
        } else if (p < p_end && s < s_end &&
                   (next = match_one(p, p_end, (unsigned char)*s)) != NULL) {
            p = next;
            s++;
        } else if (star && star_s < s_end) {
            p = star;
            s = ++star_s;
        } else {
            return false;
        }
    }
}

/* ---- Whole paths -------------------------------------------------------------------------- */

static const char *part_end(const char *part)
{
    return part + strcspn(part, "/");
}

/* The part behind the one that ends here, NULL if that was the last. */
static const char *part_after(const char *end)
{
    return *end ? end + 1 : NULL;
}

static bool is_any_parts(const char *part, const char *end)
{
    return end - part >= 2 && strspn(part, "*") == (size_t)(end - part);
}

bool glob_matches(const char *p, const char *s)
{
    const char *star = NULL, *star_s = NULL;

    while (p || s) {
        const char *p_end = p ? part_end(p) : NULL, *s_end = s ? part_end(s) : NULL;
        if (p && is_any_parts(p, p_end)) {
            star = p = part_after(p_end);
            star_s = s;
            if (!p)
                return s != NULL;
        } else if (!s) {
            return false;
        } else if (p && match_part(p, p_end, s, s_end)) {
            p = part_after(p_end);
            s = part_after(s_end);
        } else if (star) {
            p = star;
            s = star_s = part_after(part_end(star_s));
        } else {
            return false;
        }
    }
    return true;
}

/* ---- Rules -------------------------------------------------------------------------------- */

/* Why a pattern could never match, or NULL. */
static const char *flaw(const char *pattern)
{
    const char *end;
    bool in;

    if (!*pattern)
        return "the pattern is empty";
    for (const char *part = pattern; part; part = part_after(end)) {
        end = part_end(part);
        for (const char *p = part; p < end;) {
            if (*p == '[') {
                p = match_class(p + 1, end, 0, &in);
                if (!p)
                    return "the pattern has a [ without its ]";
            } else {
                p += *p == '\\';
                if (p++ == end)
                    return "the pattern has a backslash with nothing behind it";
            }
        }
    }
    return NULL;
}

static bool add_rule(struct globs *globs, const char *pattern, size_t len, bool include,
                     const char **reason)
{
    struct glob_rule rule = {.include = include};
    struct text copy = {0};

    rule.folders_only = len && pattern[len - 1] == '/';
    len -= rule.folders_only;
    rule.whole_path = memchr(pattern, '/', len) != NULL;
    if (len && *pattern == '/') {
        pattern++;
        len--;
    }
    text_add(&copy, pattern, len);
    if ((*reason = flaw(copy.data)) != NULL) {
        text_free(&copy);
        return false;
    }
    rule.pattern = copy.data;
    globs->rules = memory_grow(globs->rules, &globs->size, globs->n + 1, sizeof rule);
    globs->rules[globs->n++] = rule;
    return true;
}

bool globs_add(struct globs *globs, const char *pattern, bool include, const char **reason)
{
    return add_rule(globs, pattern, strlen(pattern), include, reason);
}

/* The length without blanks at the end, but for one behind a backslash. */
static size_t trimmed_length(const char *line, size_t len)
{
    size_t end = 0;

    for (size_t i = 0; i < len; i++) {
        bool escaped = line[i] == '\\' && i + 1 < len;
        i += escaped;
        if (escaped || line[i] != ' ')
            end = i + 1;
    }
    return end;
}

bool globs_add_line(struct globs *globs, const char *line, size_t len, const char **reason)
{
    len -= len && line[len - 1] == '\r';
    if (memchr(line, '\0', len)) {
        *reason = "NUL byte";
        return false;
    }
    if (len && *line == '#')
        return true;
    len = trimmed_length(line, len);
    if (!len)
        return true;
    const bool include = *line == '!';
    return add_rule(globs, line + include, len - include, include, reason);
}

enum glob_verdict globs_match(const struct globs *globs, const char *path, bool folder)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;

    for (size_t i = globs->n; i-- > 0;) {
        const struct glob_rule *rule = &globs->rules[i];
        if (rule->folders_only && !folder)
            continue;
        if (rule->whole_path ? glob_matches(rule->pattern, path)
                             : match_part(rule->pattern, rule->pattern + strlen(rule->pattern),
                                          base, base + strlen(base)))
            return rule->include ? GLOB_INCLUDED : GLOB_EXCLUDED;
    }
    return GLOB_NO_MATCH;
}

void globs_free(struct globs *globs)
{
    for (size_t i = 0; i < globs->n; i++)
        free(globs->rules[i].pattern);
    free(globs->rules);
    *globs = (struct globs){0};
}
