/* SPDX-License-Identifier: MIT
 *
 * options_check.h - the options of the jobs that read lists, and of keys. For options.c alone.
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
    OPT_HMAC,
    OPT_KEY_FILE,
    OPT_KEY_FD,
    OPT_KEY_ENV,
    OPT_KEY_FORMAT,
    OPT_TAG_BYTES,
    OPT_CHECK_END,
};

/* Rows for getopt_long. */
#define OPTIONS_CHECK                                                                              \
    {"accept", no_argument, NULL, OPT_ACCEPT}, {"audit", no_argument, NULL, OPT_AUDIT},            \
        {"confine", no_argument, NULL, OPT_CONFINE},                                               \
        {"expect", required_argument, NULL, OPT_EXPECT},                                           \
        {"fail-fast", no_argument, NULL, OPT_FAIL_FAST}, {"hmac", no_argument, NULL, OPT_HMAC},    \
        {"hmac-key-env", required_argument, NULL, OPT_KEY_ENV},                                    \
        {"hmac-key-fd", required_argument, NULL, OPT_KEY_FD},                                      \
        {"hmac-key-file", required_argument, NULL, OPT_KEY_FILE},                                  \
        {"hmac-key-format", required_argument, NULL, OPT_KEY_FORMAT},                              \
        {"older-than", required_argument, NULL, OPT_OLDER_THAN},                                   \
        {"only", required_argument, NULL, OPT_ONLY}, {"prune", no_argument, NULL, OPT_PRUNE},      \
        {"relative-to", required_argument, NULL, OPT_RELATIVE_TO},                                 \
        {"report", required_argument, NULL, OPT_REPORT},                                           \
        {"resume", no_argument, NULL, OPT_RESUME}, {"scrub", optional_argument, NULL, OPT_SCRUB},  \
        {"strict-algorithms", no_argument, NULL, OPT_STRICT_ALGORITHMS},                           \
        {"tag-bytes", required_argument, NULL, OPT_TAG_BYTES},                                     \
    {                                                                                              \
        "update", no_argument, NULL, OPT_UPDATE                                                    \
    }

/* Which of them were given, for the conflicts between them. */
struct given_check {
    const char *expect;
    bool only, fail_fast, relative_to, confine, strict_algorithms, report, update_only, older_than,
        key_format;
    unsigned keys;
    unsigned jobs; /* --check, --expect, --audit, --update */
};

/* Takes one. False, and *reason, which goes before the argument, if that makes no sense. */
bool options_check_take(struct options *o, struct given_check *given, int option, char *argument,
                        const char **reason);

/* What makes no sense together, or NULL. Called when all options are known. */
const char *options_check_conflict(struct options *o, const struct given_check *given);

void options_check_free(struct options *o);

#endif /* MHASH_OPTIONS_CHECK_H */
