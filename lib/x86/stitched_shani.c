/* SPDX-License-Identifier: MIT
 *
 * stitched_shani.c - MD5, SHA-1 and SHA-256 stitched for CPUs with the SHA extensions.
 */
#include "../kernel.h"

#if HM_X86_64

#include <immintrin.h>

ISA_BEGIN("sha,sse4.1,ssse3")

#include "stitch_msg_shani.h"
#include "stitch_64.h"

void hm_md5_sha1_shani(union hm_state *const s[], const uint8_t *p, size_t n)
{
    stitch64(MD5 | SHA1, s, p, n);
}

void hm_md5_sha256_shani(union hm_state *const s[], const uint8_t *p, size_t n)
{
    stitch64(MD5 | SHA256, s, p, n);
}

void hm_sha1_sha256_shani(union hm_state *const s[], const uint8_t *p, size_t n)
{
    stitch64(SHA1 | SHA256, s, p, n);
}

void hm_md5_sha1_sha256_shani(union hm_state *const s[], const uint8_t *p, size_t n)
{
    stitch64(MD5 | SHA1 | SHA256, s, p, n);
}

ISA_END

#endif /* HM_X86_64 */
