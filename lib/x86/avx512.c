/* SPDX-License-Identifier: MIT
 *
 * avx512.c - the lanes kernels in AVX-512. Knows which forms are worth having, nothing of rounds.
 */
#include "../kernel.h"

#if HM_X86_64

#include "vec_avx512.h"

ISA_BEGIN("avx2,avx512f,avx512vl,avx512bw,avx512dq")

#define V(name) zmm_##name

#define LANES_FN hm_md5_avx512x32
#define GROUPS 2
#include "../lanes/md5.h"
#undef LANES_FN
#undef GROUPS

#define LANES_FN hm_md5_avx512x16
#define GROUPS 1
#include "../lanes/md5.h"
#undef LANES_FN
#undef GROUPS

#define LANES_FN hm_sha1_avx512x16
#include "../lanes/sha1.h"
#undef LANES_FN

#define LANES_FN hm_sha256_avx512x16
#include "../lanes/sha256.h"
#undef LANES_FN

#define LANES_FN hm_sha512_avx512x8
#include "../lanes/sha512.h"
#undef LANES_FN

#define LANES_FN hm_rmd160_avx512x16
#include "../lanes/rmd160.h"
#undef LANES_FN

#undef V

#define V(name) vlx_##name

#define LANES_FN hm_md5_avx512vlx16
#define GROUPS 2
#include "../lanes/md5.h"
#undef LANES_FN
#undef GROUPS

#define LANES_FN hm_md5_avx512vlx8
#define GROUPS 1
#include "../lanes/md5.h"
#undef LANES_FN
#undef GROUPS

#define LANES_FN hm_sha1_avx512vlx8
#include "../lanes/sha1.h"
#undef LANES_FN

#define LANES_FN hm_sha256_avx512vlx8
#include "../lanes/sha256.h"
#undef LANES_FN

#define LANES_FN hm_sha512_avx512vlx4
#include "../lanes/sha512.h"
#undef LANES_FN

#define LANES_FN hm_rmd160_avx512vlx8
#include "../lanes/rmd160.h"
#undef LANES_FN

#undef V

ISA_END

#endif /* HM_X86_64 */
