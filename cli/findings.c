/* SPDX-License-Identifier: MIT
 *
 * findings.c - how audit and update tell what they found.
 */
#include "findings.h"

#include "jsontext.h"
#include "quote.h"

static void tell_text(struct findings *f, const struct finding_kind *kind, const char *name,
                      const char *other)
{
    struct text status = {0};

    text_add_string(&status, kind->shown);
    if (other) {
        text_add_char(&status, ' ');
        quote_name(&status, other);
    }
    write_colored_status(&f->out->line, name, status.data, f->out->color, kind->good);
    text_free(&status);
}

/* "+ NAME", "- NAME", "! NAME": as a diff of two trees would have it. */
static void tell_short(struct text *out, char mark, const char *name, const char *other)
{
    text_add_char(out, mark);
    text_add_char(out, ' ');
    if (other && mark == '>') {
        quote_name(out, other);
        text_add_string(out, " -> ");
    }
    quote_name(out, name);
    if (other && mark != '>') {
        text_add_string(out, " = ");
        quote_name(out, other);
    }
    text_add_char(out, '\n');
}

static void tell_json(struct findings *f, const struct finding_kind *kind, const char *name,
                      const char *other)
{
    const bool whole = f->options->report == REPORT_JSON;
    struct text *out = &f->out->line;

    if (whole)
        text_add_string(out, f->any ? ",\n" : "{\"entries\":[\n");
    text_add_char(out, '{');
    json_add_name(out, "name", name);
    text_add_string(out, ",\"status\":");
    json_add_string(out, kind->word);
    if (other) {
        text_add_char(out, ',');
        json_add_name(out, kind->mark == '>' ? "from" : "same_as", other);
    }
    text_add_string(out, whole ? "}" : "}\n");
    f->any = true;
}

bool findings_tell(struct findings *f, size_t kind, const char *name, const char *other)
{
    const struct options *o = f->options;
    const struct finding_kind *k = &f->kinds[kind];

    f->counts[kind]++;
    if (o->status || (k->good && (o->quiet || o->report == REPORT_SHORT)))
        return true;
    if (o->report == REPORT_TEXT)
        tell_text(f, k, name, other);
    else if (o->report == REPORT_SHORT)
        tell_short(&f->out->line, k->mark, name, other);
    else
        tell_json(f, k, name, other);
    return output_line(f->out);
}

static void summarise_json(struct findings *f, uint64_t malformed, uint64_t unverified, int code)
{
    struct text *out = &f->out->line;

    if (f->options->report == REPORT_JSON)
        text_add_string(out, f->any ? "],\n\"summary\":" : "{\"entries\":[],\n\"summary\":");
    text_add_string(out, "{\"summary\":true,");
    json_add_name(out, "list", f->list);
    for (size_t k = 0; k < f->kind_count; k++) {
        text_add_char(out, ',');
        json_add_string(out, f->kinds[k].word);
        text_add_char(out, ':');
        text_add_number(out, f->counts[k]);
    }
    text_add_string(out, ",\"malformed\":");
    text_add_number(out, malformed);
    text_add_string(out, ",\"unverified\":");
    text_add_number(out, unverified);
    text_add_string(out, ",\"exit\":");
    text_add_number(out, (unsigned)code);
    text_add_string(out, f->options->report == REPORT_JSON ? "}}\n" : "}\n");
    output_line(f->out);
}

void findings_summarise(struct findings *f, uint64_t malformed, uint64_t unverified, int code)
{
    struct text line = {0};

    if (f->options->status)
        return;
    if (malformed)
        msg_count(f->msg, malformed, "line is improperly formatted",
                  "lines are improperly formatted");
    if (unverified)
        msg_count(f->msg, unverified, "entry was not verified", "entries were not verified");
    if (f->options->report == REPORT_JSON || f->options->report == REPORT_JSONL) {
        summarise_json(f, malformed, unverified, code);
        return;
    }
    for (size_t k = 0; k < f->kind_count; k++) {
        if (!f->counts[k] && !f->kinds[k].always)
            continue;
        text_add_string(&line, line.len ? ", " : "");
        text_add_number(&line, f->counts[k]);
        text_add_char(&line, ' ');
        text_add_string(&line, f->kinds[k].word);
    }
    msg_file(f->msg, f->list, line.data);
    text_free(&line);
}
