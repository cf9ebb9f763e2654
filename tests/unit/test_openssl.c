/* SPDX-License-Identifier: MIT
 *
 * test_openssl.c - random messages against libcrypto, where it is installed.
 */
#include <string.h>

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "harness.h"

enum { MOST = 40000 };

static const char *const names[] = {
    [HM_MD5] = "MD5",
    [HM_SHA1] = "SHA1",
    [HM_SHA224] = "SHA224",
    [HM_SHA256] = "SHA256",
    [HM_SHA384] = "SHA384",
    [HM_SHA512] = "SHA512",
    [HM_SHA512_224] = "SHA512-224",
    [HM_SHA512_256] = "SHA512-256",
    [HM_RMD160] = "RIPEMD160",
};

static const EVP_MD *peer(const struct hm_algorithm *a)
{
    static const EVP_MD *found[COUNT(names)];
    size_t i = 0;
    while (hm_algorithm_at(i) != a)
        i++;
    /* A name alone does not say that a provider is loaded (RIPEMD-160, MD5 under FIPS). */
    if (!found[i])
        found[i] = EVP_get_digestbyname(names[i]);
    uint8_t out[EVP_MAX_MD_SIZE];
    if (!found[i] || !EVP_Digest("", 0, out, NULL, found[i], NULL))
        skip_because("this libcrypto has no %s", names[i]);
    return found[i];
}

static void digests(const struct hm_algorithm *a)
{
    static uint8_t data[MOST];
    uint8_t want[EVP_MAX_MD_SIZE], got[HM_MAX_DIGEST_SIZE];
    const EVP_MD *md = peer(a);
    struct rng rng = {random_seed()};
    pattern(rng_next(&rng), data, sizeof data);
    for (int round = 0; round < 400; round++) {
        size_t len = rng_below(&rng, round % 2 ? 300 : MOST), at = rng_below(&rng, MOST - len);
        assert_true(EVP_Digest(data + at, len, want, NULL, md, NULL));
        hm_digest(a, data + at, len, got);
        assert_digest(a, got, want, "%zu bytes at %zu", len, at);
    }
}

static void hmacs(const struct hm_algorithm *a)
{
    static uint8_t data[MOST];
    uint8_t want[EVP_MAX_MD_SIZE], got[HM_MAX_DIGEST_SIZE];
    const EVP_MD *md = peer(a);
    struct rng rng = {random_seed()};
    pattern(rng_next(&rng), data, sizeof data);
    for (int round = 0; round < 300; round++) {
        size_t key_len = rng_below(&rng, 400), len = rng_below(&rng, 2000);
        unsigned n = 0;
        assert_non_null(HMAC(md, data, (int)key_len, data + 500, len, want, &n));
        hm_hmac(a, data, key_len, data + 500, len, got);
        assert_digest(a, got, want, "key of %zu, %zu bytes", key_len, len);
    }
}

static const struct algorithm_test tests[] = {
    {"digests as libcrypto's", digests, false},
    {"HMACs as libcrypto's", hmacs, false},
};

ALGORITHM_TESTS_MAIN("openssl", tests)
