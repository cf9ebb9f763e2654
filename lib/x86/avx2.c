/* SPDX-License-Identifier: MIT
 *
 * avx2.c - the lanes kernels in AVX2. Knows which forms are worth having, nothing of rounds.
 */
#include "../kernel.h"

#if HM_X86_64

#include "vec_avx2.h"

ISA_BEGIN("avx2")

#define V(name) ymm_##name

#define LANES_FN hm_md5_avx2x16
#define GROUPS 2
#include "../lanes/md5.h"
#undef LANES_FN
#undef GROUPS

#define LANES_FN hm_md5_avx2x8
#define GROUPS 1
#include "../lanes/md5.h"
#undef LANES_FN
#undef GROUPS

#define LANES_FN hm_sha1_avx2x8
#include "../lanes/sha1.h"
#undef LANES_FN

#define LANES_FN hm_sha256_avx2x8
#include "../lanes/sha256.h"
#undef LANES_FN

#define LANES_FN hm_sha512_avx2x4
#include "../lanes/sha512.h"
#undef LANES_FN

#define LANES_FN hm_rmd160_avx2x8
#include "../lanes/rmd160.h"
#undef LANES_FN

#undef V

ISA_END

#endif /* HM_X86_64 */
