/* SPDX-License-Identifier: MIT
 *
 * plan.h - which kernels absorb a digest set: the split of its states into groups.
 */
#ifndef HM_PLAN_H
#define HM_PLAN_H

#include "kernel.h"

HM_HIDDEN_BEGIN

/* Writes the cheapest split of n states, state i of core cores[i], to plan and returns its size:
 * for each group the row's place in hm_kernels[], then the places of its states in the order of
 * the row's cores. At most 2 * HM_MAX_SET bytes. */
size_t hm_plan(const uint8_t cores[], size_t n, uint8_t *plan);

/* Forgets the splits it keeps: after hm_cpu_limit(), while no other thread uses the library. */
void hm_plan_reset(void);

/* Number of states in a row's group. */
HM_INLINE size_t hm_plan_members(const struct hm_kernel *kernel)
{
    size_t n = 0;
    for (uint32_t cores = kernel->cores; cores; cores &= cores - 1)
        n++;
    return n;
}

HM_HIDDEN_END

#endif /* HM_PLAN_H */
