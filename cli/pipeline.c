/* SPDX-License-Identifier: MIT
 *
 * pipeline.c - a ring of blocks between one reader and the threads that hash. Several digests are
 * dealt out to as many groups as there are threads, so that the slowest group is as fast as can be.
 */
#include "pipeline.h"

#include <errno.h>
#include <pthread.h>

#include "deal.h"
#include "signals.h"
#include "sink.h"

enum {
    /* Shorter messages are not worth the start of a thread. */
    WORTH_IT = 4, /* blocks */
    STACK = 256 * 1024,
};

struct pipe;

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
    size_t len[PIPELINE_BLOCKS];
    bool ended;
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

static void hash_block(struct group *group, uint64_t block)
{
    const struct pipe *pipe = group->pipe;
    size_t i = block % PIPELINE_BLOCKS;

    sink_update(&group->sink, pipe->memory + i * PIPELINE_BLOCK, pipe->len[i]);
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
};

static ssize_t get(const struct reading *r, unsigned char *to, size_t size)
{
    ssize_t n = file_read(r->file, to, size);
    struct progress *progress = r->options->progress;

    if (progress) {
        if (n > 0)
            atomic_fetch_add_explicit(&progress->bytes, (size_t)n, memory_order_relaxed);
        progress_tick(progress, r->name);
    }
    return n;
}

/* Fills a block, as far as the file goes. Returns its length; sets *error. */
static size_t fill(const struct reading *r, unsigned char *block, int *error)
{
    size_t have = 0;

    while (have < PIPELINE_BLOCK) {
        ssize_t n = get(r, block + have, PIPELINE_BLOCK - have);
        if (n <= 0) {
            *error = n < 0 ? errno : 0;
            break;
        }
        have += (size_t)n;
    }
    return have;
}

static int hash_here_alone(const struct reading *r, const struct digest_list *wanted,
                           uint8_t digests[][HM_MAX_DIGEST_SIZE], unsigned char *memory)
{
    struct sink sink;
    ssize_t n;

    sink_start(&sink, wanted, true);
    while ((n = get(r, memory, PIPELINE_BLOCK)) > 0)
        sink_update(&sink, memory, (size_t)n);
    if (n < 0) {
        int error = errno;
        sink_drop(&sink);
        return error;
    }
    sink_finish(&sink, digests);
    return 0;
}

/* Reads on and hashes, once there are more than a few blocks. */
static int run(struct pipe *pipe, const struct reading *r)
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
        size_t n = fill(r, pipe->memory + i * PIPELINE_BLOCK, &error);
        pthread_mutex_lock(&pipe->lock);
        pipe->len[i] = n;
        pipe->blocks += n > 0;
        pipe->ended = n < PIPELINE_BLOCK;
        pthread_cond_broadcast(&pipe->filled);
    }
    pthread_mutex_unlock(&pipe->lock);
    hash_here(pipe);
    for (size_t g = 0; g < pipe->group_count; g++)
        if (pipe->groups[g].threaded)
            pthread_join(pipe->groups[g].thread, NULL);
    return error;
}

int pipeline_hash(struct file *file, const struct digest_list *wanted,
                  uint8_t digests[][HM_MAX_DIGEST_SIZE], unsigned char *memory,
                  const struct engine_options *options, unsigned jobs, const char *name)
{
    const struct reading reading = {file, options, name};
    struct pipe pipe;
    int error = 0;

    if (jobs < 2 || (file->regular && file->before.st_size < WORTH_IT * PIPELINE_BLOCK))
        return hash_here_alone(&reading, wanted, digests, memory);
    pipe.memory = memory;
    pipe.blocks = 0;
    pipe.ended = false;
    while (pipe.blocks < WORTH_IT && !pipe.ended) {
        size_t n = fill(&reading, memory + pipe.blocks * PIPELINE_BLOCK, &error);
        pipe.len[pipe.blocks] = n;
        pipe.blocks += n > 0;
        pipe.ended = n < PIPELINE_BLOCK;
    }
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
        error = run(&pipe, &reading);
    }
    for (size_t g = 0; g < pipe.group_count; g++)
        finish_group(&pipe.groups[g], digests);
    return error;
}
