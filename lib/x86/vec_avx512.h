/* SPDX-License-Identifier: MIT
 *
 * vec_avx512.h - the vector of lanes/vector.h in AVX-512: in 512 bits, prefix zmm, and in 256
 * (AVX-512VL), prefix vlx. Whole selects are one vpternlog, rotates are native. Knows no digest.
 */
#ifndef HM_VEC_AVX512_H
#define HM_VEC_AVX512_H

#include "vec_avx2.h"

ISA_BEGIN("avx2,avx512f,avx512vl,avx512bw,avx512dq")

/* Truth tables of vpternlog: the first operand is 0xf0, the second 0xcc, the third 0xaa. The result
 * replaces the first, which costs a copy where that lives on, and a copy is sometimes a cycle of
 * latency: so the first is the argument that the rounds have known for longest, the last one. */
enum {
    TERN_XOR3 = 0x96,     /* z ^ y ^ x */
    TERN_SELECT = 0xd8,   /* x ? y : z, of (z, y, x) */
    TERN_MAJORITY = 0xe8, /* two or three of z, y, x */
    TERN_XORN = 0x2d,     /* x ^ (y | ~z), of (x, y, z) */
};

typedef __m512i zmm_t;
enum { zmm_LANES32 = 16, zmm_LANES64 = 8, zmm_XORN_DEBT = 0 };

#define zmm_set32(x) _mm512_set1_epi32((int)(x))
#define zmm_set64(x) _mm512_set1_epi64((long long)(x))
#define zmm_table(p) vec_hidden(p)
#define zmm_add32 _mm512_add_epi32
#define zmm_add64 _mm512_add_epi64
#define zmm_xor _mm512_xor_si512
#define zmm_shr32 _mm512_srli_epi32
#define zmm_shr64 _mm512_srli_epi64
#define zmm_rotl32 _mm512_rol_epi32
#define zmm_rotr32 _mm512_ror_epi32
#define zmm_rotr64 _mm512_ror_epi64
#define zmm_xor3(x, y, z) _mm512_ternarylogic_epi32((z), (y), (x), TERN_XOR3)
#define zmm_select(m, x, y) _mm512_ternarylogic_epi32((y), (x), (m), TERN_SELECT)
#define zmm_majority(x, y, z) _mm512_ternarylogic_epi32((z), (y), (x), TERN_MAJORITY)
#define zmm_majority_xy(x, y, z, xy, yz) ((void)(xy), (void)(yz), zmm_majority((x), (y), (z)))
#define zmm_add32_late(a, m, x, y) _mm512_add_epi32((a), zmm_select((m), (x), (y)))
#define zmm_add32_xorn(a, x, y, z)                                                                 \
    _mm512_add_epi32((a), _mm512_ternarylogic_epi32((x), (y), (z), TERN_XORN))

HM_INLINE zmm_t zmm_keep(zmm_t x)
{
    __asm__("" : "+v"(x));
    return x;
}

HM_INLINE zmm_t zmm_swap32(zmm_t x)
{
    return _mm512_shuffle_epi8(
        x, _mm512_broadcast_i32x4(_mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203)));
}

HM_INLINE zmm_t zmm_swap64(zmm_t x)
{
    return _mm512_shuffle_epi8(
        x, _mm512_broadcast_i32x4(_mm_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607)));
}

/* 32 bytes of p in the low half, 32 bytes of q in the high one. The insertion from memory runs on
 * either 512-bit port, a shuffle only on one of them. */
HM_INLINE zmm_t zmm_load_pair(const uint8_t *p, const uint8_t *q)
{
    return _mm512_inserti64x4(_mm512_castsi256_si512(_mm256_loadu_si256((const __m256i *)p)),
                              _mm256_loadu_si256((const __m256i *)q), 1);
}

/* Quarters of four messages: the 16 bytes at `at` in *lo, the next 16 in *hi. */
HM_INLINE void zmm_load_quarters(zmm_t *lo, zmm_t *hi, const uint8_t *const p[], size_t step,
                                 size_t at)
{
    zmm_t x = zmm_load_pair(p[0] + at, p[step] + at);
    zmm_t y = zmm_load_pair(p[2 * step] + at, p[3 * step] + at);
    *lo = _mm512_shuffle_i64x2(x, y, 0x88);
    *hi = _mm512_shuffle_i64x2(x, y, 0xdd);
}

HM_INLINE void zmm_transpose32(zmm_t w[4], zmm_t r0, zmm_t r1, zmm_t r2, zmm_t r3)
{
    zmm_t t0 = _mm512_unpacklo_epi32(r0, r1), t1 = _mm512_unpackhi_epi32(r0, r1);
    zmm_t t2 = _mm512_unpacklo_epi32(r2, r3), t3 = _mm512_unpackhi_epi32(r2, r3);
    w[0] = _mm512_unpacklo_epi64(t0, t2);
    w[1] = _mm512_unpackhi_epi64(t0, t2);
    w[2] = _mm512_unpacklo_epi64(t1, t3);
    w[3] = _mm512_unpackhi_epi64(t1, t3);
}

HM_INLINE void zmm_eight_le32(zmm_t w[8], const uint8_t *const p[], size_t at)
{
    zmm_t lo[4], hi[4];
    zmm_load_quarters(&lo[0], &hi[0], p + 0, 4, at);
    zmm_load_quarters(&lo[1], &hi[1], p + 1, 4, at);
    zmm_load_quarters(&lo[2], &hi[2], p + 2, 4, at);
    zmm_load_quarters(&lo[3], &hi[3], p + 3, 4, at);
    zmm_transpose32(w + 0, lo[0], lo[1], lo[2], lo[3]);
    zmm_transpose32(w + 4, hi[0], hi[1], hi[2], hi[3]);
}

HM_INLINE void zmm_swap_four(zmm_t w[4])
{
    w[0] = zmm_swap32(w[0]);
    w[1] = zmm_swap32(w[1]);
    w[2] = zmm_swap32(w[2]);
    w[3] = zmm_swap32(w[3]);
}

HM_INLINE void zmm_eight_be32(zmm_t w[8], const uint8_t *const p[], size_t at)
{
    zmm_eight_le32(w, p, at);
    zmm_swap_four(w);
    zmm_swap_four(w + 4);
}

HM_INLINE void zmm_four_be64(zmm_t w[4], const uint8_t *const p[], size_t at)
{
    zmm_t lo[2], hi[2];
    zmm_load_quarters(&lo[0], &hi[0], p + 0, 2, at);
    zmm_load_quarters(&lo[1], &hi[1], p + 1, 2, at);
    w[0] = zmm_swap64(_mm512_unpacklo_epi64(lo[0], lo[1]));
    w[1] = zmm_swap64(_mm512_unpackhi_epi64(lo[0], lo[1]));
    w[2] = zmm_swap64(_mm512_unpacklo_epi64(hi[0], hi[1]));
    w[3] = zmm_swap64(_mm512_unpackhi_epi64(hi[0], hi[1]));
}

HM_INLINE void zmm_eight_be64(zmm_t w[8], const uint8_t *const p[], size_t at)
{
    zmm_four_be64(w, p, at);
    zmm_four_be64(w + 4, p, at + 32);
}

typedef __m256i vlx_t;
enum { vlx_LANES32 = 8, vlx_LANES64 = 4, vlx_XORN_DEBT = 0 };

#define vlx_set32 ymm_set32
#define vlx_set64 ymm_set64
#define vlx_table(p) vec_hidden(p)
#define vlx_add32 ymm_add32
#define vlx_add64 ymm_add64
#define vlx_xor ymm_xor
#define vlx_shr32 ymm_shr32
#define vlx_shr64 ymm_shr64
#define vlx_rotl32 _mm256_rol_epi32
#define vlx_rotr32 _mm256_ror_epi32
#define vlx_rotr64 _mm256_ror_epi64
#define vlx_xor3(x, y, z) _mm256_ternarylogic_epi32((z), (y), (x), TERN_XOR3)
#define vlx_select(m, x, y) _mm256_ternarylogic_epi32((y), (x), (m), TERN_SELECT)
#define vlx_majority(x, y, z) _mm256_ternarylogic_epi32((z), (y), (x), TERN_MAJORITY)
#define vlx_majority_xy(x, y, z, xy, yz) ((void)(xy), (void)(yz), vlx_majority((x), (y), (z)))
#define vlx_add32_late(a, m, x, y) _mm256_add_epi32((a), vlx_select((m), (x), (y)))
#define vlx_add32_xorn(a, x, y, z)                                                                 \
    _mm256_add_epi32((a), _mm256_ternarylogic_epi32((x), (y), (z), TERN_XORN))
HM_INLINE vlx_t vlx_keep(vlx_t x)
{
    __asm__("" : "+v"(x));
    return x;
}

#define vlx_eight_le32 ymm_eight_le32
#define vlx_eight_be32 ymm_eight_be32
#define vlx_eight_be64 ymm_eight_be64

ISA_END

#endif /* HM_VEC_AVX512_H */
