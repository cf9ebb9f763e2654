/* SPDX-License-Identifier: MIT
 *
 * md5_avx512vl.c - MD5 (RFC 1321, 3.4) of a single stream in vector registers, one word in each.
 *
 * A step is a chain, and its length is the time of MD5. Scalar code needs four or five operations
 * for it; AVX-512VL has every round function and the rotate as one instruction each, which makes
 * four for all 64 steps: function, add, rotate, add. Only the lowest word of a register counts.
 */
#include "../kernel.h"

#if HM_X86_64

#include <immintrin.h>

static const uint32_t k[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};

ISA_BEGIN("avx512f,avx512vl")

/* The round functions of (b, c, d) as vpternlogd takes them: bit 4 b + 2 c + d is the value. */
#define F 0xca /* b ? c : d */
#define G 0xe4 /* d ? b : c */
#define H 0x96 /* b ^ c ^ d */
#define I 0x39 /* c ^ (b | ~d) */

/* Word and constant are added before the function is known. The compiler takes vector additions
 * for associative and would put all of them on the chain; the empty asm keeps the order. */
#define STEP(f, a, b, c, d, i, word, r)                                                            \
    do {                                                                                           \
        a = _mm_add_epi32(a, _mm_set1_epi32((int)hm_load_le32(p + 4 * (word))));                   \
        a = _mm_add_epi32(a, _mm_set1_epi32((int)kp[i]));                                          \
        __asm__("" : "+v"(a));                                                                     \
        a = _mm_add_epi32(a, _mm_ternarylogic_epi32(b, c, d, f));                                  \
        a = _mm_add_epi32(_mm_rol_epi32(a, r), b);                                                 \
    } while (0)

#define FOUR(f, i, w0, w1, w2, w3, r0, r1, r2, r3)                                                 \
    do {                                                                                           \
        STEP(f, a, b, c, d, (i) + 0, w0, r0);                                                      \
        STEP(f, d, a, b, c, (i) + 1, w1, r1);                                                      \
        STEP(f, c, d, a, b, (i) + 2, w2, r2);                                                      \
        STEP(f, b, c, d, a, (i) + 3, w3, r3);                                                      \
    } while (0)

void hm_md5_avx512vl(union hm_state *s, const uint8_t *p, size_t n)
{
    __m128i a = _mm_cvtsi32_si128((int)s->w32[0]), b = _mm_cvtsi32_si128((int)s->w32[1]);
    __m128i c = _mm_cvtsi32_si128((int)s->w32[2]), d = _mm_cvtsi32_si128((int)s->w32[3]);
    const uint32_t *kp = k;

    for (; n; n--, p += 64) {
        __m128i a0 = a, b0 = b, c0 = c, d0 = d;

        /* As literals the constants would be moved to a register and broadcast, two operations
         * each; from memory the addition broadcasts by itself. */
        __asm__("" : "+r"(kp));

        FOUR(F, 0, 0, 1, 2, 3, 7, 12, 17, 22);
        FOUR(F, 4, 4, 5, 6, 7, 7, 12, 17, 22);
        FOUR(F, 8, 8, 9, 10, 11, 7, 12, 17, 22);
        FOUR(F, 12, 12, 13, 14, 15, 7, 12, 17, 22);

        FOUR(G, 16, 1, 6, 11, 0, 5, 9, 14, 20);
        FOUR(G, 20, 5, 10, 15, 4, 5, 9, 14, 20);
        FOUR(G, 24, 9, 14, 3, 8, 5, 9, 14, 20);
        FOUR(G, 28, 13, 2, 7, 12, 5, 9, 14, 20);

        FOUR(H, 32, 5, 8, 11, 14, 4, 11, 16, 23);
        FOUR(H, 36, 1, 4, 7, 10, 4, 11, 16, 23);
        FOUR(H, 40, 13, 0, 3, 6, 4, 11, 16, 23);
        FOUR(H, 44, 9, 12, 15, 2, 4, 11, 16, 23);

        FOUR(I, 48, 0, 7, 14, 5, 6, 10, 15, 21);
        FOUR(I, 52, 12, 3, 10, 1, 6, 10, 15, 21);
        FOUR(I, 56, 8, 15, 6, 13, 6, 10, 15, 21);
        FOUR(I, 60, 4, 11, 2, 9, 6, 10, 15, 21);

        a = _mm_add_epi32(a, a0);
        b = _mm_add_epi32(b, b0);
        c = _mm_add_epi32(c, c0);
        d = _mm_add_epi32(d, d0);
    }

    s->w32[0] = (uint32_t)_mm_cvtsi128_si32(a);
    s->w32[1] = (uint32_t)_mm_cvtsi128_si32(b);
    s->w32[2] = (uint32_t)_mm_cvtsi128_si32(c);
    s->w32[3] = (uint32_t)_mm_cvtsi128_si32(d);
}

ISA_END

#endif /* HM_X86_64 */
