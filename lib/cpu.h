/* SPDX-License-Identifier: MIT
 *
 * cpu.h - what this CPU can do, as bits: features that kernels need, quirks that make a kernel not
 * worth it, and a mask over both. Kernels never include it.
 */
#ifndef HM_CPU_H
#define HM_CPU_H

#include "base.h"
#include "hashmill.h"

HM_HIDDEN_BEGIN

enum {
    /* Features: set only if the CPU has them and the operating system saves their registers. */
    HM_CPU_SSE2 = 1u << 0,
    HM_CPU_SSSE3 = 1u << 1,
    HM_CPU_SSE41 = 1u << 2,
    HM_CPU_SHA = 1u << 3,
    HM_CPU_AVX = 1u << 4,
    HM_CPU_AVX2 = 1u << 5,
    HM_CPU_BMI1 = 1u << 6,
    HM_CPU_BMI2 = 1u << 7,
    HM_CPU_AVX512F = 1u << 8,
    HM_CPU_AVX512VL = 1u << 9,
    HM_CPU_AVX512BW = 1u << 10,
    HM_CPU_AVX512DQ = 1u << 11,

    /* Quirks: true statements about a CPU that has the feature but runs it badly. */
    HM_QUIRK_SLOW_ZMM = 1u << 24, /* 512-bit use lowers the clock or runs at half rate */

    /* What the kernel rows need, by family. */
    HM_NEEDS_SHANI = HM_CPU_SSE2 | HM_CPU_SSSE3 | HM_CPU_SSE41 | HM_CPU_SHA,
    HM_NEEDS_AVX2 = HM_CPU_SSE2 | HM_CPU_SSSE3 | HM_CPU_SSE41 | HM_CPU_AVX | HM_CPU_AVX2 |
                    HM_CPU_BMI1 | HM_CPU_BMI2,
    HM_NEEDS_AVX512 =
        HM_NEEDS_AVX2 | HM_CPU_AVX512F | HM_CPU_AVX512VL | HM_CPU_AVX512BW | HM_CPU_AVX512DQ,
};

/* The bits of this CPU, whatever the limit. Thread-safe; detects once. */
uint32_t hm_cpu_native(void);

/* The bits in use: hm_cpu_native() within the tier of hm_cpu_limit(). */
uint32_t hm_cpu_bits(void);

HM_HIDDEN_END

#endif /* HM_CPU_H */
