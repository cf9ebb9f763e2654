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

/* Runs a kernel of the single form over n blocks, hm_run_long() over many: a message that long may
 * have to come from memory. */
enum { HM_LONG = 512 };
void hm_run_long(hm_blocks_fn *blocks, unsigned core, union hm_state *s, const uint8_t *p,
                 size_t n);

HM_INLINE void hm_run(hm_blocks_fn *blocks, unsigned core, union hm_state *s, const uint8_t *p,
                      size_t n)
{
    if (HM_LIKELY(n < HM_LONG || core == HM_CORE_SHA512))
        blocks(s, p, n);
    else
        hm_run_long(blocks, core, s, p, n);
}

HM_INLINE void hm_absorb(unsigned core, union hm_state *s, const uint8_t *p, size_t n)
{
    hm_run(atomic_load_explicit(&hm_single[core], memory_order_relaxed), core, s, p, n);
}

/* Long messages are fetched from memory this many bytes ahead, so many at a time. A CPU's own
 * prefetchers stop at the end of a page, and a kernel waits there for memory that it could have
 * had: out of memory SHA-1 takes half the time with this, SHA-256 0.6 and MD5 0.9 of it; in the
 * cache it costs nothing that can be measured. SHA-512, bound by operations, gains nothing. Steps
 * of 2 KiB and more gain less: so much at once holds up the loads of the kernel. */
enum { HM_FETCH_STEP = 512, HM_FETCH_AHEAD = 4096 };

HM_INLINE void hm_fetch(const uint8_t *p)
{
    for (size_t at = 0; at < HM_FETCH_STEP; at += 64)
        __builtin_prefetch(p + at);
}

/* The best usable row of a core for so many live messages (at least 1): of its lanes forms, the
 * first whose min_live is reached, else its single form, whose `lanes` is 1. */
const struct hm_kernel *hm_live_kernel(unsigned core, size_t live);

/* Forgets every choice: after hm_cpu_limit(), while no other thread hashes. */
void hm_dispatch_reset(void);

HM_HIDDEN_END

#endif /* HM_DISPATCH_H */
