/* SPDX-License-Identifier: MIT
 *
 * peer_ipsec_mb.c - intel-ipsec-mb as a contender: its single-message functions, its multi-buffer
 * jobs (hash only, unchecked: its fastest way) and its HMAC jobs. It has no plain MD5 and no
 * RIPEMD-160.
 */
#include <intel-ipsec-mb.h>
#include <stdlib.h>
#include <string.h>

#include "contender.h"

struct ipsec {
    IMB_MGR *manager;
    void (*single)(const void *data, const uint64_t length, void *digest);
    IMB_HASH_ALG hash;
    size_t tag_size;
    uint8_t inner[HM_MAX_DIGEST_SIZE] __attribute__((aligned(64)));
    uint8_t outer[HM_MAX_DIGEST_SIZE] __attribute__((aligned(64)));
};

static const char *version(void)
{
    return imb_get_version_str();
}

static struct ipsec *manager_open(const struct task *task)
{
    struct ipsec *p = bench_alloc(sizeof *p);
    memset(p, 0, sizeof *p);
    p->manager = alloc_mb_mgr(0);
    if (!p->manager) {
        free(p);
        return NULL;
    }
    init_mb_mgr_auto(p->manager, NULL);
    p->tag_size = hm_algorithm_digest_size(hm_algorithm_at(task->ids[0]));
    return p;
}

static void ipsec_close(void *context)
{
    struct ipsec *p = context;
    free_mb_mgr(p->manager);
    free(p);
}

static void *hash_open(const struct task *task)
{
    struct ipsec *p = manager_open(task);
    if (!p)
        return NULL;
    switch (task->ids[0]) {
    case HM_SHA1:
        p->hash = IMB_AUTH_SHA_1;
        p->single = p->manager->sha1;
        return p;
    case HM_SHA224:
        p->hash = IMB_AUTH_SHA_224;
        p->single = p->manager->sha224;
        return p;
    case HM_SHA256:
        p->hash = IMB_AUTH_SHA_256;
        p->single = p->manager->sha256;
        return p;
    case HM_SHA384:
        p->hash = IMB_AUTH_SHA_384;
        p->single = p->manager->sha384;
        return p;
    case HM_SHA512:
        p->hash = IMB_AUTH_SHA_512;
        p->single = p->manager->sha512;
        return p;
    default:
        ipsec_close(p);
        return NULL;
    }
}

/* The states after the two padded keys, which this library wants from its user. */
static void *hmac_open(const struct task *task)
{
    void (*one_block)(const void *data, void *digest);
    uint8_t block[HM_MAX_BLOCK_SIZE] = {0};
    size_t size = hm_algorithm_block_size(hm_algorithm_at(task->ids[0]));
    struct ipsec *p = manager_open(task);

    if (!p || task->key_len > size) {
        if (p)
            ipsec_close(p);
        return NULL;
    }
    switch (task->ids[0]) {
    case HM_MD5:
        p->hash = IMB_AUTH_MD5;
        one_block = p->manager->md5_one_block;
        break;
    case HM_SHA1:
        p->hash = IMB_AUTH_HMAC_SHA_1;
        one_block = p->manager->sha1_one_block;
        break;
    case HM_SHA224:
        p->hash = IMB_AUTH_HMAC_SHA_224;
        one_block = p->manager->sha224_one_block;
        break;
    case HM_SHA256:
        p->hash = IMB_AUTH_HMAC_SHA_256;
        one_block = p->manager->sha256_one_block;
        break;
    case HM_SHA384:
        p->hash = IMB_AUTH_HMAC_SHA_384;
        one_block = p->manager->sha384_one_block;
        break;
    case HM_SHA512:
        p->hash = IMB_AUTH_HMAC_SHA_512;
        one_block = p->manager->sha512_one_block;
        break;
    default:
        ipsec_close(p);
        return NULL;
    }
    memcpy(block, task->key, task->key_len);
    for (size_t i = 0; i < size; i++)
        block[i] ^= 0x36;
    one_block(block, p->inner);
    for (size_t i = 0; i < size; i++)
        block[i] ^= 0x36 ^ 0x5c;
    one_block(block, p->outer);
    return p;
}

static void run_single(void *context, const struct hm_message *m, size_t n, size_t reps)
{
    const struct ipsec *p = context;
    for (size_t r = 0; r < reps; r++)
        for (size_t i = 0; i < n; i++)
            p->single(m[i].data, m[i].len, m[i].out);
}

/* Every job carries its own output address, so completed jobs need no handling. The fields are
 * set anew for every job, as the library's manual asks. */
static void run_jobs(void *context, const struct hm_message *m, size_t n, size_t reps)
{
    struct ipsec *p = context;
    IMB_MGR *manager = p->manager;
    for (size_t r = 0; r < reps; r++) {
        for (size_t i = 0; i < n; i++) {
            IMB_JOB *job = IMB_GET_NEXT_JOB(manager);
            job->cipher_mode = IMB_CIPHER_NULL;
            job->cipher_direction = IMB_DIR_ENCRYPT;
            job->chain_order = IMB_ORDER_HASH_CIPHER;
            job->hash_alg = p->hash;
            job->src = m[i].data;
            job->hash_start_src_offset_in_bytes = 0;
            job->msg_len_to_hash_in_bytes = m[i].len;
            job->auth_tag_output = m[i].out;
            job->auth_tag_output_len_in_bytes = p->tag_size;
            job->u.HMAC._hashed_auth_key_xor_ipad = p->inner;
            job->u.HMAC._hashed_auth_key_xor_opad = p->outer;
            IMB_SUBMIT_JOB_NOCHECK(manager);
        }
        while (IMB_FLUSH_JOB(manager))
            ;
    }
}

/* The README's limit for jobs: their lengths have 16 bits. */
#define JOB_MAX 65528

#define IPSEC(name, title, kind, tables, max_len, open, run)                                       \
    {                                                                                              \
        name, title, "intel-ipsec-mb", kind, tables, false, false, max_len, version, open, run,    \
            ipsec_close                                                                            \
    }

const struct contender ipsec_contenders[] = {
    IPSEC("ipsec-mb", "intel-ipsec-mb", KIND_DIGEST, IN_ONE_SHOT, 0, hash_open, run_single),
    IPSEC("ipsec-mb-jobs", "intel-ipsec-mb, jobs", KIND_DIGEST, IN_MANY, JOB_MAX, hash_open,
          run_jobs),
    IPSEC("ipsec-mb-jobs", "intel-ipsec-mb, jobs", KIND_HMAC, IN_HMAC_MANY, JOB_MAX, hmac_open,
          run_jobs),
    {0},
};
