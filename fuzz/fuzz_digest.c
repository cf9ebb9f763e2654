/* SPDX-License-Identifier: MIT
 *
 * fuzz_digest.c - any algorithm under any tier, split anywhere, against the one-shot portable one;
 * HMAC by its ways against each other.
 */
#include <string.h>

#include "fuzz.h"
#include "hashmill.h"

static size_t counted(const void *(*at)(size_t))
{
    size_t n = 0;
    while (at(n))
        n++;
    return n;
}

static const void *tier(size_t i)
{
    return hm_cpu_tier_at(i);
}

static const void *algorithm(size_t i)
{
    return hm_algorithm_at(i);
}

static void digest(const struct hm_algorithm *a, struct fuzz_input in, const uint8_t *splits,
                   size_t n_splits, const uint8_t *want)
{
    uint8_t got[HM_MAX_DIGEST_SIZE];
    size_t size = hm_algorithm_digest_size(a);
    struct hm_hasher h, copy;
    hm_digest(a, in.p, in.n, got);
    FUZZ_CHECK(!memcmp(got, want, size));
    hm_init(&h, a);
    for (size_t i = 0; i < n_splits; i++) {
        size_t n = splits[i] < in.n ? splits[i] : in.n;
        hm_update(&h, n ? in.p : NULL, n);
        in.p += n;
        in.n -= n;
        /* Neither a final nor a copy in between changes anything. */
        copy = h;
        hm_final(&copy, got);
        memset(&copy, 0x5a, sizeof copy);
    }
    hm_update(&h, in.p, in.n);
    hm_final(&h, got);
    FUZZ_CHECK(!memcmp(got, want, size));
}

static void hmac(const struct hm_algorithm *a, const uint8_t *key, size_t key_len,
                 const struct fuzz_input *in, const char *tier_name)
{
    uint8_t want[HM_MAX_DIGEST_SIZE], got[HM_MAX_DIGEST_SIZE];
    size_t size = hm_algorithm_digest_size(a);
    struct hm_hmac_key prepared;
    struct hm_hasher h;
    hm_cpu_limit("portable");
    hm_hmac(a, key, key_len, in->p, in->n, want);
    hm_cpu_limit(tier_name);
    hm_hmac_prepare(&prepared, a, key, key_len);
    hm_hmac_init(&h, &prepared);
    hm_update(&h, in->p, in->n / 2);
    hm_update(&h, in->p + in->n / 2, in->n - in->n / 2);
    hm_hmac_final(&h, &prepared, got);
    FUZZ_CHECK(!memcmp(got, want, size));
    FUZZ_CHECK(hm_hmac_verify(&prepared, in->p, in->n, want, size, size));
    want[size - 1] ^= 1;
    FUZZ_CHECK(!hm_hmac_verify(&prepared, in->p, in->n, want, size, size));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    const char *tier_name = hm_cpu_tier_at(fuzz_byte(&in) % counted(tier));
    const struct hm_algorithm *a = hm_algorithm_at(fuzz_byte(&in) % counted(algorithm));
    uint8_t splits[16], key[300], want[HM_MAX_DIGEST_SIZE];
    size_t n_splits = fuzz_byte(&in) % (sizeof splits + 1), key_len = fuzz_below(&in, sizeof key);
    for (size_t i = 0; i < n_splits; i++)
        splits[i] = (uint8_t)fuzz_byte(&in);
    for (size_t i = 0; i < key_len; i++)
        key[i] = (uint8_t)(i < in.n ? in.p[i] : i);

    hm_cpu_limit("portable");
    hm_digest(a, in.p, in.n, want);
    hm_cpu_limit(tier_name);
    digest(a, in, splits, n_splits, want);
    hmac(a, key, key_len, &in, tier_name);
    return 0;
}
