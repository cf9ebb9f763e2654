/* SPDX-License-Identifier: MIT
 *
 * progress_line.h - what the line says that tells how far a run is. Pure: counters, time and width
 * in, text out; but for the locale, which says how wide a character is.
 */
#ifndef MHASH_PROGRESS_LINE_H
#define MHASH_PROGRESS_LINE_H

#include <stddef.h>
#include <stdint.h>

#include "text.h"

/* What is known of all that is to come. */
enum total_state {
    TOTALS_NONE,     /* nothing */
    TOTALS_COUNTING, /* so much at least */
    TOTALS_KNOWN,
};

struct progress_view {
    uint64_t bytes, files; /* done */
    enum total_state totals;
    uint64_t total_bytes, total_files;
    uint64_t rate;    /* bytes a second; 0: not known */
    const char *name; /* what is being worked on, or NULL */
};

/* Appends what fits into so many columns: the name shortened to its end, and the less important
 * left out, where it does not. Without line ends. 0 columns: all of it, the name in full. */
void progress_line(struct text *line, const struct progress_view *view, size_t columns);

/* The rate after a while in which so many bytes were done: a mean of all so far, and after some
 * seconds of the last ones. elapsed: since the begin, the while included. */
double progress_rate(double rate, uint64_t bytes, int64_t while_ns, int64_t elapsed_ns);

#endif /* MHASH_PROGRESS_LINE_H */
