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

#include "text.h"

struct progress {
    atomic_ullong bytes, files; /* hashed so far; any thread adds */
    unsigned long long total;   /* bytes to come in all; 0: not known */
    bool live;                  /* a line on standard error, redrawn */
    const char *program;
    int64_t started, drawn; /* nanoseconds; 0: not yet */
    bool shown;
    struct text line;
};

void progress_start(struct progress *p, const char *program, bool live);

/* Draws anew what is due; name is what is being worked on, or NULL. Main thread only. */
void progress_tick(struct progress *p, const char *name);

/* Takes the line away, so that something else can be written. */
void progress_hide(struct progress *p);

void progress_end(struct progress *p);

#endif /* MHASH_PROGRESS_H */
