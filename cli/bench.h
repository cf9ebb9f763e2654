/* SPDX-License-Identifier: MIT
 *
 * bench.h - `mhash --bench`: how fast the library is on this machine.
 */
#ifndef MHASH_BENCH_H
#define MHASH_BENCH_H

#include <stdbool.h>

#include "writers.h"

/* Takes about two seconds; writes a table, or JSON. Gives the exit code. */
int run_bench(struct output *out, bool json);

#endif /* MHASH_BENCH_H */
