/* SPDX-License-Identifier: MIT
 *
 * options_select.c - the options that select files and shape the output, and what they rule out.
 */
#include "options_select.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include <fcntl.h>

#include "lines.h"
#include "reader.h"
#include "template.h"
#include "text.h"

/* The place of word in a NULL-terminated list, or -1. */
static int find_word(const char *const *words, const char *word)
{
    for (int i = 0; words[i]; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    return -1;
}

static bool wrong(struct options *o, struct msg *msg, const char *text, const char *word)
{
    usage_error(o, msg, text, word);
    return false;
}

/* ---- Selecting ---------------------------------------------------------------------------- */

static bool add_pattern(struct options *o, struct given_select *given, const char *pattern,
                        bool include, struct msg *msg)
{
    const char *reason;

    given->included |= include && !given->ruled;
    given->ruled = true;
    if (globs_add(&o->selection.globs, pattern, include, &reason))
        return true;
    msg_file(msg, pattern, reason);
    return wrong(o, msg, NULL, NULL);
}

static bool add_pattern_lines(struct options *o, const char *file, struct lines *lines,
                              struct msg *msg)
{
    static const char mark[] = "\xef\xbb\xbf";
    unsigned long long number = 0;
    enum line_status status;
    const char *reason = "longer than any pattern";
    char *line;
    size_t len;

    while ((status = lines_next(lines, &line, &len)) != LINE_END) {
        size_t skip = !number++ && len >= 3 && memcmp(line, mark, 3) == 0 ? 3 : 0;
        if (status != LINE_OK ||
            !globs_add_line(&o->selection.globs, line + skip, len - skip, &reason)) {
            msg_list_line(msg, file, number, reason);
            return wrong(o, msg, NULL, NULL);
        }
    }
    if (!lines->error)
        return true;
    msg_file_error(msg, file, lines->error);
    return wrong(o, msg, NULL, NULL);
}

static bool add_pattern_file(struct options *o, struct given_select *given, const char *file,
                             struct msg *msg)
{
    const bool is_stdin = strcmp(file, "-") == 0;
    struct entry entry = {.name = file,
                          .base = file,
                          .dir = AT_FDCWD,
                          .source = is_stdin ? SOURCE_STDIN : SOURCE_PATH};
    struct lines lines;
    int fd = reader_open(&entry, true);
    bool good;

    given->ruled = true;
    if (fd < 0) {
        msg_file_error(msg, file, errno);
        return wrong(o, msg, NULL, NULL);
    }
    lines_open(&lines, fd, '\n', true);
    good = add_pattern_lines(o, is_stdin ? "standard input" : file, &lines, msg);
    lines_close(&lines);
    if (!is_stdin)
        close(fd);
    return good;
}

static bool set_size(struct options *o, int option, const char *text, struct msg *msg)
{
    struct selection *s = &o->selection;

    if (!selection_parse_size(text, option == OPT_MIN_SIZE ? &s->min_size : &s->max_size))
        return wrong(o, msg, "not a size:", text);
    s->has_max_size |= option == OPT_MAX_SIZE;
    return true;
}

static bool set_depth(struct options *o, const char *text, struct msg *msg)
{
    uint64_t depth;

    if (strspn(text, "0123456789") != strlen(text) || !selection_parse_size(text, &depth) || !depth)
        return wrong(o, msg, "--max-depth takes a number from 1 on, not", text);
    o->selection.max_depth = depth < SIZE_MAX ? (size_t)depth : SIZE_MAX;
    return true;
}

static bool add_name_list(struct options *o, const char *file, char delimiter)
{
    o->name_lists = memory_grow(o->name_lists, &o->name_list_size, o->name_list_count + 1,
                                sizeof *o->name_lists);
    o->name_lists[o->name_list_count++] = (struct name_list){file, delimiter};
    return true;
}

static bool take_selecting(struct options *o, struct given_select *given, int option,
                           const char *argument, struct msg *msg)
{
    static const char *const links[] = {"skip", "follow", "link", NULL};
    static const char *const sorts[] = {"name", "none", "size", NULL};
    static const char *const names[] = {
        [OPT_INCLUDE - OPT_SELECT] = "--include needs --recursive",
        [OPT_EXCLUDE - OPT_SELECT] = "--exclude needs --recursive",
        [OPT_EXCLUDE_FROM - OPT_SELECT] = "--exclude-from needs --recursive",
        [OPT_NO_HIDDEN - OPT_SELECT] = "--no-hidden needs --recursive",
        [OPT_ONE_FILE_SYSTEM - OPT_SELECT] = "--one-file-system needs --recursive",
        [OPT_SYMLINKS - OPT_SELECT] = "--symlinks needs --recursive",
        [OPT_MIN_SIZE - OPT_SELECT] = "--min-size needs --recursive",
        [OPT_MAX_SIZE - OPT_SELECT] = "--max-size needs --recursive",
        [OPT_MAX_DEPTH - OPT_SELECT] = "--max-depth needs --recursive",
        [OPT_SORT - OPT_SELECT] = "--sort needs --recursive"};
    struct selection *s = &o->selection;
    int place;

    given->selecting = names[option - OPT_SELECT];
    switch (option) {
    case OPT_INCLUDE:
    case OPT_EXCLUDE:
        return add_pattern(o, given, argument, option == OPT_INCLUDE, msg);
    case OPT_EXCLUDE_FROM:
        return add_pattern_file(o, given, argument, msg);
    case OPT_NO_HIDDEN:
        return s->no_hidden = true;
    case OPT_ONE_FILE_SYSTEM:
        return s->one_file_system = true;
    case OPT_MIN_SIZE:
    case OPT_MAX_SIZE:
        return set_size(o, option, argument, msg);
    case OPT_MAX_DEPTH:
        return set_depth(o, argument, msg);
    case OPT_SYMLINKS:
        if ((place = find_word(links, argument)) < 0)
            return wrong(o, msg, "--symlinks takes skip, follow or link, not", argument);
        s->links = (enum links)place;
        return true;
    default:
        if ((place = find_word(sorts, argument)) < 0)
            return wrong(o, msg, "--sort takes name, none or size, not", argument);
        s->sort = (enum sort)place;
        return true;
    }
}

/* ---- Shaping ------------------------------------------------------------------------------ */

static bool set_style(struct options *o, struct given_select *given, enum style style)
{
    o->format.style = style;
    return given->style = true;
}

static bool set_encoding(struct options *o, struct given_select *given, const char *word,
                         struct msg *msg)
{
    static const char *const encodings[] = {"hex", "base64", "raw", "bubblebabble", NULL};
    const bool upper = strcmp(word, "HEX") == 0;
    int place = upper ? ENCODING_HEX : find_word(encodings, word);

    if (place < 0)
        return wrong(o, msg, "unknown encoding", word);
    o->format.encoding = (enum encoding)place;
    o->format.upper = given->upper = given->upper || upper;
    return given->encoding = true;
}

bool options_select_take(struct options *o, struct given_select *given, int option,
                         const char *argument, struct msg *msg)
{
    static const char *const styles[] = {"gnu",  "bsd",   "openssl",  "hashdeep",     "sfv", "csv",
                                         "json", "jsonl", "certutil", "get-filehash", NULL};
    static const char *const colors[] = {"auto", "always", "never", NULL};
    int place;

    switch (option) {
    case OPT_FILES_FROM:
    case OPT_FILES0_FROM:
        given->naming = true;
        return add_name_list(o, argument, option == OPT_FILES_FROM ? '\n' : '\0');
    case OPT_OUTPUT:
        o->output = strcmp(argument, "-") == 0 ? NULL : argument;
        return true;
    case OPT_STYLE:
        if ((place = find_word(styles, argument)) < 0)
            return wrong(o, msg, "unknown style", argument);
        return set_style(o, given, (enum style)place);
    case OPT_TAG:
        return set_style(o, given, STYLE_BSD);
    case OPT_BARE:
        return set_style(o, given, STYLE_BARE);
    case OPT_FORMAT:
        o->format.template = argument;
        return set_style(o, given, STYLE_TEMPLATE);
    case OPT_UPPER:
        return o->format.upper = given->upper = true;
    case OPT_ENCODING:
        return set_encoding(o, given, argument, msg);
    case OPT_COLOR:
        if ((place = find_word(colors, argument)) < 0)
            return wrong(o, msg, "--color takes auto, always or never, not", argument);
        o->color = (enum color)place;
        return true;
    default:
        return take_selecting(o, given, option, argument, msg);
    }
}

/* ---- Conflicts ---------------------------------------------------------------------------- */

/* Styles that other tools read: what they could not tell apart or read is refused. */
static const char *style_conflict(const struct options *o)
{
    const struct line_format *f = &o->format;
    const bool several = o->algorithm_count > 1, keyed = o->key.from != KEY_NONE;

    if (f->zero && f->style != STYLE_GNU && f->style != STYLE_BSD && f->style != STYLE_OPENSSL &&
        f->style != STYLE_BARE)
        return "--zero is for --style gnu, bsd and openssl, and for --bare";
    switch (f->style) {
    case STYLE_GNU:
        return several ? "--style gnu cannot tell several algorithms apart"
               : keyed ? "--style gnu cannot tell HMACs from plain digests"
                       : NULL;
    case STYLE_HASHDEEP:
    case STYLE_SFV:
    case STYLE_CERTUTIL:
    case STYLE_GET_FILEHASH:
        if (keyed)
            return "--style hashdeep, sfv, certutil and get-filehash cannot tell HMACs from plain "
                   "digests";
        if (f->encoding != ENCODING_HEX)
            return "--style hashdeep, sfv, certutil and get-filehash have digests in hex only";
        if (f->style == STYLE_HASHDEEP)
            for (size_t i = 0; i < o->algorithm_count; i++)
                if (o->algorithms[i] != hm_algorithm_at(HM_MD5) &&
                    o->algorithms[i] != hm_algorithm_at(HM_SHA1) &&
                    o->algorithms[i] != hm_algorithm_at(HM_SHA256))
                    return "--style hashdeep has MD5, SHA-1 and SHA-256 only";
        return NULL;
    default:
        return NULL;
    }
}

static const char *hash_conflict(const struct options *o, const struct given_select *given)
{
    const bool raw = o->format.encoding == ENCODING_RAW;

    if (given->selecting && !o->recursive)
        return given->selecting;
    if (o->selection.has_max_size && o->selection.min_size > o->selection.max_size)
        return "--min-size is above --max-size";
    if (raw && (o->recursive || o->operand_count > 1 || o->algorithm_count > 1 || given->naming))
        return "--encoding raw is for one file and one algorithm";
    if (raw && (given->style || o->format.zero))
        return "--encoding raw has no lines: --style, --tag and --zero are meaningless";
    if (given->upper && o->format.encoding != ENCODING_HEX)
        return "--upper is for digests in hex";
    return given->style ? style_conflict(o) : NULL;
}

const char *options_select_conflict(const struct options *o, const struct given_select *given)
{
    if (o->action == ACTION_HASH)
        return hash_conflict(o, given);
    if (o->action == ACTION_AUDIT || o->action == ACTION_UPDATE) {
        if (given->naming || given->encoding || given->upper)
            return "--audit and --update take no list of names and shape no lines";
        if (given->style && (o->action == ACTION_AUDIT || o->format.style > STYLE_BSD))
            return "--style is for new entries of --update: gnu or bsd";
        return NULL;
    }
    if (given->selecting || given->naming)
        return "options that select files are meaningless with --check";
    if (given->style || given->encoding || given->upper)
        return "options that shape digest lines are meaningless with --check";
    return NULL;
}

/* Standard input can be read once. */
static bool stdin_is_contended(const struct options *o)
{
    int readers = o->key.from == KEY_FILE && strcmp(o->key.word, "-") == 0;
    bool operand = false;

    for (size_t i = 0; i < o->name_list_count; i++)
        readers += strcmp(o->name_lists[i].file, "-") == 0;
    for (int i = 0; i < o->operand_count; i++)
        operand |= strcmp(o->operands[i], "-") == 0;
    return readers + operand > 1;
}

bool options_select_finish(struct options *o, const struct given_select *given, struct msg *msg)
{
    const char *reason;

    if (given->naming && stdin_is_contended(o))
        return wrong(o, msg, "standard input cannot be more than one of key, list and data", NULL);
    o->selection.only_included = given->included;
    if (!given->style)
        /* Several digests, or keyed ones, say in each line what they are. */
        o->format.style = o->algorithm_count > 1 || o->key.from != KEY_NONE ? STYLE_BSD : STYLE_GNU;
    if (o->format.style == STYLE_GET_FILEHASH)
        o->format.upper = true;
    if (o->action == ACTION_HASH && o->format.style == STYLE_TEMPLATE &&
        (reason = template_flaw(o->format.template, o->algorithms, o->algorithm_count)) != NULL)
        return wrong(o, msg, reason, o->format.template);
    return true;
}
