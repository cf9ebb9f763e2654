/* SPDX-License-Identifier: MIT
 *
 * pipeline.c - a ring of blocks between one reader and the threads that hash. Several digests are
 * dealt out to as many groups as there are threads, so that the slowest group is as fast as can be.
 */
#include "pipeline.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>

#include "access.h"
#include "deal.h"
#include "signals.h"
#include "sink.h"

enum {
    /* Shorter messages are not worth the start of a thread. */
    WORTH_IT = 4,       /* blocks */
    WORTH_MAPPING = 16, /* likewise */
    STACK = 256 * 1024,
};

struct pipe;

struct block {
    const unsigned char *data;
    size_t len;
    bool mapped;
};

/* Digests that are computed together, on one thread. */
struct group {
    struct pipe *pipe;
    struct digest_list wanted;
    size_t place[HM_MAX_SET]; /* of each within the whole list */
    struct hm_hmac_key keys[HM_MAX_SET];
    uint64_t done; /* blocks */
    bool threaded;
    pthread_t thread;
    struct sink sink;
};

struct pipe {
    unsigned char *memory;
    pthread_mutex_t lock;
    pthread_cond_t filled, emptied;
    uint64_t blocks; /* filled so far */
    struct block at[PIPELINE_BLOCKS];
    bool ended;
    atomic_bool gone; /* mapped bytes were */
    size_t group_count;
    struct group groups[HM_MAX_SET];
};

/* ---- Groups ------------------------------------------------------------------------------- */

static void add_to_group(struct group *group, const struct digest_list *wanted, size_t place)
{
    size_t i = group->wanted.n++;

    group->place[i] = place;
    group->wanted.algorithms[i] = wanted->algorithms[place];
    if (wanted->keys) {
        group->keys[i] = wanted->keys[place];
        group->wanted.keys = group->keys;
    }
}

static void deal(struct pipe *pipe, const struct digest_list *wanted)
{
    uint8_t group_of[HM_MAX_SET];

    deal_out(wanted, pipe->group_count, pipe->memory, group_of);
    for (size_t i = 0; i < wanted->n; i++)
        add_to_group(&pipe->groups[group_of[i]], wanted, i);
}

static void finish_group(struct group *group, uint8_t digests[][HM_MAX_DIGEST_SIZE])
{
    uint8_t own[HM_MAX_SET][HM_MAX_DIGEST_SIZE];

    sink_finish(&group->sink, own);
    for (size_t i = 0; i < group->wanted.n; i++)
        for (size_t b = 0; b < HM_MAX_DIGEST_SIZE; b++)
            digests[group->place[i]][b] = own[i][b];
    if (group->wanted.keys)
        hm_wipe(group->keys, sizeof group->keys);
}

/* ---- Threads ------------------------------------------------------------------------------ */

struct update {
    struct sink *sink;
    const struct block *block;
};

static void update(void *context)
{
    const struct update *u = context;
    sink_update(u->sink, u->block->data, u->block->len);
}

/* False if the block is mapped and not there any more. */
static bool hash(struct sink *sink, const struct block *block)
{
    struct update u = {sink, block};

    if (block->mapped)
        return access_guard(update, &u);
    update(&u);
    return true;
}

static void hash_block(struct group *group, uint64_t block)
{
    struct pipe *pipe = group->pipe;

    if (!hash(&group->sink, &pipe->at[block % PIPELINE_BLOCKS]))
        atomic_store(&pipe->gone, true);
}

static void *hash_blocks(void *arg)
{
    struct group *group = arg;
    struct pipe *pipe = group->pipe;

    pthread_mutex_lock(&pipe->lock);
    for (;;) {
        while (group->done == pipe->blocks && !pipe->ended)
            pthread_cond_wait(&pipe->filled, &pipe->lock);
        if (group->done == pipe->blocks)
            break;
        pthread_mutex_unlock(&pipe->lock);
        hash_block(group, group->done);
        pthread_mutex_lock(&pipe->lock);
        group->done++;
        pthread_cond_signal(&pipe->emptied);
    }
    pthread_mutex_unlock(&pipe->lock);
    return NULL;
}

static void start_groups(struct pipe *pipe)
{
    pthread_attr_t attributes;
    bool fit = pthread_attr_init(&attributes) == 0;

    if (fit)
        pthread_attr_setstacksize(&attributes, STACK);
    signals_hold(true);
    for (size_t g = 0; g < pipe->group_count; g++) {
        struct group *group = &pipe->groups[g];
        group->pipe = pipe;
        sink_start(&group->sink, &group->wanted, true);
        group->threaded = group->wanted.n && fit &&
                          pthread_create(&group->thread, &attributes, hash_blocks, group) == 0;
    }
    signals_hold(false);
    if (fit)
        pthread_attr_destroy(&attributes);
}

static bool is_full(const struct pipe *pipe)
{
    for (size_t g = 0; g < pipe->group_count; g++)
        if (pipe->groups[g].threaded && pipe->blocks - pipe->groups[g].done == PIPELINE_BLOCKS)
            return true;
    return false;
}

/* What no thread could be had for is hashed here. */
static void hash_here(struct pipe *pipe)
{
    for (size_t g = 0; g < pipe->group_count; g++) {
        struct group *group = &pipe->groups[g];
        while (!group->threaded && group->wanted.n && group->done < pipe->blocks)
            hash_block(group, group->done++);
    }
}

/* ---- Reading ------------------------------------------------------------------------------ */

/* Where the bytes come from, and who is told. */
struct reading {
    struct file *file;
    const struct engine_options *options;
    const char *name;
    bool cached;  /* there is nothing to wait for */
    bool maps;    /* blocks are still mapped */
    bool guarded; /* some were */
    unsigned char *mapped[PIPELINE_BLOCKS];
};

static void tell(const struct reading *r, size_t bytes)
{
    struct progress *progress = r->options->progress;

    if (!progress)
        return;
    atomic_fetch_add_explicit(&progress->bytes, bytes, memory_order_relaxed);
    progress_tick(progress, r->name);
}

static void tell_nothing_new(void *reading)
{
    tell(reading, 0);
}

/* Fills a block, as far as the file goes. Returns its length; sets *error. */
static size_t fill(const struct reading *r, unsigned char *block, int *error)
{
    size_t have = 0;

    while (have < PIPELINE_BLOCK) {
        ssize_t n = file_read(r->file, block + have, PIPELINE_BLOCK - have);
        if (n < 0)
            *error = errno;
        tell(r, n > 0 ? (size_t)n : 0);
        if (n <= 0)
            break;
        have += (size_t)n;
    }
    return have;
}

/* The next block for place i: mapped, if it lies within the size that the file had, else read into
 * the memory. Shorter than a block at the end; sets *error. */
static struct block next_block(struct reading *r, size_t i, unsigned char *memory, int *error)
{
    unsigned char *to = memory + i * PIPELINE_BLOCK;

    access_unmap(r->mapped[i], PIPELINE_BLOCK);
    r->mapped[i] = NULL;
    if (r->maps && r->file->size + PIPELINE_BLOCK <= (uint64_t)r->file->before.st_size) {
        r->mapped[i] = file_map(r->file, PIPELINE_BLOCK);
        r->maps = r->mapped[i] != NULL;
        r->guarded |= r->maps;
        if (r->maps) {
            tell(r, PIPELINE_BLOCK);
            return (struct block){r->mapped[i], PIPELINE_BLOCK, true};
        }
    }
    return (struct block){to, fill(r, to, error), false};
}

/* Sees to it that a file that is in memory already is hashed where it is. To copy it costs more
 * than a mapping from some size on, and a copy made by another thread comes from another CPU's
 * cache, which takes longer still. */
static void map_if_cached(struct reading *r)
{
    struct file *file = r->file;

    if (!file->maps || file->before.st_size < WORTH_MAPPING * PIPELINE_BLOCK)
        return;
    r->cached = file_seems_cached(file);
    if (!r->cached) {
        if (r->options->io != IO_MMAP)
            return;
        if (file->device)
            turn_take(file->turn, file->device);
    }
    r->maps = true;
    access_close(file->access);
    file->access = NULL;
}

/* Mapped bytes were gone, or what was hashed is not in the file any more: whoever reads learns why,
 * or reads what there is now. Sets *error if it cannot be read again. */
static bool must_read(struct reading *r, bool gone, int *error)
{
    struct progress *progress = r->options->progress;
    struct stat now;

    for (size_t i = 0; i < PIPELINE_BLOCKS; i++) {
        access_unmap(r->mapped[i], PIPELINE_BLOCK);
        r->mapped[i] = NULL;
    }
    if (!r->guarded)
        return false;
    r->maps = r->guarded = false;
    if (!gone && (fstat(r->file->fd, &now) != 0 || now.st_size >= r->file->before.st_size))
        return false;
    if (progress)
        atomic_fetch_sub_explicit(&progress->bytes, r->file->size, memory_order_relaxed);
    if (file_rewind(r->file))
        return true;
    *error = errno;
    return false;
}

/* One thread does it all. */
static int hash_here_alone(struct reading *r, const struct digest_list *wanted,
                           uint8_t digests[][HM_MAX_DIGEST_SIZE], unsigned char *memory)
{
    struct sink sink;
    struct block block;
    bool good = true;
    int error = 0;

    sink_start(&sink, wanted, true);
    do {
        block = next_block(r, 0, memory, &error);
        good = hash(&sink, &block);
    } while (good && block.len == PIPELINE_BLOCK);
    if (must_read(r, !good, &error)) {
        sink_drop(&sink);
        return hash_here_alone(r, wanted, digests, memory);
    }
    if (error)
        sink_drop(&sink);
    else
        sink_finish(&sink, digests);
    return error;
}

/* Reads on and hashes, once there are more than a few blocks. */
static int run(struct pipe *pipe, struct reading *r)
{
    int error = 0;

    start_groups(pipe);
    pthread_mutex_lock(&pipe->lock);
    while (!pipe->ended) {
        pthread_mutex_unlock(&pipe->lock);
        hash_here(pipe);
        pthread_mutex_lock(&pipe->lock);
        while (is_full(pipe))
            pthread_cond_wait(&pipe->emptied, &pipe->lock);
        size_t i = pipe->blocks % PIPELINE_BLOCKS;
        pthread_mutex_unlock(&pipe->lock);
        struct block block = next_block(r, i, pipe->memory, &error);
        pthread_mutex_lock(&pipe->lock);
        pipe->at[i] = block;
        pipe->blocks += block.len > 0;
        pipe->ended = block.len < PIPELINE_BLOCK || atomic_load(&pipe->gone);
        pthread_cond_broadcast(&pipe->filled);
    }
    pthread_mutex_unlock(&pipe->lock);
    hash_here(pipe);
    for (size_t g = 0; g < pipe->group_count; g++)
        if (pipe->groups[g].threaded)
            pthread_join(pipe->groups[g].thread, NULL);
    return error;
}

/* Reads the first blocks, which tell how to go on. */
static int begin(struct pipe *pipe, const struct reading *r)
{
    int error = 0;

    while (pipe->blocks < WORTH_IT && !pipe->ended) {
        size_t i = pipe->blocks;
        unsigned char *to = pipe->memory + i * PIPELINE_BLOCK;
        pipe->at[i] = (struct block){to, fill(r, to, &error), false};
        pipe->blocks += pipe->at[i].len > 0;
        pipe->ended = pipe->at[i].len < PIPELINE_BLOCK;
    }
    return error;
}

static int hash_in_groups(struct reading *r, const struct digest_list *wanted,
                          uint8_t digests[][HM_MAX_DIGEST_SIZE], unsigned char *memory,
                          unsigned jobs)
{
    struct pipe pipe;
    int error;

    pipe.memory = memory;
    pipe.blocks = 0;
    pipe.ended = false;
    atomic_init(&pipe.gone, false);
    error = begin(&pipe, r);
    if (error)
        return error;
    pipe.group_count = pipe.ended ? 1 : wanted->n < jobs ? wanted->n : jobs;
    for (size_t g = 0; g < pipe.group_count; g++)
        pipe.groups[g] = (struct group){0};
    deal(&pipe, wanted);
    pthread_mutex_init(&pipe.lock, NULL);
    pthread_cond_init(&pipe.filled, NULL);
    pthread_cond_init(&pipe.emptied, NULL);
    if (pipe.ended) {
        pipe.groups[0].pipe = &pipe;
        sink_start(&pipe.groups[0].sink, &pipe.groups[0].wanted, true);
        hash_here(&pipe);
    } else {
        error = run(&pipe, r);
    }
    for (size_t g = 0; g < pipe.group_count; g++)
        finish_group(&pipe.groups[g], digests);
    if (must_read(r, atomic_load(&pipe.gone), &error))
        return hash_in_groups(r, wanted, digests, memory, jobs);
    return error;
}

int pipeline_hash(struct file *file, const struct digest_list *wanted,
                  uint8_t digests[][HM_MAX_DIGEST_SIZE], unsigned char *memory,
                  const struct engine_options *options, unsigned jobs, const char *name)
{
    struct reading reading = {.file = file, .options = options, .name = name};
    int error;

    file->on_signal = tell_nothing_new;
    file->context = &reading;
    map_if_cached(&reading);
    /* A thread more, to map ahead of one that hashes, gains 3 % and costs 25 % more CPU time. */
    if (reading.cached && wanted->n == 1)
        jobs = 1;
    if (jobs < 2 || (file->regular && file->before.st_size < WORTH_IT * PIPELINE_BLOCK))
        error = hash_here_alone(&reading, wanted, digests, memory);
    else
        error = hash_in_groups(&reading, wanted, digests, memory, jobs);
    file->on_signal = NULL;
    return error;
}
