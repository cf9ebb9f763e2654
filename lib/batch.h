/* SPDX-License-Identifier: MIT
 *
 * batch.h - the scheduler's interface within the library: a source of jobs goes in, the lanes are
 * kept full, each job's state or digest comes out. Whoever has many messages of any kind describes
 * them as jobs; only batch.c knows lanes.
 */
#ifndef HM_BATCH_H
#define HM_BATCH_H

#include "algorithms.h"

HM_HIDDEN_BEGIN

/* One message, or the next part of one, under any algorithm of the source's core. It absorbs `head`
 * completed from data, data's whole blocks, then, if it ends, data's rest with the padding, then,
 * if it has an outer state, the digest under that. */
struct hm_job {
    const struct hm_algorithm *algorithm;
    const union hm_state *initial;
    const union hm_state *outer; /* HMAC: state of the second pass; else NULL */
    const uint8_t *data;
    size_t len;
    void *target;  /* where the result goes: the digest's bytes unless the source has a close */
    uint8_t *head; /* block that holds `fill` bytes already; unused if fill is 0 */
    size_t fill;   /* 0 for a job that ends */
    size_t before; /* bytes absorbed before data, whole blocks; for a job that ends */
    bool ends;
};

/* n items, of which `jobs` are jobs of `core`. The order of jobs is free. */
struct hm_source {
    /* What all jobs have in common: open finds it in *job. */
    struct hm_job model;

    /* Describes item i: sets every member of *job that may differ between items; false if it is no
     * job of this core. Has no side effects: an item may be asked for several times before it
     * starts, never after. */
    bool (*open)(const struct hm_source *source, size_t i, struct hm_job *job);

    /* Takes the final state of a job. NULL: the digest is written to job->target, which may
     * overlap the job's own data. */
    void (*close)(const struct hm_source *source, const struct hm_job *job,
                  const union hm_state *state);
    const void *items;
    void *answers; /* for open and close: items that are written to */
    size_t n;
    size_t jobs;
    size_t param;  /* for open and close: a size that all items share */
    size_t extent; /* for open: a size of them together */
    unsigned core;
    bool secret; /* states and tails are wiped in the end */
};

/* Runs all jobs of the source to their end. */
void hm_batch_run(const struct hm_source *source);

HM_HIDDEN_END

#endif /* HM_BATCH_H */
