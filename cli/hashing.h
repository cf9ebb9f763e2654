/* SPDX-License-Identifier: MIT
 *
 * hashing.h - the job of hashing: operands through walk and engine to digest lines.
 */
#ifndef MHASH_HASHING_H
#define MHASH_HASHING_H

#include "msg.h"
#include "options.h"
#include "writers.h"

/* Returns the exit code. A dead output is left to the caller to tell. */
int run_hashing(const struct options *o, struct output *out, struct msg *msg);

#endif /* MHASH_HASHING_H */
