/* SPDX-License-Identifier: MIT
 *
 * worker.c - the rounds of one thread.
 */
#define _GNU_SOURCE
#include "worker.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "text.h"

static void count_bytes(const struct worker *w, size_t bytes)
{
    if (w->pool->options->progress)
        atomic_fetch_add_explicit(&w->pool->options->progress->bytes, bytes, memory_order_relaxed);
}

static void done(struct worker *w, struct task *task)
{
    if (w->pool->options->progress)
        atomic_fetch_add_explicit(&w->pool->options->progress->files, 1, memory_order_relaxed);
    w->finished++;
    atomic_store_explicit(&task->state, TASK_DONE, memory_order_release);
}

static void held(struct worker *w, struct task *task)
{
    w->finished++;
    atomic_store_explicit(&task->state, TASK_HELD, memory_order_release);
}

/* ---- Files that fit ----------------------------------------------------------------------- */

/* All keyed messages at once, of any algorithm. */
static void hash_keyed(const struct worker *w)
{
    struct hm_hmac_message messages[MAX_WHOLE];
    size_t n = 0;

    for (size_t i = 0; i < w->whole_count; i++) {
        const struct whole *it = &w->whole[i];
        const struct digest_list *wanted = &it->task->wanted;
        for (size_t d = 0; wanted->keys && d < wanted->n; d++) {
            if (n == MAX_WHOLE) {
                hm_hmac_many(messages, n);
                n = 0;
            }
            messages[n++] = (struct hm_hmac_message){&wanted->keys[d], w->arena + it->offset,
                                                     it->len, it->task->digests[d]};
        }
    }
    hm_hmac_many(messages, n);
}

static void hash_plain(const struct worker *w, const struct hm_algorithm *algorithm)
{
    struct hm_message messages[MAX_WHOLE];
    size_t n = 0;

    for (size_t i = 0; i < w->whole_count; i++) {
        const struct whole *it = &w->whole[i];
        const struct digest_list *wanted = &it->task->wanted;
        for (size_t d = 0; !wanted->keys && d < wanted->n; d++) {
            if (wanted->algorithms[d] != algorithm)
                continue;
            if (n == MAX_WHOLE) {
                hm_digest_many(algorithm, messages, n);
                n = 0;
            }
            messages[n++] =
                (struct hm_message){w->arena + it->offset, it->len, it->task->digests[d]};
        }
    }
    hm_digest_many(algorithm, messages, n);
}

/* Hashes what is in the arena and empties it; others may read meanwhile. */
static void hash_whole(struct worker *w)
{
    const struct hm_algorithm *all[HM_MAX_SET * 2];
    size_t kinds = 0;
    bool keyed = false;

    turn_release(&w->turn);
    for (size_t i = 0; i < w->whole_count; i++) {
        const struct digest_list *wanted = &w->whole[i].task->wanted;
        keyed |= wanted->keys != NULL;
        for (size_t d = 0; !wanted->keys && d < wanted->n; d++) {
            size_t k = 0;
            while (k < kinds && all[k] != wanted->algorithms[d])
                k++;
            if (k == kinds && kinds < sizeof all / sizeof *all)
                all[kinds++] = wanted->algorithms[d];
        }
    }
    for (size_t k = 0; k < kinds; k++)
        hash_plain(w, all[k]);
    if (keyed)
        hash_keyed(w);
    for (size_t i = 0; i < w->whole_count; i++) {
        count_bytes(w, w->whole[i].len);
        done(w, w->whole[i].task);
    }
    w->whole_count = w->used = 0;
}

/* ---- Files in chunks ---------------------------------------------------------------------- */

void stream_drop(struct stream *stream)
{
    file_drop(&stream->file);
    sink_drop(&stream->sink);
    free(stream);
}

static void add_stream(struct worker *w, struct task *task, struct file *file, const void *data,
                       size_t len)
{
    size_t size = 0;
    struct stream *stream =
        memory_grow(NULL, &size, offsetof(struct stream, sink) + sink_size(task->wanted.n), 1);

    stream->task = task;
    stream->file = *file;
    stream->offset = (off_t)len;
    stream->error = 0;
    stream->seeks = stream->cached = false;
    stream->looked = 0;
    stream->spare = w->has_spare;
    w->has_spare = false;
    sink_start(&stream->sink, &task->wanted, false);
    if (len)
        sink_update(&stream->sink, data, len);
    w->live[w->live_count++] = stream;
}

static void end_stream(struct worker *w, struct stream *stream)
{
    struct task *task = stream->task;

    file_close(&stream->file, task, stream->error, w->pool->options->truthful);
    if (task->fault == FAULT_NONE)
        sink_finish(&stream->sink, task->digests);
    else
        sink_drop(&stream->sink);
    if (stream->spare)
        atomic_fetch_add(&w->pool->spare_files, 1);
    done(w, task);
    free(stream);
}

/* Whether a chunk that was not full is the end without asking again. */
static bool is_end(const struct worker *w, const struct stream *stream, size_t got)
{
    return got == 0 ||
           (w->pool->options->truthful && stream->offset == stream->file.before.st_size);
}

/* What is known of these digests. */
static struct habit *habit_of(struct worker *w, const struct digest_list *wanted)
{
    struct habit *habit = &w->habit;

    if (habit->wanted.n != wanted->n || memcmp(habit->wanted.algorithms, wanted->algorithms,
                                               wanted->n * sizeof *wanted->algorithms) != 0)
        *habit = (struct habit){.wanted = *wanted};
    return habit;
}

/* Many files go through the lanes; several digests of one, or of two, may be cheaper in a set. */
static void choose_form(struct worker *w, struct stream *stream, const void *data)
{
    const struct digest_list *wanted = &stream->task->wanted;

    if (wanted->n < 2 || wanted->keys)
        return;
    if (w->live_count > 2 || w->pending_next < w->pending_count) {
        sink_part(&stream->sink);
        return;
    }
    struct habit *habit = habit_of(w, wanted);
    const size_t at = w->live_count - 1;
    if (!habit->known[at] && stream->have >= DEAL_SAMPLE) {
        habit->known[at] = true;
        habit->together[at] = deal_time(wanted, w->live_count, true, data) <
                              deal_time(wanted, w->live_count, false, data);
    }
    if (habit->together[at])
        sink_join(&stream->sink);
    else
        sink_part(&stream->sink);
}

/* Of the files whose reading makes a disk seek one is read to its end, and then the next. */
static size_t choose(struct worker *w)
{
    const struct stream *seeking = NULL;
    size_t n = 0;

    for (size_t i = 0; i < w->live_count; i++) {
        struct stream *stream = w->live[i];
        stream->asked = !stream->seeks || !seeking;
        stream->have = 0;
        if (stream->seeks && !seeking)
            seeking = stream;
        n += stream->asked;
    }
    return n;
}

static void note_read(struct stream *stream, ssize_t got)
{
    if (got < 0)
        stream->error = errno;
    stream->have = got > 0 ? (size_t)got : 0;
    stream->offset += (off_t)stream->have;
}

/* Reads what needs the turn of a device: waits for it only if nothing else has come. */
static void read_waiting(struct worker *w, struct stream *stream, unsigned char *data, size_t room,
                         bool have_others)
{
    struct device *device = stream->file.device;

    stream->seeks = device->seeks;
    for (size_t i = 0; stream->seeks && i < w->live_count; i++)
        if (w->live[i] != stream && w->live[i]->seeks && w->live[i]->asked)
            stream->asked = false;
    if (stream->asked && have_others)
        stream->asked = turn_try(&w->turn, device);
    if (stream->asked)
        note_read(stream, file_read_at(&stream->file, data, room, stream->offset));
}

/* Lets others read while this one hashes, but not amid a file of a disk that would seek: what the
 * system reads ahead comes meanwhile. */
static void leave_turn(struct worker *w)
{
    enum { LONG_TURN = 64 * 1024 * 1024 };

    for (size_t i = 0; i < w->live_count && w->turn.bytes < LONG_TURN; i++)
        if (w->live[i]->seeks && w->live[i]->asked && w->live[i]->file.device == w->turn.at)
            return;
    turn_release(&w->turn);
}

/* Reads and hashes a chunk of each live file. */
static void advance(struct worker *w)
{
    struct hm_chunk chunks[MAX_LIVE * HM_MAX_SET];
    unsigned char *places[MAX_LIVE];
    bool waiting[MAX_LIVE] = {0};
    /* Not a multiple of a page apart: lanes that read the same places of their pages at a time
     * would share few sets of the first-level cache. */
    enum { STAGGER = 320 };
    /* A quarter of a second-level cache, so that what was read is there when it is hashed, with
     * what it was copied from beside it: with four times as much, SHA-256 and MD5 of files of 1 MiB
     * took 7 and 9 % longer. */
    enum { HOT = 512 * 1024 + MAX_LIVE * STAGGER };
    size_t n = 0, live = 0, bytes = 0, used = 0;
    size_t room = (w->arena_size < HOT ? w->arena_size : HOT) / choose(w) - STAGGER;

    room = room < CHUNK ? room & ~(size_t)4095 : CHUNK;
    for (size_t i = 0; i < w->live_count; i++) {
        struct stream *stream = w->live[i];
        if (!stream->asked)
            continue;
        places[i] = w->arena + used++ * (room + STAGGER);
        worker_place(w, &stream->file);
        ssize_t got = file_read_ready(&stream->file, places[i], room, stream->offset);
        waiting[i] = got < 0 && errno == EAGAIN && stream->file.device;
        if (!waiting[i])
            note_read(stream, got);
        bytes += stream->have;
    }
    for (size_t i = 0; i < w->live_count; i++)
        if (waiting[i]) {
            read_waiting(w, w->live[i], places[i], room, bytes > 0);
            bytes += w->live[i]->have;
        }
    leave_turn(w);
    for (size_t i = 0; i < w->live_count; i++) {
        struct stream *stream = w->live[i];
        if (!stream->have)
            continue;
        choose_form(w, stream, places[i]);
        if (stream->sink.together)
            sink_update(&stream->sink, places[i], stream->have);
        else
            n += sink_chunks(&stream->sink, places[i], stream->have, chunks + n);
    }
    hm_update_many(chunks, n);
    count_bytes(w, bytes);
    for (size_t i = 0; i < w->live_count; i++) {
        struct stream *stream = w->live[i];
        if (stream->error || (stream->asked && is_end(w, stream, stream->have)))
            end_stream(w, stream);
        else
            w->live[live++] = stream;
    }
    w->live_count = live;
    if (!live)
        turn_release(&w->turn);
}

/* ---- One file, several workers ------------------------------------------------------------ */

enum {
    SEGMENT = 32 * 1024 * 1024, /* then the others may have something else to do */
    WORTH_HELP = 8 * CREW_BLOCK,
};

unsigned worker_helpers(const struct worker *w, unsigned idle)
{
    struct stream *stream = w->live[0];
    const size_t n = stream->task->wanted.n;

    if (!stream->file.regular || stream->file.before.st_size - stream->offset < WORTH_HELP)
        return 0;
    if (n > 1)
        return idle < n - 1 ? idle : (unsigned)n - 1;
    /* One digest gains only where there is something to wait for: see pipeline.c. */
    if (!stream->looked || stream->offset - stream->looked >= SEGMENT) {
        stream->cached = file_seems_cached(&stream->file);
        stream->looked = stream->offset + 1;
    }
    return stream->cached ? 0 : 1;
}

/* Reads a block, as far as the file goes. */
static size_t fill_block(struct worker *w, struct stream *stream, unsigned char *to, bool *ended)
{
    size_t have = 0;

    while (have < CREW_BLOCK && !*ended) {
        note_read(stream,
                  file_read_at(&stream->file, to + have, CREW_BLOCK - have, stream->offset));
        have += stream->have;
        *ended = stream->error || is_end(w, stream, stream->have);
    }
    count_bytes(w, have);
    return have;
}

static size_t deal(struct worker *w, const struct digest_list *wanted, const void *sample)
{
    struct habit *habit = habit_of(w, wanted);
    const size_t groups = w->helpers + 1 < wanted->n ? w->helpers + 1 : wanted->n;

    if (habit->groups != groups)
        deal_out(wanted, groups, sample, habit->group_of);
    habit->groups = groups;
    return groups;
}

/* Advances the only file by a segment, with others' help. Returns how many came. */
static unsigned advance_together(struct worker *w)
{
    struct stream *stream = w->live[0];
    const off_t from = stream->offset;
    struct crew *crew = w->crew;
    bool ended = false;
    unsigned char *to;

    worker_place(w, &stream->file);
    size_t len = fill_block(w, stream, w->arena, &ended);
    const uint8_t all_in_one[HM_MAX_SET] = {0};
    const size_t groups = ended ? 1 : deal(w, &stream->task->wanted, w->arena);
    crew_start(crew, &stream->sink, groups > 1 ? w->habit.group_of : all_in_one, groups, w->arena,
               w->arena_size);
    crew_filled(crew, len);
    pool_offer(w->pool, crew);
    while (!ended && stream->offset - from < SEGMENT) {
        if ((to = crew_place(crew)) != NULL)
            crew_filled(crew, fill_block(w, stream, to, &ended));
        else
            crew_work(crew);
    }
    stream->seeks = stream->file.device && stream->file.device->seeks;
    stream->asked = true;
    leave_turn(w);
    pool_withdraw(w->pool, crew);
    crew_end(crew, &stream->sink);
    if (ended) {
        end_stream(w, stream);
        w->live_count = 0;
        turn_release(&w->turn);
    }
    return crew->joined;
}

/* ---- Opening ------------------------------------------------------------------------------ */

/* Reads a file that should fit into the arena. */
static void take_whole(struct worker *w, struct task *task, struct file *file)
{
    const bool truthful = w->pool->options->truthful;
    const size_t size = (size_t)file->before.st_size;
    /* One byte more, so that the end shows. A size of 0 may be that of a file that says none. */
    const size_t room = (size ? size : 4096) + 1;
    /* Waiting for a turn hashes what lies before it. */
    const size_t offset = w->used;
    unsigned char *data = w->arena + offset;
    size_t have = 0;
    ssize_t n;

    while ((n = file_read(file, data + have, room - have)) > 0) {
        have += (size_t)n;
        if (have == room) {
            add_stream(w, task, file, data, have);
            return;
        }
        if (truthful && have == size)
            break; /* the look at its size that follows says the same as one more read */
    }
    file_close(file, task, n < 0 ? errno : 0, truthful);
    if (task->fault != FAULT_NONE) {
        done(w, task);
        return;
    }
    w->whole[w->whole_count++] = (struct whole){task, offset, have};
    w->used = offset + ((have + 63) & ~(size_t)63);
    if (!(have & 4095))
        w->used += 64;
}

static bool take_spare(struct pool *pool)
{
    int n = atomic_load(&pool->spare_files);
    while (n > 0)
        if (atomic_compare_exchange_weak(&pool->spare_files, &n, n - 1))
            return true;
    return false;
}

static void on_wait(void *context)
{
    struct worker *w = context;

    if (w->whole_count)
        hash_whole(w);
}

void worker_start(struct worker *w, struct pool *pool, const struct budget *budget,
                  unsigned char *arena)
{
    *w = (struct worker){
        .pool = pool, .arena = arena, .arena_size = budget->arena, .live_most = budget->live};
    w->turn = (struct turn){.on_wait = on_wait, .context = w};
}

void worker_place(struct worker *w, struct file *file)
{
    file->turn = &w->turn;
    file->device = NULL;
    if (!w->pool->threads || !file->regular)
        return;
    if (!w->has_last || w->last_number != file->before.st_dev) {
        w->last_device = devices_find(&w->pool->devices, file->fd, file->before.st_dev);
        w->last_number = file->before.st_dev;
        w->has_last = true;
    }
    file->device = w->last_device;
}

/* Whether the lanes are full, with about as much as stays in the second-level cache until the last
 * digest of it is made: 16 files of 64 KiB, where 32 take 5 to 8 % longer, with four digests 9 %.
 * Lanes that are not full cost more than that. */
static bool is_worth_hashing(const struct worker *w)
{
    enum { LANES = 16, HOT = 768 * 1024 };
    return w->whole_count % LANES == 0 && w->used >= HOT;
}

/* Begins one task. */
static void begin(struct worker *w, struct task *task)
{
    struct file file;

    switch (file_open_ahead(&file, task, w->pool->options)) {
    case FILE_HELD:
        held(w, task);
        return;
    case FILE_FAILED:
        done(w, task);
        return;
    case FILE_OPEN:
        break;
    }
    worker_place(w, &file);
    if (file.before.st_size > WHOLE_LIMIT) {
        add_stream(w, task, &file, NULL, 0);
        return;
    }
    if (is_worth_hashing(w) || w->whole_count == MAX_WHOLE ||
        w->used + WHOLE_LIMIT + 4096 > w->arena_size)
        hash_whole(w);
    take_whole(w, task, &file);
}

unsigned worker_round(struct worker *w)
{
    while (w->pending_next < w->pending_count && w->live_count < w->live_most) {
        /* Without a live file, the one descriptor that each worker has will do. */
        if (w->live_count && !w->has_spare && !(w->has_spare = take_spare(w->pool)))
            break;
        begin(w, w->pending[w->pending_next++]);
    }
    if (w->has_spare)
        atomic_fetch_add(&w->pool->spare_files, 1);
    w->has_spare = false;
    if (w->whole_count)
        hash_whole(w);
    if (w->live_count == 1 && w->helpers && (w->crew || (w->crew = malloc(sizeof *w->crew))))
        return advance_together(w);
    if (w->live_count)
        advance(w);
    else
        turn_release(&w->turn);
    return 0;
}
