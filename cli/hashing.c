/* SPDX-License-Identifier: MIT
 *
 * hashing.c - the job of hashing. Brings operands, walk, engine and writers together; does none of
 * their work.
 */
#include "hashing.h"

#include <stdlib.h>
#include <string.h>

#include "engine.h"
#include "keys.h"
#include "operands.h"
#include "signals.h"
#include "styles.h"

struct hashing {
    const struct options *options;
    struct output *out;
    struct msg *msg;
    struct styler styler;
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

static bool handle(void *context, const struct entry *entry, const struct digest_list *wanted,
                   const struct result *result, void *item)
{
    static const char unheld[] = "the name has a line end, which this style cannot hold";
    struct hashing *h = context;

    (void)wanted;
    (void)item;
    if (result->fault != FAULT_NONE)
        return handle_fault(h, entry, result);
    if (!style_result(&h->styler, &h->out->line, entry, result)) {
        h->failed = true;
        msg_file(h->msg, entry->name, unheld);
        return true;
    }
    return output_line(h->out);
}

int run_hashing(const struct options *o, struct output *out, struct msg *msg)
{
    struct hashing hashing = {.options = o, .out = out, .msg = msg};
    struct digest_list wanted = {.n = o->algorithm_count};
    struct keyring ring = {0};
    struct engine engine;
    int failure = o->sum ? 1 : EXIT_UNREADABLE;

    memcpy(wanted.algorithms, o->algorithms, sizeof o->algorithms);
    if (o->key.from != KEY_NONE) {
        if (!keyring_load(&ring, &o->key, msg)) {
            out->abandoned = true;
            return failure;
        }
        keyring_prepare(&ring, &wanted);
    }
    engine_start(&engine, &o->engine, handle, &hashing);
    hashing.styler = (struct styler){.format = &o->format, .wanted = &wanted};
    style_begin(&hashing.styler, &out->line);
    if (!out->line.len || output_line(out))
        submit_operands(o, &engine, &wanted);
    bool complete = engine_finish(&engine);
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
