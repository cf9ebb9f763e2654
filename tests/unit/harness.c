/* SPDX-License-Identifier: MIT
 *
 * harness.c - see harness.h.
 */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct algorithm_run {
    void (*body)(const struct hm_algorithm *);
    const struct hm_algorithm *algorithm;
    const char *tier;
};

static void *must(void *p)
{
    if (!p) {
        fputs("out of memory\n", stderr);
        exit(2);
    }
    return p;
}

static char *vformat(const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    size_t n = (size_t)vsnprintf(NULL, 0, format, again) + 1;
    va_end(again);
    char *text = must(malloc(n));
    vsnprintf(text, n, format, args);
    return text;
}

void add_test(struct test_list *list, void (*body)(void **), void *state, const char *name, ...)
{
    va_list args;
    if (list->n == list->room) {
        list->room = 2 * list->room + 64;
        list->tests = must(realloc(list->tests, list->room * sizeof *list->tests));
    }
    va_start(args, name);
    list->tests[list->n++] = (struct CMUnitTest){vformat(name, args), body, NULL, NULL, state};
    va_end(args);
}

static void run_algorithm(void **state)
{
    const struct algorithm_run *run = *state;
    assert_true(hm_cpu_limit(run->tier));
    run->body(run->algorithm);
    hm_cpu_limit("native");
}

bool kernel_seen(const struct hm_algorithm *a, size_t tier)
{
    hm_cpu_limit(hm_cpu_tier_at(tier));
    const char *own = hm_kernel_name(a, 1);
    bool seen = false;
    for (size_t i = 0; i < tier && !seen; i++) {
        hm_cpu_limit(hm_cpu_tier_at(i));
        seen = !strcmp(hm_kernel_name(a, 1), own);
    }
    hm_cpu_limit("native");
    return seen;
}

void add_algorithm_tests(struct test_list *list, const struct algorithm_test *tests, size_t n)
{
    const struct hm_algorithm *a;
    const char *tier;
    for (size_t t = 0; (tier = hm_cpu_tier_at(t)) != NULL; t++)
        for (size_t i = 0; (a = hm_algorithm_at(i)) != NULL; i++)
            for (size_t j = 0; j < n; j++) {
                if (tests[j].each_kernel && kernel_seen(a, t))
                    continue;
                struct algorithm_run *run = must(malloc(sizeof *run));
                *run = (struct algorithm_run){tests[j].body, a, tier};
                add_test(list, run_algorithm, run, "%s, %s, %s", tests[j].name,
                         hm_algorithm_name(a), tier);
            }
}

int run_list(const char *name, struct test_list *list)
{
    /* cmocka prints names and results as TAP; the seed makes a failure repeatable. */
    printf("# HM_TEST_SEED=%llu repeats this run\n", (unsigned long long)random_seed());
    fflush(stdout);
    cmocka_set_message_output(CM_OUTPUT_TAP);
    /* The function behind the macro that counts a fixed array. */
    return _cmocka_run_group_tests(name, list->tests, list->n, NULL, NULL) != 0;
}

void assert_digest(const struct hm_algorithm *algorithm, const uint8_t *got, const uint8_t *want,
                   const char *what, ...)
{
    size_t n = hm_algorithm_digest_size(algorithm);
    if (!memcmp(got, want, n))
        return;
    char got_hex[HM_HEX_SIZE(HM_MAX_DIGEST_SIZE)], want_hex[HM_HEX_SIZE(HM_MAX_DIGEST_SIZE)];
    va_list args;
    for (size_t i = 0; i < n; i++) {
        snprintf(got_hex + 2 * i, 3, "%02x", got[i]);
        snprintf(want_hex + 2 * i, 3, "%02x", want[i]);
    }
    va_start(args, what);
    char *text = vformat(what, args);
    va_end(args);
    fail_msg("%s: got %s, want %s", text, got_hex, want_hex);
}

void skip_because(const char *reason, ...)
{
    va_list args;
    va_start(args, reason);
    char *text = vformat(reason, args);
    va_end(args);
    printf("# %s\n", text);
    free(text);
    skip();
    abort(); /* skip() does not return, but cmocka does not say so to the compiler */
}

void put_file(const char *root, const char *path, const char *text)
{
    char whole[512];
    snprintf(whole, sizeof whole, "%s/%s", root, path);
    for (char *slash = whole + strlen(root); (slash = strchr(slash + 1, '/'));) {
        *slash = '\0';
        mkdir(whole, 0700);
        *slash = '/';
    }
    FILE *file = fopen(whole, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}
