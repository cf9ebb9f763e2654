/* SPDX-License-Identifier: MIT
 *
 * checking.h - the job of checking: lists through manifest and engine to verdicts.
 */
#ifndef MHASH_CHECKING_H
#define MHASH_CHECKING_H

#include "msg.h"
#include "options.h"
#include "writers.h"

/* Returns the exit code. A dead output is left to the caller to tell. */
int run_checking(const struct options *o, struct output *out, struct msg *msg);

#endif /* MHASH_CHECKING_H */
