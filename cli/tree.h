/* SPDX-License-Identifier: MIT
 *
 * tree.h - a folder and a list that names its files: which name the list has for each. Shared by
 * audit and update.
 */
#ifndef MHASH_TREE_H
#define MHASH_TREE_H

#include "engine.h"
#include "msg.h"
#include "options.h"
#include "text.h"
#include "walk.h"

struct tree {
    struct text folder; /* what names are relative to, with a slash; empty: the current folder */
    struct text prefix; /* what names of files below the operand begin with */
    struct walk walk;
    struct text name; /* of the current file, as the list has it */
    bool broken;      /* something could not be looked at; told */
};

/* False, and told, if dir is no folder or does not lie where names are relative to. */
bool tree_open(struct tree *t, const struct options *o, const char *list, const char *dir,
               struct msg *msg);

/* The next file, for the engine; its name is t->name. Faults are told. False at the end. */
bool tree_next(struct tree *t, struct entry *entry, struct msg *msg);

/* Whether a name of the list lies below the folder. */
bool tree_covers(const struct tree *t, const char *name);

/* Whether there is a file of that name of the list; *gone if it is certain that there is none. */
bool tree_has(const struct tree *t, const char *name, bool *gone);

/* Whether the nearest folder of the name that still exists is empty: where a file system is not
 * mounted, say. */
bool tree_was_emptied(const struct tree *t, const char *name);

void tree_close(struct tree *t);

#endif /* MHASH_TREE_H */
