/* SPDX-License-Identifier: MIT
 *
 * fuzz_multi.c - any digest set under any tier, split anywhere and copied midway, against the
 * portable one-shot digests.
 */
#include <string.h>

#include "fuzz.h"
#include "hashmill.h"

enum { MAX_SPLITS = 8 };

static size_t counted_tiers(void)
{
    size_t n = 0;
    while (hm_cpu_tier_at(n))
        n++;
    return n;
}

static void check(const struct hm_multi *set, const struct hm_algorithm *const a[], size_t n,
                  uint8_t want[][HM_MAX_DIGEST_SIZE])
{
    for (size_t i = 0; i < n; i++) {
        uint8_t got[HM_MAX_DIGEST_SIZE];
        hm_multi_final(set, i, got);
        FUZZ_CHECK(!memcmp(got, want[i], hm_algorithm_digest_size(a[i])));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    const char *tier = hm_cpu_tier_at(fuzz_byte(&in) % counted_tiers());
    const struct hm_algorithm *a[HM_MAX_SET];
    uint8_t want[HM_MAX_SET][HM_MAX_DIGEST_SIZE];
    size_t n = 1 + fuzz_byte(&in) % HM_MAX_SET, splits[MAX_SPLITS];
    struct hm_multi set, copy;
    char text[64];

    for (size_t i = 0; i < n; i++)
        a[i] = hm_algorithm_at(fuzz_byte(&in) % (HM_RMD160 + 1));
    size_t n_splits = fuzz_byte(&in) % (MAX_SPLITS + 1);
    for (size_t i = 0; i < n_splits; i++)
        splits[i] = fuzz_below(&in, 700);

    hm_cpu_limit("portable");
    for (size_t i = 0; i < n; i++)
        hm_digest(a[i], in.p, in.n, want[i]);
    hm_cpu_limit(tier);
    hm_multi_init(&set, a, n);
    size_t length = hm_multi_describe(&set, text, sizeof text);
    FUZZ_CHECK(length >= sizeof text ? strlen(text) == sizeof text - 1 : strlen(text) == length);
    for (size_t i = 0; i < n_splits; i++) {
        size_t step = splits[i] < in.n ? splits[i] : in.n;
        hm_multi_update(&set, step ? in.p : NULL, step);
        in.p += step;
        in.n -= step;
        /* Neither a final nor a copy in between changes anything. */
        copy = set;
        hm_multi_final(&copy, i % n, (uint8_t *)text);
        hm_multi_update(&copy, data, size);
    }
    copy = set;
    memset(&set, 0x5a, sizeof set);
    hm_multi_update(&copy, in.p, in.n);
    check(&copy, a, n, want);
    return 0;
}
