/* SPDX-License-Identifier: MIT
 *
 * hmac.c - HMAC (RFC 2104, FIPS 198-1): keys, one-shot, streaming, verify. Knows no padding but
 * HMAC's own and no kernel.
 *
 * Everything on the stack that was derived from a key is wiped: padded keys, chaining states,
 * inner digests, tags that were not given out.
 */
#include <assert.h>

#include "dispatch.h"
#include "hasher.h"

static void absorb_pad(const struct hm_algorithm *algorithm, union hm_state *s, uint8_t *key,
                       uint8_t pad)
{
    for (size_t i = 0; i < algorithm->block_size; i++)
        key[i] ^= pad;
    *s = algorithm->iv;
    hm_absorb(algorithm->core, s, key, 1);
}

void hm_hmac_prepare(struct hm_hmac_key *prepared, const struct hm_algorithm *algorithm,
                     const void *key, size_t key_len)
{
    assert(algorithm);
    uint8_t block[HM_MAX_BLOCK_SIZE] = {0};
    if (key_len > algorithm->block_size)
        hm_digest(algorithm, key, key_len, block);
    else if (key_len)
        memcpy(block, key, key_len);
    prepared->algorithm = algorithm;
    absorb_pad(algorithm, &prepared->inner, block, 0x36);
    absorb_pad(algorithm, &prepared->outer, block, 0x36 ^ 0x5c);
    hm_wipe(block, sizeof block);
}

/* Ends both passes: *s has absorbed the key and the message's whole blocks, total counts both. */
static void finish(const struct hm_hmac_key *key, union hm_state *s, const uint8_t *tail,
                   size_t rest, struct hm_count total, uint8_t *out)
{
    const struct hm_algorithm *algorithm = key->algorithm;
    const struct hm_core *core = &hm_cores[algorithm->core];
    struct hm_count outer_total = {(uint64_t)algorithm->block_size + algorithm->digest_size, 0};
    /* One buffer for both passes keeps what must be wiped small. */
    uint8_t pad[2 * HM_MAX_BLOCK_SIZE];
    uint8_t digest[HM_MAX_DIGEST_SIZE];

    hm_absorb(algorithm->core, s, pad, hm_pad(core, pad, tail, rest, total));
    hm_store_digest(algorithm, s, digest);
    *s = key->outer;
    hm_absorb(algorithm->core, s, pad,
              hm_pad(core, pad, digest, algorithm->digest_size, outer_total));
    hm_store_digest(algorithm, s, out);
    hm_wipe(pad, 2 * (size_t)algorithm->block_size);
    hm_wipe(digest, sizeof digest);
    hm_wipe(s, sizeof *s);
}

void hm_hmac_with(const struct hm_hmac_key *key, const void *data, size_t len, uint8_t *out)
{
    const struct hm_algorithm *algorithm = key->algorithm;
    const uint8_t *p = data;
    size_t block = algorithm->block_size, whole = len & ~(block - 1);
    union hm_state s = key->inner;
    struct hm_count total = {len, 0};

    total.lo += block;
    total.hi += total.lo < block;
    if (whole) {
        hm_absorb(algorithm->core, &s, p, whole / block);
        p += whole;
    }
    finish(key, &s, p, len - whole, total, out);
}

void hm_hmac(const struct hm_algorithm *algorithm, const void *key, size_t key_len,
             const void *data, size_t len, uint8_t *out)
{
    struct hm_hmac_key prepared;
    hm_hmac_prepare(&prepared, algorithm, key, key_len);
    hm_hmac_with(&prepared, data, len, out);
    hm_wipe(&prepared, sizeof prepared);
}

void hm_hmac_init(struct hm_hasher *hasher, const struct hm_hmac_key *key)
{
    hasher->algorithm = key->algorithm;
    hasher->count = key->algorithm->block_size;
    hasher->count_hi = 0;
    hasher->state = key->inner;
}

void hm_hmac_final(const struct hm_hasher *hasher, const struct hm_hmac_key *key, uint8_t *out)
{
    assert(hasher->algorithm == key->algorithm);
    union hm_state s = hasher->state;
    struct hm_count total = {hasher->count, hasher->count_hi};
    finish(key, &s, hasher->buffer, (size_t)hasher->count & (key->algorithm->block_size - 1u),
           total, out);
}

/* RFC 2104, 5: at least half the digest and at least 80 bits. */
static bool length_allowed(const struct hm_algorithm *algorithm, size_t tag_len, size_t want_len)
{
    size_t size = algorithm->digest_size, least = size / 2 > 10 ? size / 2 : 10;
    return want_len >= least && want_len <= size && tag_len == want_len;
}

bool hm_hmac_verify(const struct hm_hmac_key *key, const void *data, size_t len, const uint8_t *tag,
                    size_t tag_len, size_t want_len)
{
    uint8_t own[HM_MAX_DIGEST_SIZE];
    if (!length_allowed(key->algorithm, tag_len, want_len))
        return false;
    hm_hmac_with(key, data, len, own);
    bool same = hm_equal(own, tag, want_len);
    hm_wipe(own, sizeof own);
    return same;
}
