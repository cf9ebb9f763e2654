/* SPDX-License-Identifier: MIT
 *
 * sse2.c - the lanes kernels in SSE2. Knows which forms are worth having, nothing of rounds.
 */
#include "../kernel.h"

#if HM_X86_64

#include "vec_sse2.h"

ISA_BEGIN("sse2")

#define V(name) xmm_##name

#define LANES_FN hm_md5_sse2x8
#define GROUPS 2
#include "../lanes/md5.h"
#undef LANES_FN
#undef GROUPS

#define LANES_FN hm_md5_sse2x4
#define GROUPS 1
#include "../lanes/md5.h"
#undef LANES_FN
#undef GROUPS

#define LANES_FN hm_sha1_sse2x4
#include "../lanes/sha1.h"
#undef LANES_FN

#define LANES_FN hm_sha256_sse2x4
#include "../lanes/sha256.h"
#undef LANES_FN

#define LANES_FN hm_rmd160_sse2x4
#include "../lanes/rmd160.h"
#undef LANES_FN

#undef V

ISA_END

#endif /* HM_X86_64 */
