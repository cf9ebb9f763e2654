/* SPDX-License-Identifier: MIT
 *
 * test_hasher.c - one message: splits, copies, final without an end, overlap, alignment, and the
 * bytes before and after every buffer. The one-shot digest is the reference; test_vectors.c says
 * that it is right.
 */
#include <string.h>

#include "harness.h"

enum { MESSAGE = 300, LONG_MESSAGE = 5000 };

static void digest_in_parts(const struct hm_algorithm *a, const uint8_t *p, const size_t *parts,
                            size_t n, uint8_t *out)
{
    struct hm_hasher h;
    hm_init(&h, a);
    for (size_t i = 0; i < n; i++) {
        hm_update(&h, parts[i] ? p : NULL, parts[i]);
        p += parts[i];
    }
    hm_final(&h, out);
}

static void splits(const struct hm_algorithm *a)
{
    uint8_t data[MESSAGE], want[HM_MAX_DIGEST_SIZE], got[HM_MAX_DIGEST_SIZE];
    pattern(3, data, sizeof data);
    hm_digest(a, data, MESSAGE, want);
    for (size_t i = 0; i <= MESSAGE; i++) {
        digest_in_parts(a, data, (const size_t[]){i, MESSAGE - i}, 2, got);
        assert_digest(a, got, want, "split at %zu", i);
        digest_in_parts(a, data, (const size_t[]){0, i, 0, 0, MESSAGE - i, 0}, 6, got);
        assert_digest(a, got, want, "split at %zu with empty parts", i);
    }
    size_t ones[MESSAGE];
    for (size_t i = 0; i < MESSAGE; i++)
        ones[i] = 1;
    digest_in_parts(a, data, ones, MESSAGE, got);
    assert_digest(a, got, want, "byte by byte");
}

static void empty(const struct hm_algorithm *a)
{
    uint8_t want[HM_MAX_DIGEST_SIZE], got[HM_MAX_DIGEST_SIZE];
    hm_digest(a, "", 0, want);
    hm_digest(a, NULL, 0, got);
    assert_digest(a, got, want, "NULL");
    digest_in_parts(a, NULL, NULL, 0, got);
    assert_digest(a, got, want, "no update");
    digest_in_parts(a, NULL, (const size_t[]){0, 0, 0}, 3, got);
    assert_digest(a, got, want, "three empty updates");
}

static void random_splits(const struct hm_algorithm *a)
{
    static uint8_t data[LONG_MESSAGE];
    uint8_t want[HM_MAX_DIGEST_SIZE], got[HM_MAX_DIGEST_SIZE];
    struct rng rng = {random_seed()};
    pattern(rng_next(&rng), data, sizeof data);
    for (int round = 0; round < 100; round++) {
        /* Short parts, long parts and both. */
        size_t most = (size_t)1 << rng_below(&rng, 12), len = rng_below(&rng, sizeof data + 1);
        struct hm_hasher h;
        hm_init(&h, a);
        for (size_t done = 0, n; done < len; done += n) {
            n = rng_below(&rng, most + 1);
            n = n < len - done ? n : len - done;
            hm_update(&h, data + done, n);
        }
        hm_final(&h, got);
        hm_digest(a, data, len, want);
        assert_digest(a, got, want, "round %d, %zu bytes, parts up to %zu", round, len, most);
    }
}

static void copies(const struct hm_algorithm *a)
{
    uint8_t data[MESSAGE], want[HM_MAX_DIGEST_SIZE], got[HM_MAX_DIGEST_SIZE];
    pattern(4, data, sizeof data);
    for (size_t i = 0; i <= MESSAGE; i += i < 140 ? 1 : 17) {
        struct hm_hasher h, assigned, moved;
        uint8_t other[64] = {0};
        hm_init(&h, a);
        hm_update(&h, data, i);
        assigned = h;
        memcpy(&moved, &h, sizeof moved);
        /* What the original goes through must not reach the copies. */
        hm_update(&h, other, sizeof other);
        hm_digest(a, data, MESSAGE, want);
        hm_update(&assigned, data + i, MESSAGE - i);
        hm_final(&assigned, got);
        assert_digest(a, got, want, "assigned after %zu bytes", i);
        hm_update(&moved, data + i, MESSAGE - i);
        memset(&h, 0xee, sizeof h);
        hm_final(&moved, got);
        assert_digest(a, got, want, "memcpy after %zu bytes", i);
    }
}

static void final_goes_on(const struct hm_algorithm *a)
{
    uint8_t data[MESSAGE], want[HM_MAX_DIGEST_SIZE], got[HM_MAX_DIGEST_SIZE];
    struct hm_hasher h;
    pattern(5, data, sizeof data);
    hm_init(&h, a);
    for (size_t i = 0; i <= MESSAGE; i++) {
        for (int twice = 0; twice < 2; twice++) {
            hm_final(&h, got);
            hm_digest(a, data, i, want);
            assert_digest(a, got, want, "final after %zu bytes", i);
        }
        if (i < MESSAGE)
            hm_update(&h, data + i, 1);
    }
}

/* "An output buffer may overlap the input of its own message." */
static void overlap(const struct hm_algorithm *a)
{
    size_t size = hm_algorithm_digest_size(a);
    uint8_t data[MESSAGE], want[HM_MAX_DIGEST_SIZE], work[MESSAGE + HM_MAX_DIGEST_SIZE];
    char hex[2 * MESSAGE + HM_HEX_SIZE(HM_MAX_DIGEST_SIZE)];
    char want_hex[HM_HEX_SIZE(HM_MAX_DIGEST_SIZE)];
    pattern(6, data, sizeof data);
    for (size_t len = 0; len <= MESSAGE; len += len < 20 ? 1 : 13) {
        hm_digest(a, data, len, want);
        hm_digest_hex(a, data, len, want_hex);
        for (size_t at = 0; at <= len; at += at < 70 ? 1 : 11) {
            memcpy(work, data, len);
            hm_digest(a, work, len, work + at);
            assert_digest(a, work + at, want, "%zu bytes, digest over byte %zu", len, at);
            assert_memory_equal(work, data, at);
            if (at + size < len)
                assert_memory_equal(work + at + size, data + at + size, len - at - size);
            memcpy(hex, data, len);
            assert_int_equal(hm_digest_hex(a, hex, len, hex + at), 2 * size);
            assert_string_equal(hex + at, want_hex);
        }
    }
}

static void guarded_buffers(const struct hm_algorithm *a)
{
    uint8_t data[MESSAGE], want[HM_MAX_DIGEST_SIZE];
    size_t size = hm_algorithm_digest_size(a);
    pattern(7, data, sizeof data);
    for (int at_end = 0; at_end < 2; at_end++) {
        struct guarded out = guard(size, at_end), hex = guard(2 * size + 1, at_end);
        struct guarded hasher = guard(sizeof(struct hm_hasher), at_end);
        struct hm_hasher *h = (struct hm_hasher *)(void *)hasher.p;
        char want_hex[HM_HEX_SIZE(HM_MAX_DIGEST_SIZE)];
        for (size_t len = 0; len <= MESSAGE; len++) {
            struct guarded in = guard(len, at_end);
            memcpy(in.p, data, len);
            hm_digest(a, data, len, want);
            hm_digest(a, in.p, len, out.p);
            assert_digest(a, out.p, want, "%zu bytes", len);
            hm_init(h, a);
            hm_update(h, in.p, len / 3);
            hm_update(h, in.p + len / 3, len - len / 3);
            hm_final(h, out.p);
            assert_digest(a, out.p, want, "%zu bytes in two updates", len);
            hm_digest_hex(a, in.p, len, (char *)hex.p);
            hm_hex(want_hex, want, size);
            assert_string_equal(hex.p, want_hex);
            unguard(&in);
        }
        unguard(&out);
        unguard(&hex);
        unguard(&hasher);
    }
}

static void writes_only_the_digest(const struct hm_algorithm *a)
{
    size_t size = hm_algorithm_digest_size(a);
    uint8_t room[HM_MAX_DIGEST_SIZE + 2], data[] = "some bytes";
    struct hm_hasher h;
    memset(room, 0xa5, sizeof room);
    hm_digest(a, data, sizeof data, room + 1);
    assert_int_equal(room[0], 0xa5);
    assert_int_equal(room[size + 1], 0xa5);
    hm_init(&h, a);
    hm_update(&h, data, sizeof data);
    memset(room, 0xa5, sizeof room);
    hm_final(&h, room + 1);
    assert_int_equal(room[0], 0xa5);
    assert_int_equal(room[size + 1], 0xa5);
}

static void alignments(const struct hm_algorithm *a)
{
    enum { N = 1000 };
    _Alignas(64) uint8_t room[N + 64];
    uint8_t data[N], want[HM_MAX_DIGEST_SIZE], got[HM_MAX_DIGEST_SIZE + 64];
    pattern(8, data, N);
    hm_digest(a, data, N, want);
    for (size_t offset = 0; offset < 64; offset++) {
        struct hm_hasher h;
        memcpy(room + offset, data, N);
        hm_digest(a, room + offset, N, got + offset);
        assert_digest(a, got + offset, want, "offset %zu", offset);
        /* Behind a partial block, so that whole blocks start at yet another offset. */
        for (size_t first = 1; first < 200; first += 37) {
            hm_init(&h, a);
            hm_update(&h, data, first);
            hm_update(&h, room + offset + first, N - first);
            hm_final(&h, got);
            assert_digest(a, got, want, "offset %zu behind %zu bytes", offset, first);
        }
    }
}

/* Lengths about those from which a message is fetched ahead, and about its steps. */
static void long_messages(const struct hm_algorithm *a)
{
    enum { MOST = 80 * 1024 };
    static uint8_t data[MOST];
    static const size_t near[] = {32 * 1024, 64 * 1024, 64 * 1024 + 4096, 64 * 1024 + 4608};
    uint8_t want[HM_MAX_DIGEST_SIZE], got[HM_MAX_DIGEST_SIZE];
    pattern(9, data, sizeof data);
    for (size_t i = 0; i < sizeof near / sizeof *near; i++)
        for (size_t len = near[i] - 130; len <= near[i] + 130; len += i ? 13 : 1) {
            struct hm_hasher h;
            hm_init(&h, a);
            for (size_t at = 0; at < len; at += 1000)
                hm_update(&h, data + at, len - at < 1000 ? len - at : 1000);
            hm_final(&h, want);
            hm_digest(a, data, len, got);
            assert_digest(a, got, want, "%zu bytes", len);
            digest_in_parts(a, data, (const size_t[]){77, len - 77}, 2, got);
            assert_digest(a, got, want, "%zu bytes behind 77", len - 77);
        }
}

static const struct algorithm_test tests[] = {
    {"all splits of 300 bytes", splits, false},
    {"empty messages", empty, false},
    {"random splits", random_splits, false},
    {"copies", copies, false},
    {"final and go on", final_goes_on, false},
    {"output over input", overlap, false},
    {"guard pages", guarded_buffers, true},
    {"writes the digest only", writes_only_the_digest, false},
    {"alignments", alignments, false},
    {"long messages", long_messages, false},
};

ALGORITHM_TESTS_MAIN("hasher", tests)
