/* SPDX-License-Identifier: MIT
 *
 * test_timing.c - the timing core: statistics against values worked out by hand, rounds with a
 * clock that the test turns itself. Never looks at real time.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "timing.h"

static void summary_is(struct timing_summary s, double min, double median, double max, double mad,
                       unsigned n)
{
    assert_true(s.min == min);
    assert_true(s.median == median);
    assert_true(s.max == max);
    assert_true(s.mad == mad);
    assert_int_equal(s.n, n);
}

static void statistics(void **state)
{
    (void)state;
    const double odd[] = {9, 1, 4, 2, 100}, even[] = {8, 2, 6, 4}, one[] = {7}, same[] = {3, 3, 3};

    /* Median 4, deviations 5 3 0 2 96. */
    summary_is(timing_summarise(odd, 5), 1, 4, 100, 3, 5);
    /* Median (4 + 6) / 2, deviations 3 3 1 1. */
    summary_is(timing_summarise(even, 4), 2, 5, 8, 2, 4);
    summary_is(timing_summarise(one, 1), 7, 7, 7, 0, 1);
    summary_is(timing_summarise(same, 3), 3, 3, 3, 0, 3);
    summary_is(timing_summarise(odd, 0), 0, 0, 0, 0, 0);
    assert_true(odd[0] == 9 && odd[4] == 100);
}

static void too_many_values(void **state)
{
    (void)state;
    static double v[TIMING_MAX_ROUNDS + 1];
    for (unsigned i = 0; i <= TIMING_MAX_ROUNDS; i++)
        v[i] = i;
    v[TIMING_MAX_ROUNDS] = 1e9;
    struct timing_summary s = timing_summarise(v, TIMING_MAX_ROUNDS + 1);
    summary_is(s, 0, (TIMING_MAX_ROUNDS - 1) / 2.0, TIMING_MAX_ROUNDS - 1, TIMING_MAX_ROUNDS / 4.0,
               TIMING_MAX_ROUNDS);
}

static void ratios_pair_by_pair(void **state)
{
    (void)state;
    /* The machine slows down tenfold in the second half; each pair keeps its ratio. */
    const double a[] = {2, 2, 2, 20, 20, 20}, b[] = {1, 1, 1, 10, 10, 10};
    summary_is(timing_ratios(a, b, 6), 2, 2, 2, 0, 6);
    const double zero[] = {0, 1};
    summary_is(timing_ratios(a, zero, 2), 0, 1, 2, 1, 2);
}

static void spread(void **state)
{
    (void)state;
    const double v[] = {90, 95, 100, 105, 110};
    struct timing_summary s = timing_summarise(v, 5), none = {0};
    assert_true(timing_spread(&s) == 0.1);
    assert_true(timing_spread(&none) == 0);
    /* Of three values with one far off, the MAD alone would see nothing. */
    const double few[] = {100, 101, 131};
    s = timing_summarise(few, 3);
    assert_true(timing_spread(&s) == 31.0 / 101);
}

/* A clock that only work turns on. */
static uint64_t clock_now;

static uint64_t read_clock(void)
{
    return clock_now;
}

struct worker {
    char name;
    uint64_t ns;
    char *log;
    size_t logged, prepared, runs;
};

static void prepare(void *context)
{
    struct worker *w = context;
    w->prepared++;
    clock_now += 1000000; /* must not be counted */
}

static void work(void *context, size_t reps)
{
    struct worker *w = context;
    w->runs++;
    clock_now += w->ns * reps;
    if (w->log) {
        size_t end = 0;
        while (w->log[end])
            end++;
        w->log[end] = w->name;
    }
}

static void rounds_take_turns(void **state)
{
    (void)state;
    char log[64] = "";
    struct worker workers[3] = {
        {.name = 'a', .ns = 100, .log = log},
        {.name = 'b', .ns = 300, .log = log},
        {.name = 'c', .ns = 1000, .log = log},
    };
    struct timing_contender contenders[3];
    static struct timing_series series[3];
    for (size_t i = 0; i < 3; i++)
        contenders[i] = (struct timing_contender){prepare, work, &workers[i]};
    struct timing_plan plan = {.warm = 1, .rounds = 3, .pass_ns = 50, .clock_ns = read_clock};

    assert_int_equal(timing_rounds(&plan, contenders, 3, series), 3);
    /* Calibration, one warm round, three timed ones. */
    assert_string_equal(log, "abc"
                             "abc"
                             "bac"
                             "cab"
                             "acb");
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(series[i].reps, 1);
        assert_int_equal(series[i].rounds, 3);
        assert_int_equal(workers[i].prepared, workers[i].runs);
        for (size_t r = 0; r < 3; r++)
            assert_true(series[i].ns[r] == (double)workers[i].ns);
    }
}

/* Each round is a permutation, everybody starts equally often and follows both neighbours. */
static void turns_are_fair(void **state)
{
    (void)state;
    for (size_t n = 1; n <= 7; n++) {
        unsigned after[7][7] = {{0}}, first[7] = {0};
        for (unsigned r = 0; r < 2 * n; r++) {
            unsigned seen = 0;
            for (size_t k = 0; k < n; k++) {
                size_t i = timing_turn(r, k, n);
                assert_true(i < n && !(seen >> i & 1));
                seen |= 1u << i;
                if (k)
                    after[i][timing_turn(r, k - 1, n)]++;
                else
                    first[i]++;
            }
        }
        for (size_t i = 0; i < n; i++) {
            assert_int_equal(first[i], 2);
            assert_true(n < 2 || after[i][(i + 1) % n] > 0);
            assert_true(n < 2 || after[i][(i + n - 1) % n] > 0);
        }
    }
}

static void passes_are_filled(void **state)
{
    (void)state;
    struct worker w = {.ns = 7};
    struct timing_contender c = {NULL, work, &w};
    static struct timing_series series;
    struct timing_plan plan = {.rounds = 5, .pass_ns = 100000, .clock_ns = read_clock};

    assert_int_equal(timing_rounds(&plan, &c, 1, &series), 5);
    assert_true(series.reps * 7 >= 100000);
    assert_true(series.reps * 7 < 2 * 100000);
    assert_true(series.ns[4] == 7);
}

/* A counter that moves at every so many looks. */
static unsigned looks, every;

static uint64_t interruptions(void)
{
    return ++looks / every;
}

static void interrupted_passes_are_taken_again(void **state)
{
    (void)state;
    struct worker w = {.ns = 1000};
    struct timing_contender c = {NULL, work, &w};
    static struct timing_series series;
    struct timing_plan plan = {
        .rounds = 4, .pass_ns = 1000, .clock_ns = read_clock, .interruptions = interruptions};

    /* The counter moves between looks 3 and 4, 7 and 8...: within every second pass. */
    looks = 0;
    every = 4;
    assert_int_equal(timing_rounds(&plan, &c, 1, &series), 4);
    assert_int_equal(series.repeated, 3);
    assert_int_equal(w.runs, 1 + 4 + 3);

    /* Never a quiet one: it ends all the same. */
    looks = 0;
    every = 1;
    w.runs = 0;
    assert_int_equal(timing_rounds(&plan, &c, 1, &series), 4);
    assert_int_equal(series.repeated, 4 * 5);
    assert_int_equal(w.runs, 1 + 4 * 6);

    /* A long one is taken once. */
    w.ns = 1000000000;
    w.runs = 0;
    assert_int_equal(timing_rounds(&plan, &c, 1, &series), 4);
    assert_int_equal(series.repeated, 0);
    assert_int_equal(w.runs, 1 + 4);
    assert_true(series.ns[0] == 1e9);
}

static void budget_cuts_rounds(void **state)
{
    (void)state;
    struct worker w = {.ns = 1000};
    struct timing_contender c = {NULL, work, &w};
    static struct timing_series series;
    struct timing_plan plan = {.warm = 3,
                               .rounds = 25,
                               .min_rounds = 5,
                               .pass_ns = 1000,
                               .budget_ns = 13000,
                               .clock_ns = read_clock};

    assert_int_equal(timing_rounds(&plan, &c, 1, &series), 10);
    plan.budget_ns = 2000;
    assert_int_equal(timing_rounds(&plan, &c, 1, &series), 5);
    plan.budget_ns = 0;
    assert_int_equal(timing_rounds(&plan, &c, 1, &series), 25);
    plan.rounds = TIMING_MAX_ROUNDS + 9;
    assert_int_equal(timing_rounds(&plan, &c, 1, &series), TIMING_MAX_ROUNDS);
}

static void clocks_go_forward(void **state)
{
    (void)state;
    uint64_t a = timing_now(), b = timing_now();
    assert_true(b >= a);
    a = timing_cpu_now();
    b = timing_cpu_now();
    assert_true(b >= a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statistics),
        cmocka_unit_test(too_many_values),
        cmocka_unit_test(ratios_pair_by_pair),
        cmocka_unit_test(spread),
        cmocka_unit_test(rounds_take_turns),
        cmocka_unit_test(turns_are_fair),
        cmocka_unit_test(passes_are_filled),
        cmocka_unit_test(budget_cuts_rounds),
        cmocka_unit_test(interrupted_passes_are_taken_again),
        cmocka_unit_test(clocks_go_forward),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
