/* SPDX-License-Identifier: MIT
 *
 * test_batch.c - many messages at once give what one by one gives, to the bit: every algorithm
 * under every tier of this CPU, any number of messages of any lengths, hashers in any state, and
 * nothing read or written outside the buffers. Knows the kernel table for its lane counts alone.
 */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "algorithms.h"
#include "dispatch.h"

enum {
    SLOTS = 64,             /* guarded buffers of each kind */
    SLOT_SIZE = 4 * 4096,   /* bytes of a guarded input */
    OUTPUT_SIZE = 1024,     /* and output */
    RANDOM_MS = 60,         /* of random batches, for each algorithm and tier */
    MAX_MESSAGES = 10 * 32, /* ten times the widest row */
    CANARY = 0xa5,
};

static struct guarded inputs[2][SLOTS]; /* [0] begins at a guard page, [1] ends at one */
static struct guarded outputs[SLOTS];   /* ends at one */
static struct rng rng;

static size_t below(size_t n)
{
    return rng_below(&rng, n);
}

static void fill_random(uint8_t *p, size_t n)
{
    pattern(rng_next(&rng), p, n);
}

static void set_up(void)
{
    rng.state = random_seed();
    for (size_t i = 0; i < SLOTS; i++) {
        outputs[i] = guard(OUTPUT_SIZE, true);
        for (size_t end = 0; end < 2; end++) {
            inputs[end][i] = guard(SLOT_SIZE, end);
            fill_random(inputs[end][i].p, SLOT_SIZE);
        }
    }
}

static const uint8_t *input(size_t slot, size_t len, bool at_end)
{
    return inputs[at_end][slot % SLOTS].p + (at_end ? SLOT_SIZE - len : 0);
}

/* ---- Comparison with one by one ------------------------------------------------------------ */

static void check_same(const char *what, const struct hm_algorithm *a, size_t n, size_t i,
                       const uint8_t *got, const uint8_t *want, size_t size)
{
    if (memcmp(got, want, size) != 0)
        fail_msg("%s: %s, message %zu of %zu is wrong; first kernel: %s", what, a->name, i, n,
                 hm_kernel_name(a, n));
}

/* Hashes the messages with their outputs in guarded pages, canaries around those that share one. */
static void check_digests(const char *what, const struct hm_algorithm *a,
                          struct hm_message *messages, size_t n)
{
    size_t size = a->digest_size, stride = size + 1;
    assert_true((n / SLOTS + 1) * stride <= OUTPUT_SIZE);
    for (size_t i = 0; i < SLOTS; i++)
        memset(outputs[i].p, CANARY, OUTPUT_SIZE);
    for (size_t i = 0; i < n; i++)
        messages[i].out = outputs[i % SLOTS].p + OUTPUT_SIZE - size - i / SLOTS * stride;
    hm_digest_many(a, messages, n);
    for (size_t i = 0; i < n; i++) {
        uint8_t want[HM_MAX_DIGEST_SIZE];
        hm_digest(a, messages[i].data, messages[i].len, want);
        check_same(what, a, n, i, messages[i].out, want, size);
        assert_int_equal(messages[i].out[-1], CANARY);
        memset(messages[i].out, CANARY, size);
    }
    for (size_t i = 0; i < SLOTS; i++)
        for (size_t j = 0; j < OUTPUT_SIZE; j++)
            assert_int_equal(outputs[i].p[j], CANARY);
}

/* The distinct lane counts of a core's usable rows, 1 among them. Returns how many. */
static size_t lane_counts(const struct hm_algorithm *a, unsigned counts[HM_MAX_LANES])
{
    size_t n = 0;
    for (size_t live = 1; live <= HM_MAX_LANES; live++) {
        unsigned lanes = hm_live_kernel(a->core, live)->lanes;
        bool known = false;
        for (size_t i = 0; i < n; i++)
            known = known || counts[i] == lanes;
        if (!known)
            counts[n++] = lanes;
    }
    return n;
}

/* ---- Equal lengths, every number of messages around the rows' ------------------------------ */

static void equal_lengths(const struct hm_algorithm *a)
{
    static const size_t lengths[] = {0, 1, 55, 56, 63, 64, 65, 111, 112, 127, 128, 129, 300, 1000};
    unsigned lanes[HM_MAX_LANES];
    size_t rows = lane_counts(a, lanes);
    for (size_t row = 0; row < rows; row++) {
        const size_t l = lanes[row], counts[] = {0, 1, l - 1, l, l + 1, 10 * l};
        for (size_t c = 0; c < HM_COUNT(counts); c++)
            for (size_t k = 0; k < HM_COUNT(lengths); k++) {
                struct hm_message messages[MAX_MESSAGES];
                for (size_t i = 0; i < counts[c]; i++) {
                    messages[i].data = lengths[k] ? input(i, lengths[k], i & 1) : NULL;
                    messages[i].len = lengths[k];
                }
                check_digests("equal lengths", a, messages, counts[c]);
            }
    }
}

/* ---- Every number of live messages: each passes through all narrower kernels --------------- */

static void every_count(const struct hm_algorithm *a)
{
    struct hm_message messages[2 * HM_MAX_LANES + 2];
    for (size_t n = 0; n <= HM_COUNT(messages); n++)
        for (size_t step = 0; step <= 70; step += 35) {
            for (size_t i = 0; i < n; i++) {
                size_t len = 90 + step * ((i * 7) % n);
                messages[i].data = input(i, len, true);
                messages[i].len = len;
            }
            check_digests("every count", a, messages, n);
        }
}

/* ---- Each lane alone, and one message that outlives the others ------------------------------ */

static void each_lane(const struct hm_algorithm *a)
{
    unsigned lanes[HM_MAX_LANES];
    size_t rows = lane_counts(a, lanes);
    for (size_t row = 0; row < rows; row++)
        for (size_t l = 0; l < lanes[row]; l++) {
            struct hm_message messages[HM_MAX_LANES];
            for (size_t i = 0; i < lanes[row]; i++) {
                messages[i].len = i == l ? 3333 : 0;
                messages[i].data = input(i, messages[i].len, true);
            }
            check_digests("one long", a, messages, lanes[row]);
            for (size_t i = 0; i < lanes[row]; i++) {
                messages[i].len = i == l ? 20 : 700;
                messages[i].data = input(i, messages[i].len, true);
            }
            check_digests("one short", a, messages, lanes[row]);
        }
}

/* ---- Refill: one long message beside many short ones, in several orders --------------------- */

static void refill(const struct hm_algorithm *a)
{
    struct hm_message messages[MAX_MESSAGES];
    for (size_t place = 0; place < MAX_MESSAGES; place += MAX_MESSAGES / 4) {
        for (size_t i = 0; i < MAX_MESSAGES; i++) {
            messages[i].len = i == place ? SLOT_SIZE : (i * 131) % 400;
            messages[i].data = input(i, messages[i].len, i & 1);
        }
        check_digests("refill", a, messages, MAX_MESSAGES);
    }
}

/* ---- One buffer in many messages ----------------------------------------------------------- */

static void same_buffer(const struct hm_algorithm *a)
{
    struct hm_message messages[2 * HM_MAX_LANES + 1];
    for (size_t i = 0; i < HM_COUNT(messages); i++) {
        messages[i].data = inputs[0][0].p;
        messages[i].len = 1021;
    }
    check_digests("same buffer", a, messages, HM_COUNT(messages));
    for (size_t i = 0; i < HM_COUNT(messages); i++)
        messages[i].len = 1021 - i * 13;
    check_digests("prefixes", a, messages, HM_COUNT(messages));
}

/* ---- Outputs within their own message ------------------------------------------------------ */

static void overlap(const struct hm_algorithm *a)
{
    enum { N = 2 * HM_MAX_LANES + 3, ROOM = 700 };
    static uint8_t data[N][ROOM + HM_MAX_DIGEST_SIZE], want[N][HM_MAX_DIGEST_SIZE];
    struct hm_message messages[N];
    struct hm_hmac_message tagged[N];
    struct hm_hmac_key key;
    hm_hmac_prepare(&key, a, "overlap", 7);

    for (int round = 0; round < 12; round++) {
        bool hmac = round & 1, even = round < 6;
        for (size_t i = 0; i < N; i++) {
            size_t len = even ? 400 + (size_t)round : below(ROOM), at = below(len + 1);
            fill_random(data[i], sizeof data[i]);
            if (round < 2)
                at = 0;
            messages[i] = (struct hm_message){data[i], len, data[i] + at};
            tagged[i] = (struct hm_hmac_message){&key, data[i], len, data[i] + at};
            if (hmac)
                hm_hmac_with(&key, data[i], len, want[i]);
            else
                hm_digest(a, data[i], len, want[i]);
        }
        if (hmac)
            hm_hmac_many(tagged, N);
        else
            hm_digest_many(a, messages, N);
        for (size_t i = 0; i < N; i++)
            check_same(hmac ? "HMAC overlap" : "overlap", a, N, i, messages[i].out, want[i],
                       a->digest_size);
    }
}

/* ---- Pieces -------------------------------------------------------------------------------- */

static void pieces(const struct hm_algorithm *a)
{
    static const size_t sizes[] = {1, 63, 64, 100, 128, 512, 4096, SLOT_SIZE, SIZE_MAX};
    static uint8_t out[(SLOT_SIZE + 1) * HM_MAX_DIGEST_SIZE];
    for (size_t k = 0; k < HM_COUNT(sizes); k++) {
        size_t lengths[] = {0, 1, 2000, 4096, SLOT_SIZE - 1, SLOT_SIZE};
        size_t limit = sizes[k] < 60 ? 4 : HM_COUNT(lengths);
        for (size_t j = 0; j < limit; j++) {
            const uint8_t *data = lengths[j] ? input(j, lengths[j], true) : NULL;
            size_t n = hm_digest_pieces(a, data, lengths[j], sizes[k], out), count = 0;
            for (size_t at = 0; at < lengths[j]; count++) {
                size_t len = lengths[j] - at < sizes[k] ? lengths[j] - at : sizes[k];
                uint8_t want[HM_MAX_DIGEST_SIZE];
                hm_digest(a, data + at, len, want);
                check_same("pieces", a, n, count, out + count * a->digest_size, want,
                           a->digest_size);
                at += len;
            }
            assert_int_equal(n, count);
        }
    }
}

/* ---- Hashers ------------------------------------------------------------------------------- */

static void check_hasher(const char *what, size_t n, size_t i, const struct hm_hasher *got,
                         const struct hm_hasher *want)
{
    const struct hm_algorithm *a = want->algorithm;
    uint8_t one[HM_MAX_DIGEST_SIZE], other[HM_MAX_DIGEST_SIZE];
    assert_ptr_equal(got->algorithm, a);
    assert_true(got->count == want->count && got->count_hi == want->count_hi);
    hm_final(got, one);
    hm_final(want, other);
    check_same(what, a, n, i, one, other, a->digest_size);
}

/* Rounds of updates of random sizes, hashers of every algorithm and progress side by side. */
static void run_updates(const char *what, struct hm_hasher *many, size_t n, int rounds, size_t most)
{
    struct hm_hasher *single = malloc(n * sizeof *single);
    struct hm_chunk *chunks = malloc(n * sizeof *chunks);
    assert_true(single && chunks);
    memcpy(single, many, n * sizeof *single);
    for (int round = 0; round < rounds; round++) {
        /* Not every hasher takes part in every round. */
        size_t used = 0;
        for (size_t i = 0; i < n; i++) {
            size_t len = round == 0 && below(2) ? 256 : below(4) ? below(most + 1) : below(130);
            const uint8_t *data = input(below(SLOTS), len, below(2));
            if (!below(8))
                continue;
            chunks[used++] = (struct hm_chunk){&many[i], len ? data : NULL, len};
            hm_update(&single[i], data, len);
        }
        hm_update_many(chunks, used);
        for (size_t i = 0; i < n; i++)
            check_hasher(what, n, i, &many[i], &single[i]);
    }
    free(single);
    free(chunks);
}

static void init_mixed(struct hm_hasher *hashers, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        memset(&hashers[i], 0, sizeof hashers[i]);
        hm_init(&hashers[i], hm_algorithm_at(below(HM_RMD160 + 1)));
    }
}

static void mixed_updates(void **state)
{
    const char *tier;
    (void)state;
    for (size_t t = 0; (tier = hm_cpu_tier_at(t)) != NULL; t++) {
        static const size_t counts[] = {1, 2, 5, 16, 17, 40, 150};
        assert_true(hm_cpu_limit(tier));
        for (size_t c = 0; c < HM_COUNT(counts); c++) {
            struct hm_hasher hashers[150];
            init_mixed(hashers, counts[c]);
            run_updates("updates", hashers, counts[c], 6, 1500);
        }
    }
    assert_true(hm_cpu_limit("native"));
}

/* Updates of one algorithm whose lengths differ by a few blocks, each lane the shortest in turn. */
static void similar_updates(const struct hm_algorithm *a)
{
    unsigned lanes[HM_MAX_LANES];
    size_t rows = lane_counts(a, lanes);
    for (size_t row = 0; row < rows; row++)
        for (size_t shortest = 0; shortest < lanes[row]; shortest++) {
            struct hm_hasher many[HM_MAX_LANES], one[HM_MAX_LANES];
            struct hm_chunk chunks[HM_MAX_LANES];
            for (size_t i = 0; i < lanes[row]; i++) {
                size_t more = i == shortest ? 0 : 5 - i % 3;
                size_t len = (2 + more) * a->block_size + below(a->block_size);
                hm_init(&many[i], a);
                one[i] = many[i];
                chunks[i] = (struct hm_chunk){&many[i], input(i, len, true), len};
                hm_update(&one[i], chunks[i].data, len);
            }
            hm_update_many(chunks, lanes[row]);
            for (size_t i = 0; i < lanes[row]; i++)
                check_hasher("similar updates", lanes[row], i, &many[i], &one[i]);
        }
}

/* Counts just below the places where narrower counters wrap. */
static void counts_near_limits(void **state)
{
    static const uint64_t limits[] = {
        (uint64_t)1 << 16, (uint64_t)1 << 29, (uint64_t)1 << 32,
        (uint64_t)1 << 35, (uint64_t)1 << 61, 0 /* 2^64, carried into count_hi */
    };
    const char *tier;
    (void)state;
    for (size_t t = 0; (tier = hm_cpu_tier_at(t)) != NULL; t++) {
        assert_true(hm_cpu_limit(tier));
        for (size_t k = 0; k < HM_COUNT(limits); k++) {
            struct hm_hasher hashers[70];
            init_mixed(hashers, HM_COUNT(hashers));
            for (size_t i = 0; i < HM_COUNT(hashers); i++) {
                struct hm_hasher *h = &hashers[i];
                h->count = limits[k] - 1 - below(2000);
                fill_random(h->buffer, sizeof h->buffer);
                fill_random((uint8_t *)&h->state, sizeof h->state);
            }
            run_updates("near a limit", hashers, HM_COUNT(hashers), 3, 4000);
        }
    }
    assert_true(hm_cpu_limit("native"));
}

/* Public report MB01: a message that is handed in again right after its first part. */
static void same_again(const struct hm_algorithm *a)
{
    static const size_t lengths[] = {63, 64, 65, 127, 128, 129};
    for (size_t k = 0; k < HM_COUNT(lengths); k++)
        for (size_t n = 1; n <= HM_MAX_LANES + 1; n += HM_MAX_LANES / 2) {
            struct hm_hasher hashers[HM_MAX_LANES + 1];
            struct hm_chunk first[HM_MAX_LANES + 1], last[HM_MAX_LANES + 1];
            for (size_t i = 0; i < n; i++) {
                hm_init(&hashers[i], a);
                first[i] = (struct hm_chunk){&hashers[i], input(i, lengths[k], true), lengths[k]};
                last[i] = (struct hm_chunk){&hashers[i], NULL, 0};
            }
            hm_update_many(last, n);
            hm_update_many(first, n);
            hm_update_many(last, n);
            for (size_t i = 0; i < n; i++) {
                uint8_t got[HM_MAX_DIGEST_SIZE], want[HM_MAX_DIGEST_SIZE];
                hm_final(&hashers[i], got);
                hm_digest(a, first[i].data, lengths[k], want);
                check_same("again", a, n, i, got, want, a->digest_size);
            }
        }
}

/* Public report MB02: 2^29 zero bytes in small parts, two hashers beside each other. */
static void total_of_many_updates(void **state)
{
    static const char want[] = "9acca8e8c22201155389f65abbf6bc9723edc7384ead80503839f49dcc56d767";
    const size_t part = (size_t)64 << 20;
    struct hm_hasher hashers[2];
    struct hm_chunk chunks[2];
    uint8_t *zeros = mmap(NULL, part, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    (void)state;
    assert_true(zeros != MAP_FAILED);
    for (size_t i = 0; i < 2; i++) {
        hm_init(&hashers[i], hm_algorithm_at(HM_SHA256));
        chunks[i] = (struct hm_chunk){&hashers[i], zeros, part};
    }
    for (int k = 0; k < 8; k++)
        hm_update_many(chunks, 2);
    chunks[0].len = chunks[1].len = 0;
    hm_update_many(chunks, 2);
    for (size_t i = 0; i < 2; i++) {
        uint8_t digest[32];
        char hex[HM_HEX_SIZE(32)];
        hm_final(&hashers[i], digest);
        hm_hex(hex, digest, sizeof digest);
        assert_string_equal(hex, want);
    }
    munmap(zeros, part);
}

/* More items than the scheduler's window reaches, most of another core. */
static void sparse_cores(void **state)
{
    enum { N = 150000 };
    struct hm_hasher *hashers = malloc(N * sizeof *hashers);
    (void)state;
    assert_non_null(hashers);
    for (size_t i = 0; i < N; i++) {
        memset(&hashers[i], 0, sizeof hashers[i]);
        hm_init(&hashers[i], hm_algorithm_at(i % 1000 == 7 ? HM_SHA512 : HM_MD5));
    }
    run_updates("sparse", hashers, N, 1, 200);
    free(hashers);
}

/* ---- HMAC ---------------------------------------------------------------------------------- */

enum { MOST_TAGS = 130 };

static void check_tags(const char *what, const struct hm_hmac_key *keys, size_t n, size_t key_count,
                       size_t most, bool equal)
{
    struct hm_hmac_message messages[MOST_TAGS];
    struct hm_hmac_claim claims[MOST_TAGS];
    uint8_t out[MOST_TAGS][HM_MAX_DIGEST_SIZE + 1];
    bool all = true;
    assert_true(n <= MOST_TAGS);

    memset(out, CANARY, sizeof out);
    for (size_t i = 0; i < n; i++) {
        size_t len = equal ? most : below(most + 1);
        messages[i] =
            (struct hm_hmac_message){&keys[i % key_count], input(i, len, true), len, out[i]};
    }
    hm_hmac_many(messages, n);
    for (size_t i = 0; i < n; i++) {
        const struct hm_hmac_message *m = &messages[i];
        const struct hm_algorithm *a = m->key->algorithm;
        uint8_t want[HM_MAX_DIGEST_SIZE];
        hm_hmac_with(m->key, m->data, m->len, want);
        check_same(what, a, n, i, out[i], want, a->digest_size);
        assert_int_equal(out[i][a->digest_size], CANARY);
        claims[i] = (struct hm_hmac_claim){m->key, m->data, m->len, out[i], 16, false};
        if (below(5) == 0)
            out[i][below(16)] ^= (uint8_t)(1 << below(8));
        if (below(9) == 0)
            claims[i].tag_len = 15 + 2 * below(2);
    }
    bool answer = hm_hmac_verify_many(claims, n, 16);
    for (size_t i = 0; i < n; i++) {
        const struct hm_hmac_claim *c = &claims[i];
        bool ok = hm_hmac_verify(c->key, c->data, c->len, c->tag, c->tag_len, 16);
        assert_int_equal(c->ok, ok);
        all = all && ok;
    }
    assert_int_equal(answer, all);
}

static void tags_of_one_algorithm(const struct hm_algorithm *a)
{
    struct hm_hmac_key keys[MOST_TAGS];
    for (size_t i = 0; i < MOST_TAGS; i++)
        hm_hmac_prepare(&keys[i], a, inputs[0][i % SLOTS].p, 1 + i * 3);
    for (size_t n = 0; n <= MOST_TAGS; n += n < 35 ? 1 : 19) {
        check_tags("one key", keys, n, 1, 445, true);
        check_tags("key each", keys, n, MOST_TAGS, 64, true);
        check_tags("key each, unequal", keys, n, MOST_TAGS, 900, false);
    }
}

static void hmac_mixed(void **state)
{
    struct hm_hmac_key keys[MOST_TAGS];
    const char *tier;
    (void)state;
    for (size_t i = 0; i < MOST_TAGS; i++)
        hm_hmac_prepare(&keys[i], hm_algorithm_at(below(HM_RMD160 + 1)), inputs[0][i % SLOTS].p,
                        below(300));
    for (size_t t = 0; (tier = hm_cpu_tier_at(t)) != NULL; t++) {
        assert_true(hm_cpu_limit(tier));
        for (int round = 0; round < 10; round++)
            check_tags("mixed algorithms", keys, 1 + below(MOST_TAGS), MOST_TAGS, 1200, round & 1);
    }
    assert_true(hm_cpu_limit("native"));
}

static void verify_lengths(void **state)
{
    struct hm_hmac_key key;
    uint8_t tag[HM_MAX_DIGEST_SIZE];
    (void)state;
    hm_hmac_prepare(&key, hm_algorithm_at(HM_SHA256), "key", 3);
    hm_hmac_with(&key, "message", 7, tag);
    for (size_t want = 0; want <= 40; want++) {
        struct hm_hmac_claim claims[3];
        for (size_t i = 0; i < 3; i++)
            claims[i] = (struct hm_hmac_claim){&key, "message", 7, tag, want, true};
        /* Half of 32 bytes at least, all of them at most. */
        bool allowed = want >= 16 && want <= 32;
        assert_int_equal(hm_hmac_verify_many(claims, 3, want), allowed);
        for (size_t i = 0; i < 3; i++)
            assert_int_equal(claims[i].ok, allowed);
    }
    assert_true(hm_hmac_verify_many(NULL, 0, 16));
}

/* ---- Windows, and random batches ----------------------------------------------------------- */

/* Thousands of messages: more than one window, with every shape of length distribution. */
static void many(const struct hm_algorithm *a)
{
    enum { N = 2500 };
    static struct hm_message messages[N];
    static uint8_t out[N][HM_MAX_DIGEST_SIZE];
    for (int shape = 0; shape < 5; shape++) {
        for (size_t i = 0; i < N; i++) {
            size_t len = shape == 0   ? 64
                         : shape == 1 ? below(200)
                         : shape == 2 ? below(2000)
                         : shape == 3 ? (below(100) ? below(64) : below(SLOT_SIZE))
                                      : (i < N / 2 ? 100 : 300 + i % 2);
            messages[i] = (struct hm_message){input(i, len, true), len, out[i]};
        }
        hm_digest_many(a, messages, N);
        for (size_t i = 0; i < N; i++) {
            uint8_t want[HM_MAX_DIGEST_SIZE];
            hm_digest(a, messages[i].data, messages[i].len, want);
            check_same("thousands", a, N, i, out[i], want, a->digest_size);
        }
    }
}

static void random_batches(const struct hm_algorithm *a)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    long stop = now.tv_sec * 1000 + now.tv_nsec / 1000000 + RANDOM_MS;
    do {
        struct hm_message messages[MAX_MESSAGES];
        size_t n = below(4) ? below(40) : below(MAX_MESSAGES + 1);
        size_t most = (size_t)1 << below(15);
        for (size_t i = 0; i < n; i++) {
            size_t len = below(8) ? below(most) : below(200);
            messages[i].data = input(below(SLOTS), len, below(2));
            messages[i].len = len;
        }
        check_digests("random batch", a, messages, n);
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while (now.tv_sec * 1000 + now.tv_nsec / 1000000 < stop);
}

/* ---- Names --------------------------------------------------------------------------------- */

static void names(const struct hm_algorithm *a)
{
    for (size_t n = 0; n <= 2 * HM_MAX_LANES; n++) {
        const char *name = hm_kernel_name(a, n);
        bool known = false;
        for (size_t i = 0; i < hm_kernel_count; i++) {
            const struct hm_kernel *k = &hm_kernels[i];
            known = known ||
                    (k->form != HM_FORM_STITCHED && k->cores == HM_CORE_BIT(a->core) &&
                     hm_kernel_usable(k) && k->min_live <= (n ? n : 1) && !strcmp(k->name, name));
        }
        assert_true(known);
    }
    assert_string_equal(hm_kernel_name(a, 1), hm_single_kernel((enum hm_core_id)a->core)->name);
    assert_string_equal(hm_kernel_name(a, SIZE_MAX), hm_kernel_name(a, HM_MAX_LANES));
}

int main(void)
{
    static const struct algorithm_test tests[] = {
        {"equal lengths", equal_lengths, false},
        {"every count", every_count, false},
        {"each lane", each_lane, false},
        {"refill", refill, false},
        {"same buffer", same_buffer, false},
        {"overlap", overlap, false},
        {"pieces", pieces, false},
        {"similar updates", similar_updates, false},
        {"same hasher again", same_again, false},
        {"HMAC", tags_of_one_algorithm, false},
        {"thousands", many, false},
        {"random batches", random_batches, false},
        {"kernel names", names, false},
    };
    struct test_list list = {0};
    set_up();
    add_algorithm_tests(&list, tests, HM_COUNT(tests));
    add_test(&list, mixed_updates, NULL, "updates of mixed algorithms");
    add_test(&list, counts_near_limits, NULL, "counts near limits");
    add_test(&list, total_of_many_updates, NULL, "2^29 bytes in small parts");
    add_test(&list, sparse_cores, NULL, "few of one core among many of another");
    add_test(&list, hmac_mixed, NULL, "HMAC of mixed algorithms");
    add_test(&list, verify_lengths, NULL, "tag lengths");
    return run_list("batch", &list);
}
