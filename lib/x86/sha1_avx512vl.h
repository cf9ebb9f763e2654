/* SPDX-License-Identifier: MIT
 *
 * sha1_avx512vl.h - SHA1NEXTE and SHA1MSG2 in AVX-512VL, for one message and for two:
 * sha1_avx512vl.c says why.
 */
#ifndef HM_SHA1_AVX512VL_H
#define HM_SHA1_AVX512VL_H

#include <immintrin.h>

#include "../base.h"

ISA_BEGIN("sha,avx2,avx512f,avx512vl")

/* SHA1NEXTE: words + rotl(A, 30) in the highest word, which is where A and E are. */
HM_INLINE __m128i next_e(__m128i abcd, __m128i words)
{
    return _mm_mask_add_epi32(words, 1 << 3, words, _mm_rol_epi32(abcd, 30));
}

/* SHA1MSG2: the next four words from w[t - 16] ^ w[t - 14] ^ w[t - 8] and the four words before,
 * the earliest highest. The last of the four needs the first: w[t] ^= rotl(w[t - 3], 1), which is
 * rotl(y, 2) of the y that the first was rotated from. */
HM_INLINE __m128i next_words(__m128i x, __m128i before)
{
    __m128i y = _mm_xor_si128(x, _mm_slli_si128(before, 4));
    __m128i last = _mm_rol_epi32(_mm_srli_si128(y, 12), 2);
    return _mm_xor_si128(_mm_rol_epi32(y, 1), last);
}

ISA_END

#endif /* HM_SHA1_AVX512VL_H */
