/* SPDX-License-Identifier: MIT
 *
 * engine.c - the order of things. Tasks stand in a window in the order of submission; the pool
 * works on them in any order, and what is done at the head is handed out. Files that are not
 * regular wait until they are the head and are read here, one message alone, while the pool goes
 * on.
 */
#define _GNU_SOURCE
#include "engine.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "budget.h"
#include "file.h"
#include "pieces.h"
#include "pipeline.h"
#include "pool.h"
#include "signals.h"
#include "text.h"

enum { MAX_FOLDERS = 32 };

struct engine_state {
    struct pool pool;
    size_t text; /* bytes of the window's tasks */
    struct folder folders[MAX_FOLDERS];
    struct folder *current;
    struct result result; /* of the task being handed out */
    struct turn turn;     /* of this thread at a device */
};

void engine_start(struct engine *engine, const struct engine_options *options,
                  engine_handler *handler, void *context)
{
    size_t size = 0;

    *engine = (struct engine){.handler = handler, .context = context};
    engine->state = memory_grow(NULL, &size, 1, sizeof *engine->state);
    memset(engine->state, 0, sizeof *engine->state);
    pool_start(&engine->state->pool, options);
    for (size_t i = 0; i < MAX_FOLDERS; i++)
        engine->state->folders[i].fd = -1;
}

/* ---- The head of the order ---------------------------------------------------------------- */

static struct task *head_of(struct engine_state *state)
{
    return &state->pool.tasks[state->pool.head % WINDOW];
}

/* Threads that may work on the file at the head, none of which are the pool's. */
static unsigned jobs_for(struct pool *pool, const struct digest_list *wanted)
{
    const struct engine_options *options = pool->options;
    const unsigned jobs = pool_limit(pool);

    if (!options->piece)
        return jobs;
    const size_t spare = budget_make(options->max_memory, jobs, options->io).spare;
    const size_t more = spare / pieces_memory(wanted->n);
    return more + 1 < jobs ? (unsigned)more + 1 : jobs;
}

/* Whose pieces come. */
struct piecewise {
    struct engine *engine;
    const struct task *task;
    const struct file *file;
};

static bool hand_piece_out(void *context, const struct piece *piece)
{
    const struct piecewise *p = context;
    struct engine *engine = p->engine;
    struct engine_state *state = engine->state;
    const struct engine_options *options = state->pool.options;

    if (options->progress)
        progress_make_way(options->progress);
    state->result.fault = FAULT_NONE;
    state->result.error = 0;
    state->result.size = piece->size;
    state->result.has_mtime = p->file->regular;
    state->result.mtime = p->file->before.st_mtim;
    memcpy(state->result.digests, piece->digests, p->task->wanted.n * HM_MAX_DIGEST_SIZE);
    return options->on_piece(engine->context, &p->task->entry, &p->task->wanted, &state->result,
                             piece->number, piece->offset, piece->which);
}

/* Reads and hashes the task at the head on this thread. */
static void run_head(struct engine *engine, struct task *task)
{
    struct engine_state *state = engine->state;
    const struct engine_options *options = state->pool.options;
    unsigned char *memory = pool_memory(&state->pool);
    enum file_status status;
    struct file file;

    do
        status = file_open_now(&file, task, options);
    while (status == FILE_HELD && pool_wait_for_descriptors(&state->pool));
    if (status == FILE_HELD) {
        task->fault = FAULT_OPEN;
        task->error = EMFILE;
        task_leave_folder(task);
    } else if (status == FILE_OPEN) {
        bool large = !file.regular || file.before.st_size > PIPELINE_BLOCK;
        unsigned jobs = large ? jobs_for(&state->pool, &task->wanted) : 1;
        struct piecewise pieces = {engine, task, &file};
        if (state->pool.threads && file.regular && !options->piece) {
            file.turn = &state->turn;
            file.device = devices_find(&state->pool.devices, file.fd, file.before.st_dev);
        }
        int error = options->piece ? pieces_hash(&file, &task->wanted, memory, options, jobs,
                                                 task->entry.name, hand_piece_out, &pieces)
                                   : pipeline_hash(&file, &task->wanted, task->digests, memory,
                                                   options, jobs, task->entry.name);
        turn_release(&state->turn);
        file_close(&file, task, error, options->truthful);
    }
    if (options->progress)
        atomic_fetch_add(&options->progress->files, 1);
}

/* Calls the handler for a task that is done. */
static void hand_out(struct engine *engine, struct task *task)
{
    struct engine_state *state = engine->state;

    if (state->pool.options->progress)
        progress_make_way(state->pool.options->progress);
    if (task->note) {
        engine->stopped = !engine->handler(engine->context, NULL, NULL, NULL, task->item);
    } else {
        state->result.fault = task->fault;
        state->result.error = task->error;
        state->result.size = task->size;
        state->result.has_mtime = task->has_mtime;
        state->result.mtime = task->mtime;
        if (task->fault == FAULT_NONE && !state->pool.options->piece)
            memcpy(state->result.digests, task->digests, task->wanted.n * HM_MAX_DIGEST_SIZE);
        engine->stopped = !engine->handler(engine->context, &task->entry, &task->wanted,
                                           &state->result, task->item);
    }
}

/* Hands out the task at the head. */
static void deliver(struct engine *engine)
{
    struct engine_state *state = engine->state;
    struct task *task = head_of(state);

    hand_out(engine, task);
    state->text -= task->text_len;
    pool_release_head(&state->pool);
}

/* Whether the task has its result, and not only because a signal cut its reading short. */
static bool is_complete(const struct task *task)
{
    return atomic_load_explicit(&task->state, memory_order_acquire) == TASK_DONE &&
           !(task->fault != FAULT_NONE && task->error == EINTR);
}

/* A signal ends the run: hands out what is complete, whatever stands before it. */
static void interrupt(struct engine *engine)
{
    struct pool *pool = &engine->state->pool;

    for (size_t i = pool->head; i != pool->tail && !engine->stopped; i++) {
        struct task *task = &pool->tasks[i % WINDOW];
        if (is_complete(task)) {
            hand_out(engine, task);
        } else if (engine->unfinished) {
            engine->unfinished_more++;
        } else {
            size_t size = 0;
            engine->unfinished = memory_grow(NULL, &size, strlen(task->entry.name) + 1, 1);
            strcpy(engine->unfinished, task->entry.name);
        }
    }
    engine->stopped = true;
}

/* Between all else: looks at the clock and at signals. */
static void tick(struct engine *engine)
{
    struct engine_state *state = engine->state;
    struct progress *progress = state->pool.options->progress;

    if (progress)
        progress_tick(progress,
                      state->pool.head == state->pool.tail ? NULL : head_of(state)->entry.name);
    if (signals_stop() && !engine->stopped)
        interrupt(engine);
}

/* Hands out what is done, up to the first that is not. */
static void deliver_ready(struct engine *engine)
{
    struct engine_state *state = engine->state;

    while (!engine->stopped && state->pool.head != state->pool.tail) {
        struct task *task = head_of(state);
        switch (atomic_load_explicit(&task->state, memory_order_acquire)) {
        case TASK_HELD:
            run_head(engine, task);
            atomic_store_explicit(&task->state, TASK_DONE, memory_order_relaxed);
            break;
        case TASK_DONE:
            break;
        default:
            return;
        }
        if (signals_stop())
            return; /* to the next tick */
        deliver(engine);
    }
}

/* ---- Submission --------------------------------------------------------------------------- */

/* Closes folders that no task needs. Returns a free place, or NULL. */
static struct folder *free_folder(struct engine_state *state)
{
    struct folder *place = NULL;

    for (size_t i = 0; i < MAX_FOLDERS; i++) {
        struct folder *folder = &state->folders[i];
        if (folder->fd >= 0 && folder != state->current &&
            !atomic_load_explicit(&folder->users, memory_order_acquire)) {
            close(folder->fd);
            folder->fd = -1;
            state->pool.folders_left++;
        }
        if (folder->fd < 0)
            place = folder;
    }
    return state->pool.folders_left ? place : NULL;
}

/* The engine's own descriptor of the entry's folder, or NULL with errno set. */
static struct folder *keep_folder(struct engine *engine, const struct entry *entry)
{
    struct engine_state *state = engine->state;
    struct folder *place;

    if (state->current && state->current->number == entry->folder)
        return state->current;
    for (size_t i = 0; i < MAX_FOLDERS; i++)
        if (state->folders[i].fd >= 0 && state->folders[i].number == entry->folder)
            return state->current = &state->folders[i];
    state->current = NULL;
    while ((place = free_folder(state)) == NULL && !engine->stopped) {
        deliver_ready(engine);
        if (state->pool.head != state->pool.tail)
            pool_progress(&state->pool);
        tick(engine);
    }
    if (engine->stopped)
        return NULL;
    place->fd = fcntl(entry->dir, F_DUPFD_CLOEXEC, 0);
    if (place->fd < 0)
        return NULL;
    state->pool.folders_left--;
    place->number = entry->folder;
    atomic_store_explicit(&place->users, 0, memory_order_relaxed);
    return state->current = place;
}

static char *copy(char *to, const char *s)
{
    size_t len = strlen(s) + 1;
    memcpy(to, s, len);
    return to + len;
}

/* Copies the entry and makes room for the digests, all in one piece. */
static void fill_task(struct task *task, const struct entry *entry,
                      const struct digest_list *wanted)
{
    size_t digests = wanted ? wanted->n * HM_MAX_DIGEST_SIZE : 0, size = 0;
    size_t name = strlen(entry->name), base = entry->base ? strlen(entry->base) : 0;
    const bool is_end =
        base <= name && entry->base && strcmp(entry->name + name - base, entry->base) == 0;

    task->entry = *entry;
    task->text_len = digests + name + 1 + (is_end ? 0 : base + 1);
    task->text = memory_grow(NULL, &size, task->text_len, 1);
    task->digests = (uint8_t(*)[HM_MAX_DIGEST_SIZE])(void *)task->text;
    task->entry.name = task->text + digests;
    char *end = copy(task->text + digests, entry->name);
    task->entry.base = is_end ? task->entry.name + name - base : end;
    if (!is_end)
        copy(end, entry->base ? entry->base : "");
    if (wanted)
        task->wanted = *wanted;
}

/* Makes room for one task more. NULL if the run was stopped. */
static struct task *next_place(struct engine *engine)
{
    struct engine_state *state = engine->state;
    struct pool *pool = &state->pool;

    tick(engine);
    deliver_ready(engine);
    while (!engine->stopped && pool->head != pool->tail &&
           (pool->tail - pool->head == WINDOW || state->text > pool->most_text)) {
        pool_progress(pool);
        tick(engine);
        deliver_ready(engine);
    }
    if (engine->stopped)
        return NULL;
    struct task *task = pool_place(pool);
    task->note = false;
    task->folder = NULL;
    task->fault = FAULT_NONE;
    task->error = 0;
    task->size = 0;
    task->has_mtime = false;
    task->text_len = 0;
    return task;
}

bool engine_submit(struct engine *engine, const struct entry *entry,
                   const struct digest_list *wanted, void *item)
{
    struct engine_state *state = engine->state;
    struct folder *folder = NULL;

    if (entry->folder)
        folder = keep_folder(engine, entry);
    struct task *task = next_place(engine);
    if (!task)
        return false;
    fill_task(task, entry, wanted);
    task->item = item;
    state->text += task->text_len;
    if (folder) {
        atomic_fetch_add_explicit(&folder->users, 1, memory_order_relaxed);
        task->folder = folder;
        task->entry.dir = folder->fd;
    }
    /* Without a descriptor of our own the folder's must be used before it is closed. */
    const bool now = entry->folder && !folder;
    const bool held = now || state->pool.options->piece;
    atomic_store_explicit(&task->state, held ? TASK_HELD : TASK_WAITING, memory_order_relaxed);
    pool_add(&state->pool);
    if (now)
        return engine_drain(engine);
    deliver_ready(engine);
    return !engine->stopped;
}

/* Adds what needs no work. */
static bool add_done(struct engine *engine, struct task *task)
{
    engine->state->text += task->text_len;
    atomic_store_explicit(&task->state, TASK_DONE, memory_order_relaxed);
    pool_add(&engine->state->pool);
    deliver_ready(engine);
    return !engine->stopped;
}

bool engine_report(struct engine *engine, const struct entry *entry, enum fault fault, int error,
                   void *item)
{
    struct task *task = next_place(engine);

    if (!task)
        return false;
    fill_task(task, entry, NULL);
    task->item = item;
    task->fault = fault;
    task->error = error;
    return add_done(engine, task);
}

bool engine_note(struct engine *engine, void *item)
{
    struct task *task = next_place(engine);

    if (!task)
        return false;
    task->note = true;
    task->item = item;
    return add_done(engine, task);
}

bool engine_drain(struct engine *engine)
{
    struct pool *pool = &engine->state->pool;

    for (;;) {
        tick(engine);
        deliver_ready(engine);
        if (engine->stopped || pool->head == pool->tail)
            return !engine->stopped;
        if (pool_take_alone(pool)) {
            atomic_store(&head_of(engine->state)->state, TASK_HELD);
        } else {
            pool_progress(pool);
        }
    }
}

bool engine_finish(struct engine *engine)
{
    struct engine_state *state = engine->state;
    bool complete = engine_drain(engine);

    pool_stop(&state->pool);
    for (size_t i = 0; i < MAX_FOLDERS; i++)
        if (state->folders[i].fd >= 0)
            close(state->folders[i].fd);
    free(state);
    engine->state = NULL;
    return complete;
}
