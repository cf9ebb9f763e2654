/* SPDX-License-Identifier: MIT
 *
 * test_sink.c - one message under several digests: through a set, through hashers, and through both
 * in turn, keyed and not.
 */
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "sink.h"

enum { SIZE = 40000, ALGORITHMS = 9 };

static uint8_t data[SIZE];

static void choose(struct rng *rng, struct digest_list *wanted, struct hm_hmac_key *keys)
{
    *wanted = (struct digest_list){.n = 1 + rng_below(rng, HM_MAX_SET)};
    for (size_t i = 0; i < wanted->n; i++) {
        wanted->algorithms[i] = hm_algorithm_at(rng_below(rng, ALGORITHMS));
        if (keys)
            hm_hmac_prepare(&keys[i], wanted->algorithms[i], data, 7 * i);
    }
    wanted->keys = keys;
}

static void check(const struct digest_list *wanted, uint8_t got[][HM_MAX_DIGEST_SIZE], size_t len)
{
    uint8_t want[HM_MAX_DIGEST_SIZE];

    for (size_t i = 0; i < wanted->n; i++) {
        if (wanted->keys)
            hm_hmac_with(&wanted->keys[i], data, len, want);
        else
            hm_digest(wanted->algorithms[i], data, len, want);
        assert_digest(wanted->algorithms[i], got[i], want, "place %zu, %zu bytes", i, len);
    }
}

/* Of the size that a copy on the heap has, so that a write beyond it shows. */
static struct sink *make(size_t n)
{
    struct sink *sink = malloc(sink_size(n));
    assert_non_null(sink);
    return sink;
}

static void whole(bool together, bool keyed)
{
    struct rng rng = {random_seed()};
    uint8_t got[HM_MAX_SET][HM_MAX_DIGEST_SIZE];
    struct hm_hmac_key keys[HM_MAX_SET];

    for (int round = 0; round < 100; round++) {
        struct digest_list wanted;
        const size_t len = rng_below(&rng, SIZE + 1);
        choose(&rng, &wanted, keyed ? keys : NULL);
        struct sink *sink = make(wanted.n);
        sink_start(sink, &wanted, together);
        assert_int_equal(sink->together, together && !keyed && wanted.n > 1);
        for (size_t at = 0; at < len;) {
            const size_t n = 1 + rng_below(&rng, len - at);
            sink_update(sink, data + at, n);
            at += n;
        }
        sink_finish(sink, got);
        check(&wanted, got, len);
        free(sink);
    }
}

static void in_a_set(void **state)
{
    (void)state;
    whole(true, false);
}

static void by_hashers(void **state)
{
    (void)state;
    whole(false, false);
}

static void keyed(void **state)
{
    (void)state;
    whole(true, true);
}

static void in_turn(void **state)
{
    struct rng rng = {random_seed()};
    uint8_t got[HM_MAX_SET][HM_MAX_DIGEST_SIZE];
    struct hm_hmac_key keys[HM_MAX_SET];
    struct hm_chunk chunks[HM_MAX_SET];
    size_t joined = 0;

    (void)state;
    for (int round = 0; round < 300; round++) {
        struct digest_list wanted;
        const size_t len = rng_below(&rng, SIZE + 1);
        choose(&rng, &wanted, round % 5 ? NULL : keys);
        struct sink *sink = make(wanted.n);
        sink_start(sink, &wanted, rng_below(&rng, 2));
        for (size_t at = 0; at < len;) {
            size_t n = rng_below(&rng, 2) ? 1 + rng_below(&rng, len - at) : 128 - at % 128;
            n = n < len - at ? n : len - at;
            switch (rng_below(&rng, 3)) {
            case 0:
                joined += sink_join(sink);
                assert_true(!wanted.keys || !sink->together);
                break;
            case 1:
                sink_part(sink);
                assert_false(sink->together);
                assert_int_equal(sink_chunks(sink, data + at, n, chunks), wanted.n);
                hm_update_many(chunks, wanted.n);
                at += n;
                continue;
            default:
                break;
            }
            sink_update(sink, data + at, n);
            at += n;
        }
        sink_finish(sink, got);
        check(&wanted, got, len);
        free(sink);
    }
    assert_true(joined > 50);
}

/* What a key has left in a message's state is gone. */
static void forgets(void **state)
{
    static const uint8_t zeros[sizeof(struct hm_hasher)];
    struct rng rng = {random_seed()};
    uint8_t got[HM_MAX_SET][HM_MAX_DIGEST_SIZE];
    struct hm_hmac_key keys[HM_MAX_SET];
    struct digest_list wanted;

    (void)state;
    for (int finish = 0; finish < 2; finish++) {
        choose(&rng, &wanted, keys);
        struct sink *sink = make(wanted.n);
        sink_start(sink, &wanted, false);
        sink_update(sink, data, 1000);
        if (finish)
            sink_finish(sink, got);
        else
            sink_drop(sink);
        for (size_t i = 0; i < wanted.n; i++)
            assert_memory_equal(&sink->as.each[i], zeros, sizeof zeros);
        free(sink);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_a_set), cmocka_unit_test(by_hashers), cmocka_unit_test(keyed),
        cmocka_unit_test(in_turn),  cmocka_unit_test(forgets),
    };
    pattern(11, data, SIZE);
    return cmocka_run_group_tests_name("sink", tests, NULL, NULL);
}
