/* SPDX-License-Identifier: MIT
 *
 * options_select.h - the options of `mhash` that select files and shape the output, for options.c.
 */
#ifndef MHASH_OPTIONS_SELECT_H
#define MHASH_OPTIONS_SELECT_H

#include "options.h"

enum {
    OPT_SELECT = 512,
    OPT_INCLUDE = OPT_SELECT,
    OPT_EXCLUDE,
    OPT_EXCLUDE_FROM,
    OPT_NO_HIDDEN,
    OPT_ONE_FILE_SYSTEM,
    OPT_SYMLINKS,
    OPT_MIN_SIZE,
    OPT_MAX_SIZE,
    OPT_MAX_DEPTH,
    OPT_SORT,
    OPT_FILES_FROM,
    OPT_FILES0_FROM,
    OPT_OUTPUT,
    OPT_STYLE,
    OPT_TAG,
    OPT_BARE,
    OPT_FORMAT,
    OPT_UPPER,
    OPT_ENCODING,
    OPT_COLOR,
    OPT_SELECT_END,
};

/* Rows for the table of getopt_long. */
#define OPTIONS_SELECT                                                                             \
    {"bare", no_argument, NULL, OPT_BARE}, {"color", required_argument, NULL, OPT_COLOR},          \
        {"encoding", required_argument, NULL, OPT_ENCODING},                                       \
        {"exclude", required_argument, NULL, OPT_EXCLUDE},                                         \
        {"exclude-from", required_argument, NULL, OPT_EXCLUDE_FROM},                               \
        {"files-from", required_argument, NULL, OPT_FILES_FROM},                                   \
        {"files0-from", required_argument, NULL, OPT_FILES0_FROM},                                 \
        {"format", required_argument, NULL, OPT_FORMAT},                                           \
        {"include", required_argument, NULL, OPT_INCLUDE},                                         \
        {"max-depth", required_argument, NULL, OPT_MAX_DEPTH},                                     \
        {"max-size", required_argument, NULL, OPT_MAX_SIZE},                                       \
        {"min-size", required_argument, NULL, OPT_MIN_SIZE},                                       \
        {"no-hidden", no_argument, NULL, OPT_NO_HIDDEN},                                           \
        {"one-file-system", no_argument, NULL, OPT_ONE_FILE_SYSTEM},                               \
        {"output", required_argument, NULL, OPT_OUTPUT},                                           \
        {"sort", required_argument, NULL, OPT_SORT},                                               \
        {"style", required_argument, NULL, OPT_STYLE},                                             \
        {"symlinks", required_argument, NULL, OPT_SYMLINKS}, {"tag", no_argument, NULL, OPT_TAG},  \
    {                                                                                              \
        "upper", no_argument, NULL, OPT_UPPER                                                      \
    }

/* Which of them were given, for the conflicts between them. */
struct given_select {
    const char *selecting; /* the last option that needs --recursive, as spelled */
    bool naming, style, encoding, upper;
    bool included, ruled; /* the first rule was an --include; there was a rule */
};

/* Tells what is wrong, and where help is: text, and if there is one, the word. Either may be NULL.
 */
void usage_error(struct options *o, struct msg *msg, const char *text, const char *word);

/* Takes one of them. False if its argument is wrong, already told. */
bool options_select_take(struct options *o, struct given_select *given, int option,
                         const char *argument, struct msg *msg);

/* What makes no sense together, or NULL. */
const char *options_select_conflict(const struct options *o, const struct given_select *given);

/* What follows from all options, once the algorithms are known. False if the template is wrong,
 * already told. */
bool options_select_finish(struct options *o, const struct given_select *given, struct msg *msg);

#endif /* MHASH_OPTIONS_SELECT_H */
