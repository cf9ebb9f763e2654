/* SPDX-License-Identifier: MIT
 *
 * sha256_avx2.c - SHA-256 (FIPS 180-4, 6.2.2) of a single stream, for CPUs without the SHA
 * extensions: scalar rounds (rorx, andn) beside a vector message schedule.
 *
 * A 128-bit half holds four words of the schedule; the upper half does the same for the block
 * after, whose words and constants wait in memory until its turn. A last odd block is scheduled
 * twice.
 */
#include "../kernel.h"

#if HM_X86_64

#include <immintrin.h>

HM_ALIGNED(16)
static const uint32_t k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

/* Keeps the order of additions: the compiler takes them for associative, and only this order has
 * nothing but the last of them wait for the round before. */
#define FIX(x) __asm__("" : "+r"(x))

#define ROTR hm_rotr32
#define SUM0(x) (ROTR(x, 2) ^ ROTR(x, 13) ^ ROTR(x, 22))
#define SUM1(x) (ROTR(x, 6) ^ ROTR(x, 11) ^ ROTR(x, 25))

/* One round. The sum SUM0(a) of a round is needed by the next round alone, so it is carried in
 * `late` and added there. Both e = d + T1 and the new a get SUM1(e) last, in an addition each: one
 * operation more than the standard's order, one less on the chain from e to e. Ch is the sum of its
 * disjoint halves; Maj(a, b, c) = b ^ ((a ^ b) & (b ^ c)), and b ^ c is the a ^ b of the round
 * before. */
#define ROUND(a, b, c, d, e, f, g, h, t)                                                           \
    do {                                                                                           \
        uint32_t ab, sum1;                                                                         \
        h += wk[t];                                                                                \
        FIX(h);                                                                                    \
        h += e & f;                                                                                \
        a += late;                                                                                 \
        FIX(a);                                                                                    \
        FIX(h);                                                                                    \
        h += ~e & g;                                                                               \
        FIX(h);                                                                                    \
        d += h;                                                                                    \
        FIX(d);                                                                                    \
        sum1 = SUM1(e);                                                                            \
        FIX(sum1);                                                                                 \
        d += sum1;                                                                                 \
        FIX(d);                                                                                    \
        h += sum1;                                                                                 \
        FIX(h);                                                                                    \
        ab = a ^ b;                                                                                \
        h += b ^ (ab & bc);                                                                        \
        FIX(h);                                                                                    \
        late = SUM0(a);                                                                            \
        FIX(late);                                                                                 \
        bc = ab;                                                                                   \
    } while (0)

/* Sixteen rounds, after each four of which the four words that took their place. */
#define SIXTEEN(next, i)                                                                           \
    do {                                                                                           \
        ROUND(a, b, c, d, e, f, g, h, 0);                                                          \
        ROUND(h, a, b, c, d, e, f, g, 1);                                                          \
        ROUND(g, h, a, b, c, d, e, f, 2);                                                          \
        ROUND(f, g, h, a, b, c, d, e, 3);                                                          \
        next(0, i);                                                                                \
        ROUND(e, f, g, h, a, b, c, d, 4);                                                          \
        ROUND(d, e, f, g, h, a, b, c, 5);                                                          \
        ROUND(c, d, e, f, g, h, a, b, 6);                                                          \
        ROUND(b, c, d, e, f, g, h, a, 7);                                                          \
        next(1, i);                                                                                \
        ROUND(a, b, c, d, e, f, g, h, 8);                                                          \
        ROUND(h, a, b, c, d, e, f, g, 9);                                                          \
        ROUND(g, h, a, b, c, d, e, f, 10);                                                         \
        ROUND(f, g, h, a, b, c, d, e, 11);                                                         \
        next(2, i);                                                                                \
        ROUND(e, f, g, h, a, b, c, d, 12);                                                         \
        ROUND(d, e, f, g, h, a, b, c, 13);                                                         \
        ROUND(c, d, e, f, g, h, a, b, 14);                                                         \
        ROUND(b, c, d, e, f, g, h, a, 15);                                                         \
        next(3, i);                                                                                \
    } while (0)

#define NO_NEXT(j, i)

/* Word + constant of four rounds: of this block for its rounds, of the block after for later. */
#define PUT(j, t)                                                                                  \
    do {                                                                                           \
        const __m128i *ki = (const __m128i *)(k + (t));                                            \
        __m256i sum = _mm256_add_epi32(w[j], _mm256_broadcastsi128_si256(_mm_load_si128(ki)));     \
        _mm_store_si128((__m128i *)(first + 4 * (j)), _mm256_castsi256_si128(sum));                \
        _mm_store_si128((__m128i *)(second + (t)), _mm256_extracti128_si256(sum, 1));              \
    } while (0)

/* w[j] holds words t to t + 3 of both blocks, t = i + 4 j, and gets words t + 16 to t + 19; the
 * upper two of them need the lower two. */
#define NEXT(j, i)                                                                                 \
    do {                                                                                           \
        __m256i w1 = _mm256_alignr_epi8(w[((j) + 1) & 3], w[j], 4);                                \
        __m256i w9 = _mm256_alignr_epi8(w[((j) + 3) & 3], w[((j) + 2) & 3], 4);                    \
        w[j] = _mm256_add_epi32(_mm256_add_epi32(w[j], w9), sigma0(w1));                           \
        w[j] = _mm256_add_epi32(w[j], sigma1(_mm256_shuffle_epi32(w[((j) + 3) & 3], 0xfa), low));  \
        w[j] = _mm256_add_epi32(w[j], sigma1(_mm256_shuffle_epi32(w[j], 0x50), high));             \
        PUT(j, (i) + 16 + 4 * (j));                                                                \
    } while (0)

#define FEED_FORWARD                                                                               \
    do {                                                                                           \
        a = v[0] += a + late;                                                                      \
        b = v[1] += b;                                                                             \
        c = v[2] += c;                                                                             \
        d = v[3] += d;                                                                             \
        e = v[4] += e;                                                                             \
        f = v[5] += f;                                                                             \
        g = v[6] += g;                                                                             \
        h = v[7] += h;                                                                             \
        bc = b ^ c;                                                                                \
        late = 0;                                                                                  \
    } while (0)

ISA_BEGIN("avx2,bmi,bmi2")

HM_INLINE __m256i sigma0(__m256i x)
{
    __m256i r7 = _mm256_or_si256(_mm256_srli_epi32(x, 7), _mm256_slli_epi32(x, 25));
    __m256i r18 = _mm256_or_si256(_mm256_srli_epi32(x, 18), _mm256_slli_epi32(x, 14));
    return _mm256_xor_si256(_mm256_xor_si256(r7, r18), _mm256_srli_epi32(x, 3));
}

/* sigma1 of two words a half, each given twice in a row, so that a shift of 64 bits rotates it;
 * `pack` moves them to their places and zeros the others. */
HM_INLINE __m256i sigma1(__m256i twice, __m256i pack)
{
    __m256i r17 = _mm256_srli_epi64(twice, 17), r19 = _mm256_srli_epi64(twice, 19);
    __m256i x = _mm256_xor_si256(_mm256_xor_si256(r17, r19), _mm256_srli_epi32(twice, 10));
    return _mm256_shuffle_epi8(x, pack);
}

void hm_sha256_avx2(union hm_state *s, const uint8_t *p, size_t n)
{
    const __m256i swap =
        _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203));
    const __m256i low = _mm256_broadcastsi128_si256(_mm_set_epi64x(-1, 0x0b0a090803020100));
    const __m256i high = _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0b0a090803020100, -1));
    HM_ALIGNED(16) uint32_t first[16];
    HM_ALIGNED(16) uint32_t second[64];
    uint32_t *v = s->w32;
    uint32_t a = v[0], b = v[1], c = v[2], d = v[3], e = v[4], f = v[5], g = v[6], h = v[7];
    uint32_t bc = b ^ c, late = 0;

    for (;;) {
        const __m128i *p0 = (const __m128i *)p;
        const __m128i *p1 = n > 1 ? p0 + 4 : p0;
        const uint32_t *wk = first;
        __m256i w[8];

        for (unsigned j = 0; j < 4; j++) {
            __m256i both = _mm256_castsi128_si256(_mm_loadu_si128(p0 + j));
            both = _mm256_inserti128_si256(both, _mm_loadu_si128(p1 + j), 1);
            w[j] = _mm256_shuffle_epi8(both, swap);
            PUT(j, 4 * j);
        }
        for (size_t i = 0; i < 48; i += 16)
            SIXTEEN(NEXT, i);
        SIXTEEN(NO_NEXT, 0);
        FEED_FORWARD;
        if (n == 1)
            break;
        for (wk = second; wk < second + 64; wk += 16)
            SIXTEEN(NO_NEXT, 0);
        FEED_FORWARD;
        if (n == 2)
            break;
        p += 128;
        n -= 2;
    }
}

ISA_END

#endif /* HM_X86_64 */
