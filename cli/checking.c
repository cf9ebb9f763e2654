/* SPDX-License-Identifier: MIT
 *
 * checking.c - the job of checking. Brings lists, manifest, engine, check and writers together;
 * does none of their work.
 */
#include "checking.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "engine.h"
#include "keys.h"
#include "manifest.h"
#include "reader.h"
#include "signals.h"

/* Neighbouring records of one name, so that a file with several digests is read once. */
struct group {
    size_t n;
    struct record records[HM_MAX_SET];
};

/* What the engine hands back: copied records, their strings behind them, to be judged; or what is
 * wrong with a line. */
struct item {
    unsigned long long line; /* 0: records */
    const char *reason;
    size_t n;
    struct record records[];
};

struct checking {
    const struct options *options;
    struct output *out;
    struct msg *msg;
    struct manifest manifest;
    struct keyring ring;
    struct engine engine;
    struct tally tally; /* of the current list */
    const char *list;   /* its name as shown */
    bool list_is_stdin;
    struct group group;
};

/* ---- Verdicts ----------------------------------------------------------------------------- */

static bool say_verdict(struct checking *c, const char *name, enum verdict verdict)
{
    static const char *const words[] = {[VERDICT_OK] = "OK",
                                        [VERDICT_MISMATCH] = "FAILED",
                                        [VERDICT_UNREADABLE] = "FAILED open or read"};

    if (c->options->status || verdict == VERDICT_MISSING ||
        (verdict == VERDICT_OK && c->options->quiet))
        return true;
    write_colored_status(&c->out->line, name, words[verdict], c->out->color, verdict == VERDICT_OK);
    return output_line(c->out);
}

static void tell_line(const struct checking *c, unsigned long long line, const char *reason)
{
    if (!c->options->sum) {
        if (!c->options->status)
            msg_list_line(c->msg, c->list, line, reason);
    } else if (c->options->warn) {
        struct text text = {0};
        text_add_string(&text, "improperly formatted ");
        text_add_string(&text, hm_algorithm_tag(c->options->sum));
        text_add_string(&text, " checksum line");
        msg_list_line(c->msg, c->list, line, text.data);
        text_free(&text);
    }
}

static bool handle(void *context, const struct entry *entry, const struct digest_list *wanted,
                   const struct result *result, void *item)
{
    struct checking *c = context;
    struct item *it = item;
    bool told = false, going = true;

    (void)wanted;
    if (it->line)
        tell_line(c, it->line, it->reason);
    for (size_t i = 0; i < it->n && going; i++) {
        enum verdict verdict = check_judge(&it->records[i], result, i, c->options->ignore_missing);
        check_count(&c->tally, verdict);
        if (verdict == VERDICT_UNREADABLE && !told) {
            msg_file_error(c->msg, entry->name, result->error);
            told = true;
        }
        going = say_verdict(c, entry->name, verdict);
    }
    free(it);
    return going;
}

/* The group as an item that outlives the list's buffer. */
static struct item *copy_group(const struct group *group)
{
    const struct record *records = group->records;
    size_t need = sizeof(struct item) + group->n * sizeof *records + strlen(records[0].name) + 1;
    size_t size = 0;

    for (size_t i = 0; i < group->n; i++)
        need += records[i].text ? strlen(records[i].text) + 1 : 0;
    struct item *it = memory_grow(NULL, &size, need, 1);
    char *p = (char *)&it->records[group->n];
    it->line = 0;
    it->n = group->n;
    for (size_t i = 0; i < group->n; i++) {
        it->records[i] = records[i];
        it->records[i].name = NULL; /* the entry has it */
        if (records[i].text) {
            it->records[i].text = p;
            p = stpcpy(p, records[i].text) + 1;
        }
    }
    return it;
}

/* Hands the group to the engine. False if the run was stopped. */
static bool submit_group(struct checking *c)
{
    struct digest_list wanted = {.n = c->group.n};

    if (!wanted.n)
        return true;
    const char *name = c->group.records[0].name;
    struct entry entry = {.name = name,
                          .base = name,
                          .dir = AT_FDCWD,
                          .source = strcmp(name, "-") == 0 ? SOURCE_STDIN : SOURCE_PATH};
    for (size_t i = 0; i < wanted.n; i++)
        wanted.algorithms[i] = c->group.records[i].algorithm;
    if (c->ring.bytes) {
        /* The ring prepares for one list of algorithms at a time. */
        if (!keyring_is_prepared(&c->ring, &wanted) && !engine_drain(&c->engine))
            return false;
        keyring_prepare(&c->ring, &wanted);
    }
    struct item *item = copy_group(&c->group);
    c->group.n = 0;
    return engine_submit(&c->engine, &entry, &wanted, item);
}

/* Tells what is wrong with a line, in its place between the verdicts. */
static bool submit_line(struct checking *c, unsigned long long line, const char *reason)
{
    size_t size = 0;
    struct item *item = memory_grow(NULL, &size, 1, sizeof *item);

    *item = (struct item){.line = line, .reason = reason};
    return engine_note(&c->engine, item);
}

/* ---- Lines -------------------------------------------------------------------------------- */

/* Why a well-formed record cannot be judged, or NULL. */
static const char *unverifiable(const struct checking *c, const struct record *record)
{
    if (record->keyed && !c->ring.bytes)
        return "needs the key (--hmac-key-file); not verified";
    if (!record->keyed && c->ring.bytes)
        return "not an HMAC, but a key was given; not verified";
    return NULL;
}

static bool belongs_to_group(const struct checking *c, const struct record *record)
{
    return c->group.n && c->group.n < HM_MAX_SET &&
           strcmp(c->group.records[0].name, record->name) == 0;
}

/* Deals with one line. False if the run was stopped. */
static bool take_line(struct checking *c, enum line_kind kind, const struct record *record,
                      unsigned long long line, const char *reason)
{
    if (kind == LINE_RECORD && c->list_is_stdin && strcmp(record->name, "-") == 0) {
        kind = LINE_MALFORMED;
        reason = "standard input is the list itself";
    }
    if (kind == LINE_RECORD && (reason = unverifiable(c, record)) != NULL)
        kind = LINE_UNSUPPORTED;
    if (kind != LINE_RECORD || !belongs_to_group(c, record))
        if (!submit_group(c))
            return false;
    switch (kind) {
    case LINE_RECORD:
        c->tally.records++;
        c->group.records[c->group.n++] = *record;
        break;
    case LINE_MALFORMED:
        c->tally.malformed++;
        return submit_line(c, line, reason);
    case LINE_UNSUPPORTED:
        c->tally.records++;
        c->tally.unverified++;
        return submit_line(c, line, reason);
    case LINE_COMMENT:
        break;
    }
    return true;
}

static void check_lines(struct checking *c, struct lines *lines)
{
    struct record record;
    enum line_status status;
    unsigned long long number = 0;
    bool going = true;
    size_t len;
    char *line;

    while (going && (status = lines_next(lines, &line, &len)) != LINE_END) {
        const char *reason = "longer than any checksum line";
        enum line_kind kind = LINE_MALFORMED;
        number++;
        if (status == LINE_OK)
            kind = manifest_line(&c->manifest, line, len, &record, &reason);
        going = take_line(c, kind, &record, number, reason);
        /* A verdict does not wait for a line that is still to come. */
        if (going && (c->options->sum || !lines_ready(lines)))
            going = submit_group(c);
        if (going && lines_waits(lines))
            going = engine_drain(&c->engine);
    }
    if (going && submit_group(c))
        engine_drain(&c->engine);
}

/* ---- Lists -------------------------------------------------------------------------------- */

static void summarise(const struct checking *c)
{
    const struct tally *t = &c->tally;

    if (!t->records) {
        msg_file(c->msg, c->list, "no properly formatted checksum lines found");
        return;
    }
    if (c->options->status)
        return;
    if (t->malformed)
        msg_count(c->msg, t->malformed, "line is improperly formatted",
                  "lines are improperly formatted");
    if (t->unverified)
        msg_count(c->msg, t->unverified, "entry was not verified", "entries were not verified");
    if (t->unreadable)
        msg_count(c->msg, t->unreadable, "listed file could not be read",
                  "listed files could not be read");
    if (t->mismatched)
        msg_count(c->msg, t->mismatched, "computed checksum did NOT match",
                  "computed checksums did NOT match");
    if (c->options->ignore_missing && !t->matched)
        msg_file(c->msg, c->list, "no file was verified");
}

static void check_list(struct checking *c, const char *operand)
{
    struct entry entry = {.name = operand,
                          .base = operand,
                          .dir = AT_FDCWD,
                          .source = strcmp(operand, "-") == 0 ? SOURCE_STDIN : SOURCE_PATH};
    struct lines lines;
    int fd = reader_open(&entry, !c->options->sum);

    c->tally = (struct tally){0};
    c->group.n = 0;
    c->list_is_stdin = entry.source == SOURCE_STDIN;
    c->list = c->list_is_stdin ? "standard input" : operand;
    if (!c->options->sum)
        c->manifest.layout = LAYOUT_UNDECIDED;
    if (fd < 0) {
        msg_file_error(c->msg, c->list, errno);
        c->tally.broken = true;
        return;
    }
    lines_open(&lines, fd, c->options->format.zero ? '\0' : '\n', !c->options->sum);
    check_lines(c, &lines);
    if (lines.error) {
        c->tally.broken = true;
        if (c->options->sum)
            msg_file(c->msg, c->list, "read error");
        else
            msg_file_error(c->msg, c->list, lines.error);
    } else if (!c->engine.stopped) {
        summarise(c);
    }
    lines_close(&lines);
    if (!c->list_is_stdin)
        close(fd);
}

int run_checking(const struct options *o, struct output *out, struct msg *msg)
{
    static char standard_input[] = "-";
    char *only[] = {standard_input};
    char **lists = o->operand_count ? o->operands : only;
    int count = o->operand_count ? o->operand_count : 1, code = EXIT_ALL_WELL;
    struct checking c = {.options = o, .out = out, .msg = msg};

    c.manifest = (struct manifest){
        .sum = o->sum != NULL, .algorithms = o->algorithms, .n = o->algorithm_count};
    if (o->key_file && !keyring_load(&c.ring, o->key_file, msg)) {
        out->abandoned = true;
        return EXIT_UNREADABLE;
    }
    engine_start(&c.engine, &o->engine, handle, &c);
    for (int i = 0; i < count && !c.engine.stopped; i++) {
        check_list(&c, lists[i]);
        if (!o->sum)
            code = check_worse(code, check_exit_code(&c.tally));
        else if (!check_sum_passes(&c.tally, o->strict))
            code = 1;
    }
    engine_finish(&c.engine);
    if (signals_stop())
        msg_interrupted(msg, c.engine.unfinished, c.engine.unfinished_more);
    free(c.engine.unfinished);
    keyring_wipe(&c.ring);
    return code;
}
