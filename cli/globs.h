/* SPDX-License-Identifier: MIT
 *
 * globs.h - patterns with the meaning they have in gitignore(5), and the last one that matches a
 * path. Pure: no I/O, no messages.
 *
 * A pattern with a slash at its beginning or middle is matched against the whole path below the
 * folder that was named by the user, any other against the last part of it. A slash at its end lets
 * it match folders only. Within a part "*" is any text, "?" any byte and [...] a class; a part that
 * is "**" is any number of parts, at the end at least one. A backslash takes the next byte's
 * meaning away. Bytes are compared, not characters.
 */
#ifndef MHASH_GLOBS_H
#define MHASH_GLOBS_H

#include <stdbool.h>
#include <stddef.h>

struct glob_rule {
    char *pattern; /* without the slashes at its ends */
    bool include;
    bool folders_only, whole_path;
};

struct globs {
    struct glob_rule *rules;
    size_t n, size;
};

enum glob_verdict { GLOB_NO_MATCH, GLOB_EXCLUDED, GLOB_INCLUDED };

/* Adds a pattern of the command line; "!" and "#" have no meaning there. False, and *reason, a
 * constant string, if it could never match. */
bool globs_add(struct globs *globs, const char *pattern, bool include, const char **reason);

/* Adds a line of a file: comments, negation and blanks at the end as in gitignore(5). */
bool globs_add_line(struct globs *globs, const char *line, size_t len, const char **reason);

/* What the last rule that matches says. path is relative to the folder named by the user. */
enum glob_verdict globs_match(const struct globs *globs, const char *path, bool folder);

/* Whether one pattern (no slash at its ends) matches text as a whole, parts and all. */
bool glob_matches(const char *pattern, const char *text);

void globs_free(struct globs *globs);

#endif /* MHASH_GLOBS_H */
