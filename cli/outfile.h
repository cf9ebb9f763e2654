/* SPDX-License-Identifier: MIT
 *
 * outfile.h - a file that comes into being as a whole: written beside its place, put there by one
 * rename, and if anything goes wrong before that, as if never begun. Knows nothing of its content.
 */
#ifndef MHASH_OUTFILE_H
#define MHASH_OUTFILE_H

#include <stdbool.h>

#include "selection.h"
#include "text.h"

struct outfile {
    int fd;
    bool direct; /* not a regular file: written in place */
    bool named;  /* the temporary file has a name */
    int dir;     /* folder of the target */
    struct text real, temp;
    const char *base; /* within real */
};

/* Makes the temporary file. False with errno set; nothing is left then. A target that exists keeps
 * its mode, and its owner where that is possible; a link is followed; a device or FIFO is written
 * to as it is. */
bool outfile_open(struct outfile *f, const char *path);

/* Syncs the file and puts it in its place. False with errno set: the old one is still there. */
bool outfile_commit(struct outfile *f);

/* Leaves everything as it was before outfile_open(). */
void outfile_discard(struct outfile *f);

/* Keeps the target, the temporary file and what killed runs left of theirs out of the selection.
 * The file must outlive it. */
void outfile_exclude(const struct outfile *f, struct selection *s);

/* The same for standard output, if it is a regular file. */
void outfile_exclude_stdout(struct selection *s);

#endif /* MHASH_OUTFILE_H */
