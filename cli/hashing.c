/* SPDX-License-Identifier: MIT
 *
 * hashing.c - the job of hashing. Brings operands, walk, engine and writers together; does none of
 * their work.
 */
#include "hashing.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"
#include "keys.h"
#include "signals.h"
#include "walk.h"

struct hashing {
    const struct options *options;
    struct output *out;
    struct msg *msg;
    bool failed;
};

/* Tells why an entry has no digest. True if that is a failure, not a thing skipped by design. */
static bool tell_fault(struct msg *msg, const struct entry *entry, const struct result *result)
{
    switch (result->fault) {
    case FAULT_SPECIAL:
        msg_file(msg, entry->name, "not a regular file; skipped");
        return false;
    case FAULT_LOOP:
        msg_file(msg, entry->name, "link to a folder that it lies in; skipped");
        return false;
    case FAULT_MOVED:
        msg_file(msg, entry->name, "moved while being read; the rest of it is left out");
        return true;
    case FAULT_CHANGED:
        msg_file(msg, entry->name, "changed while being read");
        return true;
    default:
        msg_file_error(msg, entry->name, result->error);
        return true;
    }
}

static bool handle(void *context, const struct entry *entry, const struct digest_list *wanted,
                   const struct result *result, void *item)
{
    struct hashing *h = context;

    (void)item;
    if (result->fault != FAULT_NONE) {
        h->failed |= tell_fault(h->msg, entry, result);
        return true;
    }
    for (size_t i = 0; i < wanted->n; i++)
        write_digest(&h->out->line, &h->options->format, wanted->algorithms[i], entry->name,
                     result->digests[i]);
    return output_line(h->out);
}

static bool submit_operand(struct engine *engine, const char *operand,
                           const struct digest_list *wanted)
{
    struct entry entry = {.name = operand,
                          .base = operand,
                          .dir = AT_FDCWD,
                          .source = strcmp(operand, "-") == 0 ? SOURCE_STDIN : SOURCE_PATH};
    return engine_submit(engine, &entry, wanted, NULL);
}

static bool submit_tree(struct engine *engine, const char *operand, bool follow,
                        const struct digest_list *wanted)
{
    static const enum fault faults[] = {[WALK_ERROR] = FAULT_OPEN,
                                        [WALK_MOVED] = FAULT_MOVED,
                                        [WALK_LOOP] = FAULT_LOOP,
                                        [WALK_SPECIAL] = FAULT_SPECIAL};
    struct walk walk;
    enum walk_status status;
    bool going = true;

    walk_open(&walk, operand, follow);
    while (going && (status = walk_next(&walk)) != WALK_END) {
        if (status == WALK_FILE) {
            going = engine_submit(engine, &walk.entry, wanted, NULL);
        } else {
            struct entry entry = {.name = walk.name, .source = SOURCE_TREE};
            going = engine_report(engine, &entry, faults[status], walk.error, NULL);
        }
    }
    walk_close(&walk);
    return going;
}

static void submit_all(const struct options *o, struct engine *engine,
                       const struct digest_list *wanted)
{
    bool going = true;

    if (!o->operand_count) {
        if (o->recursive)
            submit_tree(engine, ".", o->follow, wanted);
        else
            submit_operand(engine, "-", wanted);
    }
    for (int i = 0; i < o->operand_count && going; i++) {
        const char *operand = o->operands[i];
        going = o->recursive && strcmp(operand, "-") != 0
                    ? submit_tree(engine, operand, o->follow, wanted)
                    : submit_operand(engine, operand, wanted);
    }
}

int run_hashing(const struct options *o, struct output *out, struct msg *msg)
{
    struct hashing hashing = {.options = o, .out = out, .msg = msg};
    struct digest_list wanted = {.n = o->algorithm_count};
    struct keyring ring = {0};
    struct engine engine;
    int failure = o->sum ? 1 : EXIT_UNREADABLE;

    memcpy(wanted.algorithms, o->algorithms, sizeof o->algorithms);
    if (o->key_file) {
        if (!keyring_load(&ring, o->key_file, msg))
            return failure;
        keyring_prepare(&ring, &wanted);
    }
    engine_start(&engine, &o->engine, handle, &hashing);
    submit_all(o, &engine, &wanted);
    engine_finish(&engine);
    if (signals_stop())
        msg_interrupted(msg, engine.unfinished, engine.unfinished_more);
    free(engine.unfinished);
    keyring_wipe(&ring);
    return hashing.failed ? failure : EXIT_ALL_WELL;
}
