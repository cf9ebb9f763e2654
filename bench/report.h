/* SPDX-License-Identifier: MIT
 *
 * report.h - where results go: lines for people on stdout, JSON for the page generator.
 */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include <jansson.h>

#include "contest.h"

struct report {
    json_t *root;
    char heading[160]; /* of the table that is being printed */
};

/* Starts a report: suite, command line, date, machine. */
void report_begin(struct report *report, const char *suite, bool quick, char **argv);

/* Adds who the contenders of library rows are, and the peers' versions. */
void report_contenders(struct report *report);

/* Adds one contest: entrant 0 is the subject, the others are set against it. */
void report_row(struct report *report, const char *section, const char *mode,
                const struct contest *contest);

/* Adds a value to a list in the root, which is made when it is not there yet. Takes value over. */
void report_add(struct report *report, const char *list, json_t *value);

/* Adds what a section took to the report's "seconds". */
void report_took(struct report *report, const char *section, uint64_t since_ns);

/* Prints these, and all together. */
void report_print_times(const struct report *report);

/* {min, median, max, mad} */
json_t *report_summary(const struct timing_summary *summary);

/* What the ratio of a peer's time to the subject's says of the peer: faster, even or slower. Even:
 * the difference lies within the noise. */
const char *report_verdict(const struct timing_summary *ratio);

/* Writes SUITE.json into a folder, which is made if need be, as a whole or not at all. False, with
 * a message, if it cannot. Does nothing if folder is NULL. */
bool report_write(const struct report *report, const char *folder);

/* "16 B", "4 KiB", "1 MiB" */
const char *size_text(size_t bytes, char text[24]);

/* A jansson value, or the end: memory is the only reason to have none. */
json_t *need(json_t *value);

/* machine.c: what the numbers were taken on. */
json_t *machine_describe(void);
json_t *machine_peers(void);

#endif /* BENCH_REPORT_H */
