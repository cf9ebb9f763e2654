/* SPDX-License-Identifier: MIT
 *
 * sha1_avx2.c - SHA-1 (FIPS 180-4, 6.1.2) of a single stream, for CPUs without the SHA extensions:
 * scalar rounds (rorx, andn) beside a vector message schedule.
 *
 * A 128-bit half holds four words of the schedule; the upper half does the same for the block
 * after, whose words and constants wait in memory until its turn. A last odd block is scheduled
 * twice.
 */
#include "../kernel.h"

#if HM_X86_64

#include <immintrin.h>

/* Keeps the order of additions: the compiler takes them for associative, and only this order has
 * nothing but the last of them wait for the round before. */
#define FIX(x) __asm__("" : "+r"(x))

#define ROUND_CH(a, b, c, d, e, t)                                                                 \
    do {                                                                                           \
        e += wk[t];                                                                                \
        FIX(e);                                                                                    \
        e += b & c;                                                                                \
        FIX(e);                                                                                    \
        e += ~b & d;                                                                               \
        FIX(e);                                                                                    \
        b = hm_rotl32(b, 30);                                                                      \
        e += hm_rotl32(a, 5);                                                                      \
    } while (0)

#define ROUND_PARITY(a, b, c, d, e, t)                                                             \
    do {                                                                                           \
        e += wk[t];                                                                                \
        FIX(e);                                                                                    \
        e += b ^ (c ^ d);                                                                          \
        FIX(e);                                                                                    \
        b = hm_rotl32(b, 30);                                                                      \
        e += hm_rotl32(a, 5);                                                                      \
    } while (0)

/* Maj as the sum of two disjoint halves. */
#define ROUND_MAJ(a, b, c, d, e, t)                                                                \
    do {                                                                                           \
        e += wk[t];                                                                                \
        FIX(e);                                                                                    \
        e += c & d;                                                                                \
        FIX(e);                                                                                    \
        e += b & (c ^ d);                                                                          \
        FIX(e);                                                                                    \
        b = hm_rotl32(b, 30);                                                                      \
        e += hm_rotl32(a, 5);                                                                      \
    } while (0)

/* Twenty rounds bring the names back to their places; after each four, the words that take the
 * place of theirs. g counts groups of four rounds. */
#define TWENTY(round, next, g, t)                                                                  \
    do {                                                                                           \
        round(a, b, c, d, e, (t) + 0);                                                             \
        round(e, a, b, c, d, (t) + 1);                                                             \
        round(d, e, a, b, c, (t) + 2);                                                             \
        round(c, d, e, a, b, (t) + 3);                                                             \
        next((g) + 0);                                                                             \
        round(b, c, d, e, a, (t) + 4);                                                             \
        round(a, b, c, d, e, (t) + 5);                                                             \
        round(e, a, b, c, d, (t) + 6);                                                             \
        round(d, e, a, b, c, (t) + 7);                                                             \
        next((g) + 1);                                                                             \
        round(c, d, e, a, b, (t) + 8);                                                             \
        round(b, c, d, e, a, (t) + 9);                                                             \
        round(a, b, c, d, e, (t) + 10);                                                            \
        round(e, a, b, c, d, (t) + 11);                                                            \
        next((g) + 2);                                                                             \
        round(d, e, a, b, c, (t) + 12);                                                            \
        round(c, d, e, a, b, (t) + 13);                                                            \
        round(b, c, d, e, a, (t) + 14);                                                            \
        round(a, b, c, d, e, (t) + 15);                                                            \
        next((g) + 3);                                                                             \
        round(e, a, b, c, d, (t) + 16);                                                            \
        round(d, e, a, b, c, (t) + 17);                                                            \
        round(c, d, e, a, b, (t) + 18);                                                            \
        round(b, c, d, e, a, (t) + 19);                                                            \
        next((g) + 4);                                                                             \
    } while (0)

#define NO_NEXT(g)

/* Word + constant of the four rounds of group g, of both blocks. */
#define PUT(g)                                                                                     \
    do {                                                                                           \
        __m256i sum = _mm256_add_epi32(w[(g)&3], _mm256_set1_epi32((int)k[(g) / 5]));              \
        _mm_store_si128((__m128i *)first + (g), _mm256_castsi256_si128(sum));                      \
        _mm_store_si128((__m128i *)second + (g), _mm256_extracti128_si256(sum, 1));                \
    } while (0)

/* The words of group g + 4, in the place of those of group g. The last of the four needs the first:
 * w[t] ^= rotl(w[t - 3], 1), which is rotl(x, 2) of the x that the first was rotated from. */
#define NEXT(g)                                                                                    \
    do {                                                                                           \
        __m256i w14 = _mm256_alignr_epi8(w[((g) + 1) & 3], w[(g)&3], 8);                           \
        __m256i w3 = _mm256_srli_si256(w[((g) + 3) & 3], 4);                                       \
        __m256i x = _mm256_xor_si256(_mm256_xor_si256(w[(g)&3], w14),                              \
                                     _mm256_xor_si256(w[((g) + 2) & 3], w3));                      \
        __m256i last = rotl(_mm256_slli_si256(x, 12), 2);                                          \
        w[(g)&3] = _mm256_xor_si256(rotl(x, 1), last);                                             \
        PUT((g) + 4);                                                                              \
    } while (0)

#define FEED_FORWARD                                                                               \
    do {                                                                                           \
        a = v[0] += a;                                                                             \
        b = v[1] += b;                                                                             \
        c = v[2] += c;                                                                             \
        d = v[3] += d;                                                                             \
        e = v[4] += e;                                                                             \
    } while (0)

ISA_BEGIN("avx2,bmi,bmi2")

HM_INLINE __m256i rotl(__m256i x, int n)
{
    return _mm256_or_si256(_mm256_slli_epi32(x, n), _mm256_srli_epi32(x, 32 - n));
}

void hm_sha1_avx2(union hm_state *s, const uint8_t *p, size_t n)
{
    static const uint32_t k[4] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
    const __m256i swap =
        _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203));
    HM_ALIGNED(16) uint32_t first[80];
    HM_ALIGNED(16) uint32_t second[80];
    uint32_t *v = s->w32;
    uint32_t a = v[0], b = v[1], c = v[2], d = v[3], e = v[4];

    for (;;) {
        const __m128i *p0 = (const __m128i *)p;
        const __m128i *p1 = n > 1 ? p0 + 4 : p0;
        const uint32_t *wk = first;
        __m256i w[4];

        for (unsigned g = 0; g < 4; g++) {
            __m256i both = _mm256_castsi128_si256(_mm_loadu_si128(p0 + g));
            both = _mm256_inserti128_si256(both, _mm_loadu_si128(p1 + g), 1);
            w[g] = _mm256_shuffle_epi8(both, swap);
            PUT(g);
        }
        /* The compiler must not know where wk points, or it takes each word out of the vector
         * register that was stored: two operations in place of a load. */
        FIX(wk);
        TWENTY(ROUND_CH, NEXT, 0, 0);
        TWENTY(ROUND_PARITY, NEXT, 5, 20);
        TWENTY(ROUND_MAJ, NEXT, 10, 40);
        NEXT(15);
        TWENTY(ROUND_PARITY, NO_NEXT, 15, 60);
        FEED_FORWARD;
        if (n == 1)
            break;
        wk = second;
        FIX(wk);
        TWENTY(ROUND_CH, NO_NEXT, 0, 0);
        TWENTY(ROUND_PARITY, NO_NEXT, 5, 20);
        TWENTY(ROUND_MAJ, NO_NEXT, 10, 40);
        TWENTY(ROUND_PARITY, NO_NEXT, 15, 60);
        FEED_FORWARD;
        if (n == 2)
            break;
        p += 128;
        n -= 2;
    }
}

ISA_END

#endif /* HM_X86_64 */
