/* SPDX-License-Identifier: MIT
 *
 * stitch_msg_vl.h - the message schedules of SHA-1 and SHA-256 for stitch_rounds.h by AVX-512VL,
 * in place of the SHA extensions' instructions.
 *
 * Measured on an Intel core with both: SHA1MSG2 and SHA256MSG1 take six or seven operations, and
 * each holds the decoders for five cycles, which stops the other chains too; SHA1NEXTE takes three.
 * Rotates and three-way xors of one instruction do the same in seven, five and two operations that
 * hold nobody.
 *
 * The SHA extensions have no VEX form. One that meets unclean upper halves among VEX code costs
 * about 50 cycles, so all code beside them stays within 128 bits or in registers above the 15th.
 */
#ifndef HM_STITCH_MSG_H
#define HM_STITCH_MSG_H

/* E for the next four rounds, from the A of four rounds ago, added to the first word. */
HM_INLINE __m128i sha1_next_e(__m128i abcd, __m128i w)
{
    return _mm_add_epi32(w, _mm_maskz_rol_epi32(8, abcd, 30));
}

/* The four words of the schedule after those of w0 to w3, the first word highest:
 * w[t] = rol(w[t-3] ^ w[t-8] ^ w[t-14] ^ w[t-16], 1). The last of them needs the first as its
 * w[t-3] and gets that part afterwards. */
HM_INLINE __m128i sha1_schedule(__m128i w0, __m128i w1, __m128i w2, __m128i w3)
{
    __m128i x = _mm_ternarylogic_epi32(w0, w2, _mm_alignr_epi8(w0, w1, 8), 0x96);
    x = _mm_xor_si128(x, _mm_slli_si128(w3, 4));
    return _mm_xor_si128(_mm_rol_epi32(x, 1), _mm_rol_epi32(_mm_srli_si128(x, 12), 2));
}

/* w0 + sigma0 of the four words after its first. */
HM_INLINE __m128i sha256_msg1(__m128i w0, __m128i w1)
{
    __m128i x = _mm_alignr_epi8(w1, w0, 4);
    __m128i s0 = _mm_ternarylogic_epi32(_mm_ror_epi32(x, 7), _mm_ror_epi32(x, 18),
                                        _mm_srli_epi32(x, 3), 0x96);
    return _mm_add_epi32(w0, s0);
}

#endif /* HM_STITCH_MSG_H */
