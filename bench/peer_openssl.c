/* SPDX-License-Identifier: MIT
 *
 * peer_openssl.c - libcrypto as a contender: EVP with the algorithm fetched once and a reused
 * context (its fastest documented way), EVP_Q_digest (its shortest), HMAC() and EVP_MAC.
 */
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/params.h>
#include <stdlib.h>
#include <string.h>

#include "contender.h"

struct evp {
    struct task task;
    const char *name;
    EVP_MD *mds[HM_MAX_SET];
    EVP_MD_CTX *context;
    EVP_MAC_CTX *mac;
};

static const char *version(void)
{
    return OpenSSL_version(OPENSSL_VERSION_STRING);
}

static void evp_close(void *context)
{
    struct evp *evp = context;
    for (size_t i = 0; i < evp->task.n_ids; i++)
        EVP_MD_free(evp->mds[i]);
    EVP_MD_CTX_free(evp->context);
    EVP_MAC_CTX_free(evp->mac);
    free(evp);
}

static void *evp_open(const struct task *task)
{
    struct evp *evp = bench_alloc(sizeof *evp);
    memset(evp, 0, sizeof *evp);
    evp->task = *task;
    evp->context = EVP_MD_CTX_new();
    bool ok = evp->context != NULL;
    for (size_t i = 0; i < task->n_ids; i++) {
        /* OpenSSL knows the canonical names: "SHA-512/256", "RIPEMD-160". */
        evp->name = hm_algorithm_name(hm_algorithm_at(task->ids[i]));
        evp->mds[i] = EVP_MD_fetch(NULL, evp->name, NULL);
        ok = ok && evp->mds[i];
    }
    if (ok && task->n_ids == 1 && EVP_DigestInit_ex2(evp->context, evp->mds[0], NULL) != 1)
        ok = false;
    if (!ok) {
        evp_close(evp);
        return NULL;
    }
    return evp;
}

static void *mac_open(const struct task *task)
{
    struct evp *evp = evp_open(task);
    if (!evp)
        return NULL;
    EVP_MAC *mac = EVP_MAC_fetch(NULL, "HMAC", NULL);
    char name[32];
    OSSL_PARAM params[2] = {
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, name, 0),
        OSSL_PARAM_construct_end(),
    };
    strncpy(name, evp->name, sizeof name - 1);
    name[sizeof name - 1] = '\0';
    evp->mac = mac ? EVP_MAC_CTX_new(mac) : NULL;
    EVP_MAC_free(mac);
    if (!evp->mac || EVP_MAC_init(evp->mac, task->key, task->key_len, params) != 1) {
        evp_close(evp);
        return NULL;
    }
    return evp;
}

static void run_reused(void *context, const struct hm_message *m, size_t n, size_t reps)
{
    struct evp *evp = context;
    for (size_t r = 0; r < reps; r++) {
        for (size_t i = 0; i < n; i++) {
            EVP_DigestInit_ex2(evp->context, NULL, NULL);
            EVP_DigestUpdate(evp->context, m[i].data, m[i].len);
            EVP_DigestFinal_ex(evp->context, m[i].out, NULL);
        }
    }
}

static void run_q_digest(void *context, const struct hm_message *m, size_t n, size_t reps)
{
    const struct evp *evp = context;
    for (size_t r = 0; r < reps; r++)
        for (size_t i = 0; i < n; i++)
            EVP_Q_digest(NULL, evp->name, NULL, m[i].data, m[i].len, m[i].out, NULL);
}

static void run_hmac(void *context, const struct hm_message *m, size_t n, size_t reps)
{
    const struct evp *evp = context;
    for (size_t r = 0; r < reps; r++)
        for (size_t i = 0; i < n; i++)
            HMAC(evp->mds[0], evp->task.key, (int)evp->task.key_len, m[i].data, m[i].len, m[i].out,
                 NULL);
}

static void run_mac(void *context, const struct hm_message *m, size_t n, size_t reps)
{
    struct evp *evp = context;
    size_t size;
    for (size_t r = 0; r < reps; r++) {
        for (size_t i = 0; i < n; i++) {
            EVP_MAC_init(evp->mac, NULL, 0, NULL);
            EVP_MAC_update(evp->mac, m[i].data, m[i].len);
            EVP_MAC_final(evp->mac, m[i].out, &size, HM_MAX_DIGEST_SIZE);
        }
    }
}

static void run_passes(void *context, const struct hm_message *m, size_t n, size_t reps)
{
    struct evp *evp = context;
    for (size_t r = 0; r < reps; r++) {
        for (size_t i = 0; i < n; i++) {
            for (size_t k = 0; k < evp->task.n_ids; k++) {
                EVP_DigestInit_ex2(evp->context, evp->mds[k], NULL);
                EVP_DigestUpdate(evp->context, m[i].data, m[i].len);
                EVP_DigestFinal_ex(evp->context, m[i].out + k * HM_MAX_DIGEST_SIZE, NULL);
            }
        }
    }
}

#define EVP(name, title, kind, tables, open, run)                                                  \
    {                                                                                              \
        name, title, "libcrypto", kind, tables, false, false, 0, version, open, run, evp_close     \
    }

const struct contender openssl_contenders[] = {
    EVP("evp", "EVP, reused context", KIND_DIGEST, IN_ONE_SHOT | IN_REUSED | IN_MANY, evp_open,
        run_reused),
    EVP("evp-q", "EVP_Q_digest", KIND_DIGEST, IN_ONE_SHOT, evp_open, run_q_digest),
    EVP("hmac()", "HMAC()", KIND_HMAC, IN_HMAC | IN_HMAC_MANY, evp_open, run_hmac),
    EVP("evp-mac", "EVP_MAC, reused key", KIND_HMAC, IN_HMAC_KEYED | IN_HMAC_MANY, mac_open,
        run_mac),
    EVP("evp", "EVP, one pass per algorithm", KIND_SET, IN_SET, evp_open, run_passes),
    {0},
};
