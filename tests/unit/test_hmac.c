/* SPDX-License-Identifier: MIT
 *
 * test_hmac.c - HMAC: the four ways to the same tag, empty keys, key lengths around the block,
 * truncation policy. Published values and all key lengths are in test_vectors.c.
 */
#include <string.h>

#include "harness.h"

enum { MESSAGE = 400, KEY = 300 };

/* RFC 2104, section 2, word by word, from hm_digest(). */
static void by_definition(const struct hm_algorithm *a, const uint8_t *key, size_t key_len,
                          const uint8_t *data, size_t len, uint8_t *out)
{
    size_t block = hm_algorithm_block_size(a), size = hm_algorithm_digest_size(a);
    uint8_t k[HM_MAX_BLOCK_SIZE] = {0}, text[HM_MAX_BLOCK_SIZE + MESSAGE];
    if (key_len > block)
        hm_digest(a, key, key_len, k);
    else if (key_len)
        memcpy(k, key, key_len);
    for (size_t i = 0; i < block; i++)
        text[i] = k[i] ^ 0x36;
    if (len)
        memcpy(text + block, data, len);
    hm_digest(a, text, block + len, out);
    for (size_t i = 0; i < block; i++)
        text[i] = k[i] ^ 0x5c;
    memcpy(text + block, out, size);
    hm_digest(a, text, block + size, out);
}

static void four_ways(const struct hm_algorithm *a)
{
    uint8_t data[MESSAGE], key[KEY], want[HM_MAX_DIGEST_SIZE], got[HM_MAX_DIGEST_SIZE];
    pattern(20, data, sizeof data);
    pattern(21, key, sizeof key);
    for (size_t key_len = 0; key_len <= KEY; key_len++) {
        size_t len = key_len * 37 % (MESSAGE + 1);
        struct hm_hmac_key prepared;
        struct hm_hasher h;
        by_definition(a, key, key_len, data, len, want);
        hm_hmac(a, key, key_len, data, len, got);
        assert_digest(a, got, want, "one-shot, key of %zu, %zu bytes", key_len, len);
        hm_hmac_prepare(&prepared, a, key, key_len);
        for (int again = 0; again < 2; again++) {
            hm_hmac_with(&prepared, data, len, got);
            assert_digest(a, got, want, "prepared, key of %zu, %zu bytes", key_len, len);
        }
        hm_hmac_init(&h, &prepared);
        hm_update(&h, data, len / 3);
        hm_update(&h, data + len / 3, len - len / 3);
        hm_hmac_final(&h, &prepared, got);
        assert_digest(a, got, want, "streaming, key of %zu, %zu bytes", key_len, len);
        assert_true(hm_hmac_verify(&prepared, data, len, want, hm_algorithm_digest_size(a),
                                   hm_algorithm_digest_size(a)));
    }
}

static void every_length(const struct hm_algorithm *a)
{
    uint8_t data[MESSAGE], want[HM_MAX_DIGEST_SIZE], got[HM_MAX_DIGEST_SIZE];
    struct hm_hmac_key key;
    pattern(22, data, sizeof data);
    hm_hmac_prepare(&key, a, "key", 3);
    for (size_t len = 0; len <= MESSAGE; len++) {
        by_definition(a, (const uint8_t *)"key", 3, data, len, want);
        hm_hmac_with(&key, data, len, got);
        assert_digest(a, got, want, "%zu bytes", len);
    }
}

static void empty_key(const struct hm_algorithm *a)
{
    uint8_t want[HM_MAX_DIGEST_SIZE], got[HM_MAX_DIGEST_SIZE];
    static const char *const messages[] = {"", "foo"};
    for (size_t i = 0; i < COUNT(messages); i++) {
        size_t len = strlen(messages[i]);
        struct hm_hmac_key key;
        struct hm_hasher h;
        by_definition(a, NULL, 0, (const uint8_t *)messages[i], len, want);
        hm_hmac(a, NULL, 0, messages[i], len, got);
        assert_digest(a, got, want, "NULL key");
        hm_hmac(a, "", 0, len ? messages[i] : NULL, len, got);
        assert_digest(a, got, want, "\"\" as key");
        /* A key that was there before is not kept. */
        hm_hmac_prepare(&key, a, "former", 6);
        hm_hmac_prepare(&key, a, NULL, 0);
        hm_hmac_init(&h, &key);
        hm_update(&h, len ? messages[i] : NULL, len);
        hm_hmac_final(&h, &key, got);
        assert_digest(a, got, want, "prepared again without a key");
    }
}

static void final_goes_on(const struct hm_algorithm *a)
{
    uint8_t data[MESSAGE], want[HM_MAX_DIGEST_SIZE], got[HM_MAX_DIGEST_SIZE];
    struct hm_hmac_key key, copy;
    struct hm_hasher h;
    pattern(23, data, sizeof data);
    hm_hmac_prepare(&key, a, data, 33);
    copy = key;
    hm_hmac_init(&h, &key);
    for (size_t i = 0; i < MESSAGE; i++) {
        hm_hmac_final(&h, &copy, got);
        hm_hmac(a, data, 33, data, i, want);
        assert_digest(a, got, want, "final after %zu bytes", i);
        hm_update(&h, data + i, 1);
    }
}

static void overlap(const struct hm_algorithm *a)
{
    uint8_t data[MESSAGE], work[MESSAGE + HM_MAX_DIGEST_SIZE], want[HM_MAX_DIGEST_SIZE];
    struct hm_hmac_key key;
    pattern(24, data, sizeof data);
    hm_hmac_prepare(&key, a, "key", 3);
    for (size_t len = 0; len <= MESSAGE; len += 19)
        for (size_t at = 0; at <= len; at += at < 70 ? 3 : 31) {
            hm_hmac(a, "key", 3, data, len, want);
            memcpy(work, data, len);
            hm_hmac_with(&key, work, len, work + at);
            assert_digest(a, work + at, want, "prepared, %zu bytes, tag at %zu", len, at);
            memcpy(work, data, len);
            hm_hmac(a, "key", 3, work, len, work + at);
            assert_digest(a, work + at, want, "one-shot, %zu bytes, tag at %zu", len, at);
        }
}

/* RFC 2104, 5: at least half the digest and at least 80 bits; the length is never the input's. */
static void lengths_of_tags(const struct hm_algorithm *a)
{
    size_t size = hm_algorithm_digest_size(a), least = size / 2 > 10 ? size / 2 : 10;
    uint8_t tag[HM_MAX_DIGEST_SIZE + 2] = {0};
    struct hm_hmac_key key;
    hm_hmac_prepare(&key, a, "key", 3);
    hm_hmac_with(&key, "text", 4, tag);
    for (size_t want = 0; want <= size + 2; want++)
        for (size_t given = 0; given <= size + 2; given++) {
            bool ok = hm_hmac_verify(&key, "text", 4, tag, given, want);
            if (ok != (given == want && want >= least && want <= size))
                fail_msg("tag of %zu bytes, wanted %zu: %d", given, want, ok);
        }
    assert_false(hm_hmac_verify(&key, "text", 4, NULL, 0, 0));
    assert_false(hm_hmac_verify(&key, "text", 4, NULL, 0, size));
    assert_false(hm_hmac_verify(&key, "text", 4, tag, size, SIZE_MAX));
    assert_false(hm_hmac_verify(&key, "text", 4, tag, SIZE_MAX, SIZE_MAX));
}

static void wrong_tags(const struct hm_algorithm *a)
{
    size_t size = hm_algorithm_digest_size(a);
    uint8_t tag[HM_MAX_DIGEST_SIZE];
    struct hm_hmac_key key, other;
    hm_hmac_prepare(&key, a, "key", 3);
    hm_hmac_prepare(&other, a, "kez", 3);
    hm_hmac_with(&key, "text", 4, tag);
    assert_false(hm_hmac_verify(&other, "text", 4, tag, size, size));
    assert_false(hm_hmac_verify(&key, "texu", 4, tag, size, size));
    assert_false(hm_hmac_verify(&key, "text", 3, tag, size, size));
    for (size_t i = 0; i < size; i++)
        for (unsigned bit = 0; bit < 8; bit++) {
            tag[i] ^= (uint8_t)(1u << bit);
            assert_false(hm_hmac_verify(&key, "text", 4, tag, size, size));
            /* A wrong byte behind the length that was asked for does not count. */
            size_t least = size / 2 > 10 ? size / 2 : 10;
            assert_int_equal(hm_hmac_verify(&key, "text", 4, tag, least, least), i >= least);
            tag[i] ^= (uint8_t)(1u << bit);
        }
    assert_true(hm_hmac_verify(&key, "text", 4, tag, size, size));
}

static void guarded_buffers(const struct hm_algorithm *a)
{
    uint8_t data[MESSAGE], want[HM_MAX_DIGEST_SIZE];
    size_t size = hm_algorithm_digest_size(a);
    pattern(25, data, sizeof data);
    for (int at_end = 0; at_end < 2; at_end++)
        for (size_t len = 0; len <= KEY; len += len < 140 ? 1 : 11) {
            struct guarded key = guard(len, at_end), text = guard(len, at_end);
            struct guarded tag = guard(size, at_end);
            memcpy(key.p, data, len);
            memcpy(text.p, data, len);
            by_definition(a, data, len, data, len, want);
            hm_hmac(a, key.p, len, text.p, len, tag.p);
            assert_digest(a, tag.p, want, "key and text of %zu", len);
            unguard(&key);
            unguard(&text);
            unguard(&tag);
        }
}

static const struct algorithm_test tests[] = {
    {"four ways, every key length", four_ways, false},
    {"every message length", every_length, false},
    {"empty key", empty_key, false},
    {"final and go on", final_goes_on, false},
    {"tag over text", overlap, false},
    {"lengths of tags", lengths_of_tags, false},
    {"wrong tags", wrong_tags, false},
    {"guard pages", guarded_buffers, true},
};

ALGORITHM_TESTS_MAIN("hmac", tests)
