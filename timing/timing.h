/* SPDX-License-Identifier: MIT
 *
 * timing.h - the timing core: a clock, interleaved rounds, statistics. Knows libc and nothing else:
 * no digest, no output format. Nothing is allocated.
 */
#ifndef TIMING_H
#define TIMING_H

#include <stddef.h>
#include <stdint.h>

#define TIMING_MAX_ROUNDS 512

/* ---- Clock ------------------------------------------------------------------------------ */

/* Nanoseconds of a clock that never steps. Differences alone have a meaning. */
uint64_t timing_now(void);

/* Nanoseconds of CPU time of this process: what to take for work that never waits, because it
 * stands still while the machine is busy with others. A reading costs a system call. */
uint64_t timing_cpu_now(void);

/* How often the system has taken this process off its processor although it wanted to go on. */
uint64_t timing_interruptions(void);

/* ---- Statistics ------------------------------------------------------------------------- */

struct timing_summary {
    double min, median, max;
    double mad; /* median of the absolute deviations from the median */
    unsigned n;
};

/* Summary of n values, 0 <= n <= TIMING_MAX_ROUNDS (of the first so many if there are more);
 * values is not changed. All zero if n is 0. */
struct timing_summary timing_summarise(const double *values, unsigned n);

/* Summary of the ratios a[i] / b[i], taken pair by pair, so that drift which hits both sides of a
 * round cancels. */
struct timing_summary timing_ratios(const double *a, const double *b, unsigned n);

/* 2 * MAD / median: the width, relative to the median, of the interval around the median that
 * holds half of the values. Of fewer than five, whose MAD may lie next to the one odd value, the
 * whole range. 0 if the median is 0. */
double timing_spread(const struct timing_summary *summary);

/* A row whose spread is larger is called noisy. */
#define TIMING_NOISY 0.10

/* What ratios of a peer's time to one's own say: 1 the peer takes longer, -1 it takes less, 0 that
 * the difference lies within the noise: 1 is not further from the median than two MADs (half of the
 * range of fewer than five), or than the hundredth that no machine repeats. */
int timing_verdict(const struct timing_summary *ratio);

/* ---- Rounds ----------------------------------------------------------------------------- */

/* One of those who take turns. run() does its work reps times; prepare(), which may be NULL, is
 * called before each pass and not timed. */
struct timing_contender {
    void (*prepare)(void *context);
    void (*run)(void *context, size_t reps);
    void *context;
};

struct timing_plan {
    unsigned warm;              /* untimed passes of each contender */
    unsigned rounds;            /* timed passes of each, at most TIMING_MAX_ROUNDS */
    unsigned min_rounds;        /* what is left of them when the budget is too small */
    uint64_t pass_ns;           /* how long one pass should take at least */
    uint64_t budget_ns;         /* for all passes together; 0: as long as it takes */
    uint64_t (*clock_ns)(void); /* NULL: timing_now */

    /* A timed pass during which this counter moved is taken again, a few times at most, unless it
     * is a long one: it measures caches that the neighbours have used. NULL: never. */
    uint64_t (*interruptions)(void);
};

/* What one contender took: ns[i] is the time of one repetition in round i. */
struct timing_series {
    double ns[TIMING_MAX_ROUNDS];
    size_t reps;       /* repetitions in a pass */
    unsigned repeated; /* passes that were taken again */
    unsigned rounds;
};

/* Whose turn it is in round r, place k, among n: the order that timing_rounds() keeps, for those
 * who take their times elsewhere. */
size_t timing_turn(unsigned r, size_t k, size_t n);

/* Runs n contenders in turn: in every round each one once. Every round starts with another one and
 * goes the other way round than the one before, so that nobody always runs after the same
 * neighbour. Fills series[0..n), all with the same number of rounds, which it returns. */
unsigned timing_rounds(const struct timing_plan *plan, const struct timing_contender *contenders,
                       size_t n, struct timing_series *series);

#endif /* TIMING_H */
