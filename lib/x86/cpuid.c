/* SPDX-License-Identifier: MIT
 *
 * cpuid.c - see cpuid.h. Knows CPUID leaves, XCR0 and which CPUs have which quirk (Intel SDM volume
 * 1, chapter 13 and volume 2, CPUID; AMD APM volume 3, appendix D).
 */
#include "cpuid.h"

#include "../cpu.h"

#if HM_X86_64

#include <cpuid.h>

static uint64_t read_xcr0(void)
{
    uint32_t lo, hi;
    /* xgetbv by its bytes, so that no target flag is needed. */
    __asm__ volatile(".byte 0x0f, 0x01, 0xd0" : "=a"(lo), "=d"(hi) : "c"(0));
    return (uint64_t)hi << 32 | lo;
}

void hm_cpuid_read(struct hm_cpuid *regs)
{
    uint32_t a, b, c, d;
    memset(regs, 0, sizeof *regs);
    __cpuid(0, a, b, c, d);
    regs->max_leaf = a;
    memcpy(regs->vendor + 0, &b, 4);
    memcpy(regs->vendor + 4, &d, 4);
    memcpy(regs->vendor + 8, &c, 4);
    if (regs->max_leaf >= 1)
        __cpuid(1, regs->leaf1_eax, b, regs->leaf1_ecx, regs->leaf1_edx);
    if (regs->max_leaf >= 7)
        __cpuid_count(7, 0, a, regs->leaf7_ebx, regs->leaf7_ecx, d);
    if (regs->leaf1_ecx & (1u << 27))
        regs->xcr0 = read_xcr0();
}

static uint32_t quirks(const struct hm_cpuid *regs)
{
    uint32_t family = (regs->leaf1_eax >> 8) & 15;
    uint32_t model = (regs->leaf1_eax >> 4) & 15;
    if (family == 6 || family == 15)
        model |= (regs->leaf1_eax >> 12) & 0xf0;
    /* Skylake-X, Cascade Lake and Cooper Lake (model 0x55) lower the clock of the whole core for
     * 512-bit work; every later Intel core and AMD's Zen 4 run it at the usual clock. */
    if (!memcmp(regs->vendor, "GenuineIntel", 12) && family == 6 && model == 0x55)
        return HM_QUIRK_SLOW_ZMM;
    return 0;
}

uint32_t hm_cpuid_judge(const struct hm_cpuid *regs)
{
    enum { XMM = 1 << 1, YMM = 1 << 2, OPMASK = 1 << 5, ZMM_LOW = 1 << 6, ZMM_HIGH = 1 << 7 };
    const uint64_t avx_state = XMM | YMM;
    const uint64_t avx512_state = avx_state | OPMASK | ZMM_LOW | ZMM_HIGH;
    uint32_t bits = 0, ecx = regs->leaf1_ecx, edx = regs->leaf1_edx;
    uint32_t ebx7 = regs->max_leaf >= 7 ? regs->leaf7_ebx : 0;
    uint64_t xcr0 = ecx & (1u << 27) ? regs->xcr0 : 0;

    if (edx & (1u << 26))
        bits |= HM_CPU_SSE2;
    if (ecx & (1u << 9))
        bits |= HM_CPU_SSSE3;
    if (ecx & (1u << 19))
        bits |= HM_CPU_SSE41;
    if (ebx7 & (1u << 29))
        bits |= HM_CPU_SHA;
    if (ebx7 & (1u << 3))
        bits |= HM_CPU_BMI1;
    if (ebx7 & (1u << 8))
        bits |= HM_CPU_BMI2;
    /* Hypervisors hide these bits one by one: each level counts only with those below it. */
    if ((ecx & (1u << 28)) && (xcr0 & avx_state) == avx_state) {
        bits |= HM_CPU_AVX;
        if (ebx7 & (1u << 5))
            bits |= HM_CPU_AVX2;
    }
    if ((bits & HM_CPU_AVX2) && (xcr0 & avx512_state) == avx512_state && (ebx7 & (1u << 16))) {
        bits |= HM_CPU_AVX512F;
        if (ebx7 & (1u << 17))
            bits |= HM_CPU_AVX512DQ;
        if (ebx7 & (1u << 30))
            bits |= HM_CPU_AVX512BW;
        if (ebx7 & (1u << 31))
            bits |= HM_CPU_AVX512VL;
    }
    return bits | quirks(regs);
}

#endif /* HM_X86_64 */
