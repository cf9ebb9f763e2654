/* SPDX-License-Identifier: MIT
 *
 * stitch_rounds_vl.h - the pieces of stitch_rounds.h that need AVX-512VL: MD5 on the lowest words of
 * vector registers, where each round function and each rotate is one instruction.
 */
#ifndef HM_STITCH_ROUNDS_VL_H
#define HM_STITCH_ROUNDS_VL_H

/* One step; v[(j - i) & 3] plays the standard's a, b, c, d. The truth tables are of (b, c, d). */
HM_INLINE void md5_vl_step(__m128i v[4], const uint8_t *p, const unsigned i)
{
    __m128i a = v[(0 - i) & 3], b = v[(1 - i) & 3], c = v[(2 - i) & 3], d = v[(3 - i) & 3], f;
    a = _mm_add_epi32(a, _mm_set1_epi32((int)hm_load_le32(p + 4 * MD5_WORD(i))));
    a = _mm_add_epi32(a, _mm_set1_epi32((int)md5_k[i]));
    f = i < 16   ? _mm_ternarylogic_epi32(b, c, d, 0xca)
        : i < 32 ? _mm_ternarylogic_epi32(b, c, d, 0xe4)
        : i < 48 ? _mm_ternarylogic_epi32(b, c, d, 0x96)
                 : _mm_ternarylogic_epi32(b, c, d, 0x39);
    PIN_V(a);
    a = _mm_add_epi32(a, f);
    v[(0 - i) & 3] = _mm_add_epi32(_mm_rol_epi32(a, MD5_ROT(i)), b);
}

#endif /* HM_STITCH_ROUNDS_VL_H */
