/* SPDX-License-Identifier: MIT
 *
 * own.c - Hashmill as a contender, through its public header alone. Which kernel or tier is in use
 * is the suites' business.
 */
#include <stdlib.h>
#include <string.h>

#include "contender.h"

struct own {
    const struct hm_algorithm *algorithm;
    struct task task;
    struct hm_hasher hasher;
    struct hm_hmac_key key;
    struct hm_hmac_key *keys; /* one each, if asked for */
    struct hm_hmac_message *messages;
    struct hm_hasher *hashers;
    struct hm_chunk *chunks;
    uint8_t *digests;
    size_t room; /* members of those arrays that are in use by this contender */
    const struct hm_algorithm *set[HM_MAX_SET];
    struct hm_multi multi;
};

static void *own_open(const struct task *task)
{
    struct own *own = bench_alloc(sizeof *own);
    memset(own, 0, sizeof *own);
    own->task = *task;
    own->algorithm = hm_algorithm_at(task->ids[0]);
    for (size_t i = 0; i < task->n_ids; i++)
        own->set[i] = hm_algorithm_at(task->ids[i]);
    if (task->key)
        hm_hmac_prepare(&own->key, own->algorithm, task->key, task->key_len);
    return own;
}

static void own_close(void *context)
{
    struct own *own = context;
    free(own->keys);
    free(own->messages);
    free(own->hashers);
    free(own->chunks);
    free(own->digests);
    free(own);
}

static void run_digest(void *context, const struct hm_message *m, size_t n, size_t reps)
{
    const struct own *own = context;
    for (size_t r = 0; r < reps; r++)
        for (size_t i = 0; i < n; i++)
            hm_digest(own->algorithm, m[i].data, m[i].len, m[i].out);
}

static void run_hex(void *context, const struct hm_message *m, size_t n, size_t reps)
{
    const struct own *own = context;
    for (size_t r = 0; r < reps; r++)
        for (size_t i = 0; i < n; i++)
            hm_digest_hex(own->algorithm, m[i].data, m[i].len, (char *)m[i].out);
}

static void run_reused(void *context, const struct hm_message *m, size_t n, size_t reps)
{
    struct own *own = context;
    for (size_t r = 0; r < reps; r++) {
        for (size_t i = 0; i < n; i++) {
            hm_init(&own->hasher, own->algorithm);
            hm_update(&own->hasher, m[i].data, m[i].len);
            hm_final(&own->hasher, m[i].out);
        }
    }
}

static void run_many(void *context, const struct hm_message *m, size_t n, size_t reps)
{
    const struct own *own = context;
    for (size_t r = 0; r < reps; r++)
        hm_digest_many(own->algorithm, m, n);
}

/* What a caller with n streams does: a chunk of each. Only the whole is a message here. */
static void run_update_many(void *context, const struct hm_message *m, size_t n, size_t reps)
{
    struct own *own = context;
    if (own->room < n) {
        free(own->hashers);
        free(own->chunks);
        own->hashers = bench_alloc(n * sizeof *own->hashers);
        own->chunks = bench_alloc(n * sizeof *own->chunks);
        own->room = n;
    }
    for (size_t r = 0; r < reps; r++) {
        for (size_t i = 0; i < n; i++) {
            hm_init(&own->hashers[i], own->algorithm);
            own->chunks[i] = (struct hm_chunk){&own->hashers[i], m[i].data, m[i].len};
        }
        hm_update_many(own->chunks, n);
        for (size_t i = 0; i < n; i++)
            hm_final(&own->hashers[i], m[i].out);
    }
}

/* The messages must be the pieces of one buffer. */
static void run_pieces(void *context, const struct hm_message *m, size_t n, size_t reps)
{
    struct own *own = context;
    size_t size = hm_algorithm_digest_size(own->algorithm);
    if (own->room < n) {
        free(own->digests);
        own->digests = bench_alloc(n * size);
        own->room = n;
    }
    for (size_t r = 0; r < reps; r++)
        hm_digest_pieces(own->algorithm, m[0].data, n * m[0].len, m[0].len, own->digests);
    for (size_t i = 0; i < n; i++)
        memcpy(m[i].out, own->digests + i * size, size);
}

static void run_hmac(void *context, const struct hm_message *m, size_t n, size_t reps)
{
    const struct own *own = context;
    for (size_t r = 0; r < reps; r++)
        for (size_t i = 0; i < n; i++)
            hm_hmac(own->algorithm, own->task.key, own->task.key_len, m[i].data, m[i].len,
                    m[i].out);
}

static void run_hmac_keyed(void *context, const struct hm_message *m, size_t n, size_t reps)
{
    const struct own *own = context;
    for (size_t r = 0; r < reps; r++)
        for (size_t i = 0; i < n; i++)
            hm_hmac_with(&own->key, m[i].data, m[i].len, m[i].out);
}

/* The message list of hm_hmac_many() is made once for a list of messages: a caller has it. */
static void list_hmacs(struct own *own, const struct hm_message *m, size_t n)
{
    free(own->messages);
    free(own->keys);
    own->messages = bench_alloc(n * sizeof *own->messages);
    own->keys = own->task.key_each ? bench_alloc(n * sizeof *own->keys) : NULL;
    for (size_t i = 0; i < n; i++) {
        if (own->keys)
            own->keys[i] = own->key;
        own->messages[i] = (struct hm_hmac_message){own->keys ? &own->keys[i] : &own->key,
                                                    m[i].data, m[i].len, m[i].out};
    }
    own->room = n;
}

static void run_hmac_many(void *context, const struct hm_message *m, size_t n, size_t reps)
{
    struct own *own = context;
    if (own->room != n || own->messages[0].out != m[0].out)
        list_hmacs(own, m, n);
    for (size_t r = 0; r < reps; r++)
        hm_hmac_many(own->messages, n);
}

static void run_set(void *context, const struct hm_message *m, size_t n, size_t reps)
{
    struct own *own = context;
    for (size_t r = 0; r < reps; r++) {
        for (size_t i = 0; i < n; i++) {
            hm_multi_init(&own->multi, own->set, own->task.n_ids);
            hm_multi_update(&own->multi, m[i].data, m[i].len);
            for (size_t k = 0; k < own->task.n_ids; k++)
                hm_multi_final(&own->multi, k, m[i].out + k * HM_MAX_DIGEST_SIZE);
        }
    }
}

#define OWN(name, title, kind, tables, hex, run)                                                   \
    {                                                                                              \
        name, title, "Hashmill", kind, tables, true, hex, 0, hm_version, own_open, run, own_close  \
    }

const struct contender own_contenders[] = {
    OWN("digest", "hm_digest", KIND_DIGEST, IN_ONE_SHOT, false, run_digest),
    OWN("hex", "hm_digest_hex", KIND_DIGEST, 0, true, run_hex),
    OWN("reused", "hm_init, hm_update, hm_final", KIND_DIGEST, IN_REUSED, false, run_reused),
    OWN("many", "hm_digest_many", KIND_DIGEST, IN_MANY, false, run_many),
    OWN("update-many", "hm_update_many", KIND_DIGEST, 0, false, run_update_many),
    OWN("pieces", "hm_digest_pieces", KIND_DIGEST, 0, false, run_pieces),
    OWN("hmac", "hm_hmac", KIND_HMAC, IN_HMAC, false, run_hmac),
    OWN("keyed", "hm_hmac_with", KIND_HMAC, IN_HMAC_KEYED, false, run_hmac_keyed),
    OWN("many", "hm_hmac_many", KIND_HMAC, IN_HMAC_MANY, false, run_hmac_many),
    OWN("set", "hm_multi", KIND_SET, IN_SET, false, run_set),
    {0},
};
