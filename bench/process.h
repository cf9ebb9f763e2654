/* SPDX-License-Identifier: MIT
 *
 * process.h - runs a command through the launcher and keeps what it printed and used. Knows no
 * digest and no tool.
 */
#ifndef BENCH_PROCESS_H
#define BENCH_PROCESS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "launch.h"

struct process_result {
    struct launch_record record;
    char *output; /* what it wrote, NUL-terminated; process_free() frees it */
    size_t length;
    bool flooded; /* it wrote more than PROCESS_MAX_OUTPUT; the rest was read and dropped */
};

enum { PROCESS_TIME_OUT_S = 120, PROCESS_MAX_OUTPUT = 64 << 20 };

enum process_output {
    PROCESS_DISCARD, /* standard output and error go nowhere */
    PROCESS_KEEP,    /* standard output is kept */
    PROCESS_BOTH,    /* standard error with it */
};

/* From now on SIGINT, SIGTERM and SIGHUP do not end this program: they end the command that runs
 * and all its children, and set process_stopped, after which nothing runs any more. The caller
 * cleans up, and ends with process_end(). */
void process_stop_on_signals(void);

/* The signal that came, 0 so far. */
extern volatile sig_atomic_t process_stopped;

/* Dies of the signal that came, if one did. */
void process_end(void);

/* Runs argv to its end, at most so many seconds. False, with a message, if the launcher itself
 * failed, without one after a signal; result is to be freed in any case. */
bool process_run(const char *const argv[], enum process_output what, unsigned seconds,
                 struct process_result *result);

void process_free(struct process_result *result);

/* The launcher to use; NULL: bench/launch beside this program. */
extern const char *process_launcher;

/* A file of the folder this program lies in: "mhash", "bench/launch". */
void process_neighbour(const char *name, char *path, size_t size);

#endif /* BENCH_PROCESS_H */
