/* SPDX-License-Identifier: MIT
 *
 * vec_avx2.h - the vector of lanes/vector.h in 256 bits of AVX2, prefix ymm. Knows no digest.
 */
#ifndef HM_VEC_AVX2_H
#define HM_VEC_AVX2_H

#include <immintrin.h>

#include "../lanes/vector.h"

ISA_BEGIN("avx2")

typedef __m256i ymm_t;
enum { ymm_LANES32 = 8, ymm_LANES64 = 4, ymm_XORN_DEBT = 1 };

#define ymm_set32(x) _mm256_set1_epi32((int)(x))
#define ymm_set64(x) _mm256_set1_epi64x((long long)(x))
#define ymm_table(p) vec_hidden(p)
#define ymm_add32 _mm256_add_epi32
#define ymm_add64 _mm256_add_epi64
#define ymm_xor _mm256_xor_si256
#define ymm_shr32 _mm256_srli_epi32
#define ymm_shr64 _mm256_srli_epi64

/* Rotations by whole bytes are one shuffle, the others two shifts and an or. */
#define ymm_bytes(x, hi, lo)                                                                       \
    _mm256_shuffle_epi8((x), _mm256_broadcastsi128_si256(_mm_set_epi64x((hi), (lo))))
#define ymm_shifts32(x, n)                                                                         \
    _mm256_or_si256(_mm256_slli_epi32((x), (n)), _mm256_srli_epi32((x), 32 - (n)))
#define ymm_shifts64(x, n)                                                                         \
    _mm256_or_si256(_mm256_srli_epi64((x), (n)), _mm256_slli_epi64((x), 64 - (n)))
#define ymm_rotl32(x, n)                                                                           \
    ((n) == 16  ? ymm_bytes((x), 0x0d0c0f0e09080b0a, 0x0504070601000302)                           \
     : (n) == 8 ? ymm_bytes((x), 0x0e0d0c0f0a09080b, 0x0605040702010003)                           \
                : ymm_shifts32((x), (n)))
#define ymm_rotr32(x, n) ymm_rotl32((x), 32 - (n))
#define ymm_rotr64(x, n)                                                                           \
    ((n) == 8 ? ymm_bytes((x), 0x080f0e0d0c0b0a09, 0x0007060504030201) : ymm_shifts64((x), (n)))

HM_INLINE ymm_t ymm_keep(ymm_t x)
{
    __asm__("" : "+x"(x));
    return x;
}

HM_INLINE ymm_t ymm_xor3(ymm_t x, ymm_t y, ymm_t z)
{
    return _mm256_xor_si256(x, _mm256_xor_si256(y, z));
}

HM_INLINE ymm_t ymm_select(ymm_t m, ymm_t x, ymm_t y)
{
    return _mm256_xor_si256(y, _mm256_and_si256(m, _mm256_xor_si256(x, y)));
}

HM_INLINE ymm_t ymm_majority(ymm_t x, ymm_t y, ymm_t z)
{
    return _mm256_or_si256(_mm256_and_si256(y, z), _mm256_and_si256(x, _mm256_or_si256(y, z)));
}

HM_INLINE ymm_t ymm_majority_xy(ymm_t x, ymm_t y, ymm_t z, ymm_t xy, ymm_t yz)
{
    (void)x;
    (void)z;
    return _mm256_xor_si256(y, _mm256_and_si256(xy, yz));
}

HM_INLINE ymm_t ymm_add32_late(ymm_t a, ymm_t m, ymm_t x, ymm_t y)
{
    a = ymm_keep(_mm256_add_epi32(a, _mm256_andnot_si256(m, y)));
    return _mm256_add_epi32(a, _mm256_and_si256(m, x));
}

HM_INLINE ymm_t ymm_add32_xorn(ymm_t a, ymm_t x, ymm_t y, ymm_t z)
{
    return _mm256_sub_epi32(a, _mm256_xor_si256(x, _mm256_andnot_si256(y, z)));
}

HM_INLINE ymm_t ymm_swap32(ymm_t x)
{
    return _mm256_shuffle_epi8(
        x, _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203)));
}

HM_INLINE ymm_t ymm_swap64(ymm_t x)
{
    return _mm256_shuffle_epi8(
        x, _mm256_broadcastsi128_si256(_mm_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607)));
}

/* 16 bytes of p in the low half, 16 bytes of q in the high one. */
HM_INLINE ymm_t ymm_load_pair(const uint8_t *p, const uint8_t *q)
{
    return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)p)),
                                   _mm_loadu_si128((const __m128i *)q), 1);
}

HM_INLINE void ymm_four_le32(ymm_t w[4], const uint8_t *const p[], size_t at)
{
    ymm_t r0 = ymm_load_pair(p[0] + at, p[4] + at), r1 = ymm_load_pair(p[1] + at, p[5] + at);
    ymm_t r2 = ymm_load_pair(p[2] + at, p[6] + at), r3 = ymm_load_pair(p[3] + at, p[7] + at);
    ymm_t t0 = _mm256_unpacklo_epi32(r0, r1), t1 = _mm256_unpackhi_epi32(r0, r1);
    ymm_t t2 = _mm256_unpacklo_epi32(r2, r3), t3 = _mm256_unpackhi_epi32(r2, r3);
    w[0] = _mm256_unpacklo_epi64(t0, t2);
    w[1] = _mm256_unpackhi_epi64(t0, t2);
    w[2] = _mm256_unpacklo_epi64(t1, t3);
    w[3] = _mm256_unpackhi_epi64(t1, t3);
}

HM_INLINE void ymm_four_be32(ymm_t w[4], const uint8_t *const p[], size_t at)
{
    ymm_four_le32(w, p, at);
    w[0] = ymm_swap32(w[0]);
    w[1] = ymm_swap32(w[1]);
    w[2] = ymm_swap32(w[2]);
    w[3] = ymm_swap32(w[3]);
}

HM_INLINE void ymm_two_be64(ymm_t w[2], const uint8_t *const p[], size_t at)
{
    ymm_t r0 = ymm_load_pair(p[0] + at, p[2] + at), r1 = ymm_load_pair(p[1] + at, p[3] + at);
    w[0] = ymm_swap64(_mm256_unpacklo_epi64(r0, r1));
    w[1] = ymm_swap64(_mm256_unpackhi_epi64(r0, r1));
}

HM_INLINE void ymm_eight_le32(ymm_t w[8], const uint8_t *const p[], size_t at)
{
    ymm_four_le32(w, p, at);
    ymm_four_le32(w + 4, p, at + 16);
}

HM_INLINE void ymm_eight_be32(ymm_t w[8], const uint8_t *const p[], size_t at)
{
    ymm_four_be32(w, p, at);
    ymm_four_be32(w + 4, p, at + 16);
}

HM_INLINE void ymm_eight_be64(ymm_t w[8], const uint8_t *const p[], size_t at)
{
    ymm_two_be64(w, p, at);
    ymm_two_be64(w + 2, p, at + 16);
    ymm_two_be64(w + 4, p, at + 32);
    ymm_two_be64(w + 6, p, at + 48);
}

ISA_END

#endif /* HM_VEC_AVX2_H */
