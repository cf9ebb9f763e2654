/* SPDX-License-Identifier: MIT
 *
 * many.c - lists of messages, pieces and hashers as sources of jobs. Knows how each kind becomes a
 * job and where its result goes; knows no lane and no key.
 */
#include "batch.h"

#include <assert.h>

#include "dispatch.h"

/* ---- Digests ----------------------------------------------------------------------------- */

static struct hm_job plain_model(const struct hm_algorithm *algorithm)
{
    return (struct hm_job){.algorithm = algorithm, .initial = &algorithm->iv, .ends = true};
}

static bool open_message(const struct hm_source *source, size_t i, struct hm_job *job)
{
    const struct hm_message *m = (const struct hm_message *)source->items + i;
    job->data = m->data;
    job->len = m->len;
    job->target = m->out;
    return true;
}

/* Two streams gain a quarter, at most, which on messages under some 200 bytes is less than what a
 * batch costs to set up. */
enum { SHORT = 192 };

static bool better_one_by_one(unsigned core, const struct hm_message *messages, size_t n)
{
    unsigned lanes = hm_live_kernel(core, n)->lanes;
    bool all_short = lanes == 2;
    for (size_t i = 0; all_short && i < n; i++)
        all_short = messages[i].len < SHORT;
    return lanes == 1 || all_short;
}

void hm_digest_many(const struct hm_algorithm *algorithm, const struct hm_message *messages,
                    size_t n)
{
    assert(algorithm);
    if (!n)
        return;
    if (better_one_by_one(algorithm->core, messages, n)) {
        for (size_t i = 0; i < n; i++)
            hm_digest(algorithm, messages[i].data, messages[i].len, messages[i].out);
        return;
    }
    struct hm_source source = {.model = plain_model(algorithm),
                               .open = open_message,
                               .items = messages,
                               .n = n,
                               .jobs = n,
                               .core = algorithm->core};
    hm_batch_run(&source);
}

static bool open_piece(const struct hm_source *source, size_t i, struct hm_job *job)
{
    size_t at = i * source->param, left = source->extent - at;
    uint8_t *out = source->answers;
    job->data = (const uint8_t *)source->items + at;
    job->len = left < source->param ? left : source->param;
    job->target = out + i * job->algorithm->digest_size;
    return true;
}

size_t hm_digest_pieces(const struct hm_algorithm *algorithm, const void *data, size_t len,
                        size_t piece, uint8_t *out)
{
    assert(algorithm && piece);
    size_t count = len / piece + (len % piece != 0);
    struct hm_source source = {.model = plain_model(algorithm),
                               .open = open_piece,
                               .items = data,
                               .extent = len,
                               .answers = out,
                               .n = count,
                               .jobs = count,
                               .param = piece,
                               .core = algorithm->core};
    hm_batch_run(&source);
    return count;
}

/* ---- Updates ----------------------------------------------------------------------------- */

static bool open_chunk(const struct hm_source *source, size_t i, struct hm_job *job)
{
    const struct hm_chunk *chunk = (const struct hm_chunk *)source->items + i;
    struct hm_hasher *hasher = chunk->hasher;
    if (hasher->algorithm->core != source->core)
        return false;
    job->algorithm = hasher->algorithm;
    job->initial = &hasher->state;
    job->data = chunk->data;
    job->len = chunk->len;
    job->head = hasher->buffer;
    job->fill = (size_t)hasher->count & (hasher->algorithm->block_size - 1u);
    job->target = hasher;
    return true;
}

static void close_chunk(const struct hm_source *source, const struct hm_job *job,
                        const union hm_state *state)
{
    struct hm_hasher *hasher = job->target;
    size_t block = hasher->algorithm->block_size, room = block - job->fill, fill = job->fill;
    const uint8_t *rest = job->data;
    size_t len = job->len;
    (void)source;

    if (fill && len >= room) {
        fill = 0;
        rest += room;
        len -= room;
    }
    size_t whole = len & ~(block - 1);
    if (len - whole)
        memcpy(hasher->buffer + fill, rest + whole, len - whole);
    hasher->state = *state;
    hasher->count += job->len;
    hasher->count_hi += hasher->count < job->len;
}

#ifndef NDEBUG
/* Misuse, checked in debug builds among near neighbours: all pairs would take too long. */
static bool distinct(const struct hm_chunk *chunks, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = i > 256 ? i - 256 : 0; j < i; j++)
            if (chunks[i].hasher == chunks[j].hasher)
                return false;
    return true;
}
#endif

void hm_update_many(const struct hm_chunk *chunks, size_t n)
{
    size_t jobs[HM_CORES] = {0};
    assert(distinct(chunks, n));
    for (size_t i = 0; i < n; i++)
        jobs[chunks[i].hasher->algorithm->core]++;
    for (unsigned core = 0; core < HM_CORES; core++) {
        struct hm_source source = {.open = open_chunk,
                                   .close = close_chunk,
                                   .items = chunks,
                                   .n = n,
                                   .jobs = jobs[core],
                                   .core = core};
        if (jobs[core])
            hm_batch_run(&source);
    }
}
