/* SPDX-License-Identifier: MIT
 *
 * test_heap.c - the library allocates nothing: every allocator of the process is this file's, and
 * counts. Uses the public header alone, and the shared library.
 */
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"

/* A bump allocator is enough for cmocka and libc; freed memory is not used again. */
static _Alignas(64) uint8_t arena[8 << 20];
static atomic_size_t used, calls;

static void *take(size_t n, size_t alignment)
{
    atomic_fetch_add(&calls, 1);
    size_t at = atomic_fetch_add(&used, n + sizeof(size_t) + alignment + 16);
    if (at + n + sizeof(size_t) + alignment + 16 > sizeof arena) {
        errno = ENOMEM;
        return NULL;
    }
    uintptr_t p = (uintptr_t)(arena + at + sizeof(size_t));
    p = (p + alignment - 1) & ~(uintptr_t)(alignment - 1);
    memcpy((uint8_t *)p - sizeof(size_t), &n, sizeof n);
    return (void *)p;
}

void *malloc(size_t n)
{
    return take(n, 16);
}

void *calloc(size_t n, size_t size)
{
    /* The arena starts as zeros and is never used twice. */
    return size && n > SIZE_MAX / size ? NULL : take(n * size, 16);
}

void *realloc(void *old, size_t n)
{
    size_t before = 0;
    uint8_t *p = take(n, 16);
    if (old && p) {
        memcpy(&before, (uint8_t *)old - sizeof before, sizeof before);
        memcpy(p, old, before < n ? before : n);
    }
    return p;
}

void *aligned_alloc(size_t alignment, size_t n)
{
    return take(n, alignment);
}

int posix_memalign(void **out, size_t alignment, size_t n)
{
    *out = take(n, alignment);
    return *out ? 0 : ENOMEM;
}

void free(void *p)
{
    (void)p;
}

static void counter_counts(void **state)
{
    (void)state;
    size_t before = atomic_load(&calls);
    free(strdup("x"));
    assert_true(atomic_load(&calls) > before);
}

static void many(const struct hm_algorithm *a, const uint8_t *data,
                 uint8_t out[][HM_MAX_DIGEST_SIZE], const struct hm_hmac_key *key)
{
    struct hm_message messages[40];
    struct hm_hmac_message hmacs[40];
    struct hm_hmac_claim claims[40];
    struct hm_hasher hashers[40];
    struct hm_chunk chunks[40];
    for (size_t i = 0; i < 40; i++) {
        messages[i] = (struct hm_message){data, i * 50, out[i]};
        hmacs[i] = (struct hm_hmac_message){key, data, i * 50, out[i]};
        claims[i] =
            (struct hm_hmac_claim){key, data, i * 50, out[i], hm_algorithm_digest_size(a), false};
        hm_init(&hashers[i], a);
        chunks[i] = (struct hm_chunk){&hashers[i], data, 2000 - i};
    }
    hm_digest_many(a, messages, 40);
    hm_hmac_many(hmacs, 40);
    hm_hmac_verify_many(claims, 40, hm_algorithm_digest_size(a));
    hm_update_many(chunks, 40);
    hm_digest_pieces(a, data, 40 * 64, 64, out[0]);
}

static void single(const struct hm_algorithm *a, const uint8_t *data, uint8_t *out)
{
    char text[HM_BUBBLEBABBLE_SIZE(HM_MAX_DIGEST_SIZE)];
    struct hm_hasher h;
    struct hm_multi set;
    size_t n;
    hm_digest(a, data, 4096, out);
    hm_digest_hex(a, data, 4096, text);
    hm_init(&h, a);
    hm_update(&h, data, 4096);
    hm_final(&h, out);
    hm_multi_init(&set, (const struct hm_algorithm *[]){a, hm_algorithm_at(0)}, 2);
    hm_multi_update(&set, data, 4096);
    hm_multi_final(&set, 0, out);
    hm_multi_describe(&set, text, sizeof text);
    hm_hmac(a, "key", 3, data, 4096, out);
    hm_base64(text, out, 20, true);
    hm_base64_decode(out, &n, text, strlen(text));
    hm_bubblebabble(text, out, 20);
    hm_kernel_name(a, 5);
}

static void nothing_is_allocated(const struct hm_algorithm *a)
{
    static uint8_t data[4096], out[40][HM_MAX_DIGEST_SIZE];
    struct hm_hmac_key key;
    hm_hmac_prepare(&key, a, "key", 3);
    size_t before = atomic_load(&calls);
    errno = 0;
    single(a, data, out[0]);
    many(a, data, out, &key);
    hm_algorithm_by_name("SHA512/256");
    hm_self_test();
    assert_int_equal(atomic_load(&calls) - before, 0);
    assert_int_equal(errno, 0);
}

static const struct algorithm_test tests[] = {
    {"nothing is allocated", nothing_is_allocated, false},
};

int main(void)
{
    struct test_list list = {0};
    add_test(&list, counter_counts, NULL, "the counter counts");
    add_algorithm_tests(&list, tests, COUNT(tests));
    return run_list("heap", &list);
}
