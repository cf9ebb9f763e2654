/* SPDX-License-Identifier: MIT
 *
 * peers.c - the list of contenders: Hashmill and the peers this build found. Knows none of them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contender.h"

/* What the suites would time if it had been there when they were built. */
static const struct {
    const char *library;
    bool here;
} known[] = {
    {"libcrypto", HAVE_OPENSSL},
    {"libgcrypt", HAVE_GCRYPT},
    {"Nettle", HAVE_NETTLE},
    {"intel-ipsec-mb", HAVE_IPSEC_MB},
};

const char *contender_missing(size_t i)
{
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (!known[k].here && i-- == 0)
            return known[k].library;
    return NULL;
}

static const struct contender *const lists[] = {
    own_contenders,
#if HAVE_OPENSSL
    openssl_contenders,
#endif
#if HAVE_GCRYPT
    gcrypt_contenders,
#endif
#if HAVE_NETTLE
    nettle_contenders,
#endif
#if HAVE_IPSEC_MB
    ipsec_contenders,
#endif
};

const struct contender *contender_at(size_t i)
{
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
        for (const struct contender *c = lists[k]; c->name; c++)
            if (i-- == 0)
                return c;
    return NULL;
}

const struct contender *contender_find(const char *name, enum kind kind)
{
    const struct contender *c;
    for (size_t i = 0; (c = contender_at(i)); i++)
        if (c->kind == kind && strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

#if !HAVE_GCRYPT
bool gcrypt_make_portable(void)
{
    return false;
}
#endif

void *bench_alloc(size_t size)
{
    void *p = NULL;
    if (posix_memalign(&p, 64, size ? size : 1) != 0) {
        fprintf(stderr, "hashmill-bench: out of memory (%zu bytes)\n", size);
        exit(2);
    }
    return p;
}
