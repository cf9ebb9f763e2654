/* SPDX-License-Identifier: MIT
 *
 * peer_nettle.c - Nettle as a contender, through its own table of digests.
 */
#include <nettle/hmac.h>
#include <nettle/nettle-meta.h>
#include <nettle/version.h>
#include <stdio.h>
#include <stdlib.h>

#include "contender.h"

struct nettle {
    const struct nettle_hash *hash;
    const void *key;
    size_t key_len;
    void *state, *inner, *outer;
};

static const struct nettle_hash *find(size_t id)
{
    switch (id) {
    case HM_MD5:
        return &nettle_md5;
    case HM_SHA1:
        return &nettle_sha1;
    case HM_SHA224:
        return &nettle_sha224;
    case HM_SHA256:
        return &nettle_sha256;
    case HM_SHA384:
        return &nettle_sha384;
    case HM_SHA512:
        return &nettle_sha512;
    case HM_SHA512_224:
        return &nettle_sha512_224;
    case HM_SHA512_256:
        return &nettle_sha512_256;
    case HM_RMD160:
        return &nettle_ripemd160;
    default:
        return NULL;
    }
}

static const char *version(void)
{
    static char text[32];
    snprintf(text, sizeof text, "%d.%d", nettle_version_major(), nettle_version_minor());
    return text;
}

static void *hash_open(const struct task *task)
{
    const struct nettle_hash *hash = find(task->ids[0]);
    if (!hash)
        return NULL;
    struct nettle *n = bench_alloc(sizeof *n);
    n->hash = hash;
    n->key = task->key;
    n->key_len = task->key_len;
    n->state = bench_alloc(hash->context_size);
    n->inner = bench_alloc(hash->context_size);
    n->outer = bench_alloc(hash->context_size);
    hash->init(n->state);
    if (task->key)
        hmac_set_key(n->outer, n->inner, n->state, hash, task->key_len, task->key);
    return n;
}

static void hash_close(void *context)
{
    struct nettle *n = context;
    free(n->state);
    free(n->inner);
    free(n->outer);
    free(n);
}

/* Nettle's digest function leaves the context ready for the next message. */
static void run_digest(void *context, const struct hm_message *m, size_t count, size_t reps)
{
    struct nettle *n = context;
    for (size_t r = 0; r < reps; r++) {
        for (size_t i = 0; i < count; i++) {
            n->hash->update(n->state, m[i].len, m[i].data);
            n->hash->digest(n->state, n->hash->digest_size, m[i].out);
        }
    }
}

static void run_keyed(void *context, const struct hm_message *m, size_t count, size_t reps)
{
    struct nettle *n = context;
    for (size_t r = 0; r < reps; r++) {
        for (size_t i = 0; i < count; i++) {
            n->hash->update(n->state, m[i].len, m[i].data);
            hmac_digest(n->outer, n->inner, n->state, n->hash, n->hash->digest_size, m[i].out);
        }
    }
}

static void run_hmac(void *context, const struct hm_message *m, size_t count, size_t reps)
{
    struct nettle *n = context;
    for (size_t r = 0; r < reps; r++) {
        for (size_t i = 0; i < count; i++) {
            hmac_set_key(n->outer, n->inner, n->state, n->hash, n->key_len, n->key);
            n->hash->update(n->state, m[i].len, m[i].data);
            hmac_digest(n->outer, n->inner, n->state, n->hash, n->hash->digest_size, m[i].out);
        }
    }
}

#define NETTLE(name, title, kind, tables, run)                                                     \
    {                                                                                              \
        name, title, "Nettle", kind, tables, false, false, 0, version, hash_open, run, hash_close  \
    }

const struct contender nettle_contenders[] = {
    NETTLE("nettle", "Nettle", KIND_DIGEST, IN_ONE_SHOT | IN_REUSED, run_digest),
    NETTLE("nettle", "Nettle", KIND_HMAC, IN_HMAC, run_hmac),
    NETTLE("nettle-keyed", "Nettle, key set once", KIND_HMAC, IN_HMAC_KEYED, run_keyed),
    {0},
};
