/* SPDX-License-Identifier: MIT
 *
 * engine.h - entries in, results out, in the same order. Hides how files are read and hashed. It
 * neither prints nor judges.
 *
 * Everything here is called on one thread, and the handler is called on that thread, from within
 * engine_submit(), engine_report(), engine_note(), engine_drain() and engine_finish(); so what it
 * uses (writers, messages, tallies) needs no locks. It must not call back into the engine.
 */
#ifndef MHASH_ENGINE_H
#define MHASH_ENGINE_H

#include <stdbool.h>

#include "access.h"
#include "progress.h"
#include "types.h"

/* Called once for each thing submitted, in the order of submission, as soon as all before it are
 * done. entry, wanted and result are the engine's and valid during the call; for a note all three
 * are NULL. False stops the run. */
typedef bool engine_handler(void *context, const struct entry *entry,
                            const struct digest_list *wanted, const struct result *result,
                            void *item);

/* Called for each piece of an entry, in order, before the handler is called for the entry itself,
 * whose result then has no digests. The result is the piece's; which is the place of its size in
 * the options' list. False stops the run. */
typedef bool engine_piece_handler(void *context, const struct entry *entry,
                                  const struct digest_list *wanted, const struct result *result,
                                  uint64_t number, uint64_t offset, size_t which);

struct engine_options {
    bool patient;  /* wait for descriptors that do not block; open paths beyond PATH_MAX */
    bool truthful; /* a file that changes while it is read has no digest */
    struct progress *progress;   /* counters to add to and a line to redraw, or NULL */
    unsigned jobs;               /* threads that hash; 0: as many as the CPUs that may be used */
    unsigned readers;            /* of each device at a time; 0: as many as are good for it */
    uint64_t max_memory;         /* bytes for all but the names of folders and lists; 0: as usual */
    enum io io;                  /* of regular files */
    bool no_cache;               /* what was read does not stay in memory */
    uint64_t piece;              /* bytes of a piece; 0: messages are whole. Not for keyed ones */
    const uint64_t *piece_sizes; /* with more than one: pieces of each size, in one reading; */
    size_t piece_size_count;     /* in order for each size */
    engine_piece_handler *on_piece;
};

struct engine {
    engine_handler *handler;
    void *context;
    bool stopped;
    /* A signal stopped it: the name of the first entry without a result, for the caller to free,
     * and how many more were known by then. What was complete was handed out. */
    char *unfinished;
    size_t unfinished_more;
    struct engine_state *state;
};

/* The options must outlive the engine. */
void engine_start(struct engine *engine, const struct engine_options *options,
                  engine_handler *handler, void *context);

/* Hands one entry in. The engine copies the entry, its strings included, and the list; the folder's
 * descriptor may be closed after the call. The handler may be called now or by any later call, so
 * what the caller keeps alive until then is: item, which goes to the handler as it is, and
 * wanted->keys. Once the run was stopped nothing more is called: items not handed back are then the
 * caller's to find by itself. False if the run was stopped. */
bool engine_submit(struct engine *engine, const struct entry *entry,
                   const struct digest_list *wanted, void *item);

/* Hands in what is known without reading: the handler is called with this fault, in order. */
bool engine_report(struct engine *engine, const struct entry *entry, enum fault fault, int error,
                   void *item);

/* Lets the handler be called with this item, in order, and with nothing else: how a message about
 * something else (a line of a list) gets its place between the results. */
bool engine_note(struct engine *engine, void *item);

/* Returns when the handler was called for everything submitted. To be called before waiting for
 * anything else than the engine (more lines of a list from a pipe), so that no result waits with
 * it, and before the results are summed up. False if the run was stopped. */
bool engine_drain(struct engine *engine);

/* The same; then nothing more may be submitted. */
bool engine_finish(struct engine *engine);

#endif /* MHASH_ENGINE_H */
