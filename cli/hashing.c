/* SPDX-License-Identifier: MIT
 *
 * hashing.c - the job of hashing. Brings operands, walk, engine and writers together; does none of
 * their work.
 */
#include "hashing.h"

#include <stdlib.h>
#include <string.h>

#include "engine.h"
#include "etag.h"
#include "keys.h"
#include "operands.h"
#include "signals.h"
#include "styles.h"
#include "totals.h"

struct hashing {
    const struct options *options;
    struct output *out;
    struct msg *msg;
    struct styler styler;
    struct etag etag;
    bool failed;
};

/* Why an entry has no digest, for those faults that are no system error; else NULL. */
static const char *fault_text(enum fault fault)
{
    switch (fault) {
    case FAULT_SPECIAL:
        return "not a regular file; skipped";
    case FAULT_LOOP:
        return "link to a folder that it lies in; skipped";
    case FAULT_OWN:
        return "is where the output goes; skipped";
    case FAULT_MOVED:
        return "moved while being read; the rest of it is left out";
    case FAULT_CHANGED:
        return "changed while being read";
    case FAULT_NAME_EMPTY:
        return "the name is empty";
    case FAULT_NAME_NUL:
        return "a NUL byte in a line of names (--files0-from reads names that end in NUL)";
    case FAULT_NAME_LONG:
        return "longer than any file name";
    case FAULT_NAME_STDIN:
        return "standard input is the list itself";
    default:
        return NULL;
    }
}

/* Things that are skipped by design are no failure. */
static bool is_skipped(enum fault fault)
{
    return fault == FAULT_SPECIAL || fault == FAULT_LOOP || fault == FAULT_OWN;
}

/* The entry's name is "LIST: NUMBER". */
static void tell_list_line(struct msg *msg, const char *name, const char *text)
{
    size_t list_len = (size_t)(strrchr(name, ':') - name);
    struct text list = {0};

    text_add(&list, name, list_len);
    msg_list_line(msg, list.data, strtoull(name + list_len + 2, NULL, 10), text);
    text_free(&list);
}

static bool handle_fault(struct hashing *h, const struct entry *entry, const struct result *result)
{
    const bool skipped = is_skipped(result->fault);
    const char *text = fault_text(result->fault);

    h->failed |= !skipped;
    if (result->fault >= FAULT_NAME_EMPTY)
        tell_list_line(h->msg, entry->name, text);
    else if (text)
        msg_file(h->msg, entry->name, text);
    else
        msg_file_error(h->msg, entry->name, result->error);
    style_fault(&h->styler, &h->out->line, entry, text ? text : strerror(result->error), skipped);
    return !h->out->line.len || output_line(h->out);
}

/* A digest line, or what it is that the style cannot hold. */
static bool write_result(struct hashing *h, const struct entry *entry, const struct result *result)
{
    static const char unheld[] = "the name has a line end, which this style cannot hold";

    if (!style_result(&h->styler, &h->out->line, entry, result)) {
        h->failed = true;
        msg_file(h->msg, entry->name, unheld);
        return true;
    }
    return output_line(h->out);
}

static bool write_etag(struct hashing *h, const struct entry *entry)
{
    const struct line_format *format = &h->options->format;
    struct text *line = &h->out->line;
    const bool escape = !format->zero && entry->name[strcspn(entry->name, "\\\n\r")];

    if (escape && format->style == STYLE_GNU)
        text_add_char(line, '\\');
    etag_write(&h->etag, line);
    if (format->style == STYLE_GNU) {
        text_add_string(line, "  ");
        if (escape)
            write_escaped(line, entry->name);
        else
            text_add_string(line, entry->name);
    }
    text_add_char(line, format->zero ? '\0' : '\n');
    etag_start(&h->etag, h->options->engine.piece);
    return output_line(h->out);
}

/* A piece goes by the name of its file, its number from 1 on, and where it lies:
 * "NAME#3@16777216+8388608". */
static bool handle_piece(void *context, const struct entry *entry, const struct digest_list *wanted,
                         const struct result *result, uint64_t number, uint64_t offset,
                         size_t which)
{
    struct hashing *h = context;
    struct text name = {0};
    struct entry piece = *entry;
    bool going;

    (void)wanted;
    (void)which;
    if (h->options->etag) {
        etag_add(&h->etag, result->size, result->digests[0]);
        return true;
    }
    text_add_string(&name, entry->name);
    text_add_char(&name, '#');
    text_add_number(&name, number + 1);
    text_add_char(&name, '@');
    text_add_number(&name, offset);
    text_add_char(&name, '+');
    text_add_number(&name, result->size);
    piece.name = name.data;
    going = write_result(h, &piece, result);
    text_free(&name);
    return going;
}

static bool handle(void *context, const struct entry *entry, const struct digest_list *wanted,
                   const struct result *result, void *item)
{
    struct hashing *h = context;

    (void)wanted;
    (void)item;
    if (result->fault != FAULT_NONE) {
        etag_start(&h->etag, h->options->engine.piece);
        return handle_fault(h, entry, result);
    }
    if (h->options->etag)
        return write_etag(h, entry);
    return h->options->engine.piece ? !h->out->dead : write_result(h, entry, result);
}

int run_hashing(const struct options *o, struct output *out, struct msg *msg)
{
    struct hashing hashing = {.options = o, .out = out, .msg = msg};
    struct digest_list wanted = {.n = o->algorithm_count};
    struct keyring ring = {0};
    struct engine_options engine_options;
    struct engine engine;
    struct totals totals;
    int failure = o->sum ? 1 : EXIT_UNREADABLE;

    memcpy(wanted.algorithms, o->algorithms, sizeof o->algorithms);
    if (o->key.from != KEY_NONE) {
        if (!keyring_load(&ring, &o->key, msg)) {
            out->abandoned = true;
            return failure;
        }
        keyring_prepare(&ring, &wanted);
    }
    engine_options = o->engine;
    engine_options.on_piece = handle_piece;
    totals_prepare(&totals, o);
    etag_start(&hashing.etag, o->engine.piece);
    engine_start(&engine, &engine_options, handle, &hashing);
    hashing.styler = (struct styler){.format = &o->format, .wanted = &wanted};
    style_begin(&hashing.styler, &out->line);
    if (!out->line.len || output_line(out))
        submit_operands(o, &engine, &wanted);
    bool complete = engine_finish(&engine);
    totals_end(&totals);
    if (signals_stop()) {
        msg_interrupted(msg, engine.unfinished, engine.unfinished_more);
        out->abandoned = true;
    }
    free(engine.unfinished);
    if (complete || (signals_stop() && !out->dead)) {
        style_end(&hashing.styler, &out->line);
        if (out->line.len)
            output_line(out);
    }
    keyring_wipe(&ring);
    return hashing.failed ? failure : EXIT_ALL_WELL;
}
