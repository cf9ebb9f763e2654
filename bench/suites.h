/* SPDX-License-Identifier: MIT
 *
 * suites.h - what main.c can run.
 */
#ifndef BENCH_SUITES_H
#define BENCH_SUITES_H

#include "report.h"

struct options {
    bool quick;
    bool list;           /* list the bars, run nothing */
    bool cutovers;       /* derive min_live of the lanes rows, run nothing else */
    const char *only;    /* comma-separated sections; NULL: all */
    const char *bar;     /* an id or the beginning of several; NULL: all */
    const char *results; /* folder for SUITE.json; NULL: nowhere */
    double budget_s;     /* tool: seconds for the rounds of one row; 0: the usual */
    const char *dir;     /* where the tool suite may make its files; NULL: the usual place */
    char **argv;
};

/* Each returns the exit status of the program: 0; 1 after a wrong answer or a failure to measure.
 * A bar that is missed is a result, not a failure. */
int library_suite(const struct options *options);
int tool_suite(const struct options *options);
int hmac_suite(const struct options *options);

/* bars.c: runs the library bars, those of the portable comparison or the others, or only those
 * asked for. False after a wrong answer. */
bool bars_run(struct report *report, const struct options *options, bool portable);
void bars_list(void);
void bars_print(const struct report *report);

/* Whether --bar asks for this one: there is no --bar, or it is this id or its beginning. */
bool bar_matches(const struct options *options, const char *id);

/* How many bars of a suite that are. */
size_t bars_library(const struct options *options);
size_t bars_tool(const struct options *options);

void tool_bars_list(void);

/* One line of --list-bars: suite, id, issue, "time at most 1.00", what. */
void bars_list_one(const char *suite, const char *id, int issue, const char *how, double asked_for,
                   const char *what);

/* One bar that was measured. */
struct verdict {
    const char *id, *what, *against, *unit, *command;
    int issue;
    bool at_most;
    double asked, aim, measured, mad;
    bool met, noisy;
};
void bars_add(struct report *report, const struct verdict *verdict);

/* Likewise, where several rows can answer for one bar: the worst of them stays. */
void bars_worst(struct report *report, const struct verdict *verdict);

/* cutovers.c: measures each lanes row with 1..L live messages, prints the rows to paste. */
void cutovers_run(struct report *report, const struct options *options);

/* Whether a section was asked for. */
bool asked(const struct options *options, const char *section);

#endif /* BENCH_SUITES_H */
