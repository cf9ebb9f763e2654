/* SPDX-License-Identifier: MIT
 *
 * options.h - the command line as data. The only place that knows option names, under `mhash` and
 * under the sum names.
 */
#ifndef MHASH_OPTIONS_H
#define MHASH_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "msg.h"
#include "types.h"

enum action {
    ACTION_HASH,
    ACTION_CHECK,
    ACTION_LIST,
    ACTION_SELF_TEST,
    ACTION_BENCH,
    ACTION_HELP,
    ACTION_VERSION,
    ACTION_USAGE_ERROR, /* already told */
};

struct options {
    enum action action;
    const struct hm_algorithm *sum; /* called by a sum name: its algorithm; else NULL */
    const char *sum_name;           /* "md5sum" */

    const struct hm_algorithm *algorithms[HM_MAX_SET];
    size_t algorithm_count; /* 0: none chosen */
    struct line_format format;
    const char *key_file;

    bool recursive, follow;
    bool json; /* of a bench */

    /* of a check */
    bool quiet, status, warn, strict, ignore_missing;

    char **operands; /* in argv's order */
    int operand_count;
};

/* The sum name that the program was called by, or NULL. */
const char *options_sum_name(const char *argv0);

/* Reads the command line. Usage errors are told through msg. argv is permuted. */
void options_read(struct options *o, const char *sum_name, int argc, char **argv, struct msg *msg);

#endif /* MHASH_OPTIONS_H */
