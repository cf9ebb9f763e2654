/* SPDX-License-Identifier: MIT
 *
 * cpuid.h - x86 feature detection in two steps: reading the registers, and judging them. The second
 * is pure, so that tests can feed it the registers of any machine.
 */
#ifndef HM_CPUID_H
#define HM_CPUID_H

#include "../base.h"

HM_HIDDEN_BEGIN

struct hm_cpuid {
    uint32_t max_leaf;
    char vendor[12];
    uint32_t leaf1_eax, leaf1_ecx, leaf1_edx;
    uint32_t leaf7_ebx, leaf7_ecx;
    uint64_t xcr0; /* 0 if OSXSAVE is clear */
};

void hm_cpuid_read(struct hm_cpuid *regs);
uint32_t hm_cpuid_judge(const struct hm_cpuid *regs); /* cpu.h bits */

HM_HIDDEN_END

#endif /* HM_CPUID_H */
