/* SPDX-License-Identifier: MIT
 *
 * sha1_avx512vl.c - SHA-1 (FIPS 180-4, 6.1.2) through the SHA extensions, with AVX-512VL in place
 * of two of their four instructions.
 *
 * SHA1RNDS4, SHA1NEXTE and SHA1MSG2 take turns on one execution port of Intel cores, and together
 * they take longer than the chain of SHA1RNDS4. With native rotates and masks SHA1NEXTE is two
 * instructions and SHA1MSG2 five or six, on any of three ports: the time of a block falls by an
 * eighth. SHA1MSG1 is cheap and stays. Differs from shani.c in nothing else.
 */
#include "../kernel.h"

#if HM_X86_64

#include "sha1_avx512vl.h"

ISA_BEGIN("sha,avx2,avx512f,avx512vl")

/* Four rounds. `e_in` holds the A of four rounds before, of which this group makes its E; m0 holds
 * the group's words. */
#define GROUP(e_in, e_out, m0, m1, m2, m3, i, fn)                                                  \
    do {                                                                                           \
        if ((i) == 0)                                                                              \
            e_in = _mm_add_epi32(e_in, m0);                                                        \
        else                                                                                       \
            e_in = next_e(e_in, m0);                                                               \
        e_out = abcd;                                                                              \
        if ((i) >= 3 && (i) < 19)                                                                  \
            m1 = next_words(m1, m0);                                                               \
        abcd = _mm_sha1rnds4_epu32(abcd, e_in, fn);                                                \
        if ((i) >= 1 && (i) < 17)                                                                  \
            m3 = _mm_sha1msg1_epu32(m3, m0);                                                       \
        if ((i) >= 2 && (i) < 18)                                                                  \
            m2 = _mm_xor_si128(m2, m0);                                                            \
    } while (0)

#define FOUR(i, f0, f1, f2, f3)                                                                    \
    do {                                                                                           \
        GROUP(e0, e1, m0, m1, m2, m3, (i), f0);                                                    \
        GROUP(e1, e0, m1, m2, m3, m0, (i) + 1, f1);                                                \
        GROUP(e0, e1, m2, m3, m0, m1, (i) + 2, f2);                                                \
        GROUP(e1, e0, m3, m0, m1, m2, (i) + 3, f3);                                                \
    } while (0)

void hm_sha1_avx512vl(union hm_state *s, const uint8_t *p, size_t n)
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

        FOUR(0, 0, 0, 0, 0);
        FOUR(4, 0, 1, 1, 1);
        FOUR(8, 1, 1, 2, 2);
        FOUR(12, 2, 2, 2, 3);
        FOUR(16, 3, 3, 3, 3);

        e0 = next_e(e0, e00);
        abcd = _mm_add_epi32(abcd, abcd0);
    }

    _mm_storeu_si128((__m128i *)s->w32, _mm_shuffle_epi32(abcd, 0x1b));
    /* E and the unused words in one store: see shani.c. */
    _mm_storeu_si128((__m128i *)s->w32 + 1, _mm_blend_epi16(_mm_srli_si128(e0, 12), rest, 0xfc));
}

ISA_END

#endif /* HM_X86_64 */
