/* SPDX-License-Identifier: MIT
 *
 * options.h - the command line as data. The only place that knows option names, under `mhash` and
 * under the sum names.
 */
#ifndef MHASH_OPTIONS_H
#define MHASH_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "engine.h"
#include "etag.h"
#include "keys.h"
#include "msg.h"
#include "selection.h"
#include "types.h"

enum action {
    ACTION_HASH,
    ACTION_CHECK,
    ACTION_EXPECT, /* check one file against one digest */
    ACTION_AUDIT,  /* compare a folder with a list */
    ACTION_UPDATE, /* bring a list up to date with a folder */
    ACTION_LIST,
    ACTION_SELF_TEST,
    ACTION_BENCH,
    ACTION_HELP,
    ACTION_VERSION,
    ACTION_USAGE_ERROR, /* already told */
};

/* How the outcome of a job that reads lists is told. */
enum report { REPORT_TEXT, REPORT_SHORT, REPORT_JSON, REPORT_JSONL };

enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

/* A file of names to hash. */
struct name_list {
    const char *file;
    char delimiter;
};

struct options {
    enum action action;
    const struct hm_algorithm *sum; /* called by a sum name: its algorithm; else NULL */
    const char *sum_name;           /* "md5sum" */

    const struct hm_algorithm *algorithms[HM_MAX_SET];
    size_t algorithm_count; /* 0: none chosen */
    struct line_format format;
    struct key_source key;

    bool recursive;
    struct selection selection;
    struct name_list *name_lists;
    size_t name_list_count, name_list_size;

    const char *output; /* NULL: standard output */
    enum color color;
    struct engine_options engine;
    bool etag;     /* of the pieces, if their size is given: one S3 entity tag, not a line each */
    bool progress; /* a line on standard error */
    bool json;     /* of a bench */

    /* of a check */
    bool quiet, status, warn, strict, ignore_missing;

    /* of the jobs that read lists */
    bool fail_fast, confine, strict_algorithms;
    enum report report;
    const char *relative_to; /* "list", a folder, or NULL: the current one */
    char **only;
    size_t only_count, only_size;
    struct record expected;
    struct etag_claim expected_etag;
    size_t tag_bytes; /* 0: full length */

    /* of an update */
    bool prune, accept, resume, scrub;
    unsigned scrub_percent;
    uint64_t older_than; /* seconds */

    char **operands; /* in argv's order */
    int operand_count;
};

/* Frees what options_read() made. */
void options_free(struct options *o);

/* The sum name that the program was called by, or NULL. */
const char *options_sum_name(const char *argv0);

/* Reads the command line. Usage errors are told through msg. argv is permuted. */
void options_read(struct options *o, const char *sum_name, int argc, char **argv, struct msg *msg);

#endif /* MHASH_OPTIONS_H */
