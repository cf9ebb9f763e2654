/* SPDX-License-Identifier: MIT
 *
 * pool.h - tasks in, finished tasks out, in any order: threads that read files and hash many at a
 * time. Knows tasks, files and lanes; knows no order of results and no output. The engine's own.
 */
#ifndef MHASH_POOL_H
#define MHASH_POOL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "devices.h"
#include "engine.h"
#include "types.h"

enum task_state {
    TASK_FREE,
    TASK_WAITING, /* for a worker */
    TASK_TAKEN,
    TASK_HELD, /* not a regular file, or not to be opened now: for the head of the order */
    TASK_DONE,
};

/* A folder's descriptor, open while entries of it wait to be opened. */
struct folder {
    int fd;
    uint64_t number;
    atomic_size_t users;
};

struct task {
    _Atomic(enum task_state) state;
    bool note;
    struct entry entry; /* its strings in text */
    struct digest_list wanted;
    void *item;
    struct folder *folder; /* of entry.dir, or NULL */
    enum fault fault;
    int error;
    uint64_t size;
    bool has_mtime;
    struct timespec mtime;
    size_t text_len;
    char *text;
    uint8_t (*digests)[HM_MAX_DIGEST_SIZE]; /* wanted.n of them, in text */
};

/* Tasks known at a time, whatever their number: what a slow first one holds up. */
enum { WINDOW = 4096 };

struct crew;
struct worker;
struct stream;

struct pool {
    const struct engine_options *options;
    unsigned limit;     /* threads wanted; 1: none */
    unsigned threads;   /* running */
    struct worker *own; /* the caller's, while there are no threads */
    pthread_t *ids;

    /* With threads, all below is changed under the lock. */
    pthread_mutex_t lock;
    pthread_cond_t work, progress;
    struct task *tasks;    /* WINDOW of them; task i is at i % WINDOW */
    size_t head;           /* first one not handed back */
    size_t next, tail;     /* those from next on, before tail, wait */
    struct stream *opened; /* files begun by one worker for any */
    size_t opened_count;
    size_t taken;            /* tasks that workers have */
    struct crew *crews;      /* files at which help is welcome */
    unsigned idle, promised; /* workers; those of them that crews count on */
    bool hurry;              /* the caller waits: small helpings are fine */
    bool quit;
    int64_t since; /* without threads: when the first of the waiting tasks came */

    atomic_int spare_files; /* that may be open beyond one for each worker */
    unsigned folders_left;
    size_t most_text;       /* bytes of names in the window */
    struct devices devices; /* once there are threads */
};

void pool_start(struct pool *pool, const struct engine_options *options);

/* The threads wanted. */
unsigned pool_limit(struct pool *pool);

/* The caller's memory for files, PIPELINE_MEMORY bytes and more, between the calls of the pool. */
unsigned char *pool_memory(struct pool *pool);

/* The place for the next task, to be filled and then added. The window must not be full. */
struct task *pool_place(struct pool *pool);
void pool_add(struct pool *pool);

/* Gets something done: without threads by a round of work, with threads by waiting until the task
 * at the head is done or held, or a folder was let go. Starts threads if the work is worth it. */
void pool_progress(struct pool *pool);

/* Takes the task at the head, if no worker has it yet, for the caller to deal with: when it is
 * the only one, so that threads could not help. */
bool pool_take_alone(struct pool *pool);

/* Lets idle workers help, and no more of them. */
void pool_offer(struct pool *pool, struct crew *crew);
void pool_withdraw(struct pool *pool, struct crew *crew);

/* The task at the head is dealt with; its place is free. */
void pool_release_head(struct pool *pool);

/* Waits until workers have closed something. False if there is nothing to wait for. */
bool pool_wait_for_descriptors(struct pool *pool);

void pool_stop(struct pool *pool);

/* Lets go of the task's folder. */
void task_leave_folder(struct task *task);

#endif /* MHASH_POOL_H */
