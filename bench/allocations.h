/* SPDX-License-Identifier: MIT
 *
 * allocations.h - how often the code between two calls allocated, in whatever library.
 */
#ifndef BENCH_ALLOCATIONS_H
#define BENCH_ALLOCATIONS_H

#include <stdbool.h>
#include <stddef.h>

struct allocations {
    bool known; /* false where this build cannot count */
    size_t calls, bytes;
};

void allocations_start(void);
struct allocations allocations_stop(void);

#endif /* BENCH_ALLOCATIONS_H */
