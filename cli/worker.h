/* SPDX-License-Identifier: MIT
 *
 * worker.h - what one thread does with tasks: small files are read whole and hashed many at a
 * time, larger ones advance side by side, a chunk each at a time. Knows no other thread: the pool
 * hands it tasks and files that others began, and takes what it has too much of.
 */
#ifndef MHASH_WORKER_H
#define MHASH_WORKER_H

#include "budget.h"
#include "crew.h"
#include "file.h"
#include "pool.h"
#include "sink.h"

enum {
    WHOLE_LIMIT = 128 * 1024, /* larger files go in chunks */
    MAX_WHOLE = 256,
    MAX_PENDING = 128,
    CHUNK = 256 * 1024, /* of a file alone; less if many share the arena */
};

/* A file being read in chunks. Belongs to one worker at a time. */
struct stream {
    struct stream *next;
    struct task *task;
    struct file file;
    off_t offset;
    size_t have;  /* bytes of the current chunk */
    bool spare;   /* its descriptor is one of the spare ones */
    bool seeks;   /* reading it makes a disk seek */
    bool asked;   /* read in this round, though nothing may have come */
    bool cached;  /* as it seemed last, */
    off_t looked; /* when it was read so far */
    int error;
    struct sink sink; /* cut off after the hashers in use */
};

struct whole {
    struct task *task;
    size_t offset, len;
};

/* How few files that are left are hashed: what was found out last. */
struct habit {
    struct digest_list wanted;
    bool known[2], together[2]; /* of one file, of two */
    size_t groups;              /* dealt out to so many, or 0 */
    uint8_t group_of[HM_MAX_SET];
};

struct worker {
    struct pool *pool;
    unsigned char *arena;
    size_t arena_size, used;
    size_t live_most; /* files side by side */
    size_t whole_count, live_count, pending_count, pending_next;
    bool has_spare;    /* one of the spare descriptors is reserved for the next file */
    size_t finished;   /* tasks done and not yet told to the pool */
    struct turn turn;  /* at a device */
    dev_t last_number; /* of the device looked up last */
    struct device *last_device;
    bool has_last;
    struct whole whole[MAX_WHOLE];
    struct stream *live[MAX_LIVE];
    struct task *pending[MAX_PENDING];
    unsigned helpers; /* idle workers to count on in the next round */
    struct crew *crew;
    struct habit habit;
};

void worker_start(struct worker *w, struct pool *pool, const struct budget *budget,
                  unsigned char *arena);

/* Files are read in turns of this worker from now on, where the device asks for it. */
void worker_place(struct worker *w, struct file *file);

/* One round: opens what is pending, hashes what fits, advances the live files by a chunk, or the
 * only one by some with the helpers that it has. Returns how many of them came. */
unsigned worker_round(struct worker *w);

/* Of so many idle workers, those that could help at the one live file. */
unsigned worker_helpers(const struct worker *w, unsigned idle);

/* Whether it has anything to do. */
static inline bool worker_is_busy(const struct worker *w)
{
    return w->pending_next < w->pending_count || w->live_count;
}

/* Gives a file up unfinished. */
void stream_drop(struct stream *stream);

#endif /* MHASH_WORKER_H */
