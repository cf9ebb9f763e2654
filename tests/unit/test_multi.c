/* SPDX-License-Identifier: MIT
 *
 * test_multi.c - digest sets give what one hasher per algorithm gives, to the bit, under every tier
 * of this CPU; and the planner's split is a split, and the cheapest. Knows the kernel table and
 * what its rows cost; stitched kernels alone are test_kernels.c's.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algorithms.h"
#include "dispatch.h"
#include "harness.h"
#include "plan.h"

enum { ALGORITHMS = 9, MAX_LEN = 1000 };

static const struct hm_algorithm *const *pick(const size_t places[], size_t n)
{
    static const struct hm_algorithm *a[HM_MAX_SET];
    for (size_t i = 0; i < n; i++)
        a[i] = hm_algorithm_at(places[i]);
    return a;
}

static void start(struct hm_multi *set, struct hm_hasher h[], const size_t places[], size_t n)
{
    const struct hm_algorithm *const *a = pick(places, n);
    hm_multi_init(set, a, n);
    for (size_t i = 0; i < n; i++)
        hm_init(&h[i], a[i]);
}

static void append(struct hm_multi *set, struct hm_hasher h[], size_t n, const uint8_t *p,
                   size_t len)
{
    hm_multi_update(set, p, len);
    for (size_t i = 0; i < n; i++)
        hm_update(&h[i], p, len);
}

static void must_agree(const struct hm_multi *set, const struct hm_hasher h[], size_t n,
                       const char *what, size_t len)
{
    for (size_t i = 0; i < n; i++) {
        uint8_t got[HM_MAX_DIGEST_SIZE], want[HM_MAX_DIGEST_SIZE];
        char plan[512];
        hm_multi_final(set, i, got);
        hm_final(&h[i], want);
        hm_multi_describe(set, plan, sizeof plan);
        assert_digest(h[i].algorithm, got, want, "%s: %s, place %zu, length %zu, plan %s", what,
                      hm_algorithm_name(h[i].algorithm), i, len, plan);
    }
}

/* The data ends at a guard page, so that a kernel that reads past its units faults. */
static void compare(struct rng *rng, const struct guarded *data, const size_t places[], size_t n,
                    size_t len)
{
    struct hm_multi set, copy;
    struct hm_hasher h[HM_MAX_SET];
    const uint8_t *p = data->p + MAX_LEN * 8 - len;
    start(&set, h, places, n);
    for (size_t left = len; left;) {
        size_t step = rng_below(rng, 4) ? rng_below(rng, left + 1) : left;
        append(&set, h, n, p, step);
        p += step;
        left -= step;
        if (rng_below(rng, 4) == 0)
            must_agree(&set, h, n, "midstream", len - left);
        /* A copy is the same message, whatever becomes of the first. */
        copy = set;
        memset(&set, 0x5a, sizeof set);
        memcpy(&set, &copy, sizeof set);
        hm_multi_update(&copy, data->p, 333);
    }
    must_agree(&set, h, n, "end", len);
}

/* ---- every subset of up to four algorithms, and larger sets with repeats ------------------- */

static void subsets(void **state)
{
    struct rng rng = {random_seed()};
    struct guarded data = guard(MAX_LEN * 8, true);
    pattern(rng_next(&rng), data.p, MAX_LEN * 8);
    assert_true(hm_cpu_limit(*state));
    for (unsigned mask = 1; mask < 1u << ALGORITHMS; mask++) {
        size_t places[ALGORITHMS], n = 0;
        for (size_t i = 0; i < ALGORITHMS; i++)
            if (mask >> i & 1)
                places[n++] = i;
        if (n > 4)
            continue;
        compare(&rng, &data, places, n, rng_below(&rng, MAX_LEN + 1));
        compare(&rng, &data, places, n, MAX_LEN + rng_below(&rng, 7 * MAX_LEN + 1));
        /* In any order: the states of a group need not be neighbours. */
        for (size_t i = n; i > 1; i--) {
            size_t j = rng_below(&rng, i), t = places[j];
            places[j] = places[i - 1];
            places[i - 1] = t;
        }
        compare(&rng, &data, places, n, rng_below(&rng, MAX_LEN + 1));
    }
    unguard(&data);
    hm_cpu_limit("native");
}

static void large_sets(void **state)
{
    struct rng rng = {random_seed()};
    struct guarded data = guard(MAX_LEN * 8, true);
    pattern(rng_next(&rng), data.p, MAX_LEN * 8);
    assert_true(hm_cpu_limit(*state));
    for (size_t round = 0; round < 150; round++) {
        size_t places[HM_MAX_SET], n = 1 + rng_below(&rng, HM_MAX_SET);
        for (size_t i = 0; i < n; i++)
            places[i] = rng_below(&rng, ALGORITHMS);
        compare(&rng, &data, places, n, rng_below(&rng, MAX_LEN * 8 + 1));
    }
    unguard(&data);
    hm_cpu_limit("native");
}

/* Every length, in one update and byte by byte: what is buffered, and what final makes of it. */
static void lengths(void **state)
{
    static const size_t places[] = {HM_MD5, HM_SHA1, HM_SHA256, HM_SHA512, HM_RMD160, HM_SHA224};
    const size_t n = COUNT(places);
    struct hm_multi set, bytes;
    struct hm_hasher h[HM_MAX_SET];
    uint8_t data[MAX_LEN];
    pattern(7, data, sizeof data);
    assert_true(hm_cpu_limit(*state));
    start(&bytes, h, places, n);
    for (size_t len = 0; len <= MAX_LEN; len++) {
        start(&set, h, places, n);
        append(&set, h, n, len ? data : NULL, len);
        must_agree(&set, h, n, "one update", len);
        must_agree(&bytes, h, n, "byte by byte", len);
        if (len < MAX_LEN)
            hm_multi_update(&bytes, data + len, 1);
    }
    hm_cpu_limit("native");
}

/* Long enough for several stretches where a plan has several groups. */
static void long_data(void **state)
{
    static const size_t places[] = {HM_SHA512, HM_RMD160, HM_SHA256, HM_SHA224, HM_MD5, HM_SHA384};
    const size_t n = COUNT(places), size = 100003;
    struct rng rng = {random_seed()};
    struct hm_multi set;
    struct hm_hasher h[HM_MAX_SET];
    uint8_t *data = malloc(size);
    assert_non_null(data);
    pattern(rng_next(&rng), data, size);
    assert_true(hm_cpu_limit(*state));
    for (size_t used = 1; used <= n; used++) {
        start(&set, h, places, used);
        append(&set, h, used, data, size);
        append(&set, h, used, data, 61);
        append(&set, h, used, data + 1, size - 1);
        must_agree(&set, h, used, "long", 2 * size + 60);
    }
    free(data);
    hm_cpu_limit("native");
}

/* Counts set close to where they would overflow something; members are private, tests may. */
static void huge_counts(void **state)
{
    static const size_t places[] = {HM_MD5,    HM_SHA1,   HM_SHA224,     HM_SHA256,    HM_SHA384,
                                    HM_SHA512, HM_RMD160, HM_SHA512_224, HM_SHA512_256};
    static const uint64_t limits[] = {(uint64_t)1 << 16, (uint64_t)1 << 29, (uint64_t)1 << 32,
                                      (uint64_t)1 << 61, 0};
    const size_t n = COUNT(places);
    struct rng rng = {random_seed()};
    uint8_t data[MAX_LEN];
    pattern(rng_next(&rng), data, sizeof data);
    assert_true(hm_cpu_limit(*state));
    for (size_t i = 0; i < COUNT(limits); i++)
        for (size_t j = 0; j < 40; j++) {
            struct hm_multi set;
            struct hm_hasher h[HM_MAX_SET];
            size_t before = HM_MAX_BLOCK_SIZE * (1 + rng_below(&rng, 3));
            start(&set, h, places, n);
            set.count = limits[i] - before;
            for (size_t k = 0; k < n; k++)
                h[k].count = limits[i] - before;
            size_t len = rng_below(&rng, MAX_LEN + 1), first = rng_below(&rng, len + 1);
            append(&set, h, n, data, first);
            append(&set, h, n, data + first, len - first);
            must_agree(&set, h, n, "near a limit", len);
        }
    hm_cpu_limit("native");
}

/* A set that is begun under one tier goes on under another: its plan is its own. */
static void tier_changes(void **state)
{
    static const size_t places[] = {HM_MD5, HM_SHA1, HM_SHA256, HM_SHA512};
    struct hm_multi set;
    struct hm_hasher h[HM_MAX_SET];
    uint8_t data[MAX_LEN];
    const char *tier;
    (void)state;
    pattern(3, data, sizeof data);
    start(&set, h, places, COUNT(places));
    for (size_t t = 0; (tier = hm_cpu_tier_at(t)) != NULL; t++) {
        assert_true(hm_cpu_limit(tier));
        append(&set, h, COUNT(places), data, MAX_LEN - 5 * t);
        must_agree(&set, h, COUNT(places), tier, t);
    }
    hm_cpu_limit("native");
}

/* A message that is hashed by hashers and by sets in turn, against hashers alone. */
static void joins_and_leaves(void **state)
{
    struct rng rng = {random_seed()};
    uint8_t data[MAX_LEN];
    pattern(rng_next(&rng), data, sizeof data);
    assert_true(hm_cpu_limit(*state));
    for (size_t round = 0; round < 200; round++) {
        size_t places[HM_MAX_SET], n = 1 + rng_below(&rng, HM_MAX_SET), len = 0;
        struct hm_hasher h[HM_MAX_SET], want[HM_MAX_SET];
        const struct hm_hasher *all[HM_MAX_SET];
        struct hm_multi set;
        bool joined = false;
        for (size_t i = 0; i < n; i++) {
            places[i] = rng_below(&rng, ALGORITHMS);
            all[i] = &h[i];
        }
        start(&set, want, places, n);
        start(&set, h, places, n);
        for (size_t step = 0; step < 30; step++) {
            /* Often to a place where hashers can join. */
            size_t more = rng_below(&rng, 2)
                              ? rng_below(&rng, MAX_LEN)
                              : (len + 700) / HM_MAX_BLOCK_SIZE * HM_MAX_BLOCK_SIZE - len;
            if (joined)
                hm_multi_update(&set, data, more);
            for (size_t i = 0; i < n; i++) {
                hm_update(&want[i], data, more);
                if (!joined)
                    hm_update(&h[i], data, more);
            }
            len += more;
            if (joined) {
                must_agree(&set, want, n, "joined", len);
                joined = rng_below(&rng, 3) > 0;
                memset(h, 0x5a, sizeof h);
                for (size_t i = 0; i < n && !joined; i++)
                    hm_multi_leave(&set, i, &h[i]);
            } else {
                joined = hm_multi_join(&set, all, n);
                assert_int_equal(joined, len % HM_MAX_BLOCK_SIZE == 0);
            }
            for (size_t i = 0; i < n && !joined; i++) {
                uint8_t got[HM_MAX_DIGEST_SIZE], should[HM_MAX_DIGEST_SIZE];
                hm_final(&h[i], got);
                hm_final(&want[i], should);
                assert_digest(h[i].algorithm, got, should, "left, length %zu", len);
            }
        }
    }
    hm_cpu_limit("native");
}

/* Hashers that are not at the same place of a message. */
static void joins_nothing_else(void **state)
{
    static const uint8_t data[256];
    struct hm_hasher h[2];
    const struct hm_hasher *both[] = {&h[0], &h[1]};
    struct hm_multi set;
    (void)state;
    hm_init(&h[0], hm_algorithm_at(HM_MD5));
    hm_init(&h[1], hm_algorithm_at(HM_SHA512));
    assert_true(hm_multi_join(&set, both, 2));
    hm_update(&h[0], data, 128);
    assert_false(hm_multi_join(&set, both, 2));
    hm_update(&h[1], data, 256);
    assert_false(hm_multi_join(&set, both, 2));
    hm_update(&h[0], data, 128);
    assert_true(hm_multi_join(&set, both, 2));
    h[1].count_hi = 1;
    assert_false(hm_multi_join(&set, both, 2));
}

/* ---- the planner --------------------------------------------------------------------------- */

static unsigned known_cost(const struct hm_kernel *k)
{
    if (!k->cycles)
        fail_msg("the row %s of cores %#x has no cycles", k->name, k->cores);
    return k->cycles;
}

static void costs_are_known(void **state)
{
    (void)state;
    assert_true(hm_kernel_count <= 255); /* plan.c keeps a row's place plus one in a byte */
    for (size_t i = 0; i < hm_kernel_count; i++)
        if (hm_kernels[i].form != HM_FORM_LANES)
            known_cost(&hm_kernels[i]);
}

/* The least cost of the states that are left, by trying everything; rows as dispatch picks them:
 * the first usable one of its cores and form. */
static unsigned least(unsigned left[HM_CORES])
{
    unsigned best = 0, core = 0;
    while (core < HM_CORES && !left[core])
        core++;
    if (core == HM_CORES)
        return 0;
    for (size_t i = 0; i < hm_kernel_count; i++) {
        const struct hm_kernel *k = &hm_kernels[i];
        bool fits = k->form != HM_FORM_LANES && hm_kernel_usable(k) && (k->cores >> core & 1);
        for (unsigned c = 0; c < HM_CORES; c++)
            fits = fits && (!(k->cores >> c & 1) || left[c]);
        for (size_t j = 0; j < i; j++)
            fits = fits && !(hm_kernels[j].form == k->form && hm_kernels[j].cores == k->cores &&
                             hm_kernel_usable(&hm_kernels[j]));
        if (!fits)
            continue;
        for (unsigned c = 0; c < HM_CORES; c++)
            left[c] -= k->cores >> c & 1;
        unsigned cost = known_cost(k) + least(left);
        for (unsigned c = 0; c < HM_CORES; c++)
            left[c] += k->cores >> c & 1;
        if (!best || cost < best)
            best = cost;
    }
    return best;
}

static void plan_is_cheapest(void **state)
{
    struct rng rng = {random_seed()};
    assert_true(hm_cpu_limit(*state));
    for (size_t round = 0; round < 400; round++) {
        uint8_t cores[HM_MAX_SET], plan[2 * HM_MAX_SET + 1];
        unsigned left[HM_CORES] = {0}, cost = 0;
        /* Trying everything takes long for many states. */
        size_t n = 1 + rng_below(&rng, 7), placed = 0, at = 0;
        bool seen[HM_MAX_SET] = {false};
        for (size_t i = 0; i < n; i++)
            left[cores[i] = (uint8_t)rng_below(&rng, HM_CORES)]++;
        memset(plan, 0xee, sizeof plan);
        size_t size = hm_plan(cores, n, plan);
        assert_int_equal(plan[size], 0xee);
        while (at < size) {
            const struct hm_kernel *k = &hm_kernels[plan[at++]];
            assert_true(hm_kernel_usable(k));
            cost += known_cost(k);
            for (unsigned c = 0; c < HM_CORES; c++) {
                if (!(k->cores >> c & 1))
                    continue;
                size_t place = plan[at++];
                assert_true(place < n && !seen[place] && cores[place] == c);
                seen[place] = true;
                placed++;
            }
        }
        assert_int_equal(at, size);
        assert_int_equal(placed, n);
        assert_int_equal(cost, least(left));
    }
    hm_cpu_limit("native");
}

/* The worst sets for the planner's tables: sixteen states, spread over the cores. */
static void plan_of_many(void **state)
{
    uint8_t cores[HM_MAX_SET], plan[2 * HM_MAX_SET];
    assert_true(hm_cpu_limit(*state));
    for (unsigned first = 0; first < HM_CORES; first++) {
        size_t states = 0;
        for (size_t i = 0; i < HM_MAX_SET; i++)
            cores[i] = (uint8_t)((first + i) % HM_CORES);
        size_t size = hm_plan(cores, HM_MAX_SET, plan);
        assert_true(size <= sizeof plan);
        for (size_t at = 0; at < size; at += 1 + hm_plan_members(&hm_kernels[plan[at]]))
            states += hm_plan_members(&hm_kernels[plan[at]]);
        assert_int_equal(states, HM_MAX_SET);
    }
    hm_cpu_limit("native");
}

/* ---- describe ------------------------------------------------------------------------------ */

static void describe(void **state)
{
    static const size_t places[] = {HM_MD5, HM_SHA256, HM_RMD160, HM_SHA224};
    struct hm_multi set;
    char text[256], cut[256];
    (void)state;
    assert_true(hm_cpu_limit("portable"));
    hm_multi_init(&set, pick(places, 4), 4);
    size_t n = hm_multi_describe(&set, text, sizeof text);
    assert_int_equal(n, strlen(text));
    assert_non_null(strstr(text, "md5:portable"));
    assert_non_null(strstr(text, "rmd160:portable"));
    char *sha256 = strstr(text, "sha256:portable");
    assert_non_null(sha256);
    assert_non_null(strstr(sha256 + 1, "sha256:portable"));
    assert_int_equal(n, strlen("md5:portable rmd160:portable sha256:portable sha256:portable"));
    for (size_t size = 0; size <= n + 1; size++) {
        memset(cut, '#', sizeof cut);
        assert_int_equal(hm_multi_describe(&set, cut, size), n);
        assert_int_equal(cut[size], '#');
        if (size) {
            assert_memory_equal(cut, text, size - 1);
            assert_int_equal(cut[size - 1], '\0');
        }
    }
    assert_int_equal(hm_multi_describe(&set, NULL, 0), n);
    hm_cpu_limit("native");
}

int main(void)
{
    static const struct {
        const char *name;
        void (*body)(void **);
    } per_tier[] = {
        {"subsets", subsets},           {"large sets", large_sets},
        {"lengths", lengths},           {"long data", long_data},
        {"huge counts", huge_counts},   {"plan is cheapest", plan_is_cheapest},
        {"plan of many", plan_of_many}, {"joins and leaves", joins_and_leaves},
    };
    struct test_list list = {0};
    const char *tier;
    for (size_t t = 0; (tier = hm_cpu_tier_at(t)) != NULL; t++)
        for (size_t i = 0; i < COUNT(per_tier); i++) {
            char *name = strdup(tier);
            assert_non_null(name);
            add_test(&list, per_tier[i].body, name, "%s, %s", per_tier[i].name, tier);
        }
    add_test(&list, joins_nothing_else, NULL, "joins nothing else");
    add_test(&list, tier_changes, NULL, "tier changes");
    add_test(&list, costs_are_known, NULL, "costs are known");
    add_test(&list, describe, NULL, "describe");
    return run_list("multi", &list);
}
