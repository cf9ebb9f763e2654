/* SPDX-License-Identifier: MIT
 *
 * auditing.c - the job of comparing a folder with a list. Brings roster, tree, engine and audit
 * together and tells what came out; judges nothing.
 */
#include "auditing.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "audit.h"
#include "check.h"
#include "engine.h"
#include "findings.h"
#include "keys.h"
#include "reader.h"
#include "roster.h"
#include "signals.h"
#include "tree.h"
#include "verdicts.h"

/* A file before the pools have stopped growing. */
struct seen {
    size_t name, digests;
    bool readable;
};

struct auditing {
    const struct options *options;
    struct output *out;
    struct msg *msg;
    const char *list;
    struct roster roster;
    struct keyring ring;
    struct digest_list wanted;
    struct tree tree;
    struct audit audit;
    struct text names, digests;
    struct seen *seen;
    size_t n, size;
    size_t per_file;  /* bytes of digests */
    uint64_t outside; /* entries that do not lie below the folder */
    struct findings findings;
};

/* ---- Gathering ---------------------------------------------------------------------------- */

static bool handle(void *context, const struct entry *entry, const struct digest_list *wanted,
                   const struct result *result, void *item)
{
    struct auditing *a = context;

    (void)item;
    a->seen = memory_grow(a->seen, &a->size, a->n + 1, sizeof *a->seen);
    struct seen *seen = &a->seen[a->n++];
    *seen = (struct seen){a->names.len, a->digests.len, result->fault == FAULT_NONE};
    text_add(&a->names, entry->name, strlen(entry->name) + 1);
    if (!seen->readable)
        msg_file(a->msg, entry->name, verdicts_fault(result));
    for (size_t k = 0; k < wanted->n && seen->readable; k++)
        text_add(&a->digests, result->digests[k], hm_algorithm_digest_size(wanted->algorithms[k]));
    return true;
}

/* False if a signal has ended it. */
static bool hash_tree(struct auditing *a)
{
    struct engine engine;
    struct entry entry;

    engine_start(&engine, &a->options->engine, handle, a);
    while (!signals_stop() && tree_next(&a->tree, &entry, a->msg))
        if (!engine_submit(&engine, &entry, &a->wanted, NULL))
            break;
    bool complete = engine_finish(&engine) && !signals_stop();
    free(engine.unfinished);
    return complete;
}

static void make_claims(struct auditing *a)
{
    size_t size = 0;

    a->audit.claims = memory_grow(NULL, &size, a->roster.n + 1, sizeof *a->audit.claims);
    for (size_t i = 0; i < a->roster.n; i++) {
        const struct roster_record *record = &a->roster.records[i];
        const char *name = roster_name(&a->roster, record);
        size_t k = 0;
        if (!tree_covers(&a->tree, name)) {
            a->outside++;
            continue;
        }
        while (a->wanted.algorithms[k] != record->algorithm)
            k++;
        a->audit.claims[a->audit.claim_count++] =
            (struct audit_claim){name, k, roster_digest(&a->roster, record), record->digest_len, i};
    }
}

static void make_files(struct auditing *a)
{
    size_t size = 0, offset = 0;

    for (size_t k = 0; k < a->wanted.n; k++) {
        a->audit.offsets[k] = offset;
        offset += hm_algorithm_digest_size(a->wanted.algorithms[k]);
    }
    a->audit.files = memory_grow(NULL, &size, a->n + 1, sizeof *a->audit.files);
    for (size_t i = 0; i < a->n; i++)
        a->audit.files[i] = (struct audit_file){
            a->names.data + a->seen[i].name,
            a->seen[i].readable ? (const uint8_t *)a->digests.data + a->seen[i].digests : NULL};
    a->audit.file_count = a->n;
}

/* A listed file that was not walked over may be there all the same: a link, say. */
static void find_unseen(struct auditing *a)
{
    bool gone;

    for (size_t i = 0; i < a->audit.n; i++) {
        struct audit_item *item = &a->audit.items[i];
        if (item->kind == AUDIT_MISSING && (tree_has(&a->tree, item->name, &gone) || !gone))
            item->kind = AUDIT_UNSEEN;
    }
}

/* ---- Telling ------------------------------------------------------------------------------ */

static const struct finding_kind kinds[AUDIT_KINDS] = {
    [AUDIT_UNCHANGED] = {"unchanged", "OK", ' ', true, true},
    [AUDIT_CHANGED] = {"changed", "CHANGED", '!', false, true},
    [AUDIT_MISSING] = {"missing", "MISSING", '-', false, true},
    [AUDIT_EXTRA] = {"extra", "EXTRA", '+', false, true},
    [AUDIT_MOVED] = {"moved", "MOVED from", '>', false, false},
    [AUDIT_COPY] = {"copy", "COPY of", '=', false, false},
    [AUDIT_DUPLICATE] = {"duplicate", "DUPLICATE of", '=', false, false},
    [AUDIT_UNREADABLE] = {"unreadable", "FAILED open or read", '?', false, false},
    [AUDIT_UNSEEN] = {"unseen", "NOT LOOKED AT", '?', false, false}};

static void tell_items(struct auditing *a)
{
    const bool bulk = a->out->bulk;
    bool going = true;

    /* All is known by now: nobody waits for a line. */
    a->out->bulk = true;
    for (size_t i = 0; i < a->audit.n && going; i++) {
        const struct audit_item *item = &a->audit.items[i];
        going = findings_tell(&a->findings, item->kind, item->name,
                              item->kind == AUDIT_MISSING ? NULL : item->other);
    }
    a->out->bulk = bulk;
    output_flush(a->out);
    if (a->outside && !a->audit.claim_count && !a->options->status)
        msg_say(a->msg, "no entry lies below the folder; with --relative-to list, names are taken "
                        "as relative to the list");
}

/* ---- The job ------------------------------------------------------------------------------ */

static int exit_code(const struct auditing *a)
{
    const uint64_t *n = a->findings.counts;
    int code = EXIT_ALL_WELL;

    if (n[AUDIT_CHANGED] || n[AUDIT_MISSING] || n[AUDIT_EXTRA] || n[AUDIT_MOVED] || n[AUDIT_COPY] ||
        n[AUDIT_DUPLICATE])
        return EXIT_MISMATCH;
    if (n[AUDIT_UNREADABLE] || a->tree.broken)
        code = EXIT_UNREADABLE;
    if (a->roster.malformed || a->roster.unverified || a->outside || n[AUDIT_UNSEEN] ||
        !n[AUDIT_UNCHANGED])
        code = EXIT_MALFORMED;
    return code;
}

/* Keeps what updates of the list leave beside it out of the tree. */
static void exclude_temporary(struct selection *s, const char *list)
{
    char *real = realpath(list, NULL), *slash = real ? strrchr(real, '/') : NULL;
    struct text prefix = {0};
    struct stat st;

    if (slash) {
        *slash = '\0';
        if (stat(*real ? real : "/", &st) == 0) {
            text_add_char(&prefix, '.');
            text_add_string(&prefix, slash + 1);
            text_add_string(&prefix, ".mhash-");
            selection_own_prefix(s, st.st_dev, st.st_ino, prefix.data);
        }
    }
    free(real);
}

/* Reads the list and keeps it out of the tree. 0, or the exit code. */
static int read_list(struct auditing *a, struct options *o)
{
    struct entry entry = {.name = a->list,
                          .base = a->list,
                          .dir = AT_FDCWD,
                          .source = strcmp(a->list, "-") == 0 ? SOURCE_STDIN : SOURCE_PATH};
    const char *slash = strrchr(a->list, '/');
    struct stat st;
    int fd = reader_open(&entry, true), error = fd < 0 ? errno : 0;

    if (!error) {
        if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
            selection_own(&o->selection, st.st_dev, st.st_ino, slash ? slash + 1 : a->list);
        exclude_temporary(&o->selection, a->list);
        error = roster_read(&a->roster, fd, a->list, o, a->ring.bytes != NULL, a->msg);
        if (fd != STDIN_FILENO)
            close(fd);
    }
    if (error) {
        msg_file_error(a->msg, a->list, error);
        return EXIT_UNREADABLE;
    }
    roster_algorithms(&a->roster, &a->wanted);
    if (a->wanted.n)
        return EXIT_ALL_WELL;
    msg_file(a->msg, a->list, "no properly formatted checksum lines found");
    return EXIT_MALFORMED;
}

static int audit(struct auditing *a, struct options *o)
{
    int code = read_list(a, o);

    if (code)
        return code;
    if (!tree_open(&a->tree, o, a->list, o->operands[1], a->msg))
        return EXIT_UNREADABLE;
    if (a->ring.bytes)
        keyring_prepare(&a->ring, &a->wanted);
    if (!hash_tree(a)) {
        /* What was not looked at would seem to be missing. */
        msg_file(a->msg, a->list, "interrupted; nothing is told of a part of the folder");
        a->out->abandoned = true;
        return EXIT_UNREADABLE;
    }
    make_claims(a);
    make_files(a);
    audit_join(&a->audit);
    find_unseen(a);
    audit_pair(&a->audit);
    tell_items(a);
    code = exit_code(a);
    findings_summarise(&a->findings, a->roster.malformed, a->roster.unverified + a->outside, code);
    return code;
}

int run_auditing(struct options *o, struct output *out, struct msg *msg)
{
    struct auditing a = {.options = o, .out = out, .msg = msg, .list = o->operands[0]};
    a.findings = (struct findings){.options = o,
                                   .out = out,
                                   .msg = msg,
                                   .list = a.list,
                                   .kinds = kinds,
                                   .kind_count = AUDIT_KINDS};
    int code = EXIT_UNREADABLE;

    if (keyring_load(&a.ring, &o->key, msg))
        code = audit(&a, o);
    else
        out->abandoned = true;
    tree_close(&a.tree);
    keyring_wipe(&a.ring);
    audit_free(&a.audit);
    free(a.audit.claims);
    free(a.audit.files);
    free(a.seen);
    text_free(&a.names);
    text_free(&a.digests);
    roster_free(&a.roster);
    return code;
}
