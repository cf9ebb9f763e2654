/* SPDX-License-Identifier: MIT
 *
 * shani.c - SHA-1 and SHA-256 through the SHA extensions (Intel SDM volume 2: SHA1RNDS4,
 * SHA256RNDS2 and their schedule helpers).
 *
 * The chain of rnds instructions is the limit of a single stream, so everything else is ordered to
 * stay out of its way: each group of four rounds does one step of the message schedule.
 */
#include "../kernel.h"

#if HM_X86_64

#include <immintrin.h>

ISA_BEGIN("sha,sse4.1,ssse3")

/* Four rounds of SHA-1. `e` enters as the E of this group and leaves as the A that the next group
 * turns into its E; m0 holds the group's words. */
#define SHA1_GROUP(e_in, e_out, m0, m1, m2, m3, i, fn)                                             \
    do {                                                                                           \
        if ((i) == 0)                                                                              \
            e_in = _mm_add_epi32(e_in, m0);                                                        \
        else                                                                                       \
            e_in = _mm_sha1nexte_epu32(e_in, m0);                                                  \
        e_out = abcd;                                                                              \
        if ((i) >= 3 && (i) < 19)                                                                  \
            m1 = _mm_sha1msg2_epu32(m1, m0);                                                       \
        abcd = _mm_sha1rnds4_epu32(abcd, e_in, fn);                                                \
        if ((i) >= 1 && (i) < 17)                                                                  \
            m3 = _mm_sha1msg1_epu32(m3, m0);                                                       \
        if ((i) >= 2 && (i) < 18)                                                                  \
            m2 = _mm_xor_si128(m2, m0);                                                            \
    } while (0)

#define SHA1_FOUR(i, f0, f1, f2, f3)                                                               \
    do {                                                                                           \
        SHA1_GROUP(e0, e1, m0, m1, m2, m3, (i), f0);                                               \
        SHA1_GROUP(e1, e0, m1, m2, m3, m0, (i) + 1, f1);                                           \
        SHA1_GROUP(e0, e1, m2, m3, m0, m1, (i) + 2, f2);                                           \
        SHA1_GROUP(e1, e0, m3, m0, m1, m2, (i) + 3, f3);                                           \
    } while (0)

void hm_sha1_shani(union hm_state *s, const uint8_t *p, size_t n)
{
    const __m128i swap = _mm_set_epi64x(0x0001020304050607, 0x08090a0b0c0d0e0f);
    /* The instructions want A in the highest word. */
    __m128i abcd = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)s->w32), 0x1b);
    const __m128i rest = _mm_loadu_si128((const __m128i *)s->w32 + 1);
    __m128i e0 = _mm_slli_si128(rest, 12), e1;

    for (; n; n--, p += 64) {
        const __m128i *in = (const __m128i *)p;
        __m128i m0 = _mm_shuffle_epi8(_mm_loadu_si128(in + 0), swap);
        __m128i m1 = _mm_shuffle_epi8(_mm_loadu_si128(in + 1), swap);
        __m128i m2 = _mm_shuffle_epi8(_mm_loadu_si128(in + 2), swap);
        __m128i m3 = _mm_shuffle_epi8(_mm_loadu_si128(in + 3), swap);
        __m128i abcd0 = abcd, e00 = e0;

        SHA1_FOUR(0, 0, 0, 0, 0);
        SHA1_FOUR(4, 0, 1, 1, 1);
        SHA1_FOUR(8, 1, 1, 2, 2);
        SHA1_FOUR(12, 2, 2, 2, 3);
        SHA1_FOUR(16, 3, 3, 3, 3);

        e0 = _mm_sha1nexte_epu32(e0, e00);
        abcd = _mm_add_epi32(abcd, abcd0);
    }

    _mm_storeu_si128((__m128i *)s->w32, _mm_shuffle_epi32(abcd, 0x1b));
    /* E and the unused words in one store: callers that copy the state read 16 bytes at a time, and
     * would wait for a store of four to leave the store buffer. */
    _mm_storeu_si128((__m128i *)s->w32 + 1, _mm_blend_epi16(_mm_srli_si128(e0, 12), rest, 0xfc));
}

HM_ALIGNED(16)
static const uint32_t k256[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

/* Four rounds of SHA-256; m0 holds the group's words. */
#define SHA256_GROUP(m0, m1, m3, i)                                                                \
    do {                                                                                           \
        __m128i x = _mm_add_epi32(m0, _mm_load_si128((const __m128i *)k256 + (i)));                \
        cdgh = _mm_sha256rnds2_epu32(cdgh, abef, x);                                               \
        if ((i) >= 3 && (i) < 15)                                                                  \
            m1 = _mm_sha256msg2_epu32(_mm_add_epi32(m1, _mm_alignr_epi8(m0, m3, 4)), m0);          \
        abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(x, 0x0e));                      \
        if ((i) >= 1 && (i) < 13)                                                                  \
            m3 = _mm_sha256msg1_epu32(m3, m0);                                                     \
    } while (0)

#define SHA256_FOUR(i)                                                                             \
    do {                                                                                           \
        SHA256_GROUP(m0, m1, m3, (i));                                                             \
        SHA256_GROUP(m1, m2, m0, (i) + 1);                                                         \
        SHA256_GROUP(m2, m3, m1, (i) + 2);                                                         \
        SHA256_GROUP(m3, m0, m2, (i) + 3);                                                         \
    } while (0)

void hm_sha256_shani(union hm_state *s, const uint8_t *p, size_t n)
{
    const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    /* The instructions want the words as (A, B, E, F) and (C, D, G, H), highest first. */
    __m128i badc = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)s->w32), 0xb1);
    __m128i hgfe = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)s->w32 + 1), 0x1b);
    __m128i abef = _mm_alignr_epi8(badc, hgfe, 8);
    __m128i cdgh = _mm_blend_epi16(hgfe, badc, 0xf0);

    for (; n; n--, p += 64) {
        const __m128i *in = (const __m128i *)p;
        __m128i m0 = _mm_shuffle_epi8(_mm_loadu_si128(in + 0), swap);
        __m128i m1 = _mm_shuffle_epi8(_mm_loadu_si128(in + 1), swap);
        __m128i m2 = _mm_shuffle_epi8(_mm_loadu_si128(in + 2), swap);
        __m128i m3 = _mm_shuffle_epi8(_mm_loadu_si128(in + 3), swap);
        __m128i abef0 = abef, cdgh0 = cdgh;

        SHA256_FOUR(0);
        SHA256_FOUR(4);
        SHA256_FOUR(8);
        SHA256_FOUR(12);

        abef = _mm_add_epi32(abef, abef0);
        cdgh = _mm_add_epi32(cdgh, cdgh0);
    }

    badc = _mm_shuffle_epi32(abef, 0x1b);
    hgfe = _mm_shuffle_epi32(cdgh, 0xb1);
    _mm_storeu_si128((__m128i *)s->w32, _mm_blend_epi16(badc, hgfe, 0xf0));
    _mm_storeu_si128((__m128i *)s->w32 + 1, _mm_alignr_epi8(hgfe, badc, 8));
}

ISA_END

#endif /* HM_X86_64 */
