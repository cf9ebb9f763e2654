/* SPDX-License-Identifier: MIT
 *
 * test_crew.c - a message in progress whose digests are spread over several threads and come back:
 * the same digests as by one hasher each, whoever comes to help and when.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "crew.h"
#include "harness.h"

enum { SIZE = 6 * 1024 * 1024, HELPERS = 3, ALGORITHMS = 9 };

static uint8_t data[SIZE];

static void *help(void *crew)
{
    struct crew_group *group = crew_join(crew);
    if (group)
        crew_help(group);
    return NULL;
}

/* Hashes data[*at..) by a crew, up to the end or until a number of blocks. */
static void segment(struct rng *rng, struct crew *crew, struct sink *sink, size_t *at, size_t end,
                    unsigned char *memory, size_t size, size_t groups)
{
    uint8_t group_of[HM_MAX_SET];
    pthread_t threads[HELPERS];
    const size_t helpers = rng_below(rng, HELPERS + 1);
    size_t stop = 2 + rng_below(rng, 12);

    for (size_t i = 0; i < sink->wanted->n; i++)
        group_of[i] = (uint8_t)rng_below(rng, groups);
    crew_start(crew, sink, group_of, groups, memory, size);
    for (size_t i = 0; i < helpers; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, help, crew), 0);
    while (*at < end && stop) {
        unsigned char *to = crew_place(crew);
        if (!to) {
            crew_work(crew);
            continue;
        }
        size_t len = rng_below(rng, 4) ? CREW_BLOCK : rng_below(rng, CREW_BLOCK + 1);
        len = len < end - *at ? len : end - *at;
        memcpy(to, data + *at, len);
        crew_filled(crew, len);
        *at += len;
        stop--;
    }
    crew_end(crew, sink);
    for (size_t i = 0; i < helpers; i++)
        pthread_join(threads[i], NULL);
}

static void check(struct rng *rng, struct crew *crew, unsigned char *memory, bool keyed)
{
    struct hm_hmac_key keys[HM_MAX_SET];
    struct digest_list wanted = {.n = 1 + rng_below(rng, 6)};
    uint8_t got[HM_MAX_SET][HM_MAX_DIGEST_SIZE], want[HM_MAX_DIGEST_SIZE];
    const size_t end = rng_below(rng, SIZE + 1), size = (2 + rng_below(rng, 7)) * CREW_BLOCK;
    struct sink *sink = malloc(sink_size(wanted.n));
    size_t at = rng_below(rng, 2) ? 0 : rng_below(rng, 1000);

    assert_non_null(sink);
    for (size_t i = 0; i < wanted.n; i++) {
        wanted.algorithms[i] = hm_algorithm_at(rng_below(rng, ALGORITHMS));
        hm_hmac_prepare(&keys[i], wanted.algorithms[i], "a key", 5);
    }
    wanted.keys = keyed ? keys : NULL;
    sink_start(sink, &wanted, false);
    at = at < end ? at : end;
    sink_update(sink, data, at);
    while (at < end)
        segment(rng, crew, sink, &at, end, memory, size, 1 + rng_below(rng, HELPERS + 1));
    sink_finish(sink, got);
    for (size_t i = 0; i < wanted.n; i++) {
        if (keyed)
            hm_hmac_with(&keys[i], data, end, want);
        else
            hm_digest(wanted.algorithms[i], data, end, want);
        assert_digest(wanted.algorithms[i], got[i], want, "place %zu of %zu, %zu bytes, keyed %d",
                      i, wanted.n, end, keyed);
    }
    free(sink);
}

static void spreads(void **state)
{
    struct rng rng = {random_seed()};
    struct crew *crew = malloc(sizeof *crew);
    unsigned char *memory = malloc(CREW_BLOCKS * CREW_BLOCK);
    (void)state;
    assert_non_null(crew);
    assert_non_null(memory);
    pattern(rng_next(&rng), data, SIZE);
    for (int round = 0; round < 40; round++)
        check(&rng, crew, memory, round % 4 == 0);
    free(memory);
    free(crew);
}

/* Every digest is in a group that there is. */
static void deals(void **state)
{
    uint8_t group_of[HM_MAX_SET];
    struct hm_hmac_key keys[HM_MAX_SET];
    (void)state;
    for (size_t n = 1; n <= ALGORITHMS; n++)
        for (size_t groups = 1; groups <= n; groups++) {
            struct digest_list wanted = {.n = n};
            for (size_t i = 0; i < n; i++) {
                wanted.algorithms[i] = hm_algorithm_at(i);
                hm_hmac_prepare(&keys[i], wanted.algorithms[i], "k", 1);
            }
            wanted.keys = n % 2 ? NULL : keys;
            deal_out(&wanted, groups, data, group_of);
            for (size_t i = 0; i < n; i++)
                assert_in_range(group_of[i], 0, groups - 1);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spreads),
        cmocka_unit_test(deals),
    };
    return cmocka_run_group_tests_name("crew", tests, NULL, NULL);
}
