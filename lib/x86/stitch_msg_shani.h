/* SPDX-License-Identifier: MIT
 *
 * stitch_msg_shani.h - the message schedules of SHA-1 and SHA-256 by the SHA extensions' own
 * instructions, for stitch_rounds.h.
 */
#ifndef HM_STITCH_MSG_H
#define HM_STITCH_MSG_H

/* E for the next four rounds, from the A of four rounds ago, added to the first word. */
HM_INLINE __m128i sha1_next_e(__m128i abcd, __m128i w)
{
    return _mm_sha1nexte_epu32(abcd, w);
}

/* The four words of the schedule after those of w0 to w3, the first word highest. */
HM_INLINE __m128i sha1_schedule(__m128i w0, __m128i w1, __m128i w2, __m128i w3)
{
    return _mm_sha1msg2_epu32(_mm_xor_si128(_mm_sha1msg1_epu32(w0, w1), w2), w3);
}

/* w0 + sigma0 of the four words after its first. */
HM_INLINE __m128i sha256_msg1(__m128i w0, __m128i w1)
{
    return _mm_sha256msg1_epu32(w0, w1);
}

#endif /* HM_STITCH_MSG_H */
