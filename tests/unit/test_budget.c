/* SPDX-License-Identifier: MIT
 *
 * test_budget.c - what is dealt out never sums up to more than there is, and more memory never
 * gives less of anything.
 */
#include "budget.h"
#include "harness.h"

enum { FIXED = 5 * MEBIBYTE + 512 * 1024, OF_THREAD = 512 * 1024 };

static size_t of_file(enum io io)
{
    return io == IO_MMAP || io == IO_DIRECT ? ACCESS_AMONG_MANY : 0;
}

static void check(uint64_t size, unsigned jobs, enum io io)
{
    const struct budget b = budget_make(size, jobs, io);
    uint64_t sum = FIXED + b.text;

    if (b.threads > 1)
        sum += (uint64_t)b.threads * (b.arena + b.live * of_file(io) + OF_THREAD);
    else
        sum += b.live * of_file(io);
    if (sum > size || b.threads < 1 || b.threads > jobs || b.live < 4 || b.live > MAX_LIVE ||
        b.arena < 640 * 1024 || b.arena > ARENA || b.text < 512 * 1024)
        fail_msg("%llu bytes, %u jobs, way %d: %llu used, %u threads, %zu live, arena %zu",
                 (unsigned long long)size, jobs, (int)io, (unsigned long long)sum, b.threads,
                 b.live, b.arena);
}

static void never_more(void **state)
{
    (void)state;
    for (enum io io = IO_AUTO; io <= IO_DIRECT; io++)
        for (unsigned jobs = 1; jobs <= 1024; jobs += 1 + jobs / 3)
            for (uint64_t size = LEAST_MEMORY; size < UINT64_MAX / 4; size += size / 7 + 4097)
                check(size, jobs, io);
}

static void usual(void **state)
{
    (void)state;
    for (enum io io = IO_AUTO; io <= IO_DIRECT; io++)
        for (unsigned jobs = 1; jobs <= 1024; jobs++) {
            const struct budget b = budget_make(0, jobs, io);
            assert_int_equal(b.threads, jobs);
            assert_int_equal(b.arena, ARENA);
            assert_int_equal(b.live, MAX_LIVE);
        }
}

static void grows(void **state)
{
    (void)state;
    for (enum io io = IO_AUTO; io <= IO_DIRECT; io++) {
        unsigned threads = 0;
        size_t text = 0;
        for (uint64_t size = LEAST_MEMORY; size < 1u << 30; size += 100000) {
            const struct budget b = budget_make(size, 16, io);
            assert_true(b.threads >= threads && b.text >= text);
            threads = b.threads;
            text = b.text;
        }
        assert_int_equal(threads, 16);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(never_more),
        cmocka_unit_test(usual),
        cmocka_unit_test(grows),
    };
    return cmocka_run_group_tests_name("budget", tests, NULL, NULL);
}
