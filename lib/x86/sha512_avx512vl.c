/* SPDX-License-Identifier: MIT
 *
 * sha512_avx512vl.c - SHA-512 (FIPS 180-4, 6.4.2) of a single stream, its rounds split between the
 * integer and the vector registers.
 *
 * e, f, g, h are scalar; a, b, c, d live in vector registers, one word in each, where Maj is one
 * instruction and a sum of three rotations four. What crosses over has time: the d that a round
 * adds to e is the a of three rounds before. The message schedule knows nothing of the state and
 * runs beside both, two words at a time, because word t needs word t - 2.
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

ISA_BEGIN("avx2,bmi,bmi2,avx512f,avx512vl")

/* Keep the order of additions: the compiler takes them for associative, and only this order has
 * nothing but the last of them wait for the round before. */
#define FIX(x) __asm__("" : "+r"(x))
#define FIX_VECTOR(x) __asm__("" : "+v"(x))

/* The functions of three operands as vpternlogq takes them: bit 4 a + 2 b + c is the value. */
#define XOR3 0x96
#define MAJ 0xe8

#define ROTR hm_rotr64
#define SUM1(x) (ROTR(x, 14) ^ ROTR(x, 18) ^ ROTR(x, 41))
#define SUM0(x)                                                                                    \
    _mm_ternarylogic_epi64(_mm_ror_epi64(x, 28), _mm_ror_epi64(x, 34), _mm_ror_epi64(x, 39), XOR3)
#define SIGMA(x, r0, r1, shift)                                                                    \
    _mm_ternarylogic_epi64(_mm_ror_epi64(x, r0), _mm_ror_epi64(x, r1), _mm_srli_epi64(x, shift),   \
                           XOR3)

/* One round: the new e = d + T1 takes the place of h, the new a = T1 + SUM0(a) + Maj(a, b, c) that
 * of d. T1 itself is never made: d joins the scalar sum early, and a = e - d + SUM0 + Maj. */
#define ROUND(a, b, c, d, e, f, g, h, t)                                                           \
    do {                                                                                           \
        uint64_t ch = f ^ g, sum1;                                                                 \
        __m128i x;                                                                                 \
        FIX(ch);                                                                                   \
        ch = (ch & e) ^ g;                                                                         \
        FIX(ch);                                                                                   \
        h += wk[t];                                                                                \
        FIX(h);                                                                                    \
        h += (uint64_t)_mm_cvtsi128_si64(d);                                                       \
        FIX(h);                                                                                    \
        h += ch;                                                                                   \
        FIX(h);                                                                                    \
        sum1 = SUM1(e);                                                                            \
        FIX(sum1);                                                                                 \
        h += sum1;                                                                                 \
        FIX(h);                                                                                    \
        x = _mm_sub_epi64(_mm_ternarylogic_epi64(a, b, c, MAJ), d);                                \
        FIX_VECTOR(x);                                                                             \
        x = _mm_add_epi64(x, _mm_cvtsi64_si128((long long)h));                                     \
        FIX_VECTOR(x);                                                                             \
        d = _mm_add_epi64(x, SUM0(a));                                                             \
        FIX_VECTOR(d);                                                                             \
    } while (0)

/* Word + constant of rounds t and t + 1. */
#define PUT(j, t)                                                                                  \
    _mm_store_si128((__m128i *)(wk + 2 * (j)),                                                     \
                    _mm_add_epi64(w[j], _mm_load_si128((const __m128i *)(k + (t)))))

/* w[j] holds words t and t + 1, t = i + 2 j, and gets words t + 16 and t + 17. */
#define NEXT(j, i)                                                                                 \
    do {                                                                                           \
        __m128i w1 = _mm_alignr_epi8(w[((j) + 1) & 7], w[j], 8);                                   \
        __m128i w9 = _mm_alignr_epi8(w[((j) + 5) & 7], w[((j) + 4) & 7], 8);                       \
        __m128i w14 = w[((j) + 7) & 7];                                                            \
        w[j] = _mm_add_epi64(w[j], _mm_add_epi64(w9, SIGMA(w1, 1, 8, 7)));                         \
        w[j] = _mm_add_epi64(w[j], SIGMA(w14, 19, 61, 6));                                         \
        PUT(j, (i) + 16 + 2 * (j));                                                                \
    } while (0)

#define NO_NEXT(j, i)

/* Four rounds bring the names back to their places; after each two, the words that take theirs. */
#define FOUR(next, i, t)                                                                           \
    do {                                                                                           \
        ROUND(a, b, c, d, e, f, g, h, (t) + 0);                                                    \
        ROUND(d, a, b, c, h, e, f, g, (t) + 1);                                                    \
        next((t) / 2, i);                                                                          \
        ROUND(c, d, a, b, g, h, e, f, (t) + 2);                                                    \
        ROUND(b, c, d, a, f, g, h, e, (t) + 3);                                                    \
        next((t) / 2 + 1, i);                                                                      \
    } while (0)

#define SIXTEEN(next, i)                                                                           \
    do {                                                                                           \
        FOUR(next, i, 0);                                                                          \
        FOUR(next, i, 4);                                                                          \
        FOUR(next, i, 8);                                                                          \
        FOUR(next, i, 12);                                                                         \
    } while (0)

HM_INLINE __m128i load_word(const uint64_t *v)
{
    return _mm_loadl_epi64((const __m128i *)v);
}

HM_INLINE void store_word(uint64_t *v, __m128i x)
{
    _mm_storel_epi64((__m128i *)v, x);
}

void hm_sha512_avx512vl(union hm_state *s, const uint8_t *p, size_t n)
{
    const __m128i swap = _mm_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607);
    HM_ALIGNED(16) uint64_t wk[16];
    uint64_t *v = s->w64;
    __m128i a = load_word(v), b = load_word(v + 1), c = load_word(v + 2), d = load_word(v + 3);
    uint64_t e = v[4], f = v[5], g = v[6], h = v[7];

    for (; n; n--, p += 128) {
        __m128i a0 = a, b0 = b, c0 = c, d0 = d;
        __m128i w[8];

        for (unsigned j = 0; j < 8; j++) {
            w[j] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)p + j), swap);
            PUT(j, 2 * j);
        }
        for (size_t i = 0; i < 64; i += 16)
            SIXTEEN(NEXT, i);
        SIXTEEN(NO_NEXT, 0);

        a = _mm_add_epi64(a, a0);
        b = _mm_add_epi64(b, b0);
        c = _mm_add_epi64(c, c0);
        d = _mm_add_epi64(d, d0);
        e = v[4] += e;
        f = v[5] += f;
        g = v[6] += g;
        h = v[7] += h;
    }

    store_word(v, a);
    store_word(v + 1, b);
    store_word(v + 2, c);
    store_word(v + 3, d);
}

ISA_END

#endif /* HM_X86_64 */
