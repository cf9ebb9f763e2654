/* SPDX-License-Identifier: MIT
 *
 * findings.h - how audit and update tell what they found: as text, in the short form, or as JSON.
 */
#ifndef MHASH_FINDINGS_H
#define MHASH_FINDINGS_H

#include "msg.h"
#include "options.h"
#include "writers.h"

/* How one kind of finding is told. */
struct finding_kind {
    const char *word;  /* in JSON and in the summary */
    const char *shown; /* behind the name */
    char mark;         /* in the short form */
    bool good;         /* left out with --quiet and in the short form */
    bool always;       /* in the summary even if there was none */
};

struct findings {
    const struct options *options;
    struct output *out;
    struct msg *msg;
    const char *list;
    const struct finding_kind *kinds;
    size_t kind_count;
    uint64_t counts[16];
    bool any;
};

/* Counts and tells one finding. other: the name that shown ends with, or NULL. False if the output
 * is dead. */
bool findings_tell(struct findings *f, size_t kind, const char *name, const char *other);

/* The counts, as a message or as JSON with the exit code and what else is wrong with the list. */
void findings_summarise(struct findings *f, uint64_t malformed, uint64_t unverified, int code);

#endif /* MHASH_FINDINGS_H */
