/* SPDX-License-Identifier: MIT
 *
 * vector_checks.c - see vector_checks.h.
 */
#include "vector_checks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "digests.h"
#include "encodings.h"
#include "folds.h"
#include "hmacs.h"
#include "support.h"

static bool same(const struct hm_algorithm *a, const uint8_t *got, const char *want_hex,
                 const char *what, char *why)
{
    uint8_t want[HM_MAX_DIGEST_SIZE];
    size_t n = unhex(want, want_hex);
    if (!memcmp(got, want, n))
        return true;
    int used = snprintf(why, WHY_SIZE, "%s: %s: got ", hm_algorithm_name(a), what);
    for (size_t i = 0; i < n && used + 3 < WHY_SIZE; i++)
        used += snprintf(why + used, WHY_SIZE - (size_t)used, "%02x", got[i]);
    snprintf(why + used, WHY_SIZE - (size_t)used, ", want %s", want_hex);
    return false;
}

bool check_published(const struct hm_algorithm *a, char *why)
{
    for (size_t i = 0; i < COUNT(digest_vectors); i++) {
        const struct digest_vector *v = &digest_vectors[i];
        if (hm_algorithm_at(v->algorithm) != a)
            continue;
        uint8_t unit[256], got[HM_MAX_DIGEST_SIZE];
        size_t n = unhex(unit, v->unit);
        uint8_t *message = malloc(n * v->times + 1);
        if (!message) {
            snprintf(why, WHY_SIZE, "out of memory");
            return false;
        }
        for (size_t t = 0; t < v->times; t++)
            memcpy(message + t * n, unit, n);
        hm_digest(a, message, n * v->times, got);
        bool ok = same(a, got, v->digest, v->source, why);

        struct hm_hasher h;
        hm_init(&h, a);
        for (size_t t = 0; t < v->times; t++)
            hm_update(&h, unit, n);
        hm_final(&h, got);
        ok = ok && same(a, got, v->digest, "the same in updates", why);
        free(message);
        if (!ok)
            return false;
    }
    return true;
}

bool check_monte(const struct hm_algorithm *a, char *why)
{
    size_t n = hm_algorithm_digest_size(a);
    for (size_t i = 0; i < COUNT(monte_vectors); i++) {
        const struct monte_vector *v = &monte_vectors[i];
        if (hm_algorithm_at(v->algorithm) != a)
            continue;
        uint8_t three[3 * HM_MAX_DIGEST_SIZE], seed[HM_MAX_DIGEST_SIZE];
        unhex(seed, v->seed);
        for (int count = 0; count < 100; count++) {
            for (size_t j = 0; j < 3; j++)
                memcpy(three + j * n, seed, n);
            for (int j = 0; j < 1000; j++) {
                hm_digest(a, three, 3 * n, seed);
                memmove(three, three + n, 2 * n);
                memcpy(three + 2 * n, seed, n);
            }
            if (count == 0 && !same(a, seed, v->first, "CAVP Monte, COUNT = 0", why))
                return false;
        }
        if (!same(a, seed, v->last, "CAVP Monte, COUNT = 99", why))
            return false;
    }
    return true;
}

bool check_hmacs(const struct hm_algorithm *a, char *why)
{
    for (size_t i = 0; i < COUNT(hmac_vectors); i++) {
        const struct hmac_vector *v = &hmac_vectors[i];
        if (hm_algorithm_at(v->algorithm) != a)
            continue;
        uint8_t key[256], message[256], got[HM_MAX_DIGEST_SIZE];
        size_t key_len = unhex(key, v->key), len = unhex(message, v->message);
        hm_hmac(a, key, key_len, message, len, got);
        if (!same(a, got, v->tag, v->source, why))
            return false;
    }
    return true;
}

static const struct fold *fold_of(const struct hm_algorithm *a)
{
    size_t i = 0;
    while (hm_algorithm_at(i) != a)
        i++;
    return &folds[i];
}

bool check_lengths(const struct hm_algorithm *a, char *why)
{
    static uint8_t data[FOLD_LENGTHS];
    uint8_t digest[HM_MAX_DIGEST_SIZE];
    struct hm_hasher fold;
    pattern(1, data, sizeof data);
    hm_init(&fold, a);
    for (size_t len = 0; len <= FOLD_LENGTHS; len++) {
        hm_digest(a, data, len, digest);
        hm_update(&fold, digest, hm_algorithm_digest_size(a));
    }
    hm_final(&fold, digest);
    return same(a, digest, fold_of(a)->lengths, "every length folded", why);
}

bool check_keys(const struct hm_algorithm *a, char *why)
{
    uint8_t data[3 * FOLD_KEYS], keys[FOLD_KEYS], tag[HM_MAX_DIGEST_SIZE];
    struct hm_hasher fold;
    pattern(1, data, sizeof data);
    pattern(2, keys, sizeof keys);
    hm_init(&fold, a);
    for (size_t n = 0; n <= FOLD_KEYS; n++) {
        hm_hmac(a, keys, n, data, 3 * n, tag);
        hm_update(&fold, tag, hm_algorithm_digest_size(a));
    }
    hm_final(&fold, tag);
    return same(a, tag, fold_of(a)->keys, "every key length folded", why);
}

bool check_encodings(const struct hm_algorithm *a, char *why)
{
    (void)a;
    for (size_t i = 0; i < COUNT(encoding_vectors); i++) {
        const struct encoding_vector *v = &encoding_vectors[i];
        uint8_t data[128];
        char text[HM_BUBBLEBABBLE_SIZE(128)], want[HM_BASE64_SIZE(128)];
        size_t n = unhex(data, v->hex);
        const char *what = "";
        bool ok = true;
#define TEXT_IS(call, wanted)                                                                      \
    do {                                                                                           \
        const char *wanted_text = wanted;                                                          \
        if (ok && (call != strlen(wanted_text) || strcmp(text, wanted_text) != 0)) {               \
            ok = false;                                                                            \
            what = #call;                                                                          \
        }                                                                                          \
    } while (0)
        TEXT_IS(hm_hex(text, data, n), v->hex);
        TEXT_IS(hm_base64(text, data, n, true), v->base64);
        TEXT_IS(hm_base64url(text, data, n, true), v->base64url);
        TEXT_IS(hm_bubblebabble(text, data, n), v->bubblebabble);
        snprintf(want, sizeof want, "%.*s", (int)strcspn(v->base64, "="), v->base64);
        TEXT_IS(hm_base64(text, data, n, false), want);
        snprintf(want, sizeof want, "%.*s", (int)strcspn(v->base64url, "="), v->base64url);
        TEXT_IS(hm_base64url(text, data, n, false), want);
#undef TEXT_IS
        if (!ok) {
            snprintf(why, WHY_SIZE, "%s of %s gives %s", what, v->hex, text);
            return false;
        }
    }
    return true;
}
