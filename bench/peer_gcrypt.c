/* SPDX-License-Identifier: MIT
 *
 * peer_gcrypt.c - libgcrypt as a contender: a reused handle, and gcry_md_hash_buffer.
 */
#include <gcrypt.h>
#include <stdlib.h>
#include <string.h>

#include "contender.h"

struct gcrypt {
    int algorithm;
    size_t digest_size;
    gcry_md_hd_t handle;
};

static const int algorithms[] = {
    [HM_MD5] = GCRY_MD_MD5,
    [HM_SHA1] = GCRY_MD_SHA1,
    [HM_SHA224] = GCRY_MD_SHA224,
    [HM_SHA256] = GCRY_MD_SHA256,
    [HM_SHA384] = GCRY_MD_SHA384,
    [HM_SHA512] = GCRY_MD_SHA512,
    [HM_SHA512_224] = GCRY_MD_SHA512_224,
    [HM_SHA512_256] = GCRY_MD_SHA512_256,
    [HM_RMD160] = GCRY_MD_RMD160,
};

static bool started;

static void start(void)
{
    if (started)
        return;
    started = true;
    gcry_check_version(NULL);
    gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
    gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
}

bool gcrypt_make_portable(void)
{
    if (started)
        return false;
    bool ok = gcry_control(GCRYCTL_DISABLE_HWF, "all", NULL) == 0;
    start();
    return ok;
}

static const char *version(void)
{
    return gcry_check_version(NULL);
}

static void *md_open(const struct task *task)
{
    start();
    size_t id = task->ids[0];
    if (id >= sizeof algorithms / sizeof *algorithms || gcry_md_test_algo(algorithms[id]) != 0)
        return NULL;
    struct gcrypt *g = bench_alloc(sizeof *g);
    g->algorithm = algorithms[id];
    g->digest_size = gcry_md_get_algo_dlen(g->algorithm);
    if (gcry_md_open(&g->handle, g->algorithm, task->key ? GCRY_MD_FLAG_HMAC : 0) != 0) {
        free(g);
        return NULL;
    }
    if (task->key && gcry_md_setkey(g->handle, task->key, task->key_len) != 0) {
        gcry_md_close(g->handle);
        free(g);
        return NULL;
    }
    return g;
}

static void md_close(void *context)
{
    struct gcrypt *g = context;
    gcry_md_close(g->handle);
    free(g);
}

static void run_reused(void *context, const struct hm_message *m, size_t n, size_t reps)
{
    struct gcrypt *g = context;
    for (size_t r = 0; r < reps; r++) {
        for (size_t i = 0; i < n; i++) {
            gcry_md_reset(g->handle);
            gcry_md_write(g->handle, m[i].data, m[i].len);
            memcpy(m[i].out, gcry_md_read(g->handle, 0), g->digest_size);
        }
    }
}

static void run_buffer(void *context, const struct hm_message *m, size_t n, size_t reps)
{
    const struct gcrypt *g = context;
    for (size_t r = 0; r < reps; r++)
        for (size_t i = 0; i < n; i++)
            gcry_md_hash_buffer(g->algorithm, m[i].out, m[i].data, m[i].len);
}

#define GCRYPT(name, title, kind, tables, run)                                                     \
    {                                                                                              \
        name, title, "libgcrypt", kind, tables, false, false, 0, version, md_open, run, md_close   \
    }

const struct contender gcrypt_contenders[] = {
    GCRYPT("gcrypt", "libgcrypt, reused handle", KIND_DIGEST, IN_REUSED, run_reused),
    GCRYPT("gcrypt-buffer", "gcry_md_hash_buffer", KIND_DIGEST, IN_ONE_SHOT, run_buffer),
    GCRYPT("gcrypt", "libgcrypt, reused key", KIND_HMAC, IN_HMAC_KEYED, run_reused),
    {0},
};
