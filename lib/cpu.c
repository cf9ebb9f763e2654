/* SPDX-License-Identifier: MIT
 *
 * cpu.c - the bits of this CPU and the tiers that limit them. Knows no kernel.
 */
#include "cpu.h"

#include <stdatomic.h>

#include "dispatch.h"
#include "x86/cpuid.h"

#define ALL (~(uint32_t)0)
#define QUIRKS 0xff000000u

static const struct {
    const char *name;
    uint32_t mask;
} tiers[] = {
    {"portable", QUIRKS},
    {"sse2", QUIRKS | HM_CPU_SSE2},
    {"shani", QUIRKS | HM_NEEDS_SHANI},
    {"avx2-shani", QUIRKS | HM_NEEDS_AVX2},
    {"avx2", QUIRKS | HM_NEEDS_AVX2 | HM_NEEDS_SHANI},
    {"avx512-shani", QUIRKS | HM_NEEDS_AVX512},
    {"avx512", QUIRKS | HM_NEEDS_AVX512 | HM_NEEDS_SHANI},
    {"native", ALL},
};

#define DETECTED 0x00800000u /* set in `native` once it is known; no feature has this bit */

static _Atomic uint32_t native;
static _Atomic uint32_t limit = ALL;

uint32_t hm_cpu_native(void)
{
    uint32_t bits = atomic_load_explicit(&native, memory_order_relaxed);
    if (!bits) {
        /* Threads that race here store the same value. */
        bits = DETECTED;
#if HM_X86_64
        struct hm_cpuid regs;
        hm_cpuid_read(&regs);
        bits |= hm_cpuid_judge(&regs);
#endif
        atomic_store_explicit(&native, bits, memory_order_relaxed);
    }
    return bits & ~DETECTED;
}

uint32_t hm_cpu_bits(void)
{
    return hm_cpu_native() & atomic_load_explicit(&limit, memory_order_relaxed);
}

bool hm_cpu_limit(const char *tier)
{
    for (size_t i = 0; tier && i < HM_COUNT(tiers); i++) {
        if (strcmp(tiers[i].name, tier) != 0)
            continue;
        atomic_store_explicit(&limit, tiers[i].mask, memory_order_relaxed);
        hm_dispatch_reset();
        return true;
    }
    return false;
}

const char *hm_cpu_tier_at(size_t i)
{
    return i < HM_COUNT(tiers) ? tiers[i].name : NULL;
}
