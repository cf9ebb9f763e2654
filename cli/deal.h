/* SPDX-License-Identifier: MIT
 *
 * deal.h - which digests of one message are computed together, if several threads share them. Knows
 * sinks and the clock; knows no threads and no files.
 */
#ifndef MHASH_DEAL_H
#define MHASH_DEAL_H

#include "sink.h"

enum { DEAL_SAMPLE = 16 * 1024 };

/* Deals the digests out to so many groups: group_of[i] is that of the i-th. What goes well together
 * depends on the CPU, so the sample of DEAL_SAMPLE bytes is hashed to find out. */
void deal_out(const struct digest_list *wanted, size_t groups, const void *sample,
              uint8_t group_of[HM_MAX_SET]);

/* Nanoseconds for the sample, messages times: through digest sets, or side by side. */
uint64_t deal_time(const struct digest_list *wanted, size_t messages, bool together,
                   const void *sample);

#endif /* MHASH_DEAL_H */
