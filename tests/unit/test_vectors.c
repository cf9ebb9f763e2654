/* SPDX-License-Identifier: MIT
 *
 * test_vectors.c - known answers, under every tier.
 */
#include "harness.h"
#include "vector_checks.h"

#define BODY(name)                                                                                 \
    static void name(const struct hm_algorithm *a)                                                 \
    {                                                                                              \
        char why[WHY_SIZE] = "";                                                                   \
        if (!check_##name(a, why))                                                                 \
            fail_msg("%s", why);                                                                   \
    }
BODY(published)
BODY(monte)
BODY(hmacs)
BODY(lengths)
BODY(keys)

static void encodings(void **state)
{
    (void)state;
    char why[WHY_SIZE] = "";
    if (!check_encodings(NULL, why))
        fail_msg("%s", why);
}

static void self_test(void **state)
{
    (void)state;
    assert_true(hm_self_test());
}

static const struct algorithm_test tests[] = {
    {"published digests", published, false}, {"Monte Carlo", monte, true},
    {"published HMACs", hmacs, false},       {"every length", lengths, false},
    {"every key length", keys, false},
};

int main(void)
{
    struct test_list list = {0};
    add_algorithm_tests(&list, tests, COUNT(tests));
    add_test(&list, encodings, NULL, "published encodings");
    add_test(&list, self_test, NULL, "self-test");
    return run_list("vectors", &list);
}
