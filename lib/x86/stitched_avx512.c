/* SPDX-License-Identifier: MIT
 *
 * stitched_avx512.c - SHA-512 and others over the same 128 bytes: SHA-512 rounds in scalar
 * registers, MD5 in vector registers, SHA-1 and SHA-256 through the SHA extensions.
 */
#include "../kernel.h"

#if HM_X86_64

#include <immintrin.h>

ISA_BEGIN("avx512f,avx512vl,avx512bw,avx512dq,bmi,bmi2,sha")

#include "stitch_msg_vl.h"
#include "stitch_rounds.h"
#include "stitch_sha512.h"

#define MD5 HM_CORE_BIT(HM_CORE_MD5)
#define SHA1 HM_CORE_BIT(HM_CORE_SHA1)
#define SHA256 HM_CORE_BIT(HM_CORE_SHA256)

/* The message schedules of SHA-512 for AHEAD blocks at once: word t of block b is at PLACE(t) + 2
 * b. They are made while the rounds of the blocks before run. */
enum { AHEAD = 4 };
#define PLACE(t) ((t) / 2 * 8 + (t) % 2)

struct ahead {
    HM_ALIGNED(64) uint64_t w[80 * AHEAD];     /* W, being made */
    HM_ALIGNED(64) uint64_t wk[2][80 * AHEAD]; /* W + K, being used and being made */
    HM_ALIGNED(64) uint32_t xk[2][64];         /* X + K of MD5's steps, likewise */
};

/* The first 16 words of n blocks, at most AHEAD; places past them repeat the last block.
 *
 * Ends with clean upper halves. The SHA extensions have no VEX form, and each of them that meets
 * unclean ones among VEX code costs about 50 cycles (measured). */
HM_NOINLINE static void load_words(struct ahead *x, unsigned side, const uint8_t *p, size_t n)
{
    const __m512i swap =
        _mm512_broadcast_i32x4(_mm_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607));
    const size_t last = n < AHEAD ? n - 1 : AHEAD - 1;
    const uint8_t *p1 = p + 128 * (last < 1 ? last : 1), *p2 = p + 128 * (last < 2 ? last : 2);
    const uint8_t *p3 = p + 128 * last;

    for (unsigned i = 0; i < 8; i++) {
        __m512i v = _mm512_castsi128_si512(_mm_loadu_si128((const __m128i *)p + i));
        v = _mm512_inserti32x4(v, _mm_loadu_si128((const __m128i *)p1 + i), 1);
        v = _mm512_inserti32x4(v, _mm_loadu_si128((const __m128i *)p2 + i), 2);
        v = _mm512_inserti32x4(v, _mm_loadu_si128((const __m128i *)p3 + i), 3);
        v = _mm512_shuffle_epi8(v, swap);
        _mm512_store_si512(x->w + PLACE(2 * i), v);
        v = _mm512_add_epi64(v, _mm512_broadcast_i32x4(((const __m128i *)sha512_k)[i]));
        _mm512_store_si512(x->wk[side] + PLACE(2 * i), v);
    }
    _mm256_zeroupper();
}

/* Words 2 i + 16 and 2 i + 17 from the 16 before. In assembly for one reason: wide registers below
 * the 16th would leave unclean upper halves among the SHA extensions, and no intrinsic says which
 * registers to use. */
STITCH_INLINE void next_words(struct ahead *x, unsigned side, unsigned i)
{
    uint64_t *w = x->w + PLACE(2 * i), *wk = x->wk[side] + PLACE(2 * i + 16);
    const uint64_t *k = sha512_k + 2 * i + 16;
    __asm__("vmovdqa64 (%[w]), %%zmm16\n\t"
            "vmovdqa64 64(%[w]), %%zmm17\n\t"
            "vpalignr $8, %%zmm16, %%zmm17, %%zmm17\n\t" /* t - 15 */
            "vmovdqa64 320(%[w]), %%zmm18\n\t"
            "vpalignr $8, 256(%[w]), %%zmm18, %%zmm18\n\t" /* t - 7 */
            "vmovdqa64 448(%[w]), %%zmm19\n\t"             /* t - 2 */
            "vpaddq %%zmm18, %%zmm16, %%zmm16\n\t"
            "vprorq $1, %%zmm17, %%zmm20\n\t"
            "vprorq $8, %%zmm17, %%zmm21\n\t"
            "vpsrlq $7, %%zmm17, %%zmm17\n\t"
            "vpternlogq $0x96, %%zmm20, %%zmm21, %%zmm17\n\t"
            "vpaddq %%zmm17, %%zmm16, %%zmm16\n\t"
            "vprorq $19, %%zmm19, %%zmm20\n\t"
            "vprorq $61, %%zmm19, %%zmm21\n\t"
            "vpsrlq $6, %%zmm19, %%zmm19\n\t"
            "vpternlogq $0x96, %%zmm20, %%zmm21, %%zmm19\n\t"
            "vpaddq %%zmm19, %%zmm16, %%zmm16\n\t"
            "vmovdqa64 %%zmm16, 512(%[w])\n\t"
            "vbroadcasti64x2 (%[k]), %%zmm17\n\t"
            "vpaddq %%zmm17, %%zmm16, %%zmm16\n\t"
            "vmovdqa64 %%zmm16, (%[wk])\n\t"
            :
            : [w] "r"(w), [k] "r"(k), [wk] "r"(wk)
            : "memory", "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21");
}

HM_ALIGNED(64)
static const uint32_t md5_words[48] = {
    1, 6, 11, 0,  5,  10, 15, 4,  9,  14, 3, 8,  13, 2,  7,  12, /* 5 i + 1 */
    5, 8, 11, 14, 1,  4,  7,  10, 13, 0,  3, 6,  9,  12, 15, 2,  /* 3 i + 5 */
    0, 7, 14, 5,  12, 3,  10, 1,  8,  15, 6, 13, 4,  11, 2,  9,  /* 7 i */
};

/* X + K of MD5's 64 steps, in their order, for the block at p. In assembly like next_words(). */
STITCH_INLINE void md5_words_ahead(uint32_t *xk, const uint8_t *p)
{
    __asm__("vmovdqu64 (%[p]), %%zmm16\n\t"
            "vpaddd (%[k]), %%zmm16, %%zmm17\n\t"
            "vmovdqa64 %%zmm17, (%[xk])\n\t"
            "vmovdqa64 (%[i]), %%zmm17\n\t"
            "vpermd %%zmm16, %%zmm17, %%zmm17\n\t"
            "vpaddd 64(%[k]), %%zmm17, %%zmm17\n\t"
            "vmovdqa64 %%zmm17, 64(%[xk])\n\t"
            "vmovdqa64 64(%[i]), %%zmm17\n\t"
            "vpermd %%zmm16, %%zmm17, %%zmm17\n\t"
            "vpaddd 128(%[k]), %%zmm17, %%zmm17\n\t"
            "vmovdqa64 %%zmm17, 128(%[xk])\n\t"
            "vmovdqa64 128(%[i]), %%zmm17\n\t"
            "vpermd %%zmm16, %%zmm17, %%zmm17\n\t"
            "vpaddd 192(%[k]), %%zmm17, %%zmm17\n\t"
            "vmovdqa64 %%zmm17, 192(%[xk])\n\t"
            :
            : [p] "r"(p), [xk] "r"(xk), [k] "r"(md5_k), [i] "r"(md5_words)
            : "memory", "xmm16", "xmm17");
}

/* Rotates of MD5; the switch is decided at compile time, and every case has its immediate. */
STITCH_INLINE __m128i md5_rol(__m128i x, const unsigned n)
{
    switch (n) {
#define CASE(n)                                                                                    \
    case n:                                                                                        \
        return _mm_rol_epi32(x, n)
        CASE(4);
        CASE(5);
        CASE(6);
        CASE(7);
        CASE(9);
        CASE(10);
        CASE(11);
        CASE(12);
        CASE(14);
        CASE(15);
        CASE(16);
        CASE(17);
        CASE(20);
        CASE(21);
        CASE(22);
#undef CASE
    default:
        return _mm_rol_epi32(x, 23);
    }
}

/* Step i of MD5 in the lowest words of v[], where v[(j - i) & 3] plays a to d. Each round function
 * is one instruction; the truth tables are of (b, c, d). */
STITCH_INLINE void md5_vl_step(__m128i v[4], const uint32_t *xk, const unsigned i)
{
    __m128i a = v[(0 - i) & 3], b = v[(1 - i) & 3], c = v[(2 - i) & 3], d = v[(3 - i) & 3];
    a = _mm_add_epi32(a, _mm_set1_epi32((int)xk[i]));
    PIN_V(a);
    if (i < 16)
        a = _mm_add_epi32(a, _mm_ternarylogic_epi32(b, c, d, 0xca));
    else if (i < 32)
        a = _mm_add_epi32(a, _mm_ternarylogic_epi32(b, c, d, 0xe4));
    else if (i < 48)
        a = _mm_add_epi32(a, _mm_ternarylogic_epi32(b, c, d, 0x96));
    else
        a = _mm_add_epi32(a, _mm_ternarylogic_epi32(b, c, d, 0x39));
    v[(0 - i) & 3] = _mm_add_epi32(md5_rol(a, MD5_ROT(i)), b);
}

struct chains {
    __m128i md5[4], md5_0[4];
    struct sha1_ni sha1;
    struct sha256_ni sha256;
    struct sha512_scalar sha512;
};

/* The data and the words made ahead of one half of a unit: 64 bytes. */
struct work {
    const uint8_t *p;
    const uint64_t *wk;
    const uint32_t *xk;
};

STITCH_INLINE void piece(const unsigned cores, struct chains *x, const struct work *w,
                         const unsigned i, const unsigned q)
{
    const unsigned t = 4 * i + q; /* of 64, for 80 halves of SHA-512 rounds */
    for (unsigned u = t * 5 / 4; u < (t + 1) * 5 / 4; u++)
        if (u % 2 == 0)
            sha512_round_e(&x->sha512, w->wk + PLACE(u / 2), u / 2);
        else
            sha512_round_a(&x->sha512, u / 2);
    if (cores & MD5)
        md5_vl_step(x->md5, w->xk, t);
    if (cores & SHA256)
        sha256_piece(&x->sha256, w->p, i, q);
    if (cores & SHA1)
        sha1_piece(&x->sha1, w->p, i + i / 4, q);
    if ((cores & SHA1) && i % 4 == 3 && q == 3)
        for (unsigned r = 0; r < 4; r++)
            sha1_piece(&x->sha1, w->p, i + i / 4 + 1, r);
}

#define SLOT(i)                                                                                    \
    piece(cores, x, w, i, 0);                                                                      \
    piece(cores, x, w, i, 1);                                                                      \
    piece(cores, x, w, i, 2);                                                                      \
    piece(cores, x, w, i, 3)

/* 64 bytes: a block of the others and half a block of SHA-512. */
STITCH_INLINE void half(const unsigned cores, struct chains *x, const struct work *w)
{
    if (cores & MD5)
        for (unsigned i = 0; i < 4; i++)
            x->md5_0[i] = x->md5[i];
    SLOT(0);
    SLOT(1);
    SLOT(2);
    SLOT(3);
    SLOT(4);
    SLOT(5);
    SLOT(6);
    SLOT(7);
    SLOT(8);
    SLOT(9);
    SLOT(10);
    SLOT(11);
    SLOT(12);
    SLOT(13);
    SLOT(14);
    SLOT(15);
    if (cores & MD5)
        for (unsigned i = 0; i < 4; i++)
            x->md5[i] = _mm_add_epi32(x->md5[i], x->md5_0[i]);
}

STITCH_INLINE void load_chains(const unsigned cores, struct chains *x, union hm_state *const s[])
{
    unsigned at = 0;
    if (cores & MD5) {
        for (unsigned i = 0; i < 4; i++)
            x->md5[i] = _mm_cvtsi32_si128((int)s[at]->w32[i]);
        at++;
    }
    if (cores & SHA1)
        sha1_load(&x->sha1, s[at++]);
    if (cores & SHA256)
        sha256_load(&x->sha256, s[at++]);
}

STITCH_INLINE void store_chains(const unsigned cores, const struct chains *x,
                                union hm_state *const s[])
{
    unsigned at = 0;
    if (cores & MD5) {
        for (unsigned i = 0; i < 4; i++)
            s[at]->w32[i] = (uint32_t)_mm_cvtsi128_si32(x->md5[i]);
        at++;
    }
    if (cores & SHA1)
        sha1_store(&x->sha1, s[at++]);
    if (cores & SHA256)
        sha256_store(&x->sha256, s[at++]);
}

/* v is the state of SHA-512, which every set here has, last in s. */
STITCH_INLINE void absorb(const unsigned cores, union hm_state *const s[], uint64_t v[8],
                          const uint8_t *p, size_t n)
{
    struct ahead ahead;
    struct chains x;
    unsigned side = 0;

    load_words(&ahead, 0, p, n);
    for (unsigned i = 0; i < 32; i++)
        next_words(&ahead, 0, i);
    if (cores & MD5)
        md5_words_ahead(ahead.xk[0], p);
    load_chains(cores, &x, s);

    for (unsigned b = 0; n; n--) {
        const bool more = b + n > AHEAD;
        if (b == 0 && more)
            load_words(&ahead, 1 - side, p + 128 * AHEAD, n - AHEAD);
        sha512_load(&x.sha512, v);
        for (unsigned j = 0; j < 2; j++, p += 64) {
            struct work w = {p, ahead.wk[side] + 2 * b + j * PLACE(40), ahead.xk[j]};
            /* Four at a time: while 512-bit operations are under way, port 1 takes no vectors. */
            for (unsigned i = 0; more && i < 4; i++)
                next_words(&ahead, 1 - side, 8 * b + 4 * j + i);
            /* After the last block, the same again: there may be nothing to read behind it. */
            if (cores & MD5)
                md5_words_ahead(ahead.xk[1 - j], n == 1 && j == 1 ? p : p + 64);
            half(cores, &x, &w);
        }
        sha512_add(&x.sha512, v);
        b = (b + 1) % AHEAD;
        side ^= b == 0;
    }
    store_chains(cores, &x, s);
}

void hm_md5_sha512_avx512(union hm_state *const s[], const uint8_t *p, size_t n)
{
    absorb(MD5, s, s[1]->w64, p, n);
}

void hm_sha1_sha512_avx512(union hm_state *const s[], const uint8_t *p, size_t n)
{
    absorb(SHA1, s, s[1]->w64, p, n);
}

void hm_sha256_sha512_avx512(union hm_state *const s[], const uint8_t *p, size_t n)
{
    absorb(SHA256, s, s[1]->w64, p, n);
}

void hm_md5_sha1_sha512_avx512(union hm_state *const s[], const uint8_t *p, size_t n)
{
    absorb(MD5 | SHA1, s, s[2]->w64, p, n);
}

void hm_md5_sha256_sha512_avx512(union hm_state *const s[], const uint8_t *p, size_t n)
{
    absorb(MD5 | SHA256, s, s[2]->w64, p, n);
}

void hm_sha1_sha256_sha512_avx512(union hm_state *const s[], const uint8_t *p, size_t n)
{
    absorb(SHA1 | SHA256, s, s[2]->w64, p, n);
}

void hm_md5_sha1_sha256_sha512_avx512(union hm_state *const s[], const uint8_t *p, size_t n)
{
    absorb(MD5 | SHA1 | SHA256, s, s[3]->w64, p, n);
}

ISA_END

#endif /* HM_X86_64 */
