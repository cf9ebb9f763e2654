/* SPDX-License-Identifier: MIT
 *
 * contender.h - one way of asking one library for digests: what Hashmill and its peers look like
 * to the suites. A peer that was not installed at build time has no rows.
 */
#ifndef BENCH_CONTENDER_H
#define BENCH_CONTENDER_H

#include "hashmill.h"

/* What is computed. All contenders of one kind give the same bytes for the same task. */
enum kind {
    KIND_DIGEST,
    KIND_HMAC,
    KIND_SET, /* out holds one digest per algorithm, HM_MAX_DIGEST_SIZE bytes apart */
};

/* Tables in which a contender has a column. Bars name contenders whatever the table. */
enum {
    IN_ONE_SHOT = 1u << 0,
    IN_REUSED = 1u << 1,
    IN_HMAC = 1u << 2,       /* the key is given with each message */
    IN_HMAC_KEYED = 1u << 3, /* the key was prepared */
    IN_MANY = 1u << 4,
    IN_HMAC_MANY = 1u << 5,
    IN_SET = 1u << 6,
};

struct task {
    size_t ids[HM_MAX_SET]; /* enum hm_algorithm_id; one but for KIND_SET */
    size_t n_ids;
    const void *key;
    size_t key_len;
    bool key_each; /* KIND_HMAC: a prepared key of its own for every message (same bytes) */
};

struct contender {
    const char *name;  /* "evp": how bars and options name it */
    const char *title; /* "EVP, reused context": how people read it */
    const char *library;
    enum kind kind;
    unsigned tables;
    bool own;                               /* Hashmill */
    bool hex;                               /* writes hex text in place of bytes */
    size_t max_len;                         /* longest message it takes; 0: any */
    const char *(*version)(void);           /* of the library in use */
    void *(*open)(const struct task *task); /* NULL: does not offer that */
    void (*run)(void *context, const struct hm_message *messages, size_t n, size_t reps);
    void (*close)(void *context);
};

/* Every contender of this build, Hashmill's first; the list ends with a row without a name. */
const struct contender *contender_at(size_t i);

/* Peer libraries that this build did not find; NULL after the last. */
const char *contender_missing(size_t i);

/* The row with that name and kind, NULL if this build has none. */
const struct contender *contender_find(const char *name, enum kind kind);

extern const struct contender own_contenders[], openssl_contenders[], gcrypt_contenders[],
    nettle_contenders[], ipsec_contenders[];

/* Switches all hardware features of libgcrypt off. Works only before its first use, and only if
 * it is there: the portable comparison runs in a process of its own. */
bool gcrypt_make_portable(void);

/* Room for a context; the suites end when there is none. */
void *bench_alloc(size_t size);

#endif /* BENCH_CONTENDER_H */
