/* SPDX-License-Identifier: MIT
 *
 * stitch_rounds.h - the rounds of MD5, SHA-1, SHA-256 and SHA-512 cut into small pieces, for
 * kernels that run several of these chains side by side (RFC 1321, 3.4; FIPS
 * 180-4, 6.1.2, 6.2.2, 6.4.2). Knows the rounds; knows neither which chains meet nor in which
 * order.
 *
 * Included inside an ISA region, so that every piece inlines, after stitch_msg_shani.h or
 * stitch_msg_vl.h. Every index is a constant once it is inlined: the arrays are registers.
 */
#ifndef HM_STITCH_ROUNDS_H
#define HM_STITCH_ROUNDS_H

/* The order of the source is the order that the CPU gets: the compiler's scheduler takes each chain
 * for itself and pulls it together (a tenth slower). Nor may it vectorise: wide registers beside
 * the SHA extensions are slow, see stitch_msg_vl.h. */
#if !defined(__clang__)
#pragma GCC optimize("no-schedule-insns2", "no-tree-loop-vectorize", "no-tree-slp-vectorize")
#endif

/* Pieces index registers by constants. A sanitizer's checks of those, thousands once all is
 * inlined, take minutes to compile and find nothing that the compiler does not; checks of addresses
 * stay. */
#define STITCH_INLINE HM_INLINE __attribute__((no_sanitize("undefined")))

/* Keeps the compiler from regrouping a sum: the operand that arrives last must be added last. */
#define PIN_R(x) __asm__("" : "+r"(x))
#define PIN_V(x) __asm__("" : "+v"(x))

/* ---- MD5 ---------------------------------------------------------------------------------- */

static const uint32_t md5_k[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};

/* Message word and rotation of step i. */
#define MD5_WORD(i)                                                                                \
    ((i) < 16 ? (i) : (i) < 32 ? (5 * (i) + 1) & 15 : (i) < 48 ? (3 * (i) + 5) & 15 : 7 * (i)&15)
#define MD5_PICK(i, r0, r1, r2, r3)                                                                \
    (((i)&3) == 0 ? (r0) : ((i)&3) == 1 ? (r1) : ((i)&3) == 2 ? (r2) : (r3))
#define MD5_ROT(i)                                                                                 \
    ((i) < 16   ? MD5_PICK(i, 7, 12, 17, 22)                                                       \
     : (i) < 32 ? MD5_PICK(i, 5, 9, 14, 20)                                                        \
     : (i) < 48 ? MD5_PICK(i, 4, 11, 16, 23)                                                       \
                : MD5_PICK(i, 6, 10, 15, 21))

/* One step on scalar registers. v[(j - i) & 3] plays the standard's a, b, c, d. */
STITCH_INLINE void md5_step(uint32_t v[4], const uint8_t *p, unsigned i)
{
    uint32_t a = v[(0 - i) & 3], b = v[(1 - i) & 3], c = v[(2 - i) & 3], d = v[(3 - i) & 3];
    a += hm_load_le32(p + 4 * MD5_WORD(i)) + md5_k[i];
    PIN_R(a);
    if (i < 16) {
        a += d ^ (b & (c ^ d));
    } else if (i < 32) {
        /* Two adds: the half without b is off the chain. */
        a += ~d & c;
        PIN_R(a);
        a += d & b;
    } else if (i < 48) {
        a += b ^ (c ^ d);
    } else {
        a += c ^ (b | ~d);
    }
    v[(0 - i) & 3] = hm_rotl32(a, MD5_ROT(i)) + b;
}

/* ---- SHA-1 through SHA1RNDS4 -------------------------------------------------------------- */

struct sha1_ni {
    __m128i abcd, e[2], m[4], abcd0, e0;
};

STITCH_INLINE void sha1_load(struct sha1_ni *x, const union hm_state *s)
{
    /* The instructions want A in the highest word. */
    x->abcd = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)s->w32), 0x1b);
    x->e[0] = _mm_set_epi32((int)s->w32[4], 0, 0, 0);
}

STITCH_INLINE void sha1_store(const struct sha1_ni *x, union hm_state *s)
{
    _mm_storeu_si128((__m128i *)s->w32, _mm_shuffle_epi32(x->abcd, 0x1b));
    s->w32[4] = (uint32_t)_mm_extract_epi32(x->e[0], 3);
}

/* Quarter q of four rounds, i from 0 to 19, and of the message schedule's part that fits beside
 * them. The first four groups load the block, the last one adds the block's initial state. */
STITCH_INLINE void sha1_piece(struct sha1_ni *x, const uint8_t *p, const unsigned i,
                              const unsigned q)
{
    const __m128i swap = _mm_set_epi64x(0x0001020304050607, 0x08090a0b0c0d0e0f);
    __m128i *m0 = &x->m[i & 3], *m1 = &x->m[(i + 1) & 3], *m2 = &x->m[(i + 2) & 3];
    __m128i *m3 = &x->m[(i + 3) & 3], *e = &x->e[i & 1];

    if (q == 0) {
        if (i < 4)
            *m0 = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)p + i), swap);
        if (i == 0) {
            x->abcd0 = x->abcd;
            x->e0 = *e;
            *e = _mm_add_epi32(*e, *m0);
        } else {
            *e = sha1_next_e(*e, *m0);
        }
    } else if (q == 1) {
        x->e[(i + 1) & 1] = x->abcd;
        x->abcd = i < 5    ? _mm_sha1rnds4_epu32(x->abcd, *e, 0)
                  : i < 10 ? _mm_sha1rnds4_epu32(x->abcd, *e, 1)
                  : i < 15 ? _mm_sha1rnds4_epu32(x->abcd, *e, 2)
                           : _mm_sha1rnds4_epu32(x->abcd, *e, 3);
    } else if (q == 2) {
        if (i >= 3 && i < 19)
            *m1 = sha1_schedule(*m1, *m2, *m3, *m0);
    } else {
        if (i == 19) {
            x->e[0] = sha1_next_e(x->e[0], x->e0);
            x->abcd = _mm_add_epi32(x->abcd, x->abcd0);
        }
    }
}

/* ---- SHA-256 through SHA256RNDS2 ---------------------------------------------------------- */

HM_ALIGNED(16)
static const uint32_t sha256_k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

struct sha256_ni {
    __m128i abef, cdgh, wk, m[4], abef0, cdgh0;
};

STITCH_INLINE void sha256_load(struct sha256_ni *x, const union hm_state *s)
{
    /* The instructions want the words as (A, B, E, F) and (C, D, G, H), highest first. */
    __m128i badc = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)s->w32), 0xb1);
    __m128i hgfe = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)s->w32 + 1), 0x1b);
    x->abef = _mm_alignr_epi8(badc, hgfe, 8);
    x->cdgh = _mm_blend_epi16(hgfe, badc, 0xf0);
}

STITCH_INLINE void sha256_store(const struct sha256_ni *x, union hm_state *s)
{
    __m128i badc = _mm_shuffle_epi32(x->abef, 0x1b), hgfe = _mm_shuffle_epi32(x->cdgh, 0xb1);
    _mm_storeu_si128((__m128i *)s->w32, _mm_blend_epi16(badc, hgfe, 0xf0));
    _mm_storeu_si128((__m128i *)s->w32 + 1, _mm_alignr_epi8(hgfe, badc, 8));
}

/* Quarter q of four rounds, i from 0 to 15, with loads, message schedule and final adds. */
STITCH_INLINE void sha256_piece(struct sha256_ni *x, const uint8_t *p, const unsigned i,
                                const unsigned q)
{
    const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    __m128i *m0 = &x->m[i & 3], *m1 = &x->m[(i + 1) & 3], *m3 = &x->m[(i + 3) & 3];

    if (q == 0) {
        if (i == 0) {
            x->abef0 = x->abef;
            x->cdgh0 = x->cdgh;
        }
        if (i < 4)
            *m0 = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)p + i), swap);
        x->wk = _mm_add_epi32(*m0, _mm_load_si128((const __m128i *)sha256_k + i));
    } else if (q == 1) {
        x->cdgh = _mm_sha256rnds2_epu32(x->cdgh, x->abef, x->wk);
    } else if (q == 2) {
        if (i >= 3 && i < 15)
            *m1 = _mm_sha256msg2_epu32(_mm_add_epi32(*m1, _mm_alignr_epi8(*m0, *m3, 4)), *m0);
    } else {
        x->abef = _mm_sha256rnds2_epu32(x->abef, x->cdgh, _mm_shuffle_epi32(x->wk, 0x0e));
        if (i >= 1 && i < 13)
            *m3 = sha256_msg1(*m3, *m0);
        if (i == 15) {
            x->abef = _mm_add_epi32(x->abef, x->abef0);
            x->cdgh = _mm_add_epi32(x->cdgh, x->cdgh0);
        }
    }
}

#endif /* HM_STITCH_ROUNDS_H */
