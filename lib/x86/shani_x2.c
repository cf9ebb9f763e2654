/* SPDX-License-Identifier: MIT
 *
 * shani_x2.c - SHA-1 and SHA-256 of two messages through the SHA extensions. One message leaves the
 * unit idle for half of each rnds instruction's latency; the other message's instructions go there.
 * shani.c explains the order within a message.
 */
#include "../kernel.h"

#if HM_X86_64

#include <immintrin.h>

#include "sha1_avx512vl.h"
#include "../lanes/sha256_k.h"

ISA_BEGIN("sha,sse4.1,ssse3")

/* Words w, w + 1, w + 2, w + 3 of lane l, the lowest word first. */
HM_INLINE __m128i load_words(const uint32_t *s, unsigned w, unsigned l)
{
    return _mm_set_epi32((int)s[2 * w + 6 + l], (int)s[2 * w + 4 + l], (int)s[2 * w + 2 + l],
                         (int)s[2 * w + l]);
}

HM_INLINE void store_words(uint32_t *s, unsigned w, unsigned l, __m128i v)
{
    s[2 * w + l] = (uint32_t)_mm_cvtsi128_si32(v);
    s[2 * w + 2 + l] = (uint32_t)_mm_extract_epi32(v, 1);
    s[2 * w + 4 + l] = (uint32_t)_mm_extract_epi32(v, 2);
    s[2 * w + 6 + l] = (uint32_t)_mm_extract_epi32(v, 3);
}

#define LOAD(l, swap)                                                                              \
    do {                                                                                           \
        const __m128i *in = (const __m128i *)(p[l] + at);                                          \
        m[l][0] = _mm_shuffle_epi8(_mm_loadu_si128(in + 0), swap);                                 \
        m[l][1] = _mm_shuffle_epi8(_mm_loadu_si128(in + 1), swap);                                 \
        m[l][2] = _mm_shuffle_epi8(_mm_loadu_si128(in + 2), swap);                                 \
        m[l][3] = _mm_shuffle_epi8(_mm_loadu_si128(in + 3), swap);                                 \
    } while (0)

/* Four rounds of SHA-1 for lane l: group i of 20, its words in m[l][i & 3]. */
#define SHA1_GROUP(l, e_in, e_out, i, fn)                                                          \
    do {                                                                                           \
        if ((i) == 0)                                                                              \
            e_in[l] = _mm_add_epi32(e_in[l], m[l][0]);                                             \
        else                                                                                       \
            e_in[l] = NEXT_E(e_in[l], m[l][(i)&3]);                                                \
        e_out[l] = abcd[l];                                                                        \
        if ((i) >= 3 && (i) < 19)                                                                  \
            m[l][((i) + 1) & 3] = NEXT_WORDS(m[l][((i) + 1) & 3], m[l][(i)&3]);                    \
        abcd[l] = _mm_sha1rnds4_epu32(abcd[l], e_in[l], fn);                                       \
        if ((i) >= 1 && (i) < 17)                                                                  \
            m[l][((i) + 3) & 3] = _mm_sha1msg1_epu32(m[l][((i) + 3) & 3], m[l][(i)&3]);            \
        if ((i) >= 2 && (i) < 18)                                                                  \
            m[l][((i) + 2) & 3] = _mm_xor_si128(m[l][((i) + 2) & 3], m[l][(i)&3]);                 \
    } while (0)

#define SHA1_BOTH(e_in, e_out, i, fn)                                                              \
    do {                                                                                           \
        SHA1_GROUP(0, e_in, e_out, i, fn);                                                         \
        SHA1_GROUP(1, e_in, e_out, i, fn);                                                         \
    } while (0)

#define SHA1_FOUR(i, f0, f1, f2, f3)                                                               \
    do {                                                                                           \
        SHA1_BOTH(e0, e1, (i), f0);                                                                \
        SHA1_BOTH(e1, e0, (i) + 1, f1);                                                            \
        SHA1_BOTH(e0, e1, (i) + 2, f2);                                                            \
        SHA1_BOTH(e1, e0, (i) + 3, f3);                                                            \
    } while (0)

/* The instructions want A in the highest word. */
#define SHA1_X2(FUNCTION)                                                                          \
    void FUNCTION(void *state, const uint8_t *const p[], size_t n)                                 \
    {                                                                                              \
        const __m128i swap = _mm_set_epi64x(0x0001020304050607, 0x08090a0b0c0d0e0f);               \
        uint32_t *s = state;                                                                       \
        __m128i abcd[2], e0[2], e1[2], m[2][4];                                                    \
                                                                                                   \
        abcd[0] = _mm_shuffle_epi32(load_words(s, 0, 0), 0x1b);                                    \
        abcd[1] = _mm_shuffle_epi32(load_words(s, 0, 1), 0x1b);                                    \
        e0[0] = _mm_set_epi32((int)s[8], 0, 0, 0);                                                 \
        e0[1] = _mm_set_epi32((int)s[9], 0, 0, 0);                                                 \
                                                                                                   \
        for (size_t at = 0; n; n--, at += 64) {                                                    \
            const __m128i a0 = abcd[0], a1 = abcd[1], e00 = e0[0], e01 = e0[1];                    \
                                                                                                   \
            LOAD(0, swap);                                                                         \
            LOAD(1, swap);                                                                         \
            SHA1_FOUR(0, 0, 0, 0, 0);                                                              \
            SHA1_FOUR(4, 0, 1, 1, 1);                                                              \
            SHA1_FOUR(8, 1, 1, 2, 2);                                                              \
            SHA1_FOUR(12, 2, 2, 2, 3);                                                             \
            SHA1_FOUR(16, 3, 3, 3, 3);                                                             \
                                                                                                   \
            e0[0] = NEXT_E(e0[0], e00);                                                            \
            e0[1] = NEXT_E(e0[1], e01);                                                            \
            abcd[0] = _mm_add_epi32(abcd[0], a0);                                                  \
            abcd[1] = _mm_add_epi32(abcd[1], a1);                                                  \
        }                                                                                          \
                                                                                                   \
        store_words(s, 0, 0, _mm_shuffle_epi32(abcd[0], 0x1b));                                    \
        store_words(s, 0, 1, _mm_shuffle_epi32(abcd[1], 0x1b));                                    \
        s[8] = (uint32_t)_mm_extract_epi32(e0[0], 3);                                              \
        s[9] = (uint32_t)_mm_extract_epi32(e0[1], 3);                                              \
    }

#define NEXT_E _mm_sha1nexte_epu32
#define NEXT_WORDS _mm_sha1msg2_epu32
SHA1_X2(hm_sha1_shani_x2)
#undef NEXT_E
#undef NEXT_WORDS

/* Four rounds of SHA-256 for lane l: group i of 16, its words in m[l][i & 3]. */
#define SHA256_GROUP(l, i)                                                                         \
    do {                                                                                           \
        __m128i x = _mm_add_epi32(m[l][(i)&3], _mm_load_si128((const __m128i *)k256 + (i)));       \
        cdgh[l] = _mm_sha256rnds2_epu32(cdgh[l], abef[l], x);                                      \
        if ((i) >= 3 && (i) < 15)                                                                  \
            m[l][((i) + 1) & 3] = _mm_sha256msg2_epu32(                                            \
                _mm_add_epi32(m[l][((i) + 1) & 3],                                                 \
                              _mm_alignr_epi8(m[l][(i)&3], m[l][((i) + 3) & 3], 4)),               \
                m[l][(i)&3]);                                                                      \
        abef[l] = _mm_sha256rnds2_epu32(abef[l], cdgh[l], _mm_shuffle_epi32(x, 0x0e));             \
        if ((i) >= 1 && (i) < 13)                                                                  \
            m[l][((i) + 3) & 3] = _mm_sha256msg1_epu32(m[l][((i) + 3) & 3], m[l][(i)&3]);          \
    } while (0)

#define SHA256_FOUR(i)                                                                             \
    do {                                                                                           \
        SHA256_GROUP(0, (i));                                                                      \
        SHA256_GROUP(1, (i));                                                                      \
        SHA256_GROUP(0, (i) + 1);                                                                  \
        SHA256_GROUP(1, (i) + 1);                                                                  \
        SHA256_GROUP(0, (i) + 2);                                                                  \
        SHA256_GROUP(1, (i) + 2);                                                                  \
        SHA256_GROUP(0, (i) + 3);                                                                  \
        SHA256_GROUP(1, (i) + 3);                                                                  \
    } while (0)

/* The instructions want the words as (A, B, E, F) and (C, D, G, H), highest first. */
#define SHA256_ENTER(l)                                                                            \
    do {                                                                                           \
        __m128i badc = _mm_shuffle_epi32(load_words(s, 0, l), 0xb1);                               \
        __m128i hgfe = _mm_shuffle_epi32(load_words(s, 4, l), 0x1b);                               \
        abef[l] = _mm_alignr_epi8(badc, hgfe, 8);                                                  \
        cdgh[l] = _mm_blend_epi16(hgfe, badc, 0xf0);                                               \
    } while (0)

#define SHA256_LEAVE(l)                                                                            \
    do {                                                                                           \
        __m128i badc = _mm_shuffle_epi32(abef[l], 0x1b);                                           \
        __m128i hgfe = _mm_shuffle_epi32(cdgh[l], 0xb1);                                           \
        store_words(s, 0, l, _mm_blend_epi16(badc, hgfe, 0xf0));                                   \
        store_words(s, 4, l, _mm_alignr_epi8(hgfe, badc, 8));                                      \
    } while (0)

void hm_sha256_shani_x2(void *state, const uint8_t *const p[], size_t n)
{
    const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    uint32_t *s = state;
    __m128i abef[2], cdgh[2], m[2][4];

    SHA256_ENTER(0);
    SHA256_ENTER(1);
    for (size_t at = 0; n; n--, at += 64) {
        const __m128i abef0 = abef[0], cdgh0 = cdgh[0], abef1 = abef[1], cdgh1 = cdgh[1];

        LOAD(0, swap);
        LOAD(1, swap);
        SHA256_FOUR(0);
        SHA256_FOUR(4);
        SHA256_FOUR(8);
        SHA256_FOUR(12);

        abef[0] = _mm_add_epi32(abef[0], abef0);
        cdgh[0] = _mm_add_epi32(cdgh[0], cdgh0);
        abef[1] = _mm_add_epi32(abef[1], abef1);
        cdgh[1] = _mm_add_epi32(cdgh[1], cdgh1);
    }
    SHA256_LEAVE(0);
    SHA256_LEAVE(1);
}

ISA_END

ISA_BEGIN("sha,avx2,avx512f,avx512vl")

/* Off the port that the rounds need. */
#define NEXT_E next_e
#define NEXT_WORDS next_words
SHA1_X2(hm_sha1_avx512vl_x2)
#undef NEXT_E
#undef NEXT_WORDS

ISA_END

#endif /* HM_X86_64 */
