/* SPDX-License-Identifier: MIT
 *
 * vec_sse2.h - the vector of lanes/vector.h in 128 bits of SSE2, prefix xmm, without its 64-bit
 * words: SHA-512 in two lanes is not worth having. Knows no digest.
 */
#ifndef HM_VEC_SSE2_H
#define HM_VEC_SSE2_H

#include <emmintrin.h>

#include "../lanes/vector.h"

ISA_BEGIN("sse2")

typedef __m128i xmm_t;
enum { xmm_LANES32 = 4, xmm_XORN_DEBT = 1 };

#define xmm_set32(x) _mm_set1_epi32((int)(x))
#define xmm_table(p) (p)
#define xmm_add32 _mm_add_epi32
#define xmm_xor _mm_xor_si128
#define xmm_shr32 _mm_srli_epi32
#define xmm_rotl32(x, n) _mm_or_si128(_mm_slli_epi32((x), (n)), _mm_srli_epi32((x), 32 - (n)))
#define xmm_rotr32(x, n) xmm_rotl32((x), 32 - (n))

HM_INLINE xmm_t xmm_keep(xmm_t x)
{
    __asm__("" : "+x"(x));
    return x;
}

HM_INLINE xmm_t xmm_xor3(xmm_t x, xmm_t y, xmm_t z)
{
    return _mm_xor_si128(x, _mm_xor_si128(y, z));
}

HM_INLINE xmm_t xmm_select(xmm_t m, xmm_t x, xmm_t y)
{
    return _mm_xor_si128(y, _mm_and_si128(m, _mm_xor_si128(x, y)));
}

HM_INLINE xmm_t xmm_majority(xmm_t x, xmm_t y, xmm_t z)
{
    return _mm_or_si128(_mm_and_si128(y, z), _mm_and_si128(x, _mm_or_si128(y, z)));
}

HM_INLINE xmm_t xmm_majority_xy(xmm_t x, xmm_t y, xmm_t z, xmm_t xy, xmm_t yz)
{
    (void)x;
    (void)z;
    return _mm_xor_si128(y, _mm_and_si128(xy, yz));
}

HM_INLINE xmm_t xmm_add32_late(xmm_t a, xmm_t m, xmm_t x, xmm_t y)
{
    a = xmm_keep(_mm_add_epi32(a, _mm_andnot_si128(m, y)));
    return _mm_add_epi32(a, _mm_and_si128(m, x));
}

HM_INLINE xmm_t xmm_add32_xorn(xmm_t a, xmm_t x, xmm_t y, xmm_t z)
{
    return _mm_sub_epi32(a, _mm_xor_si128(x, _mm_andnot_si128(y, z)));
}

HM_INLINE xmm_t xmm_swap32(xmm_t x)
{
    x = _mm_or_si128(_mm_slli_epi16(x, 8), _mm_srli_epi16(x, 8));
    return _mm_shufflehi_epi16(_mm_shufflelo_epi16(x, 0xb1), 0xb1);
}

HM_INLINE xmm_t xmm_load_bytes(const uint8_t *p)
{
    return _mm_loadu_si128((const __m128i *)p);
}

HM_INLINE void xmm_four_le32(xmm_t w[4], const uint8_t *const p[], size_t at)
{
    xmm_t r0 = xmm_load_bytes(p[0] + at), r1 = xmm_load_bytes(p[1] + at);
    xmm_t r2 = xmm_load_bytes(p[2] + at), r3 = xmm_load_bytes(p[3] + at);
    xmm_t t0 = _mm_unpacklo_epi32(r0, r1), t1 = _mm_unpackhi_epi32(r0, r1);
    xmm_t t2 = _mm_unpacklo_epi32(r2, r3), t3 = _mm_unpackhi_epi32(r2, r3);
    w[0] = _mm_unpacklo_epi64(t0, t2);
    w[1] = _mm_unpackhi_epi64(t0, t2);
    w[2] = _mm_unpacklo_epi64(t1, t3);
    w[3] = _mm_unpackhi_epi64(t1, t3);
}

HM_INLINE void xmm_four_be32(xmm_t w[4], const uint8_t *const p[], size_t at)
{
    xmm_four_le32(w, p, at);
    w[0] = xmm_swap32(w[0]);
    w[1] = xmm_swap32(w[1]);
    w[2] = xmm_swap32(w[2]);
    w[3] = xmm_swap32(w[3]);
}

HM_INLINE void xmm_eight_le32(xmm_t w[8], const uint8_t *const p[], size_t at)
{
    xmm_four_le32(w, p, at);
    xmm_four_le32(w + 4, p, at + 16);
}

HM_INLINE void xmm_eight_be32(xmm_t w[8], const uint8_t *const p[], size_t at)
{
    xmm_four_be32(w, p, at);
    xmm_four_be32(w + 4, p, at + 16);
}

ISA_END

#endif /* HM_VEC_SSE2_H */
