/* SPDX-License-Identifier: MIT
 *
 * updating.h - the job of bringing a list up to date with a folder.
 */
#ifndef MHASH_UPDATING_H
#define MHASH_UPDATING_H

#include "msg.h"
#include "options.h"
#include "writers.h"

/* Returns the exit code. A dead output is left to the caller to tell. */
int run_updating(struct options *o, struct output *out, struct msg *msg);

#endif /* MHASH_UPDATING_H */
