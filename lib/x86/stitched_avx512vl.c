/* SPDX-License-Identifier: MIT
 *
 * stitched_avx512vl.c - MD5, SHA-1 and SHA-256 stitched for CPUs with AVX-512VL and the SHA
 * extensions. MD5 stays scalar: in vector registers, where it is faster alone, it meets the other
 * chains at the ports and takes a tenth longer.
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

void hm_md5_sha1_sha256_avx512vl(union hm_state *const s[], const uint8_t *p, size_t n)
{
    _mm256_zeroupper();
    stitch64(MD5 | SHA1 | SHA256, s, p, n);
}

ISA_END

#endif /* HM_X86_64 */
