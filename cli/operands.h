/* SPDX-License-Identifier: MIT
 *
 * operands.h - everything that the user named, as entries: operands, what lies below folders, the
 * names in lists of --files-from.
 */
#ifndef MHASH_OPERANDS_H
#define MHASH_OPERANDS_H

#include "engine.h"
#include "options.h"

/* Hands everything to the engine, in order, also what is wrong with it. */
void submit_operands(const struct options *o, struct engine *engine,
                     const struct digest_list *wanted);

#endif /* MHASH_OPERANDS_H */
