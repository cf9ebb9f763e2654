/* SPDX-License-Identifier: MIT
 *
 * test_secret.c - constant-time comparison by its results, wiping by looking at the memory, and
 * the stack that calls leave behind: how deep it is, and that no key stays on it.
 */
#include <string.h>

#include <ucontext.h>

#include "algorithms.h"
#include "harness.h"

static void equal(void **state)
{
    (void)state;
    uint8_t a[80], b[80];
    pattern(30, a, sizeof a);
    memcpy(b, a, sizeof b);
    assert_true(hm_equal(NULL, NULL, 0));
    for (size_t n = 0; n <= sizeof a; n++) {
        assert_true(hm_equal(a, b, n));
        for (size_t i = 0; i < sizeof a; i++)
            for (unsigned bit = 0; bit < 8; bit++) {
                b[i] ^= (uint8_t)(1u << bit);
                assert_int_equal(hm_equal(a, b, n), i >= n);
                b[i] ^= (uint8_t)(1u << bit);
            }
    }
    /* Differences that cancel out in a sum or an exclusive or. */
    memset(a, 0, sizeof a);
    memset(b, 0, sizeof b);
    b[0] = b[1] = 0x80;
    assert_false(hm_equal(a, b, 2));
    assert_false(hm_equal(a, b, sizeof a));
}

static void equal_stays_inside(void **state)
{
    (void)state;
    for (size_t n = 0; n <= 70; n++)
        for (int at_end = 0; at_end < 2; at_end++) {
            struct guarded a = guard(n, at_end), b = guard(n, at_end);
            assert_true(hm_equal(a.p, b.p, n));
            unguard(&a);
            unguard(&b);
        }
}

static void wipe(void **state)
{
    (void)state;
    hm_wipe(NULL, 0);
    for (size_t n = 0; n <= 300; n++)
        for (size_t at = 0; at < 8; at++) {
            uint8_t room[320];
            memset(room, 0xa5, sizeof room);
            hm_wipe(room + at, n);
            for (size_t i = 0; i < sizeof room; i++)
                assert_int_equal(room[i], i >= at && i < at + n ? 0 : 0xa5);
        }
}

/* ---- the stack of one call ---- */

enum { STACK = 256 * 1024, PAINT = 0xc7 };

static struct {
    _Alignas(64) uint8_t stack[STACK];
    ucontext_t here, there;
    void (*call)(void *);
    void *argument;
} run;

static void trampoline(void)
{
    run.call(run.argument);
}

/* Runs call(argument) on a painted stack of its own, which stays as the call left it. */
static void on_own_stack(void (*call)(void *), void *argument)
{
    run.call = call;
    run.argument = argument;
    memset(run.stack, PAINT, STACK);
    assert_int_equal(getcontext(&run.there), 0);
    run.there.uc_stack.ss_sp = run.stack;
    run.there.uc_stack.ss_size = STACK;
    run.there.uc_link = &run.here;
    makecontext(&run.there, trampoline, 0);
    assert_int_equal(swapcontext(&run.here, &run.there), 0);
}

static size_t depth(void)
{
    size_t i = 0;
    while (i < STACK && run.stack[i] == PAINT)
        i++;
    return STACK - i;
}

static bool on_stack(const void *what, size_t n)
{
    for (size_t i = 0; i + n <= STACK; i++)
        if (!memcmp(run.stack + i, what, n))
            return true;
    return false;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__OPTIMIZE__)
#define STACK_IS_ITS_OWN 0 /* frames of such builds say nothing about the library's */
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define STACK_IS_ITS_OWN 0
#endif
#endif
#ifndef STACK_IS_ITS_OWN
#define STACK_IS_ITS_OWN 1
#endif

static uint8_t secret[48];

/* A frame that holds the secret and wipes it, or not: the second proves that the first can fail. */
static __attribute__((noinline)) void hold(bool wiping)
{
    uint8_t own[sizeof secret];
    for (size_t i = 0; i < sizeof own; i++)
        ((volatile uint8_t *)own)[i] = secret[i];
    if (wiping)
        hm_wipe(own, sizeof own);
}

static void hold_and_wipe(void *unused)
{
    (void)unused;
    hold(true);
}

static void hold_only(void *unused)
{
    (void)unused;
    hold(false);
}

static void wipe_survives_the_optimiser(void **state)
{
    (void)state;
    pattern(31, secret, sizeof secret);
    on_own_stack(hold_only, NULL);
    assert_true(on_stack(secret, sizeof secret));
    on_own_stack(hold_and_wipe, NULL);
    assert_false(on_stack(secret, sizeof secret));
}

/* ---- what the library leaves and needs ---- */

struct call {
    const struct hm_algorithm *algorithm;
    const uint8_t *key, *data;
    size_t key_len, len;
    uint8_t out[HM_MAX_DIGEST_SIZE];
    struct hm_hmac_key prepared;
    struct hm_hasher hasher;
};

static void call_hmac(void *p)
{
    struct call *c = p;
    hm_hmac(c->algorithm, c->key, c->key_len, c->data, c->len, c->out);
}

static void call_prepare(void *p)
{
    struct call *c = p;
    hm_hmac_prepare(&c->prepared, c->algorithm, c->key, c->key_len);
}

static void call_with(void *p)
{
    struct call *c = p;
    hm_hmac_with(&c->prepared, c->data, c->len, c->out);
}

static void call_verify(void *p)
{
    struct call *c = p;
    size_t size = hm_algorithm_digest_size(c->algorithm);
    hm_hmac_verify(&c->prepared, c->data, c->len, c->out, size, size);
}

static void call_hmac_final(void *p)
{
    struct call *c = p;
    hm_hmac_init(&c->hasher, &c->prepared);
    hm_update(&c->hasher, c->data, c->len);
    hm_hmac_final(&c->hasher, &c->prepared, c->out);
}

static void call_digest(void *p)
{
    struct call *c = p;
    hm_digest(c->algorithm, c->data, c->len, c->out);
}

static void call_stream(void *p)
{
    struct call *c = p;
    hm_init(&c->hasher, c->algorithm);
    hm_update(&c->hasher, c->data, 1);
    hm_update(&c->hasher, c->data + 1, c->len - 1);
    hm_final(&c->hasher, c->out);
}

static const struct {
    const char *name;
    void (*call)(void *);
} calls[] = {
    {"hm_hmac_prepare", call_prepare},
    {"hm_hmac_with", call_with},
    {"hm_hmac", call_hmac},
    {"hm_hmac_verify", call_verify},
    {"hm_hmac_final", call_hmac_final},
    {"hm_digest", call_digest},
    {"hm_init, hm_update, hm_final", call_stream},
};

static struct call example(const struct hm_algorithm *a)
{
    static uint8_t key[100], data[3000];
    pattern(32, key, sizeof key);
    pattern(33, data, sizeof data);
    return (struct call){.algorithm = a,
                         .key = key,
                         .data = data,
                         .key_len = hm_algorithm_block_size(a) - 20,
                         .len = sizeof data};
}

/* hashmill.h: "Stack use is bounded: less than 4 KiB for single messages". The trampoline and the
 * dispatcher's first choice are part of what is measured. */
static void stack_depth(const struct hm_algorithm *a)
{
    struct call c = example(a);
    for (size_t i = 0; i < COUNT(calls); i++) {
        on_own_stack(calls[i].call, &c); /* binds what the dynamic linker binds late */
        on_own_stack(calls[i].call, &c);
        if (depth() >= 4096)
            fail_msg("%s uses %zu bytes of stack", calls[i].name, depth());
    }
}

/* Neither the key nor its two padded blocks, nor the inner digest, nor a tag that was not given out
 * stays on the stack. What a kernel keeps in registers, and a compiler spills, is not looked for:
 * C cannot name it. */
static void no_key_stays(const struct hm_algorithm *a)
{
    struct call c = example(a);
    size_t block = hm_algorithm_block_size(a), size = hm_algorithm_digest_size(a);
    uint8_t inner[HM_MAX_BLOCK_SIZE] = {0}, outer[HM_MAX_BLOCK_SIZE], digest[HM_MAX_DIGEST_SIZE];
    bool state_looks_like_digest = hm_cores[a->core].big_endian == (HM_BE32(1) == 1);
    struct hm_hasher h;
    memcpy(inner, c.key, c.key_len);
    memcpy(outer, inner, sizeof outer);
    for (size_t i = 0; i < block; i++) {
        inner[i] ^= 0x36;
        outer[i] ^= 0x5c;
    }
    hm_init(&h, a);
    hm_update(&h, inner, block);
    hm_update(&h, c.data, c.len);
    hm_final(&h, digest);
    call_prepare(&c);
    for (size_t i = 0; i < 5; i++) {
        on_own_stack(calls[i].call, &c);
        const struct {
            const char *name;
            const void *p;
            size_t n;
        } secrets[] = {
            {"the key", c.key, 16},
            {"the inner block", inner, 16},
            {"the outer block", outer, 16},
            {"the inner digest", digest, size < 16 ? size : 16},
        };
        for (size_t j = 0; j < COUNT(secrets); j++)
            if (on_stack(secrets[j].p, secrets[j].n))
                fail_msg("%s leaves %s on the stack", calls[i].name, secrets[j].name);
        /* A kernel spills states word by word. Without its outer state no key can forge; the inner
         * one alone cannot, and hm_update() does not know that its hasher is under a key. */
        const size_t word = hm_cores[a->core].word_size;
        for (size_t w = 0; w < hm_cores[a->core].words; w++)
            if (on_stack((const uint8_t *)&c.prepared.outer + w * word, word))
                fail_msg("%s leaves word %zu of the outer state", calls[i].name, w);
        /* Where the digest looks like the state's words, a spilled state would be taken for it. */
        if (calls[i].call == call_verify && !state_looks_like_digest && on_stack(c.out, size))
            fail_msg("hm_hmac_verify leaves the right tag on the stack");
    }
}

static const struct algorithm_test stack_tests[] = {
    {"stack depth", stack_depth, false},
    {"no key stays on the stack", no_key_stays, false},
};

static void not_the_librarys_stack(void **state)
{
    (void)state;
    skip_because("stack frames of a sanitizer's or an unoptimised build are not the library's own");
}

int main(void)
{
    struct test_list list = {0};
    add_test(&list, equal, NULL, "equal");
    add_test(&list, equal_stays_inside, NULL, "equal, guard pages");
    add_test(&list, wipe, NULL, "wipe");
    if (STACK_IS_ITS_OWN) {
        add_test(&list, wipe_survives_the_optimiser, NULL, "wipe survives the optimiser");
        add_algorithm_tests(&list, stack_tests, COUNT(stack_tests));
    } else {
        add_test(&list, not_the_librarys_stack, NULL, "the stack after a call");
    }
    return run_list("secret", &list);
}
