/* SPDX-License-Identifier: MIT
 *
 * launch.h - what launch.c tells its parent about the command that it ran.
 */
#ifndef BENCH_LAUNCH_H
#define BENCH_LAUNCH_H

#include <stdint.h>

#define LAUNCH_FD 3 /* the record is written there */

struct launch_record {
    uint64_t wall_ns; /* from before the start to after the end */
    uint64_t user_us; /* CPU time */
    uint64_t sys_us;
    uint64_t peak_kib; /* largest resident set */
    int32_t status;    /* as wait() gives it */
    int32_t error;     /* errno if the command could not be started */
};

#endif /* BENCH_LAUNCH_H */
