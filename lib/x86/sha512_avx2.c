/* SPDX-License-Identifier: MIT
 *
 * sha512_avx2.c - SHA-512 (FIPS 180-4, 6.4.2) of a single stream: scalar rounds beside a vector
 * message schedule.
 *
 * The rounds need the integer registers and all that BMI offers (rorx, andn); the schedule knows
 * nothing of the state, so it runs in vector registers in their shadow. A 128-bit half holds two
 * words, because word t needs word t - 2; the upper half does the same for the block after, whose
 * words and constants wait in memory until its turn. A last odd block is scheduled twice.
 */
#include "../kernel.h"

#if HM_X86_64

#include <immintrin.h>

HM_ALIGNED(16)
static const uint64_t k[80] = {
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc,
    0x3956c25bf348b538, 0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118,
    0xd807aa98a3030242, 0x12835b0145706fbe, 0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2,
    0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235, 0xc19bf174cf692694,
    0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
    0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5,
    0x983e5152ee66dfab, 0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4,
    0xc6e00bf33da88fc2, 0xd5a79147930aa725, 0x06ca6351e003826f, 0x142929670a0e6e70,
    0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed, 0x53380d139d95b3df,
    0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
    0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30,
    0xd192e819d6ef5218, 0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8,
    0x19a4c116b8d2d0c8, 0x1e376c085141ab53, 0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8,
    0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373, 0x682e6ff3d6b2b8a3,
    0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b,
    0xca273eceea26619c, 0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178,
    0x06f067aa72176fba, 0x0a637dc5a2c898a6, 0x113f9804bef90dae, 0x1b710b35131c471b,
    0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc, 0x431d67c49c100d4c,
    0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817,
};

/* Keeps the order of additions: the compiler takes them for associative, and only this order has
 * nothing but the last of them wait for the round before. */
#define FIX(x) __asm__("" : "+r"(x))

#define ROTR hm_rotr64
#define SUM0(x) (ROTR(x, 28) ^ ROTR(x, 34) ^ ROTR(x, 39))
#define SUM1(x) (ROTR(x, 14) ^ ROTR(x, 18) ^ ROTR(x, 41))

/* One round. The sum SUM0(a) of a round is needed by the next round alone, so it is carried in
 * `late` and added there. Both e = d + T1 and the new a get SUM1(e) last, in an addition each: one
 * operation more than the standard's order, one less on the chain from e to e. Ch is the sum of its
 * disjoint halves; Maj(a, b, c) = b ^ ((a ^ b) & (b ^ c)), and b ^ c is the a ^ b of the round
 * before. */
#define ROUND(a, b, c, d, e, f, g, h, t)                                                           \
    do {                                                                                           \
        uint64_t ab, sum1;                                                                         \
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

/* Sixteen rounds, after each two of which the two words of the schedule that took their place. */
#define SIXTEEN(next, i)                                                                           \
    do {                                                                                           \
        ROUND(a, b, c, d, e, f, g, h, 0);                                                          \
        ROUND(h, a, b, c, d, e, f, g, 1);                                                          \
        next(0, i);                                                                                \
        ROUND(g, h, a, b, c, d, e, f, 2);                                                          \
        ROUND(f, g, h, a, b, c, d, e, 3);                                                          \
        next(1, i);                                                                                \
        ROUND(e, f, g, h, a, b, c, d, 4);                                                          \
        ROUND(d, e, f, g, h, a, b, c, 5);                                                          \
        next(2, i);                                                                                \
        ROUND(c, d, e, f, g, h, a, b, 6);                                                          \
        ROUND(b, c, d, e, f, g, h, a, 7);                                                          \
        next(3, i);                                                                                \
        ROUND(a, b, c, d, e, f, g, h, 8);                                                          \
        ROUND(h, a, b, c, d, e, f, g, 9);                                                          \
        next(4, i);                                                                                \
        ROUND(g, h, a, b, c, d, e, f, 10);                                                         \
        ROUND(f, g, h, a, b, c, d, e, 11);                                                         \
        next(5, i);                                                                                \
        ROUND(e, f, g, h, a, b, c, d, 12);                                                         \
        ROUND(d, e, f, g, h, a, b, c, 13);                                                         \
        next(6, i);                                                                                \
        ROUND(c, d, e, f, g, h, a, b, 14);                                                         \
        ROUND(b, c, d, e, f, g, h, a, 15);                                                         \
        next(7, i);                                                                                \
    } while (0)

#define NO_NEXT(j, i)

/* Word + constant of two rounds: of this block for its rounds, of the block after for later. */
#define PUT(j, t)                                                                                  \
    do {                                                                                           \
        const __m128i *ki = (const __m128i *)(k + (t));                                            \
        __m256i sum = _mm256_add_epi64(w[j], _mm256_broadcastsi128_si256(_mm_load_si128(ki)));     \
        _mm_store_si128((__m128i *)(first + 2 * (j)), _mm256_castsi256_si128(sum));                \
        _mm_store_si128((__m128i *)(second + (t)), _mm256_extracti128_si256(sum, 1));              \
    } while (0)

/* w[j] holds words t and t + 1 of both blocks, t = i + 2 j, and gets words t + 16 and t + 17. */
#define NEXT(j, i)                                                                                 \
    do {                                                                                           \
        __m256i w1 = _mm256_alignr_epi8(w[((j) + 1) & 7], w[j], 8);                                \
        __m256i w9 = _mm256_alignr_epi8(w[((j) + 5) & 7], w[((j) + 4) & 7], 8);                    \
        __m256i w14 = w[((j) + 7) & 7];                                                            \
        w[j] = _mm256_add_epi64(w[j], _mm256_add_epi64(w9, SIGMA(w1, 1, 8, 7)));                   \
        w[j] = _mm256_add_epi64(w[j], SIGMA(w14, 19, 61, 6));                                      \
        PUT(j, (i) + 16 + 2 * (j));                                                                \
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

#define ROTATE(x, r) _mm256_or_si256(_mm256_srli_epi64(x, r), _mm256_slli_epi64(x, 64 - (r)))
#define SIGMA(x, r0, r1, shift)                                                                    \
    _mm256_xor_si256(_mm256_xor_si256(ROTATE(x, r0), ROTATE(x, r1)), _mm256_srli_epi64(x, shift))

void hm_sha512_avx2(union hm_state *s, const uint8_t *p, size_t n)
{
    const __m256i swap =
        _mm256_broadcastsi128_si256(_mm_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607));
    HM_ALIGNED(16) uint64_t first[16];
    HM_ALIGNED(16) uint64_t second[80];
    uint64_t *v = s->w64;
    uint64_t a = v[0], b = v[1], c = v[2], d = v[3], e = v[4], f = v[5], g = v[6], h = v[7];
    uint64_t bc = b ^ c, late = 0;

    for (;;) {
        const __m128i *p0 = (const __m128i *)p;
        const __m128i *p1 = n > 1 ? p0 + 8 : p0;
        const uint64_t *wk = first;
        __m256i w[8];

        for (unsigned j = 0; j < 8; j++) {
            __m256i both = _mm256_castsi128_si256(_mm_loadu_si128(p0 + j));
            both = _mm256_inserti128_si256(both, _mm_loadu_si128(p1 + j), 1);
            w[j] = _mm256_shuffle_epi8(both, swap);
            PUT(j, 2 * j);
        }
        for (size_t i = 0; i < 64; i += 16)
            SIXTEEN(NEXT, i);
        SIXTEEN(NO_NEXT, 0);
        FEED_FORWARD;
        if (n == 1)
            break;
        for (wk = second; wk < second + 80; wk += 16)
            SIXTEEN(NO_NEXT, 0);
        FEED_FORWARD;
        if (n == 2)
            break;
        p += 256;
        n -= 2;
    }
}

ISA_END

#endif /* HM_X86_64 */
