/* SPDX-License-Identifier: MIT
 *
 * options_check.h - the options of the jobs that read lists. For options.c alone.
 */
#ifndef MHASH_OPTIONS_CHECK_H
#define MHASH_OPTIONS_CHECK_H

#include "options.h"

enum {
    OPT_CHECK = 2048, /* apart from those of other files */
    OPT_EXPECT = OPT_CHECK,
    OPT_ONLY,
    OPT_FAIL_FAST,
    OPT_RELATIVE_TO,
    OPT_CONFINE,
    OPT_STRICT_ALGORITHMS,
    OPT_REPORT,
    OPT_AUDIT,
    OPT_UPDATE,
    OPT_PRUNE,
    OPT_SCRUB,
    OPT_OLDER_THAN,
    OPT_ACCEPT,
    OPT_RESUME,
    OPT_CHECK_END,
};

/* Rows for getopt_long. */
#define OPTIONS_CHECK                                                                              \
    {"accept", no_argument, NULL, OPT_ACCEPT}, {"audit", no_argument, NULL, OPT_AUDIT},            \
        {"confine", no_argument, NULL, OPT_CONFINE},                                               \
        {"expect", required_argument, NULL, OPT_EXPECT},                                           \
        {"fail-fast", no_argument, NULL, OPT_FAIL_FAST},                                           \
        {"older-than", required_argument, NULL, OPT_OLDER_THAN},                                   \
        {"only", required_argument, NULL, OPT_ONLY}, {"prune", no_argument, NULL, OPT_PRUNE},      \
        {"relative-to", required_argument, NULL, OPT_RELATIVE_TO},                                 \
        {"report", required_argument, NULL, OPT_REPORT},                                           \
        {"resume", no_argument, NULL, OPT_RESUME}, {"scrub", optional_argument, NULL, OPT_SCRUB},  \
        {"strict-algorithms", no_argument, NULL, OPT_STRICT_ALGORITHMS},                           \
    {                                                                                              \
        "update", no_argument, NULL, OPT_UPDATE                                                    \
    }

/* Which of them were given, for the conflicts between them. */
struct given_check {
    const char *expect;
    bool only, fail_fast, relative_to, confine, strict_algorithms, report, update_only, older_than;
    unsigned jobs; /* --check, --expect, --audit, --update */
};

/* Takes one. False, and *reason, which goes before the argument, if that makes no sense. */
bool options_check_take(struct options *o, struct given_check *given, int option, char *argument,
                        const char **reason);

/* What makes no sense together, or NULL. Called when all options are known. */
const char *options_check_conflict(struct options *o, const struct given_check *given);

void options_check_free(struct options *o);

#endif /* MHASH_OPTIONS_CHECK_H */
