/* SPDX-License-Identifier: MIT
 *
 * pool.c - threads and what they work on. One lock guards the order of tasks; a worker takes many
 * at a time, so that it is hardly ever contended. Threads start when there is work for them, and as
 * many as the system gives.
 */
#define _GNU_SOURCE /* CLOCK_MONOTONIC_COARSE */
#include "pool.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "budget.h"
#include "cpus.h"
#include "crew.h"
#include "pipeline.h"
#include "signals.h"
#include "text.h"
#include "worker.h"

enum {
    /* Waiting tasks that are worth a thread, whose start costs as much as a few small files. */
    ENOUGH = 256,
    LONG_NS = 20 * 1000 * 1000, /* or that one of them has waited so long */
    /* A worker waits for so many, so that its lanes are full, but not for longer than this. */
    HELPING = 32,
    PATIENCE_NS = 5 * 1000 * 1000,
    TICK_NS = 100 * 1000 * 1000, /* how soon the caller sees a signal */
    STACK = 512 * 1024,
    /* Descriptors for all that is not the pool's: the walk's, a list, the output's. */
    RESERVED = 8,
    COUNT = 8, /* those of the count of what is to come, if there is one */
    MANY_FILES = 4096,
    /* Where memory is limited, what threads must leave for names and files in progress. */
    LEFT_OVER = 4 * 1024 * 1024,
};

/* The caller's own: no call of the system asks for it, and what is not touched is not there. */
static _Alignas(4096) unsigned char own_arena[ARENA];
_Static_assert((int)ARENA >= (int)PIPELINE_MEMORY, "one memory for both");
static struct worker own_worker;
static struct task window[WINDOW];

void pool_start(struct pool *pool, const struct engine_options *options)
{
    *pool = (struct pool){
        .options = options, .limit = options->jobs, .own = &own_worker, .tasks = window};
    struct budget budget =
        budget_make(options->max_memory, options->jobs ? options->jobs : 1, options->io);
    pool->most_text = budget.text;
    budget.arena = ARENA;
    worker_start(&own_worker, pool, &budget, own_arena);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->work, NULL);
    pthread_cond_init(&pool->progress, NULL);
    unsigned left = descriptors_left();
    const unsigned reserved = RESERVED + (options->progress && options->progress->live ? COUNT : 0);
    left = left > reserved ? left - reserved : 0;
    left = left < MANY_FILES ? left : MANY_FILES;
    pool->folders_left = left / 4 ? left / 4 : 1;
    left -= left / 4;
    atomic_store(&pool->spare_files, left ? (int)left - 1 : 0);
}

unsigned pool_limit(struct pool *pool)
{
    if (!pool->limit)
        pool->limit = cpus_usable();
    return pool->limit;
}

unsigned char *pool_memory(struct pool *pool)
{
    return pool->own->arena;
}

/* ---- Workers' side ------------------------------------------------------------------------ */

static size_t fair_share(size_t n, const struct pool *pool)
{
    size_t workers = pool->threads ? pool->threads : 1;
    return (n + workers - 1) / workers;
}

/* Takes tasks and files for the worker, under the lock. small: helpings of any size. */
static void take(struct pool *pool, struct worker *w, bool small)
{
    size_t room = w->live_most - w->live_count;

    for (size_t n = fair_share(pool->opened_count, pool); n && room && pool->opened; n--, room--) {
        struct stream *stream = pool->opened;
        pool->opened = stream->next;
        pool->opened_count--;
        w->live[w->live_count++] = stream;
    }
    size_t waiting = pool->tail - pool->next;
    if (!waiting || !room || w->pending_next < w->pending_count || (!small && waiting < HELPING))
        return;
    size_t n = fair_share(waiting, pool);
    if (w->live_count && n > room)
        n = room;
    if (n > MAX_PENDING)
        n = MAX_PENDING;
    w->pending_next = w->pending_count = 0;
    while (n--) {
        struct task *task = &pool->tasks[pool->next++ % WINDOW];
        if (atomic_load_explicit(&task->state, memory_order_relaxed) != TASK_WAITING)
            continue; /* only its place in the order counts */
        atomic_store_explicit(&task->state, TASK_TAKEN, memory_order_relaxed);
        w->pending[w->pending_count++] = task;
        pool->taken++;
    }
}

/* Gives half of the live files to those who have none, under the lock. */
static void share(struct pool *pool, struct worker *w)
{
    if (!pool->idle || w->live_count < 2 || pool->opened || pool->next != pool->tail)
        return;
    for (size_t give = w->live_count / 2; give; give--) {
        struct stream *stream = w->live[--w->live_count];
        if (!stream->spare) {
            /* What goes along must not be the giver's own one. */
            w->live[w->live_count] = w->live[0];
            w->live[0] = stream;
            stream = w->live[w->live_count];
        }
        stream->next = pool->opened;
        pool->opened = stream;
        pool->opened_count++;
    }
    pthread_cond_signal(&pool->work);
}

/* Tells what was finished, under the lock. */
static void tell(struct pool *pool, struct worker *w)
{
    if (!w->finished)
        return;
    pool->taken -= w->finished;
    w->finished = 0;
    pthread_cond_signal(&pool->progress);
}

/* False if nothing has come in that time. */
static bool wait_at_most(pthread_cond_t *condition, pthread_mutex_t *lock, long ns)
{
    struct timespec until;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += ns;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    return pthread_cond_timedwait(condition, lock, &until) != ETIMEDOUT;
}

static void wait_for_work(struct pool *pool, struct worker *w)
{
    pool->idle++;
    if (pool->next == pool->tail) {
        pthread_cond_wait(&pool->work, &pool->lock);
    } else {
        if (!wait_at_most(&pool->work, &pool->lock, PATIENCE_NS))
            take(pool, w, true);
    }
    pool->idle--;
}

void pool_offer(struct pool *pool, struct crew *crew)
{
    pthread_mutex_lock(&pool->lock);
    crew->next = pool->crews;
    pool->crews = crew;
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
}

void pool_withdraw(struct pool *pool, struct crew *crew)
{
    pthread_mutex_lock(&pool->lock);
    struct crew **at = &pool->crews;
    while (*at != crew)
        at = &(*at)->next;
    *at = crew->next;
    pthread_mutex_unlock(&pool->lock);
}

/* Idle workers that may help this one, under the lock: it has one file, and nothing else is to be
 * done. */
static unsigned helpers_for(const struct pool *pool, const struct worker *w)
{
    if (w->live_count != 1 || w->pending_next < w->pending_count || pool->opened ||
        pool->next != pool->tail || pool->idle <= pool->promised)
        return 0;
    return worker_helpers(w, pool->idle - pool->promised);
}

/* Helps at some file, under the lock. False if no help is welcome. */
static bool help(struct pool *pool)
{
    struct crew_group *group = NULL;

    for (struct crew *crew = pool->crews; crew && !group; crew = crew->next) {
        group = crew_join(crew);
        crew->joined += group != NULL;
    }
    if (!group)
        return false;
    pool->promised--;
    pthread_mutex_unlock(&pool->lock);
    crew_help(group);
    pthread_mutex_lock(&pool->lock);
    return true;
}

static void *worker_main(void *arg)
{
    struct worker *w = arg;
    struct pool *pool = w->pool;

    pthread_mutex_lock(&pool->lock);
    while (!pool->quit) {
        take(pool, w, pool->hurry);
        if (!worker_is_busy(w)) {
            if (!help(pool))
                wait_for_work(pool, w);
            continue;
        }
        w->helpers = helpers_for(pool, w);
        pool->promised += w->helpers;
        pthread_mutex_unlock(&pool->lock);
        const unsigned came = worker_round(w);
        pthread_mutex_lock(&pool->lock);
        pool->promised -= w->helpers - came;
        tell(pool, w);
        share(pool, w);
    }
    pthread_mutex_unlock(&pool->lock);
    for (size_t i = 0; i < w->live_count; i++)
        stream_drop(w->live[i]);
    turn_release(&w->turn);
    free(w->crew);
    free(w->arena);
    free(w);
    return NULL;
}

/* ---- The caller's side -------------------------------------------------------------------- */

/* What a thread more must leave of a limit on memory: the caller's names and lines need some, and
 * to have none of it is an error, while a thread less is not. */
enum { SPARE = 4 * 1024 * 1024 };

static bool start_thread(struct pool *pool, const struct budget *budget)
{
    struct worker *w = calloc(1, sizeof *w);
    void *spare = malloc(SPARE);
    pthread_attr_t attributes;
    bool started = false;

    if (w && spare && posix_memalign((void **)&w->arena, 4096, budget->arena) == 0 &&
        pthread_attr_init(&attributes) == 0) {
        worker_start(w, pool, budget, w->arena);
        pthread_attr_setstacksize(&attributes, STACK);
        started = pthread_create(&pool->ids[pool->threads], &attributes, worker_main, w) == 0;
        pthread_attr_destroy(&attributes);
    }
    if (started) {
        pool->threads++;
    } else if (w) {
        free(w->arena);
        free(w);
    }
    free(spare);
    return started;
}

/* Starts the threads, as many as can be had, and hands them what the caller began. */
static void start_threads(struct pool *pool)
{
    struct worker *own = pool->own;
    unsigned files = (unsigned)atomic_load(&pool->spare_files) + 1;
    unsigned n;
    size_t size = 0;

    pool_limit(pool);
    const struct budget budget =
        budget_make(pool->options->max_memory, pool->limit, pool->options->io);
    n = budget.threads < files ? budget.threads : files;
    if (n < 2) {
        pool->limit = 1;
        return;
    }
    atomic_fetch_sub(&pool->spare_files, (int)n - 1);
    devices_start(&pool->devices, n, pool->options->readers);
    pool->ids = memory_grow(NULL, &size, n, sizeof *pool->ids);
    signals_hold(true);
    pthread_mutex_lock(&pool->lock);
    void *volatile left_over = malloc(LEFT_OVER); /* volatile: or it would be optimized away */
    while (left_over && pool->threads < n && start_thread(pool, &budget))
        ;
    free(left_over);
    signals_hold(false);
    if (pool->threads) {
        for (size_t i = 0; i < own->live_count; i++) {
            own->live[i]->next = pool->opened;
            pool->opened = own->live[i];
        }
        pool->opened_count += own->live_count;
        own->live_count = 0;
        /* Those not begun are the last ones taken. */
        while (own->pending_next < own->pending_count) {
            struct task *task = &pool->tasks[--pool->next % WINDOW];
            if (atomic_load_explicit(&task->state, memory_order_relaxed) != TASK_TAKEN)
                continue;
            atomic_store_explicit(&task->state, TASK_WAITING, memory_order_relaxed);
            pool->taken--;
            own->pending_next++;
        }
    } else {
        pool->limit = 1;
    }
    pthread_mutex_unlock(&pool->lock);
}

/* A few milliseconds coarse, and cheap. */
static int64_t now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

struct task *pool_place(struct pool *pool)
{
    return &pool->tasks[pool->tail % WINDOW];
}

void pool_add(struct pool *pool)
{
    if (!pool->threads) {
        if (pool->next == pool->tail++)
            pool->since = now();
        if (pool->limit != 1) {
            if (pool->tail - pool->next >= ENOUGH || now() - pool->since > LONG_NS)
                start_threads(pool);
        } else if (now() - pool->since > LONG_NS) {
            pool_progress(pool);
        }
        return;
    }
    pthread_mutex_lock(&pool->lock);
    pool->tail++;
    if (pool->idle && ((pool->tail - pool->next) % HELPING == 0 || pool->tail - pool->next == 1))
        pthread_cond_signal(&pool->work);
    pthread_mutex_unlock(&pool->lock);
}

static bool head_is_ready(const struct pool *pool)
{
    enum task_state state =
        atomic_load_explicit(&pool->tasks[pool->head % WINDOW].state, memory_order_acquire);
    return state == TASK_DONE || state == TASK_HELD;
}

void pool_progress(struct pool *pool)
{
    if (!pool->threads) {
        struct worker *w = pool->own;
        take(pool, w, true);
        w->helpers = 0;
        worker_round(w);
        pool->taken -= w->finished;
        w->finished = 0;
        if (pool->limit != 1 && (w->live_count || pool->next != pool->tail))
            start_threads(pool);
        return;
    }
    pthread_mutex_lock(&pool->lock);
    pool->hurry = true;
    if (pool->idle && (pool->next != pool->tail || pool->opened))
        pthread_cond_broadcast(&pool->work);
    if (!head_is_ready(pool))
        wait_at_most(&pool->progress, &pool->lock, TICK_NS);
    pool->hurry = false;
    pthread_mutex_unlock(&pool->lock);
}

bool pool_take_alone(struct pool *pool)
{
    if (pool->threads) /* at most a small file or a wait is lost */
        return false;
    if (pool->next != pool->head || pool->tail - pool->head != 1)
        return false;
    pool->next++;
    return true;
}

void pool_release_head(struct pool *pool)
{
    struct task *task = &pool->tasks[pool->head % WINDOW];

    free(task->text);
    task->text = NULL;
    if (pool->threads)
        pthread_mutex_lock(&pool->lock);
    atomic_store_explicit(&task->state, TASK_FREE, memory_order_relaxed);
    if (pool->next == pool->head)
        pool->next++;
    pool->head++;
    if (pool->threads)
        pthread_mutex_unlock(&pool->lock);
}

bool pool_wait_for_descriptors(struct pool *pool)
{
    bool busy;

    if (!pool->threads)
        return false;
    pthread_mutex_lock(&pool->lock);
    busy = pool->taken > 0 && !signals_stop();
    if (busy)
        wait_at_most(&pool->progress, &pool->lock, TICK_NS);
    pthread_mutex_unlock(&pool->lock);
    return busy;
}

void pool_stop(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->quit = true;
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 0; i < pool->threads; i++)
        pthread_join(pool->ids[i], NULL);
    if (pool->ids)
        devices_stop(&pool->devices);
    free(pool->ids);
    pool->threads = 0;
    while (pool->head != pool->tail) {
        task_leave_folder(&pool->tasks[pool->head % WINDOW]);
        pool_release_head(pool);
    }
}

void task_leave_folder(struct task *task)
{
    struct folder *folder = task->folder;

    task->folder = NULL;
    if (folder)
        atomic_fetch_sub_explicit(&folder->users, 1, memory_order_acq_rel);
}
