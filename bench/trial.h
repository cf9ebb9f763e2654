/* SPDX-License-Identifier: MIT
 *
 * trial.h - one row of the tool suite: commands that do the same work on the same files. Each one's
 * answer is compared first; then they take turns. Knows no tool by name.
 */
#ifndef BENCH_TRIAL_H
#define BENCH_TRIAL_H

#include <stdbool.h>

#include "timing.h"
#include "workload.h"

enum { TRIAL_MAX = 16, TRIAL_MAX_ARGS = 24, TRIAL_MAX_ROUNDS = 200 };

/* A command. Words are separated by blanks; a line that begins with "sh:" is one for the shell.
 * {a} the algorithm, {f} {l} the first and the last file, {d} the folder of files, {t} the scratch
 * folder, {b} the folder of the build, {p} processors to use (1 while answers are compared, for
 * lines of several processes mix in one pipe). {a} works in names too. */
struct tool {
    const char *name;
    const char *line;
    unsigned flags;
};
enum {
    TOOL_JUDGED = 1u << 0, /* one of those that bars compare with */
    TOOL_OTHER = 1u << 1,  /* does other work: its exit status is all that is checked */
};

struct trial_entrant {
    const struct tool *tool;
    char name[64];
    double wall_ms[TRIAL_MAX_ROUNDS], cpu_ms[TRIAL_MAX_ROUNDS];
    double peak_mib; /* largest resident set of one process of the command */
};

struct trial_absent {
    char name[64], why[128];
};

struct trial {
    /* What is wanted. */
    const struct workload *workload;
    const char *algorithm; /* {a} */
    unsigned mask;         /* algorithms that the answer must hold */
    enum workload_check check;
    bool cold; /* files are dropped from the page cache before every run */
    unsigned rounds, min_rounds;
    double budget_s;     /* fewer rounds if they would take longer */
    unsigned time_out_s; /* of one run */
    unsigned processors;

    /* What came out: entrant 0 is the subject. */
    struct trial_entrant entrants[TRIAL_MAX];
    size_t n;
    struct trial_absent absent[TRIAL_MAX];
    size_t n_absent;
    double resident; /* cold: largest share of the files that was still in memory */
};

enum trial_end {
    TRIAL_DONE,
    TRIAL_SKIPPED, /* the subject does not know an option of its line: nothing was timed */
    TRIAL_FAILED,  /* a wrong answer, or the subject failed: told on stderr */
};

/* Runs the commands of a table that ends with a row without a name; the first is the subject.
 * judged: the judged ones only. */
enum trial_end trial_run(struct trial *trial, const struct tool *tools, bool judged);

/* Runs one command line once, untimed. */
bool trial_prepare(const struct trial *trial, const char *line);

/* Ratio of the wall (or CPU) times of entrants a and b, pair by pair. */
struct timing_summary trial_ratio(const struct trial *trial, size_t a, size_t b, bool cpu);

/* The number that a command line prints; false if it fails or prints none. */
bool trial_number(const struct trial *trial, const char *line, double *number);

/* The first line that a command prints, on whichever stream; false if it cannot be run. */
bool trial_version(const char *line, char *text, size_t size);

#endif /* BENCH_TRIAL_H */
