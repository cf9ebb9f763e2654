/* SPDX-License-Identifier: MIT
 *
 * verdicts.c - how the outcome of a check is told.
 */
#include "verdicts.h"

#include <string.h>

#include "jsontext.h"
#include "quote.h"

void verdicts_start(struct verdicts *v, const struct options *o, struct output *out,
                    struct msg *msg)
{
    *v = (struct verdicts){.options = o, .out = out, .msg = msg};
}

const char *verdicts_fault(const struct result *result)
{
    switch (result->fault) {
    case FAULT_SPECIAL:
        return "not a regular file";
    case FAULT_LOOP:
        return "link to a folder that it lies in";
    case FAULT_MOVED:
        return "moved while being read";
    case FAULT_CHANGED:
        return "changed while being read";
    default:
        return strerror(result->error);
    }
}

static void add_hex(struct text *out, const uint8_t *digest, size_t len)
{
    char hex[HM_HEX_SIZE(HM_MAX_DIGEST_SIZE)];
    text_add(out, hex, hm_hex(hex, digest, len));
}

/* What was claimed and what came out, in the form of the claim. What came out of an HMAC is not
 * told: it would be the tag that makes the change look right. */
static void add_expected(struct text *out, const struct outcome *e)
{
    if (e->record->form == FORM_BUBBLEBABBLE)
        text_add_string(out, e->record->text);
    else
        add_hex(out, e->record->digest, e->record->digest_len);
}

static void add_found(struct text *out, const struct outcome *e)
{
    const struct hm_algorithm *a = e->record->algorithm;
    const uint8_t *digest = e->result->digests[e->digest];
    char text[HM_BUBBLEBABBLE_SIZE(HM_MAX_DIGEST_SIZE)];

    if (e->record->form == FORM_BUBBLEBABBLE)
        text_add(out, text, hm_bubblebabble(text, digest, hm_algorithm_digest_size(a)));
    else
        add_hex(out, digest, e->record->digest_len);
}

static bool size_differs(const struct outcome *e)
{
    return e->verdict == VERDICT_MISMATCH && check_size_differs(e->record, e->result);
}

/* ---- The failures again ------------------------------------------------------------------- */

static void add_details(struct text *out, const struct outcome *e)
{
    if (e->verdict == VERDICT_UNREADABLE) {
        text_add_string(out, verdicts_fault(e->result));
    } else if (e->telling) {
        text_add_string(out, e->telling->failure);
    } else if (size_differs(e)) {
        text_add_string(out, "size expected ");
        text_add_number(out, e->record->size);
        text_add_string(out, ", found ");
        text_add_number(out, e->result->size);
    } else {
        if (e->record->keyed)
            text_add_string(out, "HMAC-");
        text_add_string(out, hm_algorithm_tag(e->record->algorithm));
        text_add_string(out, " expected ");
        add_expected(out, e);
        if (e->record->keyed)
            return;
        text_add_string(out, ", found ");
        add_found(out, e);
    }
}

static void keep_failure(struct verdicts *v, const struct outcome *e)
{
    if (v->failure_count++ >= FAILURES_KEPT)
        return;
    quote_name(&v->failures, e->name);
    text_add_string(&v->failures, ": FAILED: ");
    add_details(&v->failures, e);
    text_add_char(&v->failures, '\0');
}

static void repeat_failures(struct verdicts *v)
{
    for (size_t i = 0; i < v->failures.len; i += strlen(v->failures.data + i) + 1)
        msg_say(v->msg, v->failures.data + i);
    if (v->failure_count > FAILURES_KEPT)
        msg_count(v->msg, v->failure_count - FAILURES_KEPT, "more failure is not repeated here",
                  "more failures are not repeated here");
    text_cut(&v->failures, 0);
    v->failure_count = 0;
}

/* ---- JSON --------------------------------------------------------------------------------- */

static void add_key(struct text *out, const char *key)
{
    text_add_char(out, ',');
    json_add_string(out, key);
    text_add_char(out, ':');
}

/* The begin of an object, with what separates it from the one before. */
static struct text *begin_object(struct verdicts *v)
{
    struct text *out = &v->out->line;

    if (v->options->report == REPORT_JSON)
        text_add_string(out, v->any ? ",\n" : "{\"entries\":[\n");
    v->any = true;
    text_add_char(out, '{');
    return out;
}

static bool end_object(struct verdicts *v)
{
    text_add_string(&v->out->line, v->options->report == REPORT_JSON ? "}" : "}\n");
    return output_line(v->out);
}

static void add_place(const struct verdicts *v, struct text *out, uint64_t line)
{
    json_add_name(out, "list", v->list);
    add_key(out, "line");
    text_add_number(out, line);
}

static bool tell_json(struct verdicts *v, const struct outcome *e)
{
    static const char *const words[] = {[VERDICT_OK] = "\"ok\"",
                                        [VERDICT_MISMATCH] = "\"mismatch\"",
                                        [VERDICT_UNREADABLE] = "\"unreadable\"",
                                        [VERDICT_MISSING] = "\"missing\"",
                                        [VERDICT_UNVERIFIED] = "\"unverified\""};
    struct text *out = begin_object(v), tag = {0};
    const bool read = e->result->fault == FAULT_NONE;

    json_add_name(out, "name", e->name);
    add_key(out, "verdict");
    text_add_string(out, words[e->verdict]);
    if (e->line) {
        text_add_char(out, ',');
        add_place(v, out, e->line);
    }
    if (e->record->has_size) {
        add_key(out, "expected_size");
        text_add_number(out, e->record->size);
    }
    if (read) {
        add_key(out, "size");
        text_add_number(out, e->result->size);
    } else {
        add_key(out, "error");
        json_add_string(out, verdicts_fault(e->result));
    }
    if (e->telling) {
        text_add_string(out, e->telling->members);
    } else if (e->record->algorithm) {
        text_add_string(&tag, e->record->keyed ? "HMAC-" : "");
        text_add_string(&tag, hm_algorithm_tag(e->record->algorithm));
        add_key(out, "algorithm");
        json_add_string(out, tag.data);
        text_free(&tag);
        text_add_string(out, ",\"expected\":\"");
        add_expected(out, e);
        text_add_char(out, '"');
        if (read && !(e->record->keyed && e->verdict != VERDICT_OK)) {
            text_add_string(out, ",\"found\":\"");
            add_found(out, e);
            text_add_char(out, '"');
        }
    }
    return end_object(v);
}

static void add_count(struct text *out, const char *key, uint64_t n)
{
    add_key(out, key);
    text_add_number(out, n);
}

static void add_summary(struct text *out, const char *list, const struct tally *t)
{
    text_add_string(out, "{\"summary\":true,");
    json_add_name(out, "list", list);
    add_count(out, "ok", t->matched);
    add_count(out, "mismatch", t->mismatched);
    add_count(out, "unreadable", t->unreadable);
    add_count(out, "missing", t->missing);
    add_count(out, "unverified", t->unverified);
    add_count(out, "malformed", t->malformed);
    add_count(out, "skipped", t->skipped);
    text_add_char(out, '}');
}

/* ---- While it runs ------------------------------------------------------------------------ */

bool verdicts_tell(struct verdicts *v, const struct outcome *e)
{
    static const char *const words[] = {[VERDICT_OK] = "OK",
                                        [VERDICT_MISMATCH] = "FAILED",
                                        [VERDICT_UNREADABLE] = "FAILED open or read",
                                        [VERDICT_UNVERIFIED] = "NOT VERIFIED (size alone)"};
    const struct options *o = v->options;

    if (!o->sum && (e->verdict == VERDICT_MISMATCH || e->verdict == VERDICT_UNREADABLE))
        keep_failure(v, e);
    if (o->status || (e->verdict == VERDICT_OK && o->quiet))
        return true;
    if (o->report != REPORT_TEXT)
        return tell_json(v, e);
    if (e->verdict == VERDICT_MISSING)
        return true;
    const char *word = e->telling && e->verdict == VERDICT_OK ? e->telling->ok : words[e->verdict];
    write_colored_status(&v->out->line, e->name, word, v->out->color, e->verdict == VERDICT_OK);
    return output_line(v->out);
}

bool verdicts_tell_line(struct verdicts *v, uint64_t line, enum line_kind kind, const char *reason)
{
    const struct options *o = v->options;

    if (o->sum) {
        if (!o->warn || kind != LINE_MALFORMED)
            return true;
        struct text text = {0};
        text_add_string(&text, "improperly formatted ");
        text_add_string(&text, hm_algorithm_tag(o->sum));
        text_add_string(&text, " checksum line");
        msg_list_line(v->msg, v->list, line, text.data);
        text_free(&text);
        return true;
    }
    if (o->status)
        return true;
    msg_list_line(v->msg, v->list, line, reason);
    if (o->report == REPORT_TEXT || kind == LINE_NOTE)
        return true;
    struct text *out = begin_object(v);
    text_add_string(out, kind == LINE_MALFORMED ? "\"verdict\":\"malformed\","
                                                : "\"verdict\":\"unverified\",");
    add_place(v, out, line);
    add_key(out, "reason");
    json_add_string(out, reason);
    return end_object(v);
}

/* ---- At the end --------------------------------------------------------------------------- */

static void summarise_text(struct verdicts *v, const struct tally *t)
{
    const struct options *o = v->options;

    if (!t->records && !t->skipped) {
        msg_file(v->msg, v->list, "no properly formatted checksum lines found");
        return;
    }
    if (o->status)
        return;
    if (t->malformed)
        msg_count(v->msg, t->malformed, "line is improperly formatted",
                  "lines are improperly formatted");
    if (t->unverified)
        msg_count(v->msg, t->unverified, "entry was not verified", "entries were not verified");
    if (t->unreadable)
        msg_count(v->msg, t->unreadable, "listed file could not be read",
                  "listed files could not be read");
    if (t->mismatched)
        msg_count(v->msg, t->mismatched, "computed checksum did NOT match",
                  "computed checksums did NOT match");
    if (o->sum && o->ignore_missing && !t->matched)
        msg_file(v->msg, v->list, "no file was verified");
    if (!o->sum && !t->matched && !t->mismatched)
        msg_file(v->msg, v->list, "no file was verified");
}

void verdicts_summarise(struct verdicts *v, const struct tally *t)
{
    const struct options *o = v->options;

    summarise_text(v, t);
    if (!o->status)
        repeat_failures(v);
    if (o->status || o->report == REPORT_TEXT)
        return;
    if (o->report == REPORT_JSON) {
        if (v->summaries.len)
            text_add_string(&v->summaries, ",\n");
        add_summary(&v->summaries, v->list, t);
        return;
    }
    add_summary(&v->out->line, v->list, t);
    text_add_char(&v->out->line, '\n');
    output_line(v->out);
}

void verdicts_finish(struct verdicts *v, int code)
{
    if (v->options->report == REPORT_JSON && !v->options->status) {
        struct text *out = &v->out->line;
        text_add_string(out, v->any ? "],\n\"lists\":[\n" : "{\"entries\":[],\n\"lists\":[\n");
        text_add(out, v->summaries.data, v->summaries.len);
        text_add_string(out, "],\n\"exit\":");
        text_add_number(out, (unsigned)code);
        text_add_string(out, "}\n");
        output_line(v->out);
    }
    text_free(&v->failures);
    text_free(&v->summaries);
}
