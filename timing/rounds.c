/* SPDX-License-Identifier: MIT
 *
 * rounds.c - the clocks, and contenders that take turns. Knows nothing of what they do.
 */
#include "timing.h"

#include <sys/resource.h>
#include <time.h>

enum { TRIES = 6, LONG_PASS_NS = 20000000 };

static uint64_t read_clock(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

uint64_t timing_now(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

uint64_t timing_cpu_now(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

uint64_t timing_interruptions(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (uint64_t)usage.ru_nivcsw;
}

static uint64_t pass(const struct timing_plan *plan, const struct timing_contender *c, size_t reps)
{
    uint64_t (*now)(void) = plan->clock_ns ? plan->clock_ns : timing_now;
    if (c->prepare)
        c->prepare(c->context);
    uint64_t start = now();
    c->run(c->context, reps);
    return now() - start;
}

/* A pass without interruption if there is one in a few tries, otherwise the shortest of them. */
static uint64_t quiet_pass(const struct timing_plan *plan, const struct timing_contender *c,
                           struct timing_series *series)
{
    uint64_t least = 0;
    for (int i = 0; i < TRIES; i++) {
        uint64_t before = plan->interruptions ? plan->interruptions() : 0;
        uint64_t ns = pass(plan, c, series->reps);
        if (!plan->interruptions || plan->interruptions() == before)
            return ns;
        least = i && least < ns ? least : ns;
        if (ns > LONG_PASS_NS)
            break;
        series->repeated += i < TRIES - 1;
    }
    return least;
}

/* Repetitions that fill a pass, and how long that pass took. Grows by at most tenfold a step, so
 * that one lucky short measurement does not lead to an endless pass. */
static size_t calibrate(const struct timing_plan *plan, const struct timing_contender *c,
                        uint64_t *took)
{
    size_t reps = 1;
    for (;;) {
        uint64_t ns = pass(plan, c, reps);
        *took = ns;
        if (ns >= plan->pass_ns || reps > SIZE_MAX / 16)
            return reps;
        uint64_t want = ns ? plan->pass_ns / ns + 1 : 10;
        reps *= want > 10 ? 10 : want < 2 ? 2 : (size_t)want;
    }
}

size_t timing_turn(unsigned r, size_t k, size_t n)
{
    return r % 2 ? (r + n - k) % n : (r + k) % n;
}

unsigned timing_rounds(const struct timing_plan *plan, const struct timing_contender *contenders,
                       size_t n, struct timing_series *series)
{
    uint64_t round_ns = 0;
    unsigned rounds = plan->rounds < TIMING_MAX_ROUNDS ? plan->rounds : TIMING_MAX_ROUNDS;
    unsigned least = plan->min_rounds < rounds ? plan->min_rounds : rounds;
    unsigned warm = plan->warm;

    for (size_t i = 0; i < n; i++) {
        uint64_t took;
        series[i].repeated = 0;
        series[i].reps = calibrate(plan, &contenders[i], &took);
        round_ns += took;
    }
    if (plan->budget_ns && round_ns) {
        uint64_t fit = plan->budget_ns / round_ns;
        if (fit < warm + rounds)
            rounds = fit > warm + least ? (unsigned)fit - warm : least;
        /* Work as slow as this has warmed up in the calibration. */
        if (fit < warm + least)
            warm = warm ? 1 : 0;
    }
    for (unsigned r = 0; r < warm + rounds; r++) {
        for (size_t k = 0; k < n; k++) {
            size_t i = timing_turn(r, k, n);
            if (r < warm)
                pass(plan, &contenders[i], series[i].reps);
            else
                series[i].ns[r - warm] =
                    (double)quiet_pass(plan, &contenders[i], &series[i]) / (double)series[i].reps;
        }
    }
    for (size_t i = 0; i < n; i++)
        series[i].rounds = rounds;
    return rounds;
}
