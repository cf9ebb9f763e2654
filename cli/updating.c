/* SPDX-License-Identifier: MIT
 *
 * updating.c - the job of bringing a list up to date with a folder. Brings book, tree, engine,
 * journal, update and outfile together; judges nothing.
 */
#include "updating.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "book.h"
#include "check.h"
#include "compose.h"
#include "engine.h"
#include "findings.h"
#include "journal.h"
#include "keys.h"
#include "outfile.h"
#include "reader.h"
#include "signals.h"
#include "tree.h"
#include "verdicts.h"

struct updating {
    struct options *options;
    struct msg *msg;
    const char *list;
    struct book book, past; /* the list; what an interrupted update has hashed */
    struct journal journal;
    struct outfile file;
    struct keyring ring;
    struct tree tree;
    struct engine engine;
    struct findings findings;
    struct task *tasks;       /* those the engine has, chained */
    struct digest_list fresh; /* of files that are not listed */
    struct line_format format;
    struct added *added;
    size_t added_count, added_size, walked;
    int64_t now;
    bool dirty; /* the list will differ */
    bool done;  /* the list is as it should be: the journal has done its work */
    bool written, journal_broken, prune_refused, broken;
};

/* What the engine hands back. */
struct task {
    enum update_task task;
    struct book_name *listed; /* or NULL */
    struct facts facts;
    char *path; /* as opened from the current folder, to look again */
    char *name;
    struct task *next, **place; /* of the chain */
};

/* ---- One file ----------------------------------------------------------------------------- */

static char *copy_string(const char *s)
{
    size_t size = 0, n = strlen(s) + 1;
    return memcpy(memory_grow(NULL, &size, n, 1), s, n);
}

static void *copy_digests(const uint8_t digests[][HM_MAX_DIGEST_SIZE], size_t n)
{
    size_t size = 0;
    return memcpy(memory_grow(NULL, &size, n + 1, HM_MAX_DIGEST_SIZE), digests,
                  n * HM_MAX_DIGEST_SIZE);
}

static struct facts facts_of(const struct stat *st, int64_t now)
{
    return (struct facts){.known = true,
                          .size = (uint64_t)st->st_size,
                          .inode = (uint64_t)st->st_ino,
                          .sec = st->st_mtim.tv_sec,
                          .nsec = (uint32_t)st->st_mtim.tv_nsec,
                          .checked = now};
}

/* The algorithms of a name's records, each once. */
static void wanted_of(const struct updating *u, const struct book_name *listed,
                      struct digest_list *wanted)
{
    *wanted = (struct digest_list){0};
    if (!listed) {
        *wanted = u->fresh;
        return;
    }
    for (size_t i = 0; i < listed->n; i++) {
        size_t k = 0;
        while (k < wanted->n && wanted->algorithms[k] != listed->records[i]->algorithm)
            k++;
        if (k == wanted->n && k < HM_MAX_SET)
            wanted->algorithms[wanted->n++] = listed->records[i]->algorithm;
    }
}

static size_t place_of(const struct digest_list *wanted, const struct hm_algorithm *a)
{
    size_t k = 0;

    while (wanted->algorithms[k] != a)
        k++;
    return k;
}

/* Takes in the digests of a listed file. */
static void settle_listed(struct updating *u, struct task *t, const struct digest_list *wanted,
                          const uint8_t digests[][HM_MAX_DIGEST_SIZE])
{
    struct book_name *name = t->listed;
    bool same = true;

    for (size_t i = 0; i < name->n; i++) {
        const struct roster_record *r = name->records[i];
        same &= hm_equal(roster_digest(&u->book.roster, r), digests[place_of(wanted, r->algorithm)],
                         r->digest_len);
    }
    name->kind = update_outcome(t->task, same);
    if ((name->kind == UPDATE_CORRUPT || name->kind == UPDATE_DIFFERS) && !u->options->accept)
        return;
    name->facts = t->facts;
    name->renewed = u->dirty = true;
    if (same)
        return;
    uint8_t all[HM_MAX_SET][HM_MAX_DIGEST_SIZE];
    for (size_t i = 0; i < name->n && i < HM_MAX_SET; i++)
        memcpy(all[i], digests[place_of(wanted, name->records[i]->algorithm)], HM_MAX_DIGEST_SIZE);
    name->digests = copy_digests((const uint8_t(*)[HM_MAX_DIGEST_SIZE])all, name->n);
}

static void settle(struct updating *u, struct task *t, const struct digest_list *wanted,
                   const uint8_t digests[][HM_MAX_DIGEST_SIZE])
{
    if (t->listed) {
        settle_listed(u, t, wanted, digests);
        return;
    }
    u->added = memory_grow(u->added, &u->added_size, u->added_count + 1, sizeof *u->added);
    u->added[u->added_count++] =
        (struct added){copy_string(t->name), t->facts, copy_digests(digests, wanted->n)};
    u->dirty = true;
}

/* Notes digests so that an interrupted update need not compute them again. */
static void note(struct updating *u, const struct task *t, const struct digest_list *wanted,
                 const struct result *result)
{
    struct line_format format = u->format;
    struct text text = {0};

    facts_write(&text, &t->facts);
    text_add_char(&text, '\n');
    /* The journal says of each digest what it is. */
    format.style = STYLE_BSD;
    format.zero = false;
    for (size_t k = 0; k < wanted->n; k++)
        write_digest(&text, &format, wanted->algorithms[k], t->name, result->digests[k]);
    if (!u->journal_broken && !journal_add(&u->journal, &text)) {
        msg_file_error(u->msg, u->journal.path.data, errno);
        u->journal_broken = true;
    }
    text_free(&text);
}

static void add_task(struct updating *u, struct task *t)
{
    t->next = u->tasks;
    t->place = &u->tasks;
    if (t->next)
        t->next->place = &t->next;
    u->tasks = t;
}

static void free_task(struct task *t)
{
    *t->place = t->next;
    if (t->next)
        t->next->place = t->place;
    free(t->path);
    free(t->name);
    free(t);
}

static bool handle(void *context, const struct entry *entry, const struct digest_list *wanted,
                   const struct result *result, void *item)
{
    struct updating *u = context;
    struct task *t = item;
    struct stat st;
    const char *fault = result->fault != FAULT_NONE ? verdicts_fault(result) : NULL;

    /* A digest belongs to what is known of the file only if that is still so. */
    if (!fault && stat(t->path, &st) == 0) {
        struct facts after = facts_of(&st, INT64_MAX);
        if (!facts_same(&after, &t->facts))
            fault = "changed while being read";
    }
    if (fault) {
        msg_file(u->msg, entry->name, fault);
        if (t->listed)
            t->listed->kind = UPDATE_UNREADABLE;
        else
            u->findings.counts[UPDATE_UNREADABLE]++;
    } else {
        note(u, t, wanted, result);
        settle(u, t, wanted, result->digests);
    }
    free_task(t);
    return true;
}

/* Takes the digests of an interrupted update, if they are of the same content. */
static bool take_past(struct updating *u, struct task *t, const struct digest_list *wanted)
{
    const struct book_name *past = book_find(&u->past, t->name);
    uint8_t digests[HM_MAX_SET][HM_MAX_DIGEST_SIZE] = {{0}};

    if (!past || !facts_same(&past->facts, &t->facts))
        return false;
    for (size_t k = 0; k < wanted->n; k++) {
        /* The last one, if it was hashed twice. */
        size_t i = past->n;
        while (i && past->records[i - 1]->algorithm != wanted->algorithms[k])
            i--;
        if (!i)
            return false;
        memcpy(digests[k], roster_digest(&u->past.roster, past->records[i - 1]),
               past->records[i - 1]->digest_len);
    }
    t->facts.checked = past->facts.checked;
    settle(u, t, wanted, (const uint8_t(*)[HM_MAX_DIGEST_SIZE])digests);
    return true;
}

/* False if the run was stopped. */
static bool submit(struct updating *u, const struct entry *entry)
{
    struct digest_list wanted;
    struct stat st;
    size_t size = 0;
    struct book_name *listed = book_find(&u->book, entry->name);

    u->walked++;
    if (listed)
        listed->walked = true;
    if (fstatat(entry->dir, entry->base, &st, entry->follow ? 0 : AT_SYMLINK_NOFOLLOW) != 0) {
        msg_file_error(u->msg, entry->name, errno);
        u->broken = true;
        if (listed)
            listed->kind = UPDATE_UNREADABLE;
        return true;
    }
    struct facts now = facts_of(&st, u->now);
    struct facts nothing = {0};
    enum update_task task =
        update_judge(listed ? &listed->facts : &nothing, &now, listed, listed && listed->due);
    if (task == TASK_KEEP)
        return true;
    wanted_of(u, listed, &wanted);
    struct task *t = memory_grow(NULL, &size, 1, sizeof *t);
    *t = (struct task){.task = task,
                       .listed = listed,
                       .facts = now,
                       .path = copy_string(u->tree.walk.path.data),
                       .name = copy_string(entry->name)};
    add_task(u, t);
    if (take_past(u, t, &wanted)) {
        free_task(t);
        return true;
    }
    if (u->ring.bytes) {
        if (!keyring_is_prepared(&u->ring, &wanted))
            engine_drain(&u->engine);
        keyring_prepare(&u->ring, &wanted);
    }
    return engine_submit(&u->engine, entry, &wanted, t);
}

/* False if a signal has ended it. */
static bool hash_tree(struct updating *u)
{
    struct entry entry;

    engine_start(&u->engine, &u->options->engine, handle, u);
    while (!signals_stop() && tree_next(&u->tree, &entry, u->msg) && submit(u, &entry))
        ;
    bool complete = engine_finish(&u->engine) && !signals_stop();
    free(u->engine.unfinished);
    return complete;
}

/* ---- What has vanished -------------------------------------------------------------------- */

static void find_vanished(struct updating *u)
{
    const struct options *o = u->options;
    const char *refusal = NULL;
    bool gone;

    if (o->prune && !o->accept)
        refusal = !u->walked       ? "has no file in it"
                  : u->tree.broken ? "could not be looked at in whole"
                                   : NULL;
    for (size_t i = 0; i < u->book.n; i++) {
        struct book_name *name = &u->book.names[i];
        if (name->walked || !tree_covers(&u->tree, name->name))
            continue;
        if (tree_has(&u->tree, name->name, &gone) || !gone) {
            name->kind = UPDATE_UNSEEN;
            continue;
        }
        name->kind = UPDATE_MISSING;
        if (!o->prune)
            continue;
        bool doubtful = refusal || (!o->accept && tree_was_emptied(&u->tree, name->name));
        u->prune_refused |= doubtful;
        if (!doubtful) {
            name->kind = UPDATE_PRUNED;
            u->dirty = true;
        }
    }
    if (u->prune_refused)
        msg_file(u->msg, o->operands[1],
                 refusal ? "looks as if it were not all there; nothing was pruned without --accept"
                         : "has empty folders where listed files were; those were not pruned "
                           "without --accept");
}

/* ---- The new list ------------------------------------------------------------------------- */

static bool write_list(struct updating *u)
{
    struct text out = {0};
    bool good = true;

    u->written = true;
    text_add_string(&out, "");
    compose(&(struct composition){&u->book, &u->format, &u->fresh, u->added, u->added_count}, &out);
    for (size_t done = 0; good && done < out.len;) {
        ssize_t n = write(u->file.fd, out.data + done, out.len - done);
        good = n >= 0 || errno == EINTR;
        done += n > 0 ? (size_t)n : 0;
    }
    int error = errno;
    text_free(&out);
    if (good && outfile_commit(&u->file))
        return true;
    error = good ? errno : error;
    if (!good)
        outfile_discard(&u->file);
    msg_file_error(u->msg, u->list, error);
    return false;
}

/* ---- The job ------------------------------------------------------------------------------ */

static const struct finding_kind kinds[UPDATE_KINDS] = {
    [UPDATE_KEPT] = {"kept", "OK", ' ', true, true},
    [UPDATE_VERIFIED] = {"verified", "OK", ' ', true, false},
    [UPDATE_ADDED] = {"added", "ADDED", '+', false, true},
    [UPDATE_CHANGED] = {"changed", "CHANGED", '!', false, true},
    [UPDATE_CORRUPT] = {"corrupt", "CORRUPT: another digest, the same size and time", '*', false,
                        false},
    [UPDATE_DIFFERS] = {"differs", "DIFFERS from the list", '*', false, false},
    [UPDATE_MISSING] = {"missing", "MISSING", '-', false, true},
    [UPDATE_PRUNED] = {"pruned", "PRUNED", '-', false, false},
    [UPDATE_UNREADABLE] = {"unreadable", "FAILED open or read", '?', false, false},
    [UPDATE_UNSEEN] = {"unseen", "NOT LOOKED AT", '?', true, false}};

static void tell_all(struct updating *u)
{
    struct output *out = u->findings.out;
    const bool bulk = out->bulk;
    bool going = true;

    /* All is known by now: nobody waits for a line. */
    out->bulk = true;
    for (size_t i = 0; i < u->book.n && going; i++) {
        const struct book_name *name = &u->book.names[i];
        if (name->walked && name->kind == UPDATE_KEPT)
            u->findings.counts[UPDATE_KEPT]++;
        else if (name->walked || name->kind != UPDATE_KEPT)
            going = findings_tell(&u->findings, name->kind, name->name, NULL);
    }
    for (size_t i = 0; i < u->added_count && going; i++)
        going = findings_tell(&u->findings, UPDATE_ADDED, u->added[i].name, NULL);
    out->bulk = bulk;
    output_flush(out);
}

static int exit_code(const struct updating *u)
{
    const uint64_t *n = u->findings.counts;

    if (n[UPDATE_ADDED] || n[UPDATE_CHANGED] || n[UPDATE_CORRUPT] || n[UPDATE_DIFFERS] ||
        n[UPDATE_MISSING] || n[UPDATE_PRUNED])
        return EXIT_MISMATCH;
    if (u->book.roster.malformed || u->book.roster.unverified)
        return EXIT_MALFORMED;
    return n[UPDATE_UNREADABLE] || u->tree.broken || u->broken || u->prune_refused ? EXIT_UNREADABLE
                                                                                   : EXIT_ALL_WELL;
}

/* Whether the lines end otherwise than was said: new ones would make a list of both, which nobody
 * could read. */
static const char *wrong_ends(const struct updating *u, int fd)
{
    const struct roster *r = &u->book.roster;
    struct stat st;
    char last;

    if (!u->options->format.zero)
        return r->lines.len && memchr(r->lines.data, '\0', r->lines.len)
                   ? "has lines that end in NUL, which needs --zero; nothing was changed"
                   : NULL;
    return fstat(fd, &st) == 0 && st.st_size && pread(fd, &last, 1, st.st_size - 1) == 1 &&
                   last == '\n'
               ? "has lines that end in LF, but --zero was given; nothing was changed"
               : NULL;
}

/* Reads the list, which need not exist. 0, or the exit code. */
static int read_list(struct updating *u)
{
    int fd = open(u->list, O_RDONLY | O_CLOEXEC | O_NOCTTY), error = fd < 0 ? errno : 0;
    const char *refusal = NULL;

    u->book.roster.keep = true;
    if (fd >= 0) {
        error =
            roster_read(&u->book.roster, fd, u->list, u->options, u->ring.bytes != NULL, u->msg);
        refusal = error ? NULL : wrong_ends(u, fd);
        close(fd);
    }
    if (error && !(fd < 0 && error == ENOENT)) {
        msg_file_error(u->msg, u->list, error);
        return EXIT_UNREADABLE;
    }
    if (u->book.roster.foreign)
        refusal = "only lists of GNU or BSD lines can be updated";
    if (refusal) {
        msg_file(u->msg, u->list, refusal);
        return EXIT_MALFORMED;
    }
    /* Their files would look as if they were not listed. */
    if (u->book.roster.unverified) {
        msg_file(u->msg, u->list, "has entries that cannot be verified here; nothing was changed");
        return EXIT_MALFORMED;
    }
    book_make(&u->book);
    return EXIT_ALL_WELL;
}

static void choose_due(struct updating *u)
{
    const struct options *o = u->options;
    size_t size = 0, due_size = 0;

    if (!o->scrub)
        return;
    struct facts *facts = memory_grow(NULL, &size, u->book.n + 1, sizeof *facts);
    bool *due = memory_grow(NULL, &due_size, u->book.n + 1, sizeof *due);
    memset(due, 0, (u->book.n + 1) * sizeof *due);
    for (size_t i = 0; i < u->book.n; i++) {
        facts[i] = u->book.names[i].facts;
        /* A clock was wrong: that must not put the next look off for ever. */
        if (facts[i].checked > u->now)
            facts[i].checked = 0;
    }
    update_choose(facts, u->book.n, o->scrub_percent,
                  o->older_than ? u->now - (int64_t)o->older_than : INT64_MAX, due);
    for (size_t i = 0; i < u->book.n; i++)
        u->book.names[i].due = due[i];
    free(facts);
    free(due);
}

/* Reads what an interrupted update has left, or forgets it. */
static void take_up(struct updating *u)
{
    struct options plain = *u->options;
    struct stat st;

    if (fstat(u->journal.fd, &st) != 0 || !st.st_size)
        return;
    if (!u->options->resume) {
        msg_file(u->msg, u->list, "an update was interrupted; --resume would have used its work");
        journal_clear(&u->journal);
        return;
    }
    plain.format.zero = false;
    plain.status = true;
    u->past.roster.keep = true;
    roster_read(&u->past.roster, u->journal.fd, u->journal.path.data, &plain, u->ring.bytes != NULL,
                u->msg);
    book_make(&u->past);
    /* A line that a crash has cut must not join the next one. */
    struct text end = {0};
    text_add_char(&end, '\n');
    journal_add(&u->journal, &end);
    text_free(&end);
}

static int update(struct updating *u)
{
    int code = read_list(u);

    if (code)
        return code;
    if (!tree_open(&u->tree, u->options, u->list, u->options->operands[1], u->msg))
        return EXIT_UNREADABLE;
    compose_choose(u->options, &u->book.roster, &u->format, &u->fresh);
    choose_due(u);
    take_up(u);
    if (!hash_tree(u)) {
        /* What was not looked at would seem to be missing. */
        msg_file(u->msg, u->list,
                 "interrupted; the list stays as it was, and --resume uses what "
                 "was hashed");
        u->findings.out->abandoned = true;
        return EXIT_UNREADABLE;
    }
    find_vanished(u);
    tell_all(u);
    if (u->dirty && !write_list(u)) {
        findings_summarise(&u->findings, u->book.roster.malformed, u->book.roster.unverified,
                           EXIT_UNREADABLE);
        return EXIT_UNREADABLE;
    }
    u->done = true;
    code = exit_code(u);
    findings_summarise(&u->findings, u->book.roster.malformed, u->book.roster.unverified, code);
    return code;
}

static void free_all(struct updating *u)
{
    for (size_t i = 0; i < u->added_count; i++) {
        free(u->added[i].name);
        free(u->added[i].digests);
    }
    free(u->added);
    while (u->tasks)
        free_task(u->tasks);
    book_free(&u->book);
    book_free(&u->past);
    tree_close(&u->tree);
    keyring_wipe(&u->ring);
}

int run_updating(struct options *o, struct output *out, struct msg *msg)
{
    struct updating u = {.options = o, .msg = msg, .list = o->operands[0], .now = time(NULL)};
    int code = EXIT_UNREADABLE;
    struct stat st;

    u.findings = (struct findings){.options = o,
                                   .out = out,
                                   .msg = msg,
                                   .list = u.list,
                                   .kinds = kinds,
                                   .kind_count = UPDATE_KINDS};
    if (!keyring_load(&u.ring, &o->key, msg)) {
        out->abandoned = true;
        return code;
    }
    if (strcmp(u.list, "-") == 0) {
        msg_say(msg, "standard input cannot be updated; ./- is the file of that name");
    } else if (stat(u.list, &st) == 0 && !S_ISREG(st.st_mode)) {
        if (S_ISDIR(st.st_mode))
            msg_file_error(msg, u.list, EISDIR);
        else
            msg_file(msg, u.list, "not a regular file");
    } else if (!journal_open(&u.journal, u.list)) {
        if (errno == EWOULDBLOCK)
            msg_file(msg, u.list, "another update of this list is running");
        else
            msg_file_error(msg, u.journal.path.data, errno);
        journal_close(&u.journal, false);
    } else if (!outfile_open(&u.file, u.list)) {
        msg_file_error(msg, u.list, errno);
        journal_close(&u.journal, false);
    } else if (u.file.direct) { /* it has become something else */
        msg_file(msg, u.list, "not a regular file");
        journal_close(&u.journal, true);
    } else {
        outfile_exclude(&u.file, &o->selection);
        code = update(&u);
        if (!u.written)
            outfile_discard(&u.file);
        journal_close(&u.journal, u.done);
    }
    free_all(&u);
    return code;
}
