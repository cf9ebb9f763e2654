/* SPDX-License-Identifier: MIT
 *
 * selftest.c - known answers through every kernel that this CPU can run: a build that a compiler or
 * a machine broke says so before it hashes anything. Knows the vectors; knows no kernel by name.
 */
#include "dispatch.h"
#include "hasher.h"

/* "abc" under each algorithm: RFC 1321 A.5, FIPS 180-4's published examples, the RIPEMD-160 paper.
 */
static const char *const abc[] = {
    [HM_MD5] = "900150983cd24fb0d6963f7d28e17f72",
    [HM_SHA1] = "a9993e364706816aba3e25717850c26c9cd0d89d",
    [HM_SHA224] = "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7",
    [HM_SHA256] = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    [HM_SHA384] = "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed"
                  "8086072ba1e7cc2358baeca134c825a7",
    [HM_SHA512] = "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                  "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
    [HM_SHA512_224] = "4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa",
    [HM_SHA512_256] = "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23",
    [HM_RMD160] = "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc",
};

enum { UNITS = 3, PATTERN = UNITS * HM_MAX_BLOCK_SIZE };

/* Bytes whose period is no block's. */
static void fill(uint8_t *p, size_t n, uint32_t seed)
{
    uint32_t x = seed * 2654435761u + 1;
    for (size_t i = 0; i < n; i++) {
        x = x * 1664525u + 1013904223u;
        p[i] = (uint8_t)(x >> 24);
    }
}

static const struct hm_kernel *portable(enum hm_core_id core)
{
    const struct hm_kernel *last = NULL;
    for (size_t i = 0; i < hm_kernel_count; i++)
        if (hm_kernels[i].form == HM_FORM_SINGLE && hm_kernels[i].cores == HM_CORE_BIT(core))
            last = &hm_kernels[i];
    return last;
}

static size_t state_size(enum hm_core_id core)
{
    return (size_t)hm_cores[core].words * hm_cores[core].word_size;
}

/* The state that the portable kernel reaches from the pattern of `seed` used as state and data. */
static void reference(enum hm_core_id core, uint32_t seed, union hm_state *s, uint8_t *data,
                      size_t bytes)
{
    fill((uint8_t *)s, sizeof *s, seed + 1000);
    fill(data, bytes, seed);
    portable(core)->fn.blocks(s, data, bytes / hm_cores[core].block_size);
}

static bool single_ok(const struct hm_kernel *k, enum hm_core_id core)
{
    union hm_state want, got;
    uint8_t data[PATTERN];
    reference(core, 1, &want, data, sizeof data);
    fill((uint8_t *)&got, sizeof got, 1 + 1000);
    k->fn.blocks(&got, data, sizeof data / hm_cores[core].block_size);
    return !memcmp(&got, &want, state_size(core));
}

static bool lanes_ok(const struct hm_kernel *k, enum hm_core_id core)
{
    const size_t words = hm_cores[core].words, word = hm_cores[core].word_size, lanes = k->lanes;
    const size_t bytes = 2 * (size_t)hm_cores[core].block_size;
    HM_ALIGNED(64) uint8_t state[8 * 8 * HM_MAX_LANES];
    uint8_t data[HM_MAX_LANES][2 * HM_MAX_BLOCK_SIZE];
    const uint8_t *p[HM_MAX_LANES] = {NULL};
    union hm_state want[HM_MAX_LANES];

    for (size_t l = 0; l < lanes; l++) {
        union hm_state s;
        reference(core, (uint32_t)l, &want[l], data[l], bytes);
        fill((uint8_t *)&s, sizeof s, (uint32_t)l + 1000);
        for (size_t w = 0; w < words; w++)
            memcpy(state + (w * lanes + l) * word, (const uint8_t *)&s + w * word, word);
        p[l] = data[l];
    }
    k->fn.lanes(state, p, 2);
    for (size_t l = 0; l < lanes; l++)
        for (size_t w = 0; w < words; w++)
            if (memcmp(state + (w * lanes + l) * word, (const uint8_t *)&want[l] + w * word, word))
                return false;
    return true;
}

static bool stitched_ok(const struct hm_kernel *k)
{
    union hm_state want[HM_CORES], got[HM_CORES], *states[HM_CORES];
    uint8_t data[PATTERN];
    size_t n = 0, unit = 0;

    for (unsigned c = 0; c < HM_CORES; c++) {
        if (!(k->cores & HM_CORE_BIT(c)))
            continue;
        reference((enum hm_core_id)c, 7, &want[n], data, sizeof data);
        fill((uint8_t *)&got[n], sizeof got[n], 7 + 1000);
        states[n] = &got[n];
        n++;
        if (hm_cores[c].block_size > unit)
            unit = hm_cores[c].block_size;
    }
    k->fn.stitched(states, data, sizeof data / unit);
    n = 0;
    for (unsigned c = 0; c < HM_CORES; c++)
        if (k->cores & HM_CORE_BIT(c)) {
            if (memcmp(&got[n], &want[n], state_size((enum hm_core_id)c)))
                return false;
            n++;
        }
    return true;
}

static bool kernel_ok(const struct hm_kernel *k)
{
    unsigned core = 0;
    if (!hm_kernel_runs(k))
        return true;
    while (!(k->cores & HM_CORE_BIT(core)))
        core++;
    if (k->form == HM_FORM_LANES)
        return lanes_ok(k, (enum hm_core_id)core);
    if (k->form == HM_FORM_STITCHED)
        return stitched_ok(k);
    return single_ok(k, (enum hm_core_id)core);
}

bool hm_self_test(void)
{
    const struct hm_algorithm *a;
    for (size_t i = 0; (a = hm_algorithm_at(i)) != NULL; i++) {
        uint8_t want[HM_MAX_DIGEST_SIZE], got[HM_MAX_DIGEST_SIZE];
        size_t size = a->digest_size;
        if (!hm_hex_decode(want, abc[i], 2 * size))
            return false;
        hm_digest_with(a, portable((enum hm_core_id)a->core)->fn.blocks, "abc", 3, got);
        if (memcmp(got, want, size) != 0)
            return false;
        hm_digest(a, "abc", 3, got);
        if (memcmp(got, want, size) != 0)
            return false;
    }
    for (size_t i = 0; i < hm_kernel_count; i++)
        if (!kernel_ok(&hm_kernels[i]))
            return false;
    return true;
}
