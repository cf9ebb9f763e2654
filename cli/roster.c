/* SPDX-License-Identifier: MIT
 *
 * roster.c - a whole list in memory.
 */
#include "roster.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "lines.h"
#include "manifest.h"

struct reading {
    struct roster *roster;
    const struct options *options;
    struct msg *msg;
    const char *list;
    bool keyed;
    struct manifest manifest;
    struct claims claims;
};

void clean_name(char *name)
{
    char *to = name;
    const char *from = name;

    if (*from == '/')
        *to++ = *from++;
    while (*from) {
        size_t n = strcspn(from, "/");
        if (n && !(n == 1 && *from == '.')) {
            memmove(to, from, n);
            to += n;
            if (from[n])
                *to++ = '/';
        }
        from += n + (from[n] == '/');
    }
    *to = '\0';
}

static void add_record(struct reading *t, const struct record *record, uint64_t line)
{
    struct roster *r = t->roster;
    size_t name = r->names.len, digest = r->digests.len;

    text_add(&r->names, record->name, strlen(record->name) + 1);
    clean_name(r->names.data + name);
    r->names.len = name + strlen(r->names.data + name) + 1;
    text_add(&r->digests, record->digest, record->digest_len);
    if (r->n && r->records[r->n - 1].line == line)
        r->foreign = true;
    r->records = memory_grow(r->records, &r->size, r->n + 1, sizeof *r->records);
    r->records[r->n++] = (struct roster_record){
        name, digest, record->algorithm, line, record->digest_len, record->tagged};
}

static void tell(const struct reading *t, uint64_t line, const char *reason)
{
    if (!t->options->status)
        msg_list_line(t->msg, t->list, line, reason);
}

static const char *unverifiable(const struct reading *t, const struct record *record)
{
    if (record->keyed && !t->keyed)
        return "needs the key; not verified";
    if (!record->keyed && t->keyed)
        return "not an HMAC, but a key was given; not verified";
    if (record->form != FORM_BYTES)
        return "BubbleBabble is for --check alone; not verified";
    if (record->link)
        return "of a symlink's text, which is for --check alone; not verified";
    return check_refusal(record, t->options->confine, t->options->strict_algorithms);
}

static void take(struct reading *t, enum line_kind kind, const struct record *record, uint64_t line,
                 const char *reason)
{
    switch (kind) {
    case LINE_RECORD:
        /* A size alone is no digest; where there is one, it tells more. */
        if (!record->algorithm)
            return;
        if ((reason = unverifiable(t, record)) == NULL) {
            if (claims_add(&t->claims, record, line))
                tell(t, line, "contradicts an earlier line, which has another digest");
            add_record(t, record, line);
            return;
        }
        t->roster->unverified++;
        break;
    case LINE_UNSUPPORTED:
        t->roster->unverified++;
        break;
    case LINE_MALFORMED:
        t->roster->malformed++;
        break;
    case LINE_NOTE:
        break;
    case LINE_COMMENT:
        return;
    }
    tell(t, line, reason);
}

static void keep_line(struct roster *r, const char *line, size_t len)
{
    r->starts = memory_grow(r->starts, &r->line_size, r->line_count + 2, sizeof *r->starts);
    r->starts[r->line_count++] = r->lines.len;
    text_add(&r->lines, line, len);
    r->starts[r->line_count] = r->lines.len;
}

static void take_line(struct reading *t, enum line_status status, char *line, size_t len,
                      uint64_t number)
{
    const char *reason = "longer than any checksum line";
    struct record record;

    if (t->roster->keep)
        keep_line(t->roster, line, len);
    if (status != LINE_OK) {
        take(t, LINE_MALFORMED, NULL, number, reason);
        return;
    }
    enum line_kind kind = manifest_line(&t->manifest, line, len, &record, &reason);
    take(t, kind, &record, number, reason);
    while ((kind = manifest_more(&t->manifest, &record, &reason)) != LINE_COMMENT)
        take(t, kind, &record, number, reason);
}

int roster_read(struct roster *r, int fd, const char *list, const struct options *o, bool keyed,
                struct msg *msg)
{
    struct reading t = {.roster = r, .options = o, .msg = msg, .list = list, .keyed = keyed};
    enum line_status status;
    struct record record;
    struct lines lines;
    uint64_t number = 0;
    const char *reason;
    size_t len;
    char *line;

    t.manifest = (struct manifest){.algorithms = o->algorithms,
                                   .n = o->algorithm_count,
                                   .zero = o->format.zero,
                                   .tag_bytes = o->tag_bytes};
    manifest_open(&t.manifest, list);
    lines_open(&lines, fd, o->format.zero ? '\0' : '\n', true);
    lines_decode(&lines);
    while ((status = lines_next(&lines, &line, &len)) != LINE_END)
        take_line(&t, status, line, len, ++number);
    enum line_kind kind = manifest_end(&t.manifest, &reason);
    take(&t, kind, NULL, number, reason);
    while ((kind = manifest_more(&t.manifest, &record, &reason)) != LINE_COMMENT)
        take(&t, kind, &record, number, reason);
    r->foreign |= t.manifest.dialect != DIALECT_LINES || t.manifest.armour || t.manifest.percent ||
                  t.manifest.layout >= LAYOUT_REVERSED || lines.encoding >= LINES_UTF16_LE;
    int error = lines.error;
    lines_close(&lines);
    manifest_close(&t.manifest);
    claims_free(&t.claims);
    return error;
}

void roster_algorithms(const struct roster *r, struct digest_list *wanted)
{
    wanted->n = 0;
    for (size_t i = 0; i < r->n; i++) {
        size_t k = 0;
        while (k < wanted->n && wanted->algorithms[k] != r->records[i].algorithm)
            k++;
        if (k == wanted->n)
            wanted->algorithms[wanted->n++] = r->records[i].algorithm;
    }
}

void roster_free(struct roster *r)
{
    text_free(&r->names);
    text_free(&r->digests);
    text_free(&r->lines);
    free(r->records);
    free(r->starts);
}
