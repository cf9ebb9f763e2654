/* SPDX-License-Identifier: MIT
 *
 * harness.h - what the unit tests share: one body for every algorithm under every CPU tier, data
 * that never repeats with a block's period, random numbers with a printed seed, memory that ends
 * at a guard page. Knows the public header and cmocka; knows no kernel.
 *
 * A test program ends with `return run_list(...)`. Each line "ok", "not ok" and "# SKIP" of its
 * output is one test (tools/run_suites sums them).
 */
#ifndef HM_TEST_HARNESS_H
#define HM_TEST_HARNESS_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include "hashmill.h"
#include "support.h"

/* A body that is run for every algorithm under every tier. `each_kernel` bodies are slow: they are
 * left out where an earlier tier gave the algorithm the same single-stream kernel. */
struct algorithm_test {
    const char *name;
    void (*body)(const struct hm_algorithm *algorithm);
    bool each_kernel;
};

/* A list of tests that grows as a program decides what this machine can run. */
struct test_list {
    struct CMUnitTest *tests;
    size_t n, room;
};

/* Adds one test; body gets `state` by its void **. The name is printf's. */
void add_test(struct test_list *list, void (*body)(void **), void *state, const char *name, ...)
    __attribute__((format(printf, 4, 5)));

/* Adds n bodies times algorithms times tiers. */
void add_algorithm_tests(struct test_list *list, const struct algorithm_test *tests, size_t n);

/* Whether a tier before this one already gave the algorithm its single-stream kernel. */
bool kernel_seen(const struct hm_algorithm *algorithm, size_t tier);

/* Runs the list as one cmocka group with TAP output; returns main's exit status. Prints the seed.
 */
int run_list(const char *name, struct test_list *list);

/* Writes a text file below the root folder, with the folders on the way. */
void put_file(const char *root, const char *path, const char *text);

#define ALGORITHM_TESTS_MAIN(group, tests)                                                         \
    int main(void)                                                                                 \
    {                                                                                              \
        struct test_list list = {0};                                                               \
        add_algorithm_tests(&list, tests, sizeof(tests) / sizeof((tests)[0]));                     \
        return run_list(group, &list);                                                             \
    }

/* Fails the test with both digests in hex if they differ. The rest is printf's: which case. */
void assert_digest(const struct hm_algorithm *algorithm, const uint8_t *got, const uint8_t *want,
                   const char *what, ...) __attribute__((format(printf, 4, 5)));

/* Marks the running test as skipped, with the reason; does not return. */
void skip_because(const char *reason, ...) __attribute__((format(printf, 1, 2), noreturn));

#endif /* HM_TEST_HARNESS_H */
