/* SPDX-License-Identifier: MIT
 *
 * engine.h - entries in, results out, in the same order. Hides how files are read and hashed: one
 * after another here. It neither prints nor judges.
 */
#ifndef MHASH_ENGINE_H
#define MHASH_ENGINE_H

#include <stdbool.h>

#include "types.h"

/* Called once for each entry, in the order of submission. False stops the run. */
typedef bool engine_handler(void *context, const struct entry *entry,
                            const struct digest_list *wanted, const struct result *result,
                            void *item);

struct engine {
    engine_handler *handler;
    void *context;
    bool patient; /* wait for descriptors that do not block; open paths beyond PATH_MAX */
    bool times;   /* results tell the mtime; false until set after engine_start() */
    bool stopped;
};

void engine_start(struct engine *engine, engine_handler *handler, void *context, bool patient);

/* Hands one entry in; item goes to the handler as it is. This engine calls the handler before it
 * returns, so nothing pointed to need outlive the call. False if the run was stopped. */
bool engine_submit(struct engine *engine, const struct entry *entry,
                   const struct digest_list *wanted, void *item);

/* Hands in what is known without reading: the handler is called with this fault, in order. */
bool engine_report(struct engine *engine, const struct entry *entry, enum fault fault, int error,
                   void *item);

/* Returns when the handler was called for everything submitted. False if the run was stopped. */
bool engine_finish(struct engine *engine);

#endif /* MHASH_ENGINE_H */
