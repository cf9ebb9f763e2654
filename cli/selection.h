/* SPDX-License-Identifier: MIT
 *
 * selection.h - which of the things found below a folder are wanted. Knows rules and limits; the
 * walk asks. Opens nothing but, when it is set up, files of patterns.
 */
#ifndef MHASH_SELECTION_H
#define MHASH_SELECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "globs.h"

enum links { LINKS_SKIP, LINKS_FOLLOW, LINKS_TEXT };
enum sort { SORT_NAME, SORT_NONE, SORT_SIZE };

/* A file that the run writes, or that the last one wrote. It is known by device and inode; its
 * name and inode number alone only tell when these must be asked for. */
struct own_file {
    dev_t dev;
    ino_t ino;
    const char *base; /* last part of its name, or NULL */
};

/* What names of temporary files in a folder begin with. */
struct own_prefix {
    dev_t dev;
    ino_t ino;
    char *prefix;
};

enum { OWN_MAX = 4, OWN_PREFIXES = 2 }; /* the output and a list, each with its temporary file */

struct selection {
    struct globs globs;
    bool only_included; /* what no rule matches is left out */
    bool no_hidden, one_file_system;
    enum links links;
    enum sort sort;
    size_t max_depth; /* 1: the folder itself; 0: no limit */
    bool has_max_size;
    uint64_t min_size, max_size;

    struct own_file own[OWN_MAX];
    size_t own_count;
    /* Names in one folder that begin so are what an interrupted run left there. */
    struct own_prefix own_prefixes[OWN_PREFIXES];
    size_t own_prefix_count;
};

/* Notes a file that must not be hashed. base may be NULL and must live as long as the selection. */
void selection_own(struct selection *s, dev_t dev, ino_t ino, const char *base);

/* Notes what names of temporary files in that folder begin with. Takes prefix over. */
void selection_own_prefix(struct selection *s, dev_t dev, ino_t ino, char *prefix);

/* Whether a file of this name and inode number may be one of ours, so that a stat is needed. Either
 * may be unknown: NULL, 0. */
bool selection_may_be_own(const struct selection *s, const char *base, ino_t ino);

bool selection_is_own(const struct selection *s, dev_t dev, ino_t ino);

/* Whether the operand is a file of ours. */
bool selection_operand_is_own(const struct selection *s, const char *operand);

/* Whether sizes matter. */
bool selection_needs_size(const struct selection *s);

bool selection_size_fits(const struct selection *s, uint64_t size);

/* Reads "12", "12K", "12kB", "12KiB" and so on up to E; K and KiB are 1024, kB and KB 1000, as in
 * coreutils. False if it is none or beyond 64 bits. */
bool selection_parse_size(const char *text, uint64_t *size);

void selection_free(struct selection *s);

#endif /* MHASH_SELECTION_H */
