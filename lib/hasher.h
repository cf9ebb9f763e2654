/* SPDX-License-Identifier: MIT
 *
 * hasher.h - padding and finishing, for the other parts of the library that finish messages.
 */
#ifndef HM_HASHER_H
#define HM_HASHER_H

#include "algorithms.h"

HM_HIDDEN_BEGIN

/* Length of a message in bytes: the SHA-512 family counts to 2^125. */
struct hm_count {
    uint64_t lo, hi;
};

/* Whole blocks in so many bytes. By a shift: division takes up to 90 cycles on older CPUs. */
HM_INLINE size_t hm_whole_blocks(const struct hm_algorithm *algorithm, size_t bytes)
{
    return bytes >> (algorithm->block_size == 128 ? 7 : 6);
}

/* Blocks of the padded end of a message, 1 or 2, whose last `rest` bytes fill no block. */
HM_INLINE size_t hm_pad_blocks(const struct hm_core *core, size_t rest)
{
    return rest + 1 + core->length_size > core->block_size ? 2 : 1;
}

/* Writes the padded end of a message to out, which has room for two blocks: the `rest` bytes
 * (less than a block) that follow the whole blocks, 0x80, zeros and the bit count of the whole
 * message. Returns the number of blocks, 1 or 2. */
size_t hm_pad(const struct hm_core *core, uint8_t *out, const uint8_t *tail, size_t rest,
              struct hm_count total);

/* Writes the first n bytes of a state, whose word w is s[w * stride], in the core's byte order.
 * Every digest is whole words of 8 bytes and perhaps one of 4, whatever the core's words. */
HM_INLINE void hm_store_words(const struct hm_core *core, const void *s, size_t stride,
                              uint8_t *out, size_t n)
{
    const uint32_t *w32 = s;
    const uint64_t *w64 = s;
    if (core->word_size == 8) {
        for (; n >= 8; n -= 8, out += 8, w64 += stride)
            hm_store_be64(out, *w64);
        if (n)
            hm_store_be32(out, (uint32_t)(*w64 >> 32));
    } else if (core->big_endian) {
        for (; n >= 8; n -= 8, out += 8, w32 += 2 * stride)
            hm_store_be64(out, (uint64_t)w32[0] << 32 | w32[stride]);
        if (n)
            hm_store_be32(out, w32[0]);
    } else {
        for (; n >= 8; n -= 8, out += 8, w32 += 2 * stride)
            hm_store_le64(out, (uint64_t)w32[stride] << 32 | w32[0]);
        if (n)
            hm_store_le32(out, w32[0]);
    }
}

/* Writes the first digest_size bytes of the state in the core's byte order. */
void hm_store_digest(const struct hm_algorithm *algorithm, const union hm_state *s, uint8_t *out);

/* Ends a message whose whole blocks are in *s, with kernel `blocks`: pads, absorbs, stores. */
void hm_finish(const struct hm_algorithm *algorithm, union hm_state *s, hm_blocks_fn *blocks,
               const uint8_t *tail, size_t rest, struct hm_count total, uint8_t *out);

/* hm_digest() through a given kernel: for the self-test. */
void hm_digest_with(const struct hm_algorithm *algorithm, hm_blocks_fn *blocks, const void *data,
                    size_t len, uint8_t *out);

HM_HIDDEN_END

#endif /* HM_HASHER_H */
