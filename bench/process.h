/* SPDX-License-Identifier: MIT
 *
 * process.h - runs a command through the launcher and keeps what it printed and used. Knows no
 * digest and no tool.
 */
#ifndef BENCH_PROCESS_H
#define BENCH_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

#include "launch.h"

struct process_result {
    struct launch_record record;
    char output[4096]; /* the beginning of what it wrote, NUL-terminated */
};

enum { PROCESS_TIME_OUT_S = 120 };

/* Runs argv to its end; its standard error goes with the output if both is set, nowhere
 * otherwise. False, with a message, if the launcher itself failed. */
bool process_run(const char *const argv[], bool both, struct process_result *result);

/* A file of the folder this program lies in: "mhash", "bench/launch". */
void process_neighbour(const char *name, char *path, size_t size);

#endif /* BENCH_PROCESS_H */
