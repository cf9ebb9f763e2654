/* SPDX-License-Identifier: MIT
 *
 * auditing.h - the job of comparing a folder with a list.
 */
#ifndef MHASH_AUDITING_H
#define MHASH_AUDITING_H

#include "msg.h"
#include "options.h"
#include "writers.h"

/* Returns the exit code. A dead output is left to the caller to tell. */
int run_auditing(struct options *o, struct output *out, struct msg *msg);

#endif /* MHASH_AUDITING_H */
