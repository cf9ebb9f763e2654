/* SPDX-License-Identifier: MIT
 *
 * test_long.c - lengths at which counters of 32 bits and bit counts of 32, 64 and 128 bits wrap:
 * real zero bytes around 2^29 and 2^32, and set counts up to the limits of the standards. Knows
 * the private members of struct hm_hasher.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/mman.h>

#include "algorithms.h"
#include "dispatch.h"
#include "harness.h"
#include "huge.h"

enum { MIB = 1 << 20 };

__extension__ typedef unsigned __int128 u128;

/* Zero pages that take no memory: never written, so all of them are the system's one. */
static const uint8_t *zeros(uint64_t n)
{
    static void *map;
    static uint64_t size;
    if (size < n) {
        if (map)
            munmap(map, (size_t)size);
        size = 0;
        map = mmap(NULL, (size_t)n, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (map == MAP_FAILED) {
            map = NULL;
            skip_because("no address space for %llu zero bytes", (unsigned long long)n);
        }
        size = n;
    }
    return map;
}

static void check(const struct hm_algorithm *a, const uint8_t *got, size_t which, const char *how)
{
    uint8_t want[HM_MAX_DIGEST_SIZE];
    size_t i = 0;
    while (hm_algorithm_at(i) != a)
        i++;
    unhex(want, huge_digests[i][which]);
    assert_digest(a, got, want, "%llu zero bytes %s", (unsigned long long)huge_sizes[which], how);
}

/* Algorithms of one core differ in their initial value and the cut alone. */
static bool first_of_its_core(const struct hm_algorithm *a)
{
    size_t i = 0;
    while (hm_algorithm_at(i)->core != a->core)
        i++;
    return hm_algorithm_at(i) == a;
}

/* 2^29 - 1, 2^29 and 2^29 + 1 bytes in updates of 1 MiB, by final in between. */
static void around_2_29(const struct hm_algorithm *a)
{
    uint8_t got[HM_MAX_DIGEST_SIZE];
    const uint8_t *p = zeros(MIB);
    struct hm_hasher h;
    uint64_t done = 0;
    hm_init(&h, a);
    for (size_t which = 0; which < 3; which++) {
        while (done < huge_sizes[which]) {
            uint64_t left = huge_sizes[which] - done;
            size_t n = left < MIB ? (size_t)left : MIB;
            hm_update(&h, p, n);
            done += n;
        }
        hm_final(&h, got);
        check(a, got, which, "in updates of 1 MiB");
    }
}

static void one_update(const struct hm_algorithm *a, size_t which)
{
    uint8_t got[HM_MAX_DIGEST_SIZE];
    const uint8_t *p = zeros(huge_sizes[which]);
    struct hm_hasher h;
    hm_init(&h, a);
    hm_update(&h, p, (size_t)huge_sizes[which]);
    hm_final(&h, got);
    check(a, got, which, "in one update");
}

static void one_shot(const struct hm_algorithm *a, size_t which)
{
    uint8_t got[HM_MAX_DIGEST_SIZE];
    hm_digest(a, zeros(huge_sizes[which]), (size_t)huge_sizes[which], got);
    check(a, got, which, "in one call");
}

struct job {
    const struct hm_algorithm *algorithm;
    size_t tier;
    size_t which;
    void (*body)(const struct hm_algorithm *, size_t);
};

static void run_job(void **state)
{
    const struct job *j = *state;
    assert_true(hm_cpu_limit(hm_cpu_tier_at(j->tier)));
    if (j->body)
        j->body(j->algorithm, j->which);
    else
        around_2_29(j->algorithm);
    hm_cpu_limit("native");
}

/* The padded end of a message whose count is `count`, written out from the standards. */
static size_t padded(const struct hm_algorithm *a, uint8_t *out, size_t rest, u128 count)
{
    const struct hm_core *core = &hm_cores[a->core];
    size_t n = rest, field = core->length_size;
    u128 bits = count * 8;
    out[n++] = 0x80;
    while (n % core->block_size != core->block_size - field)
        out[n++] = 0;
    for (size_t i = 0; i < field; i++)
        out[n + i] = (uint8_t)(bits >> 8 * (core->big_endian ? field - 1 - i : i));
    return (n + field) / core->block_size;
}

/* Sets the count of a running hasher, goes on, and compares with the blocks absorbed one by one. */
static void count_from(const struct hm_algorithm *a, u128 start, const char *what)
{
    size_t block = a->block_size;
    uint8_t data[3 * HM_MAX_BLOCK_SIZE], end[5 * HM_MAX_BLOCK_SIZE];
    uint8_t got[HM_MAX_DIGEST_SIZE], want[HM_MAX_DIGEST_SIZE];
    pattern(40, data, sizeof data);
    for (size_t len = 0; len <= 3 * block; len += len % 8 ? 1 : 3) {
        struct hm_hasher h;
        hm_init(&h, a);
        h.count = (uint64_t)start;
        h.count_hi = (uint64_t)(start >> 64);
        hm_update(&h, data, len / 2);
        hm_update(&h, data + len / 2, len - len / 2);
        hm_final(&h, got);

        union hm_state s = a->iv;
        memcpy(end, data, len);
        hm_single_kernel((enum hm_core_id)a->core)
            ->fn.blocks(&s, end, padded(a, end, len, start + len));
        for (size_t i = 0; i < a->digest_size; i++) {
            size_t word = hm_cores[a->core].word_size, at = i % word;
            size_t shift = 8 * (hm_cores[a->core].big_endian ? word - 1 - at : at);
            want[i] = (uint8_t)((word == 8 ? s.w64[i / 8] : s.w32[i / 4]) >> shift);
        }
        assert_digest(a, got, want, "count %s + %zu", what, len);
    }
}

static void set_counts(const struct hm_algorithm *a)
{
    static const unsigned powers[] = {29, 32, 35, 61, 64, 125};
    for (size_t i = 0; i < COUNT(powers); i++)
        for (int blocks = 0; blocks <= 3; blocks++) {
            char what[32];
            snprintf(what, sizeof what, "2^%u - %d blocks", powers[i], blocks);
            count_from(a, ((u128)1 << powers[i]) - (unsigned)blocks * a->block_size, what);
        }
}

/* MD5 and RIPEMD-160 count modulo 2^64 bits: 2^61 bytes more make no difference. */
static void modulo(const struct hm_algorithm *a)
{
    uint8_t want[HM_MAX_DIGEST_SIZE], got[HM_MAX_DIGEST_SIZE];
    if (hm_cores[a->core].big_endian)
        return;
    for (size_t len = 0; len < 200; len++) {
        uint8_t data[200];
        struct hm_hasher h;
        pattern(41, data, sizeof data);
        hm_digest(a, data, len, want);
        hm_init(&h, a);
        h.count = (uint64_t)1 << 61;
        hm_update(&h, data, len);
        hm_final(&h, got);
        assert_digest(a, got, want, "2^61 + %zu bytes", len);
    }
}

static const struct algorithm_test counts[] = {
    {"counts up to the limits", set_counts, true},
    {"counts modulo 2^61 bytes", modulo, true},
};

static void add_job(struct test_list *list, struct job job, const char *name)
{
    static struct job jobs[256];
    static size_t n;
    if (n == COUNT(jobs)) {
        fputs("test_long.c: room for more jobs is needed\n", stderr);
        abort();
    }
    jobs[n] = job;
    add_test(list, run_job, &jobs[n++], "%s, %s, %s", name, hm_algorithm_name(job.algorithm),
             hm_cpu_tier_at(job.tier));
}

int main(void)
{
    struct test_list list = {0};
    const struct hm_algorithm *a;
    size_t native = 0;
    while (strcmp(hm_cpu_tier_at(native), "native") != 0)
        native++;
    add_algorithm_tests(&list, counts, COUNT(counts));
    if (sizeof(size_t) < 8)
        return run_list("long", &list);
    for (size_t i = 0; (a = hm_algorithm_at(i)) != NULL; i++) {
        if (!first_of_its_core(a)) {
            add_job(&list, (struct job){a, native, 1, one_shot}, "2^29 bytes in one call");
            continue;
        }
        for (size_t t = 0; hm_cpu_tier_at(t); t++)
            if (!kernel_seen(a, t)) {
                add_job(&list, (struct job){a, t, 0, NULL}, "around 2^29 bytes");
                add_job(&list, (struct job){a, t, 1, one_update}, "2^29 bytes in one update");
            }
        add_job(&list, (struct job){a, native, 0, one_update}, "2^29 - 1 bytes in one update");
        add_job(&list, (struct job){a, native, 2, one_update}, "2^29 + 1 bytes in one update");
        add_job(&list, (struct job){a, native, 3, one_update}, "2^32 + 1 bytes in one update");
    }
    return run_list("long", &list);
}
