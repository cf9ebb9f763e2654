/* SPDX-License-Identifier: MIT
 *
 * etag_check.h - the job of checking one file against an entity tag of S3.
 */
#ifndef MHASH_ETAG_CHECK_H
#define MHASH_ETAG_CHECK_H

#include "msg.h"
#include "options.h"
#include "writers.h"

/* Returns the exit code. A dead output is left to the caller to tell. */
int run_etag_check(const struct options *o, struct output *out, struct msg *msg);

#endif /* MHASH_ETAG_CHECK_H */
