/* SPDX-License-Identifier: MIT
 *
 * crew.h - several workers at one file, when there is nothing else left for them: its worker reads,
 * and the digests are spread. Knows a ring of blocks and the hashers of a file in progress; knows
 * no tasks. The pool's own.
 */
#ifndef MHASH_CREW_H
#define MHASH_CREW_H

#include <pthread.h>

#include "deal.h"

enum { CREW_BLOCK = 256 * 1024, CREW_BLOCKS = 8 };

struct crew;

/* Digests that are computed together. */
struct crew_group {
    struct crew *crew;
    bool taken, own; /* by a helper, by the file's worker */
    uint64_t done;   /* blocks */
    size_t place[HM_MAX_SET];
    struct digest_list wanted; /* without keys: nothing begins or ends here */
    struct sink sink;
};

struct crew {
    struct crew *next; /* the pool's list */
    unsigned joined;   /* helpers so far, under the pool's lock */
    pthread_mutex_t lock;
    pthread_cond_t filled, emptied;
    unsigned char *memory;
    size_t ring; /* blocks in it */
    size_t len[CREW_BLOCKS];
    uint64_t blocks; /* filled so far */
    bool ended;
    unsigned inside; /* helpers */
    size_t count;
    struct crew_group groups[HM_MAX_SET];
};

/* Begins with the hashers of a sink, dealt out as group_of says. memory: blocks of CREW_BLOCK, at
 * least 2. */
void crew_start(struct crew *crew, struct sink *sink, const uint8_t group_of[], size_t groups,
                unsigned char *memory, size_t size);

/* A place that can be filled next, or NULL if none is free: then crew_work(). */
unsigned char *crew_place(struct crew *crew);

/* The place has that many bytes. */
void crew_filled(struct crew *crew, size_t len);

/* Hashes a block that nobody else does, or waits for somebody else to hash one. */
void crew_work(struct crew *crew);

/* Hashes what is left, waits for the helpers and gives the hashers back. */
void crew_end(struct crew *crew, struct sink *sink);

/* Whether a helper is welcome; and what it does until the end. It may be called by any thread that
 * keeps the crew from ending between the two: the pool's lock does. */
struct crew_group *crew_join(struct crew *crew);
void crew_help(struct crew_group *group);

#endif /* MHASH_CREW_H */
