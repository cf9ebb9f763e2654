/* SPDX-License-Identifier: MIT
 *
 * totals.h - how much there is to come: the files that the command line or its lists name and
 * their bytes, counted ahead on a thread of its own while the run goes on. Opens folders and lists,
 * but no file that is hashed; prints nothing. What it cannot know it does not guess.
 */
#ifndef MHASH_TOTALS_H
#define MHASH_TOTALS_H

#include <pthread.h>
#include <stdatomic.h>

#include "options.h"

struct totals {
    const struct options *options;
    struct progress *progress;
    pthread_t thread;
    bool started;
    off_t input_at; /* where standard input begins, if it is a file */
    atomic_bool stop;
};

/* Lets the count begin when the progress line is about to appear. Does nothing if none will. */
void totals_prepare(struct totals *totals, const struct options *o);

/* Ends the count, finished or not. */
void totals_end(struct totals *totals);

#endif /* MHASH_TOTALS_H */
