/* SPDX-License-Identifier: MIT
 *
 * hmac.c - HMAC (RFC 2104, FIPS 198-1): keys, one-shot, streaming, verify. Knows no padding but
 * HMAC's own and no kernel.
 *
 * Everything on the stack that was derived from a key is wiped: padded keys, chaining states,
 * inner digests, tags that were not given out.
 */
#include <assert.h>

#include "batch.h"
#include "dispatch.h"
#include "hasher.h"

/* Kernels spill parts of the states they work on. Whoever has both of a key's states can forge, so
 * every function here that gives a kernel a key's state ends with this. The deepest kernels need
 * about 17 of their blocks, and hm_run_long() has a frame between. */
HM_INLINE void wipe_kernel_frames(const struct hm_algorithm *algorithm)
{
    _Static_assert(24 * HM_MAX_BLOCK_SIZE <= HM_WIPE_STACK_MAX, "room for the deepest frames");
    hm_wipe_stack(24 * (size_t)algorithm->block_size);
}

/* Bytes i to i + 7 of the key padded with zeros. */
HM_INLINE uint64_t key_word(const uint8_t *key, size_t len, size_t i)
{
    return i + 8 <= len ? hm_load_64(key + i) : i < len ? hm_load_part(key + i, len - i) : 0;
}

static void prepare(struct hm_hmac_key *prepared, const struct hm_algorithm *algorithm,
                    const void *key, size_t key_len)
{
    const uint64_t ipad = 0x3636363636363636, opad = 0x5c5c5c5c5c5c5c5c;
    uint8_t inner[HM_MAX_BLOCK_SIZE], outer[HM_MAX_BLOCK_SIZE], digest[HM_MAX_DIGEST_SIZE];
    const uint8_t *bytes = key;

    if (key_len > algorithm->block_size) {
        hm_digest(algorithm, key, key_len, digest);
        bytes = digest;
        key_len = algorithm->digest_size;
    }
    for (size_t i = 0; i < algorithm->block_size; i += 16) {
        uint64_t first = key_word(bytes, key_len, i), second = key_word(bytes, key_len, i + 8);
        hm_store_pair(inner + i, first ^ ipad, second ^ ipad);
        hm_store_pair(outer + i, first ^ opad, second ^ opad);
    }
    /* The two are independent, and one after the other they overlap in the pipeline. */
    prepared->algorithm = algorithm;
    prepared->inner = algorithm->iv;
    prepared->outer = algorithm->iv;
    hm_absorb(algorithm->core, &prepared->inner, inner, 1);
    hm_absorb(algorithm->core, &prepared->outer, outer, 1);
    hm_wipe_fixed(inner, sizeof inner);
    hm_wipe_fixed(outer, sizeof outer);
    hm_wipe_fixed(digest, sizeof digest);
}

void hm_hmac_prepare(struct hm_hmac_key *prepared, const struct hm_algorithm *algorithm,
                     const void *key, size_t key_len)
{
    assert(algorithm);
    prepare(prepared, algorithm, key, key_len);
    wipe_kernel_frames(algorithm);
}

/* Ends both passes: *inner has absorbed the key and the message's whole blocks, total counts both;
 * *outer has absorbed the key. Wipes both. */
static void finish(const struct hm_algorithm *algorithm, union hm_state *inner,
                   union hm_state *outer, const uint8_t *tail, size_t rest, struct hm_count total,
                   uint8_t *out)
{
    const struct hm_core *core = &hm_cores[algorithm->core];
    struct hm_count outer_total = {(uint64_t)algorithm->block_size + algorithm->digest_size, 0};
    /* One buffer for both passes keeps what must be wiped small. */
    uint8_t pad[2 * HM_MAX_BLOCK_SIZE];
    uint8_t digest[HM_MAX_DIGEST_SIZE];

    hm_absorb(algorithm->core, inner, pad, hm_pad(core, pad, tail, rest, total));
    hm_store_digest(algorithm, inner, digest);
    hm_absorb(algorithm->core, outer, pad,
              hm_pad(core, pad, digest, algorithm->digest_size, outer_total));
    hm_store_digest(algorithm, outer, out);
    hm_wipe_fixed(pad, sizeof pad);
    hm_wipe_fixed(digest, sizeof digest);
    hm_wipe_fixed(inner, sizeof *inner);
    hm_wipe_fixed(outer, sizeof *outer);
}

/* The whole of a message under the two states of a key, which it uses up. */
static void whole_message(const struct hm_algorithm *algorithm, union hm_state *inner,
                          union hm_state *outer, const void *data, size_t len, uint8_t *out)
{
    const uint8_t *p = data;
    size_t block = algorithm->block_size, whole = len & ~(block - 1);
    struct hm_count total = {len, 0};

    total.lo += block;
    total.hi += total.lo < block;
    if (whole) {
        hm_absorb(algorithm->core, inner, p, hm_whole_blocks(algorithm, whole));
        p += whole;
    }
    finish(algorithm, inner, outer, p, len - whole, total, out);
}

void hm_hmac_with(const struct hm_hmac_key *key, const void *data, size_t len, uint8_t *out)
{
    union hm_state inner = key->inner, outer = key->outer;
    whole_message(key->algorithm, &inner, &outer, data, len, out);
    wipe_kernel_frames(key->algorithm);
}

void hm_hmac(const struct hm_algorithm *algorithm, const void *key, size_t key_len,
             const void *data, size_t len, uint8_t *out)
{
    struct hm_hmac_key prepared;
    assert(algorithm);
    prepare(&prepared, algorithm, key, key_len);
    whole_message(algorithm, &prepared.inner, &prepared.outer, data, len, out);
    wipe_kernel_frames(algorithm);
}

void hm_hmac_init(struct hm_hasher *hasher, const struct hm_hmac_key *key)
{
    hasher->algorithm = key->algorithm;
    hasher->count = key->algorithm->block_size;
    hasher->count_hi = 0;
    hasher->state = key->inner;
}

void hm_hmac_final(const struct hm_hasher *hasher, const struct hm_hmac_key *key, uint8_t *out)
{
    assert(hasher->algorithm == key->algorithm);
    union hm_state inner = hasher->state, outer = key->outer;
    struct hm_count total = {hasher->count, hasher->count_hi};
    finish(key->algorithm, &inner, &outer, hasher->buffer,
           (size_t)hasher->count & (key->algorithm->block_size - 1u), total, out);
    wipe_kernel_frames(key->algorithm);
}

/* RFC 2104, 5: at least half the digest and at least 80 bits. */
static bool length_allowed(const struct hm_algorithm *algorithm, size_t tag_len, size_t want_len)
{
    size_t size = algorithm->digest_size, least = size / 2 > 10 ? size / 2 : 10;
    return want_len >= least && want_len <= size && tag_len == want_len;
}

bool hm_hmac_verify(const struct hm_hmac_key *key, const void *data, size_t len, const uint8_t *tag,
                    size_t tag_len, size_t want_len)
{
    uint8_t own[HM_MAX_DIGEST_SIZE];
    if (!length_allowed(key->algorithm, tag_len, want_len))
        return false;
    hm_hmac_with(key, data, len, own);
    bool same = hm_equal(own, tag, want_len);
    hm_wipe(own, sizeof own);
    return same;
}

/* ---- Many ------------------------------------------------------------------------------- */

static struct hm_job tag_model(unsigned core)
{
    return (struct hm_job){.before = hm_cores[core].block_size, .ends = true};
}

static bool tag_job(const struct hm_source *source, const struct hm_hmac_key *key, const void *data,
                    size_t len, void *target, struct hm_job *job)
{
    if (key->algorithm->core != source->core)
        return false;
    job->algorithm = key->algorithm;
    job->initial = &key->inner;
    job->outer = &key->outer;
    job->data = data;
    job->len = len;
    job->target = target;
    return true;
}

static bool open_message(const struct hm_source *source, size_t i, struct hm_job *job)
{
    const struct hm_hmac_message *m = (const struct hm_hmac_message *)source->items + i;
    return tag_job(source, m->key, m->data, m->len, m->out, job);
}

void hm_hmac_many(const struct hm_hmac_message *messages, size_t n)
{
    size_t jobs[HM_CORES] = {0};
    for (size_t i = 0; i < n; i++)
        jobs[messages[i].key->algorithm->core]++;
    for (unsigned core = 0; core < HM_CORES; core++) {
        struct hm_source source = {.model = tag_model(core),
                                   .open = open_message,
                                   .items = messages,
                                   .n = n,
                                   .jobs = jobs[core],
                                   .core = core,
                                   .secret = true};
        if (jobs[core])
            hm_batch_run(&source);
    }
}

static bool open_claim(const struct hm_source *source, size_t i, struct hm_job *job)
{
    struct hm_hmac_claim *c = (struct hm_hmac_claim *)source->answers + i;
    return length_allowed(c->key->algorithm, c->tag_len, source->param) &&
           tag_job(source, c->key, c->data, c->len, c, job);
}

static void close_claim(const struct hm_source *source, const struct hm_job *job,
                        const union hm_state *state)
{
    struct hm_hmac_claim *c = job->target;
    uint8_t own[HM_MAX_DIGEST_SIZE];
    hm_store_digest(job->algorithm, state, own);
    c->ok = hm_equal(own, c->tag, source->param);
    hm_wipe(own, sizeof own);
}

bool hm_hmac_verify_many(struct hm_hmac_claim *claims, size_t n, size_t want_len)
{
    size_t jobs[HM_CORES] = {0};
    bool all = true;
    for (size_t i = 0; i < n; i++) {
        const struct hm_algorithm *algorithm = claims[i].key->algorithm;
        claims[i].ok = false;
        jobs[algorithm->core] += length_allowed(algorithm, claims[i].tag_len, want_len);
    }
    for (unsigned core = 0; core < HM_CORES; core++) {
        struct hm_source source = {.model = tag_model(core),
                                   .open = open_claim,
                                   .close = close_claim,
                                   .answers = claims,
                                   .n = n,
                                   .jobs = jobs[core],
                                   .param = want_len,
                                   .core = core,
                                   .secret = true};
        if (jobs[core])
            hm_batch_run(&source);
    }
    for (size_t i = 0; i < n; i++)
        all = all && claims[i].ok;
    return all;
}
