/* SPDX-License-Identifier: MIT
 *
 * pieces.c - the digests of each piece of one file. Where any place of the file is as near as any
 * other, a thread reads a chunk each of many pieces side by side and gives them to the lanes
 * together. What comes from a pipe or a rotating disk is read from one end to the other, and so is
 * what has pieces of several sizes, whose hashers then are the lanes.
 */
#include "pieces.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "devices.h"
#include "pipeline.h"
#include "signals.h"
#include "sink.h"
#include "text.h"

enum {
    MEMORY = PIPELINE_MEMORY,
    /* Files of less are not worth a look at what they lie on; some of these say a wrong size. */
    WORTH_IT = 1024 * 1024,
    SMALL = 64 * 1024,     /* pieces of so much are read many at a time */
    RUN = 4 * 1024 * 1024, /* of which a thread hashes so many bytes, */
    MAX_RUN = 4096,        /* or so many pieces, before the next ones are dealt out */
    SIDE_BY_SIDE = 32,     /* larger ones: the widest lanes, twice */
    CHUNK = 256 * 1024,
    /* Lanes that read the same places of their pages would share few sets of the first cache. */
    STAGGER = 384,
    MAX_THREADS = 8,
    STACK = 512 * 1024,
};

size_t pieces_memory(size_t digests)
{
    return MEMORY + MAX_RUN * digests * HM_MAX_DIGEST_SIZE;
}

struct job {
    struct file *file;
    const struct digest_list *wanted;
    const struct engine_options *options;
    const char *name;
    piece_handler *handler;
    void *context;
    uint64_t size; /* of a piece */
};

/* Pieces that one thread hashes. */
struct slice {
    const struct job *job;
    struct file file; /* its own, for what it counts */
    uint64_t first;
    size_t count;
    uint8_t (*digests)[HM_MAX_DIGEST_SIZE]; /* those of a piece together */
    unsigned char *memory;
    bool own;  /* the caller's thread, which may draw */
    bool cut;  /* the file ends too early */
    int error; /* of the read */
    pthread_t thread;
};

static void count_bytes(const struct job *job, size_t bytes, bool draw)
{
    struct progress *progress = job->options->progress;

    if (!progress)
        return;
    atomic_fetch_add_explicit(&progress->bytes, bytes, memory_order_relaxed);
    if (draw)
        progress_tick(progress, job->name);
}

/* Digests of the pieces that lie one after another in data. */
static void digest_run(const struct job *job, const unsigned char *data, size_t len,
                       uint8_t digests[][HM_MAX_DIGEST_SIZE])
{
    const struct digest_list *wanted = job->wanted;
    uint8_t run[MAX_RUN / 16 * HM_MAX_DIGEST_SIZE];
    const size_t piece = (size_t)job->size, most = MAX_RUN / 16 * piece;

    for (size_t at = 0; at < len; at += most) {
        const size_t part = len - at < most ? len - at : most;
        for (size_t d = 0; d < wanted->n; d++) {
            size_t size = hm_algorithm_digest_size(wanted->algorithms[d]);
            size_t n = hm_digest_pieces(wanted->algorithms[d], data + at, part, piece, run);
            for (size_t i = 0; i < n; i++)
                memcpy(digests[(at / piece + i) * wanted->n + d], run + i * size, size);
        }
    }
}

static bool hand_over(const struct job *job, uint64_t number, uint64_t size,
                      uint8_t digests[][HM_MAX_DIGEST_SIZE])
{
    const struct piece piece = {number, number * job->size, size, 0, digests};
    return job->handler(job->context, &piece);
}

/* ---- From one end to the other ------------------------------------------------------------ */

/* Reads as much as there is, up to len. Less: the end, or *error. */
static size_t fill(const struct job *job, unsigned char *to, size_t len, int *error)
{
    size_t have = 0;

    while (have < len) {
        ssize_t n = file_read(job->file, to + have, len - have);
        if (n <= 0) {
            *error = n < 0 ? errno : 0;
            break;
        }
        have += (size_t)n;
        count_bytes(job, (size_t)n, true);
    }
    return have;
}

static int hash_small_in_order(const struct job *job, unsigned char *memory)
{
    const size_t piece = (size_t)job->size;
    const size_t most = MEMORY / 2 / piece < MAX_RUN ? MEMORY / 2 / piece : MAX_RUN;
    size_t room = 0, len;
    uint64_t number = 0;
    bool going = true;
    int error = 0;
    uint8_t(*digests)[HM_MAX_DIGEST_SIZE] =
        memory_grow(NULL, &room, most * job->wanted->n, sizeof *digests);

    do {
        len = fill(job, memory, most * piece, &error);
        if (error)
            break;
        digest_run(job, memory, len, digests);
        for (size_t at = 0; going && at < len; at += piece)
            going = hand_over(job, number++, len - at < piece ? len - at : piece,
                              digests + at / piece * job->wanted->n);
    } while (going && len == most * piece);
    free(digests);
    return error;
}

static int hash_large_in_order(const struct job *job, unsigned char *memory)
{
    uint8_t digests[HM_MAX_SET][HM_MAX_DIGEST_SIZE];
    struct sink sink;
    bool going = true;
    int error = 0;

    for (uint64_t number = 0; going; number++) {
        uint64_t done = 0;
        size_t want, got;
        sink_start(&sink, job->wanted, true);
        do {
            want = job->size - done < MEMORY ? (size_t)(job->size - done) : MEMORY;
            got = fill(job, memory, want, &error);
            sink_update(&sink, memory, got);
            done += got;
        } while (got == want && done < job->size);
        if (error || !done)
            break;
        sink_finish(&sink, digests);
        going = hand_over(job, number, done, digests) && done == job->size;
    }
    return error;
}

/* The pieces of one of several sizes. */
struct course {
    uint64_t number, done; /* of the piece in hand; its bytes so far */
    size_t at;             /* in the chunk in hand */
};

static bool end_piece(const struct job *job, struct hm_hasher *hashers, struct course *course,
                      size_t which)
{
    const struct digest_list *wanted = job->wanted;
    uint8_t digests[HM_MAX_SET][HM_MAX_DIGEST_SIZE];
    const struct piece piece = {course->number, course->number * job->options->piece_sizes[which],
                                course->done, which, digests};

    for (size_t d = 0; d < wanted->n; d++) {
        hm_final(&hashers[d], digests[d]);
        hm_init(&hashers[d], wanted->algorithms[d]);
    }
    course->number++;
    course->done = 0;
    return job->handler(job->context, &piece);
}

/* Takes the chunk into every course, each time as far as no piece ends. */
static bool hash_chunk(const struct job *job, struct hm_hasher *hashers, struct course *courses,
                       struct hm_chunk *chunks, const unsigned char *data, size_t len)
{
    const uint64_t *sizes = job->options->piece_sizes;
    const size_t count = job->options->piece_size_count, n = job->wanted->n;
    size_t used;

    for (size_t i = 0; i < count; i++)
        courses[i].at = 0;
    do {
        used = 0;
        for (size_t i = 0; i < count; i++) {
            struct course *course = &courses[i];
            const uint64_t left = sizes[i] - course->done;
            const size_t part = left < len - course->at ? (size_t)left : len - course->at;
            for (size_t d = 0; part && d < n; d++)
                chunks[used++] = (struct hm_chunk){&hashers[i * n + d], data + course->at, part};
            course->at += part;
            course->done += part;
        }
        hm_update_many(chunks, used);
        for (size_t i = 0; i < count; i++)
            if (courses[i].done == sizes[i] && !end_piece(job, &hashers[i * n], &courses[i], i))
                return false;
    } while (used);
    return true;
}

static int hash_all_sizes(const struct job *job, unsigned char *memory)
{
    const size_t count = job->options->piece_size_count, n = job->wanted->n;
    size_t size = 0, room = 0, places = 0, len;
    struct hm_hasher *hashers = memory_grow(NULL, &size, count * n, sizeof *hashers);
    struct hm_chunk *chunks = memory_grow(NULL, &room, count * n, sizeof *chunks);
    struct course *courses = memory_grow(NULL, &places, count, sizeof *courses);
    bool going = true;
    int error = 0;

    memset(courses, 0, count * sizeof *courses);
    for (size_t i = 0; i < count * n; i++)
        hm_init(&hashers[i], job->wanted->algorithms[i % n]);
    do {
        len = fill(job, memory, CHUNK, &error);
        going = !error && hash_chunk(job, hashers, courses, chunks, memory, len);
    } while (going && len == CHUNK);
    for (size_t i = 0; i < count && going; i++)
        if (courses[i].done)
            going = end_piece(job, &hashers[i * n], &courses[i], i);
    free(courses);
    free(chunks);
    free(hashers);
    return error;
}

/* ---- Side by side ------------------------------------------------------------------------- */

static uint64_t piece_end(const struct slice *slice, uint64_t number)
{
    const uint64_t whole = (uint64_t)slice->file.before.st_size;
    const uint64_t begin = number * slice->job->size;

    return whole - begin < slice->job->size ? whole : begin + slice->job->size;
}

static bool read_at(struct slice *slice, unsigned char *to, size_t len, uint64_t offset)
{
    for (size_t have = 0; have < len;) {
        ssize_t n = file_read_at(&slice->file, to + have, len - have, (off_t)(offset + have));
        if (n <= 0) {
            slice->error = n < 0 ? errno : 0;
            slice->cut = n == 0;
            return false;
        }
        have += (size_t)n;
    }
    count_bytes(slice->job, len, slice->own);
    return true;
}

static void hash_small(struct slice *slice)
{
    const struct job *job = slice->job;
    const size_t most = MEMORY / 2 / (size_t)job->size;

    for (size_t done = 0; done < slice->count;) {
        const size_t n = slice->count - done < most ? slice->count - done : most;
        const uint64_t from = (slice->first + done) * job->size;
        const size_t len = (size_t)(piece_end(slice, slice->first + done + n - 1) - from);
        if (!read_at(slice, slice->memory, len, from))
            return;
        digest_run(job, slice->memory, len, slice->digests + done * job->wanted->n);
        done += n;
    }
}

static void hash_large(struct slice *slice)
{
    const struct digest_list *wanted = slice->job->wanted;
    struct hm_chunk chunks[SIDE_BY_SIDE * HM_MAX_SET];
    size_t size = 0, room = (MEMORY / slice->count - STAGGER) & ~(size_t)4095;
    struct hm_hasher *hashers = memory_grow(NULL, &size, slice->count * wanted->n, sizeof *hashers);

    if (room > CHUNK)
        room = CHUNK;
    for (size_t i = 0; i < slice->count * wanted->n; i++)
        hm_init(&hashers[i], wanted->algorithms[i % wanted->n]);
    for (uint64_t at = 0; at < slice->job->size; at += room) {
        size_t n = 0;
        for (size_t i = 0; i < slice->count; i++) {
            const uint64_t end = piece_end(slice, slice->first + i);
            const uint64_t from = (slice->first + i) * slice->job->size + at;
            unsigned char *data = slice->memory + i * (room + STAGGER);
            if (from >= end)
                continue;
            const size_t len = end - from < room ? (size_t)(end - from) : room;
            if (!read_at(slice, data, len, from))
                goto out;
            for (size_t d = 0; d < wanted->n; d++)
                chunks[n++] = (struct hm_chunk){&hashers[i * wanted->n + d], data, len};
        }
        hm_update_many(chunks, n);
    }
    for (size_t i = 0; i < slice->count * wanted->n; i++)
        hm_final(&hashers[i], slice->digests[i]);
out:
    free(hashers);
}

static void *hash_slice(void *arg)
{
    struct slice *slice = arg;

    if (slice->job->size <= SMALL)
        hash_small(slice);
    else
        hash_large(slice);
    return NULL;
}

/* Hashes some slices at once; those without a thread here. */
static void hash_slices(struct slice *slices, unsigned n)
{
    bool threaded[MAX_THREADS] = {0};
    pthread_attr_t attributes;

    if (n > 1 && pthread_attr_init(&attributes) == 0) {
        pthread_attr_setstacksize(&attributes, STACK);
        signals_hold(true);
        for (unsigned i = 1; i < n; i++)
            threaded[i] =
                pthread_create(&slices[i].thread, &attributes, hash_slice, &slices[i]) == 0;
        signals_hold(false);
        pthread_attr_destroy(&attributes);
    }
    for (unsigned i = 0; i < n; i++)
        if (!threaded[i])
            hash_slice(&slices[i]);
    for (unsigned i = 1; i < n; i++)
        if (threaded[i])
            pthread_join(slices[i].thread, NULL);
}

/* Deals the next pieces out, hashes them and hands them over. False at the end. */
static bool next_batch(const struct job *job, struct slice *slices, unsigned threads,
                       size_t per_thread, uint64_t *next, int *error)
{
    const uint64_t all = ((uint64_t)job->file->before.st_size - 1) / job->size + 1;
    const size_t n = job->wanted->n;
    const uint64_t left = all - *next;
    size_t most =
        left / threads < per_thread ? (size_t)((left + threads - 1) / threads) : per_thread;
    unsigned used = 0;
    bool cut = false;

    for (uint64_t from = *next; from < all && used < threads; from += most, used++) {
        struct slice *slice = &slices[used];
        slice->first = from;
        slice->count = all - from < most ? (size_t)(all - from) : most;
        slice->file = *job->file;
        slice->file.size = 0;
        slice->file.drops = false; /* with the whole, at its end */
    }
    hash_slices(slices, used);
    for (unsigned i = 0; i < used; i++) {
        job->file->size += slices[i].file.size;
        if (!*error)
            *error = slices[i].error;
        cut |= slices[i].cut;
    }
    if (cut && !*error && !file_has_changed(job->file))
        *error = EIO; /* its size was wrong */
    if (*error || cut)
        return false;
    for (unsigned i = 0; i < used; i++)
        for (size_t p = 0; p < slices[i].count; p++, ++*next)
            if (!hand_over(job, *next, piece_end(&slices[i], *next) - *next * job->size,
                           slices[i].digests + p * n))
                return false;
    return *next < all;
}

static int hash_side_by_side(const struct job *job, unsigned char *memory, unsigned jobs)
{
    struct slice slices[MAX_THREADS] = {0};
    size_t per_thread = SIDE_BY_SIDE;
    unsigned threads = jobs < MAX_THREADS ? jobs : MAX_THREADS;
    uint64_t next = 0;
    int error = 0;

    if (job->size <= SMALL)
        per_thread = RUN / job->size < MAX_RUN ? (size_t)(RUN / job->size) : MAX_RUN;
    for (unsigned i = 0; i < threads; i++) {
        size_t size = 0, room = 0;
        slices[i].job = job;
        slices[i].own = i == 0;
        slices[i].memory = i ? memory_grow(NULL, &size, MEMORY, 1) : memory;
        slices[i].digests =
            memory_grow(NULL, &room, per_thread * job->wanted->n, sizeof *slices[i].digests);
    }
    while (next_batch(job, slices, threads, per_thread, &next, &error))
        ;
    /* Whoever has standard input after us goes on where we ended. */
    lseek(job->file->fd, (off_t)job->file->size, SEEK_SET);
    for (unsigned i = 0; i < threads; i++) {
        free(slices[i].digests);
        if (i)
            free(slices[i].memory);
    }
    return error;
}

/* Standard input may have been read from already: its pieces count from there. */
static bool begins_at_0(const struct file *file)
{
    return lseek(file->fd, 0, SEEK_CUR) == 0;
}

int pieces_hash(struct file *file, const struct digest_list *wanted, unsigned char *memory,
                const struct engine_options *options, unsigned jobs, const char *name,
                piece_handler *handler, void *context)
{
    const struct job job = {file, wanted, options, name, handler, context, options->piece};

    if (options->piece_size_count > 1)
        return hash_all_sizes(&job, memory);
    if (file->regular && !file->access && file->before.st_size >= WORTH_IT && begins_at_0(file) &&
        (!device_rotates(file->before.st_dev) || file_seems_cached(file)))
        return hash_side_by_side(&job, memory, jobs);
    return job.size <= SMALL ? hash_small_in_order(&job, memory)
                             : hash_large_in_order(&job, memory);
}
