/* SPDX-License-Identifier: MIT
 *
 * contest.h - one row of a table: contenders that do the same task on the same messages. Verified
 * first, then timed in turn, allocations counted.
 */
#ifndef BENCH_CONTEST_H
#define BENCH_CONTEST_H

#include "allocations.h"
#include "contender.h"
#include "kernel.h"
#include "timing.h"

#define MAX_ENTRANTS 16

/* Messages: how many, how long, where. */
enum layout {
    APART,    /* each begins on a cache line, one spare line between two: separate buffers */
    ADJACENT, /* without a gap: pieces of one buffer */
    SPREAD,   /* as APART, lengths spread evenly over 0..len in shuffled order */
};

struct shape {
    size_t n, len;
    enum layout layout;
};

struct entrant {
    const struct contender *contender;
    const char *tier;               /* own ones: limit of the CPU; NULL: none */
    const struct hm_kernel *kernel; /* own ones: single-stream row to use; NULL: the choice */

    /* Results. Times are of one message; of all messages together they are n times as much. */
    char kernel_name[96];
    struct timing_summary ns;
    struct allocations allocations; /* of one repetition: all messages once */
    const double *rounds;           /* ns per message in each round: for ratios */
};

struct contest {
    struct task task;
    struct shape shape;
    size_t bytes; /* of all messages together */
    struct entrant entrants[MAX_ENTRANTS];
    size_t n;
    unsigned n_rounds;
    unsigned repeated; /* passes that were taken again because the system interrupted them */
};

void contest_begin(struct contest *contest, const struct task *task, struct shape shape);

/* Adds a contender, unless it does not offer the task. */
void contest_add(struct contest *contest, const struct contender *contender, const char *tier,
                 const struct hm_kernel *kernel);

/* Compares all answers with the portable kernels' one by one, then times. False, with a message
 * on stderr, if any answer is wrong: nothing is timed then. Results are valid until the next run.
 */
bool contest_run(struct contest *contest, const struct timing_plan *plan);

/* Ratio of the times of entrants a and b, pair by pair. */
struct timing_summary contest_ratio(const struct contest *contest, size_t a, size_t b);

/* The entrant with the smallest median, number 0 left out; 0 if there is no other. */
size_t contest_best_peer(const struct contest *contest);

/* The compression function of an algorithm, by place. */
enum hm_core_id bench_core(size_t id);

/* Gives all choices of kernels back to the library. */
void contest_end(void);

#endif /* BENCH_CONTEST_H */
