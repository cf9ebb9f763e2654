/* SPDX-License-Identifier: MIT
 *
 * budget.h - how the memory that a run may use is dealt out. Pure: bytes in, sizes out.
 */
#ifndef MHASH_BUDGET_H
#define MHASH_BUDGET_H

#include <stddef.h>
#include <stdint.h>

#include "access.h"

enum {
    MEBIBYTE = 1024 * 1024,
    /* A worker's bytes of files. Fits the second-level cache of the CPUs that the lanes are for,
     * and holds as many files of 64 KiB as the widest lanes take. */
    ARENA = 2 * MEBIBYTE + 128 * 1024,
    MAX_LIVE = 32, /* files side by side in a worker: the widest lanes, twice */

    LEAST_MEMORY = 8 * MEBIBYTE,
    /* What --max-memory is if it is not given: this, and for each thread */
    USUAL_MEMORY = 16 * MEBIBYTE,
    USUAL_OF_THREAD = 3 * MEBIBYTE,         /* this, or, */
    USUAL_OF_THREAD_ACCESS = 11 * MEBIBYTE, /* where every file has memory of its own, this. */
};

struct budget {
    size_t text;      /* names that wait for their turn */
    unsigned threads; /* 1: none beside the caller's */
    size_t arena;     /* of each thread */
    size_t live;      /* files that a thread reads side by side */
    size_t spare;     /* for threads that are started for one file, and their results */
};

/* size: bytes of all memory of the process but for the names of folders and lists, at least
 * LEAST_MEMORY, or 0: the usual. */
struct budget budget_make(uint64_t size, unsigned jobs, enum io io);

#endif /* MHASH_BUDGET_H */
