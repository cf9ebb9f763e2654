/* SPDX-License-Identifier: MIT
 *
 * hasher.c - one message: buffering, padding, finishing. The only code that knows padding (RFC
 * 1321 3.1 and 3.2; FIPS 180-4 5.1). Knows no kernel but through the dispatcher.
 */
#include "hasher.h"

#include <assert.h>

#include "dispatch.h"

_Static_assert(sizeof(struct hm_hasher) == 248 + sizeof(void *), "ABI of struct hm_hasher");
_Static_assert(_Alignof(struct hm_hasher) <= 8, "hashers are aligned to at most 8 bytes");

/* The n < 8 last bytes of a message and 0x80, then zeros, as they lie in memory. */
HM_INLINE uint64_t marked(const uint8_t *p, size_t n)
{
    return hm_load_part(p, n) | HM_LE64((uint64_t)0x80 << 8 * n);
}

size_t hm_pad(const struct hm_core *core, uint8_t *out, const uint8_t *tail, size_t rest,
              struct hm_count total)
{
    size_t block = core->block_size;
    size_t blocks = hm_pad_blocks(core, rest);
    uint8_t *end = out + blocks * block, *last = end - 16;
    uint64_t bits_hi = total.hi << 3 | total.lo >> 61, bits_lo = total.lo << 3;
    uint64_t length_hi = core->length_size == 16 ? HM_BE64(bits_hi) : 0;
    uint64_t length_lo = core->big_endian ? HM_BE64(bits_lo) : HM_LE64(bits_lo);

    for (uint8_t *p = out; p < end; p += 64)
        memset(p, 0, 64);
    for (; rest >= 16; rest -= 16, tail += 16, out += 16)
        hm_store_pair(out, hm_load_64(tail), hm_load_64(tail + 8));
    if (out == last) {
        /* Eight bytes of length leave room for the end of the message beside them. */
        hm_store_pair(last, marked(tail, rest), length_lo);
        return blocks;
    }
    if (rest >= 8)
        hm_store_pair(out, hm_load_64(tail), marked(tail + 8, rest - 8));
    else
        hm_store_pair(out, marked(tail, rest), 0);
    hm_store_pair(last, length_hi, length_lo);
    return blocks;
}

void hm_store_digest(const struct hm_algorithm *algorithm, const union hm_state *s, uint8_t *out)
{
    hm_store_words(&hm_cores[algorithm->core], s, 1, out, algorithm->digest_size);
}

void hm_finish(const struct hm_algorithm *algorithm, union hm_state *s, hm_blocks_fn *blocks,
               const uint8_t *tail, size_t rest, struct hm_count total, uint8_t *out)
{
    uint8_t pad[2 * HM_MAX_BLOCK_SIZE];
    size_t n = hm_pad(&hm_cores[algorithm->core], pad, tail, rest, total);
    blocks(s, pad, n);
    hm_store_digest(algorithm, s, out);
}

void hm_digest_with(const struct hm_algorithm *algorithm, hm_blocks_fn *blocks, const void *data,
                    size_t len, uint8_t *out)
{
    const uint8_t *p = data;
    size_t block = algorithm->block_size, whole = len & ~(block - 1);
    union hm_state s = algorithm->iv;
    struct hm_count total = {len, 0};

    if (whole) {
        hm_run(blocks, algorithm->core, &s, p, hm_whole_blocks(algorithm, whole));
        p += whole;
    }
    hm_finish(algorithm, &s, blocks, p, len - whole, total, out);
}

static hm_blocks_fn *kernel_of(const struct hm_algorithm *algorithm)
{
    return atomic_load_explicit(&hm_single[algorithm->core], memory_order_relaxed);
}

void hm_digest(const struct hm_algorithm *algorithm, const void *data, size_t len, uint8_t *out)
{
    assert(algorithm);
    hm_digest_with(algorithm, kernel_of(algorithm), data, len, out);
}

size_t hm_digest_hex(const struct hm_algorithm *algorithm, const void *data, size_t len, char *out)
{
    uint8_t digest[HM_MAX_DIGEST_SIZE];
    hm_digest(algorithm, data, len, digest);
    return hm_hex(out, digest, algorithm->digest_size);
}

void hm_init(struct hm_hasher *hasher, const struct hm_algorithm *algorithm)
{
    assert(algorithm);
    hasher->algorithm = algorithm;
    hasher->count = 0;
    hasher->count_hi = 0;
    hasher->state = algorithm->iv;
}

void hm_update(struct hm_hasher *hasher, const void *data, size_t len)
{
    const uint8_t *p = data;
    size_t block = hasher->algorithm->block_size;
    size_t fill = (size_t)hasher->count & (block - 1);
    unsigned core = hasher->algorithm->core;

    /* An empty update may come with NULL, which memcpy must not see. */
    if (!len)
        return;
    hasher->count += len;
    hasher->count_hi += hasher->count < len;
    if (fill) {
        size_t room = block - fill;
        if (len < room) {
            memcpy(hasher->buffer + fill, p, len);
            return;
        }
        memcpy(hasher->buffer + fill, p, room);
        hm_absorb(core, &hasher->state, hasher->buffer, 1);
        p += room;
        len -= room;
    }
    if (len >= block) {
        size_t whole = len & ~(block - 1);
        hm_absorb(core, &hasher->state, p, hm_whole_blocks(hasher->algorithm, whole));
        p += whole;
        len -= whole;
    }
    if (len)
        memcpy(hasher->buffer, p, len);
}

void hm_final(const struct hm_hasher *hasher, uint8_t *out)
{
    const struct hm_algorithm *algorithm = hasher->algorithm;
    union hm_state s = hasher->state;
    struct hm_count total = {hasher->count, hasher->count_hi};
    hm_finish(algorithm, &s, kernel_of(algorithm), hasher->buffer,
              (size_t)hasher->count & (algorithm->block_size - 1u), total, out);
}

const char *hm_version(void)
{
    return HM_VERSION;
}
