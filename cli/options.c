/* SPDX-License-Identifier: MIT
 *
 * options.c - the command line. getopt_long gives abbreviations, their ambiguity messages and
 * POSIXLY_CORRECT the meaning they have in coreutils.
 */
#include "options.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "options_check.h"
#include "options_engine.h"
#include "options_select.h"

/* Values of options without a letter. */
enum {
    OPT_HELP = 256,
    OPT_VERSION,
    OPT_IGNORE_MISSING,
    OPT_QUIET,
    OPT_STATUS,
    OPT_STRICT,
    OPT_LIST,
    OPT_SELF_TEST,
    OPT_BENCH,
    OPT_JSON,
    OPT_PROGRESS,
    OPT_NO_PROGRESS,
};

void usage_error(struct options *o, struct msg *msg, const char *text, const char *word)
{
    if (word)
        msg_say_word(msg, text, word);
    else if (text)
        msg_say(msg, text);
    msg_try_help(msg);
    o->action = ACTION_USAGE_ERROR;
}

const char *options_sum_name(const char *argv0)
{
    static const char *const names[] = {"md5sum",    "sha1sum",   "sha224sum",
                                        "sha256sum", "sha384sum", "sha512sum"};
    const char *slash = argv0 ? strrchr(argv0, '/') : NULL;
    const char *base = slash ? slash + 1 : argv0;

    for (size_t i = 0; base && i < sizeof names / sizeof *names; i++)
        if (strcmp(base, names[i]) == 0)
            return names[i];
    return NULL;
}

/* ---- Under a sum name --------------------------------------------------------------------- */

/* The last of these three wins, as in coreutils. */
static void set_loudness(struct options *o, int option)
{
    o->status = option == OPT_STATUS;
    o->quiet = option == OPT_QUIET;
    o->warn = option == 'w';
}

/* Combinations that make no sense, in coreutils' order. */
static const char *sum_conflict(const struct options *o, bool mode_given, bool tag)
{
    const bool check = o->action == ACTION_CHECK;

    if (tag && mode_given && !o->format.binary)
        return "--tag does not support --text mode";
    if (check && o->format.zero)
        return "the --zero option is not supported when verifying checksums";
    if (check && tag)
        return "the --tag option is meaningless when verifying checksums";
    if (check && mode_given)
        return "the --binary and --text options are meaningless when verifying checksums";
    if (check)
        return NULL;
    if (o->ignore_missing)
        return "the --ignore-missing option is meaningful only when verifying checksums";
    if (o->status)
        return "the --status option is meaningful only when verifying checksums";
    if (o->warn)
        return "the --warn option is meaningful only when verifying checksums";
    if (o->quiet)
        return "the --quiet option is meaningful only when verifying checksums";
    if (o->strict)
        return "the --strict option is meaningful only when verifying checksums";
    return NULL;
}

static void read_sum(struct options *o, int argc, char **argv, struct msg *msg)
{
    /* In coreutils' order, which shows in the message about an ambiguous abbreviation. */
    static const struct option longs[] = {
        {"check", no_argument, NULL, 'c'},
        {"ignore-missing", no_argument, NULL, OPT_IGNORE_MISSING},
        {"quiet", no_argument, NULL, OPT_QUIET},
        {"status", no_argument, NULL, OPT_STATUS},
        {"warn", no_argument, NULL, 'w'},
        {"strict", no_argument, NULL, OPT_STRICT},
        {"tag", no_argument, NULL, OPT_TAG},
        {"zero", no_argument, NULL, 'z'},
        {"binary", no_argument, NULL, 'b'},
        {"text", no_argument, NULL, 't'},
        {"help", no_argument, NULL, OPT_HELP},
        {"version", no_argument, NULL, OPT_VERSION},
        {NULL, 0, NULL, 0},
    };
    bool mode_given = false, tag = false;
    int c;

    while ((c = getopt_long(argc, argv, "bctwz", longs, NULL)) != -1) {
        switch (c) {
        case 'b':
        case 't':
            mode_given = true;
            o->format.binary = c == 'b';
            break;
        case 'c':
            o->action = ACTION_CHECK;
            break;
        case 'w':
        case OPT_STATUS:
        case OPT_QUIET:
            set_loudness(o, c);
            break;
        case 'z':
            o->format.zero = true;
            break;
        case OPT_TAG:
            tag = mode_given = o->format.binary = true;
            o->format.style = STYLE_BSD;
            break;
        case OPT_IGNORE_MISSING:
            o->ignore_missing = true;
            break;
        case OPT_STRICT:
            o->strict = true;
            break;
        case OPT_HELP:
            o->action = ACTION_HELP;
            return;
        case OPT_VERSION:
            o->action = ACTION_VERSION;
            return;
        default:
            usage_error(o, msg, NULL, NULL);
            return;
        }
    }
    const char *conflict = sum_conflict(o, mode_given, tag);
    if (conflict)
        usage_error(o, msg, conflict, NULL);
}

/* ---- As mhash ----------------------------------------------------------------------------- */

/* Which options were given, for the conflicts between them. */
struct given {
    bool zero, check_only;
    struct given_check check;
    struct given_select select;
};

/* Adds the algorithms of a comma-separated list, each once. False at an unknown or empty name,
 * left in text. */
static bool add_algorithms(struct options *o, char **text)
{
    for (char *name = *text, *comma; name; name = comma) {
        comma = strchr(name, ',');
        if (comma)
            *comma++ = '\0';
        const struct hm_algorithm *a = hm_algorithm_by_name(name);
        if (!a) {
            *text = name;
            return false;
        }
        size_t i = 0;
        while (i < o->algorithm_count && o->algorithms[i] != a)
            i++;
        if (i == o->algorithm_count && i < HM_MAX_SET)
            o->algorithms[o->algorithm_count++] = a;
    }
    return true;
}

static const char *mhash_conflict(struct options *o, const struct given *given)
{
    const char *conflict = options_check_conflict(o, &given->check);

    if (!conflict)
        conflict = options_engine_conflict(o);
    if (conflict)
        return conflict;
    if (given->check_only && (o->action == ACTION_AUDIT || o->action == ACTION_UPDATE))
        return o->ignore_missing ? "--ignore-missing needs --check" : NULL;
    if (o->action == ACTION_CHECK || o->action == ACTION_EXPECT)
        return o->recursive ? "--recursive is meaningless with --check"
                            : options_select_conflict(o, &given->select);
    if (given->check_only)
        return "--quiet, --status, --warn, --strict and --ignore-missing need --check";
    return options_select_conflict(o, &given->select);
}

/* More than any machine's CPUs that one run can feed. */
enum { MAX_JOBS = 1024 };

/* A decimal number from 1 to max, and nothing else. */
static bool read_number(const char *word, unsigned long long max, unsigned long long *number)
{
    size_t len = strlen(word);

    if (!len || len > 18 || strspn(word, "0123456789") != len)
        return false;
    *number = strtoull(word, NULL, 10);
    return *number >= 1 && *number <= max;
}

/* Handles one option of `mhash`. False if it ends the command line. */
static bool read_option(struct options *o, struct given *given, int c, struct msg *msg)
{
    char *word = optarg;
    const char *reason = NULL;
    unsigned long long number;

    if (c >= OPT_ENGINE && c < OPT_ENGINE_END)
        return options_engine_take(o, c, word, msg);
    if (c >= OPT_SELECT && c < OPT_SELECT_END)
        return options_select_take(o, &given->select, c, word, msg);
    if (c >= OPT_CHECK && c < OPT_CHECK_END) {
        if (options_check_take(o, &given->check, c, word, &reason))
            return true;
        usage_error(o, msg, reason, word);
        return false;
    }
    switch (c) {
    case 'a':
        if (add_algorithms(o, &word))
            return true;
        usage_error(o, msg, "unknown algorithm", word);
        return false;
    case 'c':
        given->check.jobs += o->action != ACTION_HASH && o->action != ACTION_CHECK;
        o->action = ACTION_CHECK;
        return true;
    case 'r':
        o->recursive = true;
        return true;
    case OPT_PROGRESS:
    case OPT_NO_PROGRESS:
        o->progress = c == OPT_PROGRESS;
        return true;
    case 'j':
        if (read_number(word, MAX_JOBS, &number)) {
            o->engine.jobs = (unsigned)number;
            return true;
        }
        usage_error(o, msg, "--jobs takes a number from 1 to 1024, not", word);
        return false;
    case 'z':
        o->format.zero = given->zero = true;
        return true;
    case 'q':
        o->quiet = given->check_only = true;
        return true;
    case 'w':
        o->warn = given->check_only = true;
        return true;
    case OPT_STATUS:
        o->status = given->check_only = true;
        return true;
    case OPT_STRICT:
        o->strict = given->check_only = true;
        return true;
    case OPT_IGNORE_MISSING:
        o->ignore_missing = given->check_only = true;
        return true;
    case 'o':
        return options_select_take(o, &given->select, OPT_OUTPUT, word, msg);
    case 'x':
        return options_select_take(o, &given->select, OPT_ONE_FILE_SYSTEM, NULL, msg);
    case OPT_LIST:
        o->action = ACTION_LIST;
        return false;
    case OPT_SELF_TEST:
        o->action = ACTION_SELF_TEST;
        return false;
    case OPT_BENCH:
        o->action = ACTION_BENCH;
        return true;
    case OPT_JSON:
        o->json = true;
        return true;
    case 'h':
        o->action = ACTION_HELP;
        return false;
    case 'V':
        o->action = ACTION_VERSION;
        return false;
    default:
        usage_error(o, msg, NULL, NULL);
        return false;
    }
}

/* Whether the data comes from standard input. */
static bool reads_stdin(const struct options *o)
{
    for (int i = 0; i < o->operand_count; i++)
        if (strcmp(o->operands[i], "-") == 0)
            return true;
    return o->operand_count == 0 && !o->recursive && !o->name_list_count;
}

static void read_mhash(struct options *o, int argc, char **argv, struct msg *msg)
{
    static const struct option longs[] = {
        {"algorithm", required_argument, NULL, 'a'},
        {"bench", no_argument, NULL, OPT_BENCH},
        {"check", no_argument, NULL, 'c'},
        {"help", no_argument, NULL, 'h'},
        {"ignore-missing", no_argument, NULL, OPT_IGNORE_MISSING},
        {"jobs", required_argument, NULL, 'j'},
        {"json", no_argument, NULL, OPT_JSON},
        {"list", no_argument, NULL, OPT_LIST},
        {"no-progress", no_argument, NULL, OPT_NO_PROGRESS},
        {"progress", no_argument, NULL, OPT_PROGRESS},
        {"quiet", no_argument, NULL, 'q'},
        {"recursive", no_argument, NULL, 'r'},
        {"self-test", no_argument, NULL, OPT_SELF_TEST},
        {"status", no_argument, NULL, OPT_STATUS},
        {"strict", no_argument, NULL, OPT_STRICT},
        {"version", no_argument, NULL, 'V'},
        {"warn", no_argument, NULL, 'w'},
        {"zero", no_argument, NULL, 'z'},
        OPTIONS_CHECK,
        OPTIONS_ENGINE,
        OPTIONS_SELECT,
        {NULL, 0, NULL, 0},
    };
    struct given given = {0};
    int c;

    o->progress = isatty(STDERR_FILENO);
    while ((c = getopt_long(argc, argv, "a:chj:o:qrVwxz", longs, NULL)) != -1) {
        if (c == OPT_S3_ETAG && !optarg && options_engine_is_size(argv[optind]))
            optarg = argv[optind++];
        if (!read_option(o, &given, c, msg))
            return;
    }
    o->operands = argv + optind;
    o->operand_count = argc - optind;
    const char *conflict = mhash_conflict(o, &given);
    if (!conflict && o->key.from == KEY_FILE && strcmp(o->key.word, "-") == 0 && reads_stdin(o))
        conflict = "the key and the data cannot both come from standard input";
    if (!conflict && o->action == ACTION_BENCH && o->operand_count)
        conflict = "--bench takes no FILE";
    if (!conflict && o->json && o->action != ACTION_BENCH)
        conflict = "--json needs --bench";
    if (conflict) {
        usage_error(o, msg, conflict, NULL);
        return;
    }
    if (o->action == ACTION_HASH && !o->algorithm_count)
        o->algorithms[o->algorithm_count++] = hm_algorithm_at(o->etag ? HM_MD5 : HM_SHA256);
    o->format.keyed = o->key.from != KEY_NONE;
    options_select_finish(o, &given.select, msg);
}

void options_free(struct options *o)
{
    options_check_free(o);
    selection_free(&o->selection);
    free(o->name_lists);
}

void options_read(struct options *o, const char *sum_name, int argc, char **argv, struct msg *msg)
{
    *o = (struct options){.action = ACTION_HASH, .sum_name = sum_name};
    o->engine.patient = o->engine.truthful = !sum_name;
    if (!sum_name) {
        read_mhash(o, argc, argv, msg);
        return;
    }
    char name[16] = "";
    memcpy(name, sum_name, strlen(sum_name) - strlen("sum"));
    o->sum = hm_algorithm_by_name(name);
    o->algorithms[0] = o->sum;
    o->algorithm_count = 1;
    read_sum(o, argc, argv, msg);
    o->operands = argv + optind;
    o->operand_count = argc - optind;
}
