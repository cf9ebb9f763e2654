/* SPDX-License-Identifier: MIT
 *
 * checking.c - the job of checking. Brings lists, manifest, engine, check and verdicts together;
 * does none of their work.
 */
#include "checking.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "engine.h"
#include "keys.h"
#include "lines.h"
#include "manifest.h"
#include "normal.h"
#include "only.h"
#include "quote.h"
#include "reader.h"
#include "signals.h"
#include "totals.h"
#include "verdicts.h"

/* Neighbouring records of one name, so that a file with several digests is read once. */
struct group {
    size_t n;
    struct text name;
    struct record records[HM_MAX_SET];
    uint64_t lines[HM_MAX_SET];
};

/* What the engine hands back: records to be judged; or what is wrong with a line. */
struct item {
    struct item *next, **link; /* all that the engine has */
    uint64_t line;             /* 0: records */
    enum line_kind kind;
    const char *reason;
    char *told;  /* a message of its own */
    bool beside; /* the records before were of the same name and had digests */
    size_t n;
    struct {
        struct record record;
        uint64_t line;
        size_t digest;
    } claims[];
};

struct checking {
    const struct options *options;
    struct output *out;
    struct msg *msg;
    struct verdicts verdicts;
    struct manifest manifest;
    struct claims claims;
    struct only only;
    struct keyring ring;
    struct engine engine;
    struct tally tally; /* of the current list */
    bool list_is_stdin;
    bool ended;         /* --fail-fast has stopped the run */
    struct text folder; /* what names are relative to, with a slash; empty: the current one */
    struct group group;
    struct text last; /* the name of the last group with digests */
    struct item *items;
};

/* ---- Items -------------------------------------------------------------------------------- */

static struct item *new_item(struct checking *c, size_t n)
{
    size_t size = 0;
    struct item *it = memory_grow(NULL, &size, sizeof *it + n * sizeof it->claims[0], 1);

    *it = (struct item){.next = c->items, .link = &c->items, .n = n};
    if (c->items)
        c->items->link = &it->next;
    c->items = it;
    return it;
}

static void free_item(struct item *it)
{
    *it->link = it->next;
    if (it->next)
        it->next->link = it->link;
    free(it->told);
    free(it);
}

/* ---- Verdicts ----------------------------------------------------------------------------- */

/* Tells and counts the verdict on one record. False if the run is to stop. */
static bool judge(struct checking *c, const struct item *it, size_t i, const char *name,
                  const struct result *result)
{
    const struct record *record = &it->claims[i].record;
    struct outcome outcome = {
        .name = name,
        .line = it->claims[i].line,
        .record = record,
        .result = result,
        .digest = it->claims[i].digest,
        .verdict = check_judge(record, result, it->claims[i].digest, c->options->ignore_missing)};

    if (outcome.verdict == VERDICT_UNVERIFIED && it->beside)
        return true;
    check_count(&c->tally, outcome.verdict);
    if (outcome.verdict == VERDICT_UNREADABLE && i == 0)
        msg_file(c->msg, name, verdicts_fault(result));
    if (!verdicts_tell(&c->verdicts, &outcome))
        return false;
    c->ended = c->options->fail_fast &&
               (outcome.verdict == VERDICT_MISMATCH || outcome.verdict == VERDICT_UNREADABLE ||
                outcome.verdict == VERDICT_UNVERIFIED);
    return !c->ended;
}

/* A file that is not there may be there in other Unicode: told, but not taken for it. */
static void tell_lookalike(struct checking *c, const char *name, const struct result *result)
{
    struct text path = {0}, found = {0}, told = {0};

    if (c->options->sum || c->options->status || result->fault != FAULT_OPEN ||
        result->error != ENOENT)
        return;
    if (*name != '/')
        text_add(&path, c->folder.data, c->folder.len);
    text_add_string(&path, name);
    if (normal_find(path.data, &found)) {
        text_add_string(&told, "but there is a name that differs only in its Unicode form "
                               "(NFC or NFD): ");
        quote_name(&told, found.data);
        msg_file(c->msg, name, told.data);
    }
    text_free(&path);
    text_free(&found);
    text_free(&told);
}

static bool handle(void *context, const struct entry *entry, const struct digest_list *wanted,
                   const struct result *result, void *item)
{
    struct checking *c = context;
    struct item *it = item;
    bool going = true;

    (void)wanted;
    if (it->told && !c->options->status)
        msg_list_line(c->msg, c->verdicts.list, it->line, it->told);
    else if (it->line)
        going = verdicts_tell_line(&c->verdicts, it->line, it->kind, it->reason);
    if (it->line && c->options->fail_fast &&
        (it->kind == LINE_MALFORMED || it->kind == LINE_UNSUPPORTED)) {
        c->ended = true;
        going = false;
    }
    for (size_t i = 0; i < it->n && going; i++)
        going = judge(c, it, i, entry->name, result);
    if (it->n && going)
        tell_lookalike(c, entry->name, result);
    free_item(it);
    return going;
}

/* ---- Entries ------------------------------------------------------------------------------ */

/* Tells what is to be said about a line, in its place between the verdicts. */
static bool submit_line(struct checking *c, uint64_t line, enum line_kind kind, const char *reason)
{
    struct item *it = new_item(c, 0);

    it->line = line;
    it->kind = kind;
    it->reason = reason;
    return engine_note(&c->engine, it);
}

/* The same for a text that is made for the line, which the item takes. */
static bool submit_text(struct checking *c, uint64_t line, struct text *text)
{
    struct item *it = new_item(c, 0);

    it->line = line;
    it->kind = LINE_NOTE;
    it->told = text->data;
    *text = (struct text){0};
    return engine_note(&c->engine, it);
}

static bool exists(const char *path, bool *missing)
{
    struct stat st;
    bool there = lstat(path, &st) == 0;

    *missing = !there && (errno == ENOENT || errno == ENOTDIR);
    return there;
}

/* A name as Windows writes it: if there is no such file, but one with slashes, that is meant, and
 * it is told. Changes path. False if the run was stopped. */
static bool resolve_backslashes(struct checking *c, struct text *path, uint64_t line)
{
    size_t folder = c->folder.len;
    struct text turned = {0}, told = {0};
    bool missing, going = true;
    char *name;

    if (c->options->sum || !strchr(path->data + (path->data[0] == '/' ? 0 : folder), '\\') ||
        exists(path->data, &missing) || !missing)
        return true;
    text_add(&turned, path->data, path->len);
    name = turned.data + (path->len >= folder ? folder : 0);
    for (char *p = name; (p = strchr(p, '\\')) != NULL;)
        *p++ = '/';
    struct record record = {.name = name};
    if (exists(turned.data, &missing) && !check_refusal(&record, c->options->confine, false)) {
        text_add_string(&told, "no such name; read with slashes for backslashes");
        going = submit_text(c, line, &told);
        text_cut(path, 0);
        text_add(path, turned.data, turned.len);
    }
    text_free(&turned);
    return going;
}

/* Lets each algorithm be computed once; tells each record its place. */
static void want_digests(struct digest_list *wanted, struct item *it)
{
    for (size_t i = 0; i < it->n; i++) {
        const struct hm_algorithm *a = it->claims[i].record.algorithm;
        size_t place = 0;
        if (!a)
            continue;
        while (place < wanted->n && wanted->algorithms[place] != a)
            place++;
        it->claims[i].digest = place;
        if (place == wanted->n)
            wanted->algorithms[wanted->n++] = a;
    }
}

/* Hands the group to the engine. False if the run was stopped. */
static bool submit_group(struct checking *c)
{
    struct digest_list wanted = {0};
    struct group *g = &c->group;
    struct text path = {0};

    if (!g->n)
        return true;
    const char *name = g->name.data;
    const bool is_stdin = strcmp(name, "-") == 0;
    if (*name != '/')
        text_add(&path, c->folder.data, c->folder.len);
    text_add(&path, name, g->name.len);
    if (!is_stdin && !resolve_backslashes(c, &path, g->lines[0])) {
        text_free(&path);
        return false;
    }
    struct entry entry = {.name = name,
                          .base = is_stdin ? name : path.data,
                          .dir = AT_FDCWD,

                          .source = is_stdin             ? SOURCE_STDIN
                                    : g->records[0].link ? SOURCE_LINK
                                                         : SOURCE_PATH};
    struct item *it = new_item(c, g->n);
    for (size_t i = 0; i < g->n; i++) {
        it->claims[i].record = g->records[i];
        it->claims[i].record.name = NULL; /* the entry has it */
        it->claims[i].line = g->lines[i];
        it->claims[i].digest = 0;
    }
    want_digests(&wanted, it);
    if (wanted.n) {
        text_cut(&c->last, 0);
        text_add(&c->last, name, g->name.len);
    } else {
        /* A size alone needs the bytes counted, and the engine something to compute. */
        it->beside = c->last.data && strcmp(c->last.data, name) == 0;
        wanted.algorithms[wanted.n++] = hm_algorithm_at(HM_MD5);
    }
    g->n = 0;
    bool going = true;
    if (c->ring.bytes) {
        /* The ring prepares for one list of algorithms at a time. */
        going = keyring_is_prepared(&c->ring, &wanted) || engine_drain(&c->engine);
        keyring_prepare(&c->ring, &wanted);
    }
    going = going && engine_submit(&c->engine, &entry, &wanted, it);
    text_free(&path);
    return going;
}

/* ---- Lines -------------------------------------------------------------------------------- */

/* Why a well-formed record cannot be judged, or NULL. */
static const char *unverifiable(const struct checking *c, const struct record *record)
{
    if (!record->algorithm)
        return NULL;
    if (record->keyed && !c->ring.bytes)
        return "needs the key (--hmac-key-file); not verified";
    if (!record->keyed && c->ring.bytes)
        return "not an HMAC, but a key was given; not verified";
    return NULL;
}

/* Adds a record to the group. A size on a line of its own belongs to the digests of its name. */
static void add_to_group(struct group *g, const struct record *record, uint64_t line)
{
    bool sized = g->n && g->records[0].has_size;
    struct record one = *record;

    if (!g->n) {
        text_cut(&g->name, 0);
        text_add_string(&g->name, record->name);
    } else if (!record->algorithm && !sized && g->records[0].algorithm) {
        for (size_t i = 0; i < g->n; i++) {
            g->records[i].has_size = true;
            g->records[i].size = record->size;
        }
        return;
    } else if (!g->records[0].algorithm && g->n == 1 && !record->has_size) {
        one.has_size = true;
        one.size = g->records[0].size;
        g->n = 0;
    } else if (record->algorithm && !record->has_size && sized) {
        one.has_size = true;
        one.size = g->records[0].size;
    }
    g->records[g->n] = one;
    g->lines[g->n++] = line;
}

static bool take_record(struct checking *c, const struct record *record, uint64_t line)
{
    struct group *g = &c->group;
    bool going = true;

    if (!only_wants(&c->only, record->name)) {
        c->tally.skipped++;
        return true;
    }
    const char *reason = unverifiable(c, record);
    if (!reason && !c->options->sum)
        reason = check_refusal(record, c->options->confine, c->options->strict_algorithms);
    if (!reason && g->n &&
        (g->n == HM_MAX_SET || g->records[0].link != record->link ||
         strcmp(g->name.data, record->name) != 0))
        going = submit_group(c);
    if (reason) {
        c->tally.records++;
        c->tally.unverified++;
        return submit_group(c) && submit_line(c, line, LINE_UNSUPPORTED, reason);
    }
    uint32_t earlier = c->options->sum ? 0 : claims_add(&c->claims, record, line);
    if (going && earlier) {
        struct text told = {0};
        text_add_string(&told, "contradicts line ");
        text_add_number(&told, earlier);
        text_add_string(&told, ", which has another digest for this name");
        going = submit_text(c, line, &told);
    }
    c->tally.records++;
    add_to_group(g, record, line);
    return going;
}

static bool key_is_stdin(const struct key_source *key)
{
    return (key->from == KEY_FILE && strcmp(key->word, "-") == 0) ||
           (key->from == KEY_DESCRIPTOR && strtol(key->word, NULL, 10) == 0);
}

/* Deals with one line, or a part of it. False if the run was stopped. */
static bool take_line(struct checking *c, enum line_kind kind, const struct record *record,
                      uint64_t line, const char *reason)
{
    if (kind == LINE_RECORD && strcmp(record->name, "-") == 0) {
        if (c->list_is_stdin)
            reason = "standard input is the list itself";
        else if (key_is_stdin(&c->options->key))
            reason = "standard input is the key";
        else
            return take_record(c, record, line);
        kind = LINE_MALFORMED;
    }
    switch (kind) {
    case LINE_RECORD:
        return take_record(c, record, line);
    case LINE_MALFORMED:
        c->tally.malformed++;
        break;
    case LINE_UNSUPPORTED:
        c->tally.records++;
        c->tally.unverified++;
        break;
    case LINE_NOTE:
        break;
    case LINE_COMMENT:
        return true;
    }
    return submit_group(c) && submit_line(c, line, kind, reason);
}

/* One line of the list with all that it holds. */
static bool check_line(struct checking *c, enum line_status status, char *line, size_t len,
                       uint64_t number)
{
    const char *reason = "longer than any checksum line";
    struct record record;

    if (status != LINE_OK)
        return take_line(c, LINE_MALFORMED, NULL, number, reason);
    enum line_kind kind = manifest_line(&c->manifest, line, len, &record, &reason);
    bool going = take_line(c, kind, &record, number, reason);
    while (going && !c->options->sum &&
           (kind = manifest_more(&c->manifest, &record, &reason)) != LINE_COMMENT)
        going = take_line(c, kind, &record, number, reason);
    return going;
}

/* What the end of the list tells. */
static bool check_end(struct checking *c, uint64_t number)
{
    const char *reason;
    struct record record;
    enum line_kind kind = manifest_end(&c->manifest, &reason);

    if (kind != LINE_COMMENT)
        return take_line(c, kind, NULL, number, reason);
    kind = manifest_more(&c->manifest, &record, &reason);
    return take_line(c, kind, &record, number, reason);
}

static void check_lines(struct checking *c, struct lines *lines)
{
    enum line_status status;
    uint64_t number = 0;
    bool going = true;
    size_t len;
    char *line;

    while (going && (status = lines_next(lines, &line, &len)) != LINE_END) {
        going = check_line(c, status, line, len, ++number);
        /* A verdict does not wait for a line that is still to come. */
        if (going && c->options->sum)
            going = submit_group(c);
        if (going && lines_waits(lines))
            going = submit_group(c) && engine_drain(&c->engine);
    }
    if (going && !c->options->sum)
        going = check_end(c, number);
    if (going && submit_group(c))
        engine_drain(&c->engine);
}

/* ---- Lists -------------------------------------------------------------------------------- */

/* What the names of this list are relative to. */
static void set_folder(struct checking *c, const char *list)
{
    const char *to = c->options->relative_to, *slash = strrchr(list, '/');

    text_cut(&c->folder, 0);
    if (to && strcmp(to, "list") != 0) {
        text_add_string(&c->folder, to);
        if (c->folder.len && to[c->folder.len - 1] != '/')
            text_add_char(&c->folder, '/');
    } else if (to && slash && !c->list_is_stdin) {
        text_add(&c->folder, list, (size_t)(slash - list + 1));
    }
}

static void begin_list(struct checking *c, const char *operand)
{
    c->tally = (struct tally){0};
    c->group.n = 0;
    text_cut(&c->last, 0);
    c->list_is_stdin = strcmp(operand, "-") == 0;
    c->verdicts.list = c->list_is_stdin ? "standard input" : operand;
    set_folder(c, operand);
    claims_free(&c->claims);
    if (!c->options->sum) {
        manifest_close(&c->manifest);
        manifest_open(&c->manifest, c->list_is_stdin ? NULL : operand);
    }
}

static void check_list(struct checking *c, const char *operand)
{
    struct entry entry = {.name = operand,
                          .base = operand,
                          .dir = AT_FDCWD,
                          .source = strcmp(operand, "-") == 0 ? SOURCE_STDIN : SOURCE_PATH};
    struct lines lines;
    int fd = reader_open(&entry, !c->options->sum);

    begin_list(c, operand);
    if (fd < 0) {
        msg_file_error(c->msg, c->verdicts.list, errno);
        c->tally.broken = true;
        return;
    }
    lines_open(&lines, fd, c->options->format.zero ? '\0' : '\n', !c->options->sum);
    if (!c->options->sum)
        lines_decode(&lines);
    check_lines(c, &lines);
    if (lines.error && (!c->engine.stopped || c->ended)) {
        c->tally.broken = true;
        if (c->options->sum)
            msg_file(c->msg, c->verdicts.list, "read error");
        else
            msg_file_error(c->msg, c->verdicts.list, lines.error);
    } else if (!c->engine.stopped || c->ended) {
        verdicts_summarise(&c->verdicts, &c->tally);
    }
    lines_close(&lines);
    if (!c->list_is_stdin)
        close(fd);
}

static int check_lists(struct checking *c)
{
    static char standard_input[] = "-";
    const struct options *o = c->options;
    char *one[] = {standard_input};
    char **lists = o->operand_count ? o->operands : one;
    int count = o->operand_count ? o->operand_count : 1, code = EXIT_ALL_WELL;

    for (int i = 0; i < count && !c->engine.stopped; i++) {
        check_list(c, lists[i]);
        if (!o->sum)
            code = check_worse(code, check_exit_code(&c->tally));
        else if (!check_sum_passes(&c->tally, o->strict))
            code = 1;
    }
    const char *unused;
    if (!c->engine.stopped)
        while ((unused = only_unused(&c->only)) != NULL) {
            msg_say_word(c->msg, "no entry is called", unused);
            code = check_worse(code, EXIT_MALFORMED);
        }
    return code;
}

/* The one entry of --expect. */
static int check_expected(struct checking *c)
{
    static char standard_input[] = "-";
    const struct options *o = c->options;
    struct record record = o->expected;

    c->verdicts.list = "command line";
    record.name = o->operand_count ? o->operands[0] : standard_input;
    const char *reason = unverifiable(c, &record);
    if (!reason)
        reason = check_refusal(&record, false, o->strict_algorithms);
    if (reason) {
        msg_say(c->msg, reason);
        return EXIT_MALFORMED;
    }
    c->tally.records = 1;
    add_to_group(&c->group, &record, 0);
    if (submit_group(c))
        engine_drain(&c->engine);
    verdicts_summarise(&c->verdicts, &c->tally);
    return check_exit_code(&c->tally);
}

int run_checking(const struct options *o, struct output *out, struct msg *msg)
{
    struct checking c = {.options = o, .out = out, .msg = msg};
    struct totals totals;
    int code;

    c.manifest = (struct manifest){.sum = o->sum != NULL,
                                   .zero = o->format.zero,
                                   .algorithms = o->algorithms,
                                   .n = o->algorithm_count,
                                   .tag_bytes = o->tag_bytes};
    if (!keyring_load(&c.ring, &o->key, msg)) {
        out->abandoned = true;
        return EXIT_UNREADABLE;
    }
    only_start(&c.only, o->only, o->only_count);
    verdicts_start(&c.verdicts, o, out, msg);
    totals_prepare(&totals, o);
    engine_start(&c.engine, &o->engine, handle, &c);
    code = o->action == ACTION_EXPECT ? check_expected(&c) : check_lists(&c);
    engine_finish(&c.engine);
    totals_end(&totals);
    verdicts_finish(&c.verdicts, code);
    if (signals_stop())
        msg_interrupted(msg, c.engine.unfinished, c.engine.unfinished_more);
    free(c.engine.unfinished);
    while (c.items)
        free_item(c.items);
    keyring_wipe(&c.ring);
    manifest_close(&c.manifest);
    claims_free(&c.claims);
    only_free(&c.only);
    text_free(&c.folder);
    text_free(&c.group.name);
    text_free(&c.last);
    return code;
}
