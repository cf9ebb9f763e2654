/* SPDX-License-Identifier: MIT
 *
 * progress.h - how far a run is: counters that workers add to, a line on the terminal that shows
 * them, a status line on demand. Knows counters only; nothing of files and digests.
 */
#ifndef MHASH_PROGRESS_H
#define MHASH_PROGRESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "progress_line.h"

struct progress {
    atomic_ullong bytes, files;             /* done so far; any thread adds */
    atomic_ullong total_bytes, total_files; /* to come in all, as far as it is known; */
    atomic_int totals;                      /* enum total_state; any thread sets it */
    bool live;                              /* a line on standard error, redrawn */
    bool shared;                            /* results go to that terminal too */
    const char *program;
    /* Called once, when the line is about to appear: a run that long is worth a count of what is to
     * come. Or NULL. */
    void (*count)(void *context);
    void *counter;
    int64_t started, drawn; /* nanoseconds; 0: not yet */
    double rate;
    unsigned long long rated; /* bytes at the last look */
    bool shown;
    struct text line, last; /* the one being made; the one that is there */
};

void progress_start(struct progress *p, const char *program, bool live, bool shared);

/* Draws anew what is due; name is what is being worked on, or NULL. Main thread only. */
void progress_tick(struct progress *p, const char *name);

/* Takes the line away, so that something else can be written to the terminal; before a result
 * only if they share it. */
void progress_hide(struct progress *p);
void progress_make_way(struct progress *p);

void progress_end(struct progress *p);

#endif /* MHASH_PROGRESS_H */
