/* SPDX-License-Identifier: MIT
 *
 * dispatch.h - which kernel runs. Chosen once per core and kept in a relaxed atomic; every row is
 * constant, so racing threads choose the same. Also the list of rows, for tests and benchmarks.
 */
#ifndef HM_DISPATCH_H
#define HM_DISPATCH_H

#include <stdatomic.h>

#include "kernel.h"

HM_HIDDEN_BEGIN

/* Every row of kernels.def that this architecture compiles, in that order. */
extern const struct hm_kernel hm_kernels[];
extern const size_t hm_kernel_count;

/* Whether the row's needs are met and its quirks absent, within the tier in use. */
bool hm_kernel_usable(const struct hm_kernel *kernel);

/* Whether this CPU can run the row at all, whatever the tier and the quirks: what tests run. */
bool hm_kernel_runs(const struct hm_kernel *kernel);

/* The best usable row of a core's single form. Never NULL: the portable row always is. */
const struct hm_kernel *hm_single_kernel(enum hm_core_id core);

/* The function of that row, or one that chooses it, replaces itself and does the work. */
extern _Atomic(hm_blocks_fn *) hm_single[HM_CORES];

HM_INLINE void hm_absorb(unsigned core, union hm_state *s, const uint8_t *p, size_t n)
{
    atomic_load_explicit(&hm_single[core], memory_order_relaxed)(s, p, n);
}

/* The best usable row of a core for so many live messages (at least 1): of its lanes forms, the
 * first whose min_live is reached, else its single form, whose `lanes` is 1. */
const struct hm_kernel *hm_live_kernel(unsigned core, size_t live);

/* Forgets every choice: after hm_cpu_limit(), while no other thread hashes. */
void hm_dispatch_reset(void);

HM_HIDDEN_END

#endif /* HM_DISPATCH_H */
