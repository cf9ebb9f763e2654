/* SPDX-License-Identifier: MIT
 *
 * walk.h - the files below a folder, in a stable order. Knows folders and links; opens no file and
 * prints nothing.
 *
 * Order: bytewise by name within each folder, folders entered where they stand, unless the
 * selection asks for another. Memory: the names of the folders on the path. Descriptors: at most
 * WALK_OPEN, whatever the depth. Paths may be of any length, since everything is opened relative to
 * its folder.
 */
#ifndef MHASH_WALK_H
#define MHASH_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "selection.h"
#include "text.h"
#include "types.h"

enum { WALK_OPEN = 4 };

enum walk_status {
    WALK_END,
    WALK_FILE,    /* entry is valid until the next call */
    WALK_ERROR,   /* name could not be read or followed: error says why */
    WALK_MOVED,   /* the folder name was moved while in use; its rest is skipped */
    WALK_LOOP,    /* name is a link to a folder it lies in; skipped */
    WALK_SPECIAL, /* name is a socket, FIFO or device; skipped */
};

struct walk_level;

struct walk {
    const struct selection *selection; /* never NULL */
    const char *operand;
    bool started;
    struct text path; /* of the current item */
    size_t below;     /* where in it the part below the operand begins */
    struct walk_level *levels;
    size_t depth, size;
    size_t first_open; /* levels below this index have given their descriptor away */
    bool linked;       /* a level was entered through a symlink: loops are possible */
    struct entry entry;
    const char *name; /* what the status is about */
    int error;
};

/* Starts at operand: a file is an entry by itself, a folder is walked. The selection is asked about
 * everything but the operand. */
void walk_open(struct walk *w, const char *operand, const struct selection *selection);
enum walk_status walk_next(struct walk *w);
void walk_close(struct walk *w);

#endif /* MHASH_WALK_H */
