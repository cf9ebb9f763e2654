/* SPDX-License-Identifier: MIT
 *
 * stitched_avx512vl.c - SHA-1 and SHA-256 stitched for CPUs with AVX-512VL and the SHA extensions.
 *
 * MD5 has no form here. Beside SHA-1 and SHA-256 its scalar form takes as long with the schedules
 * of stitch_msg_shani.h; in vector registers, where it is faster alone, it meets the others at the
 * ports and took a tenth to a fifth longer.
 */
#include "../kernel.h"

#if HM_X86_64

#include <immintrin.h>

ISA_BEGIN("avx512f,avx512vl,avx512bw,bmi,bmi2,sha")

#include "stitch_msg_vl.h"
#include "stitch_64.h"

void hm_sha1_sha256_avx512vl(union hm_state *const s[], const uint8_t *p, size_t n)
{
    _mm256_zeroupper();
    stitch64(SHA1 | SHA256, s, p, n);
}

ISA_END

#endif /* HM_X86_64 */
