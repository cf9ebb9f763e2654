/* SPDX-License-Identifier: MIT
 *
 * tool_rows.h - the tables of the tool suite: workloads, commands, rows, bars. A new row or peer is
 * one line in tool_rows.c.
 */
#ifndef BENCH_TOOL_ROWS_H
#define BENCH_TOOL_ROWS_H

#include "trial.h"

enum { ALG_MD5 = 1, ALG_SHA1 = 2, ALG_SHA256 = 4, ALG_SHA512 = 8, ALG_ALL = 15 };

struct tool_workload {
    const char *title;
    struct workload_part parts[WORKLOAD_PARTS], quick[WORKLOAD_PARTS];
};

struct tool_row {
    const char *id, *section, *title;
    const struct tool_workload *workload;
    const struct tool *tools;
    unsigned algorithms; /* a trial for each */
    unsigned together;   /* one trial that wants all of these */
    enum workload_check check;
    bool cold, full_only; /* full_only: not in a quick run */
    unsigned rounds, quick_rounds;
    const char *setup; /* command line that runs once before, untimed */
};

enum tool_measure {
    BAR_TIME,  /* the subject's wall time over the peer's: at most */
    BAR_SPEED, /* the peer's wall time over the subject's: at least */
    BAR_MS,    /* wall time: at most */
    BAR_PEAK,  /* largest resident set: at most */
};

struct tool_bar {
    const char *id;
    int issue;
    const char *row, *algorithm; /* NULL: every trial of the row, the worst of them counts */
    const char *subject;         /* NULL: the row's */
    const char *against;         /* an entrant by name; NULL: the fastest that is judged */
    enum tool_measure measure;
    double asked, aim;
    const char *what;
};

/* A bar on a number that a command prints: counted once, not timed. */
struct tool_count {
    const char *id;
    int issue;
    const char *needs; /* without this command there is no number */
    const struct tool_workload *workload;
    const char *algorithm, *line, *unit, *what;
    double asked; /* at most */
};

extern const struct tool_row tool_rows[];
extern const struct tool_count tool_counts[];
extern const struct tool_bar tool_bars[];

/* Who answers for its version, ended by a row without a name. */
extern const struct tool tool_versions[];

#endif /* BENCH_TOOL_ROWS_H */
