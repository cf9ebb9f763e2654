/* SPDX-License-Identifier: MIT
 *
 * verdicts.h - how the outcome of a check is told: as text or JSON while it runs, and in a summary
 * that repeats the failures. Judges nothing.
 */
#ifndef MHASH_VERDICTS_H
#define MHASH_VERDICTS_H

#include "check.h"
#include "manifest.h"
#include "msg.h"
#include "options.h"
#include "writers.h"

/* Failures that the summary repeats; what goes beyond is counted. */
enum { FAILURES_KEPT = 1000 };

struct verdicts {
    const struct options *options;
    struct output *out;
    struct msg *msg;
    const char *list; /* whose entries come now, as shown */
    bool any;         /* something was written: JSON needs a comma */
    struct text failures;
    size_t failure_count;
    struct text summaries; /* JSON: those of the lists, for the end */
};

/* How the outcome of another comparison than that of one digest is told. */
struct telling {
    const char *ok;      /* "OK" and what else there is to say */
    const char *failure; /* what was expected, and found */
    const char *members; /* of its JSON object, each behind a comma */
};

/* One entry and what became of it. */
struct outcome {
    const char *name;
    uint64_t line; /* 0: not from a list */
    const struct record *record;
    const struct result *result;
    size_t digest; /* its place in result */
    enum verdict verdict;
    const struct telling *telling; /* or NULL */
};

void verdicts_start(struct verdicts *v, const struct options *o, struct output *out,
                    struct msg *msg);

/* These return false if the output is dead. */
bool verdicts_tell(struct verdicts *v, const struct outcome *outcome);
bool verdicts_tell_line(struct verdicts *v, uint64_t line, enum line_kind kind, const char *reason);

/* Why there is no digest, for messages. */
const char *verdicts_fault(const struct result *result);

/* At the end of a list, and of the run. */
void verdicts_summarise(struct verdicts *v, const struct tally *tally);
void verdicts_finish(struct verdicts *v, int code);

#endif /* MHASH_VERDICTS_H */
