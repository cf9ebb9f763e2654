/* SPDX-License-Identifier: MIT
 *
 * test_kernels.c - every row of kernels.def that this CPU can run against the portable row of its
 * cores, whatever the tier: block counts, alignments, states, lanes alone and together, guard
 * pages. Rows that cannot run here are told as skipped. Knows kernel.h and dispatch.h, no digest.
 */
#include <stdlib.h>
#include <string.h>

#include "cpu.h"
#include "dispatch.h"
#include "harness.h"

enum { BLOCKS = 17, STATES = 6, BYTES = BLOCKS * HM_MAX_BLOCK_SIZE };

static const struct hm_kernel *portable(unsigned core)
{
    for (size_t i = hm_kernel_count; i-- > 0;)
        if (hm_kernels[i].form == HM_FORM_SINGLE && hm_kernels[i].cores == HM_CORE_BIT(core) &&
            !strcmp(hm_kernels[i].name, "portable"))
            return &hm_kernels[i];
    return NULL;
}

static unsigned first_core(const struct hm_kernel *k)
{
    unsigned core = 0;
    while (!(k->cores & HM_CORE_BIT(core)))
        core++;
    return core;
}

static size_t state_size(unsigned core)
{
    return (size_t)hm_cores[core].words * hm_cores[core].word_size;
}

/* Extreme states and data first: all zeros, all ones, only top bits, all but top bits. */
static void fill(struct rng *rng, size_t kind, void *out, size_t n)
{
    static const uint8_t extreme[][4] = {
        {0, 0, 0, 0}, {255, 255, 255, 255}, {0, 0, 0, 0x80}, {255, 255, 255, 0x7f}};
    uint8_t *p = out;
    if (kind >= COUNT(extreme)) {
        pattern(rng_next(rng), p, n);
        return;
    }
    for (size_t i = 0; i < n; i++)
        p[i] = extreme[kind][i % 4];
}

static void reference(unsigned core, union hm_state *s, const uint8_t *p, size_t blocks)
{
    /* Copied to an aligned place: the portable row's own alignment is tested as a row. */
    static _Alignas(64) uint8_t copy[BYTES];
    memcpy(copy, p, blocks * hm_cores[core].block_size);
    portable(core)->fn.blocks(s, copy, blocks);
}

static void must_equal(const struct hm_kernel *k, unsigned core, const void *got, const void *want,
                       const char *what, size_t x, size_t y)
{
    if (memcmp(got, want, state_size(core)) != 0)
        fail_msg("%s of %s: %s %zu, %zu", k->name, hm_cores[core].name, what, x, y);
}

static void skip_if_it_cannot_run(const struct hm_kernel *k)
{
    if (!hm_kernel_runs(k))
        skip_because("this CPU lacks bits %#x that the row needs",
                     (unsigned)(k->needs & ~hm_cpu_native()));
}

/* ---- single ---- */

static void single_counts(void **state)
{
    const struct hm_kernel *k = *state;
    skip_if_it_cannot_run(k);
    unsigned core = first_core(k);
    size_t block = hm_cores[core].block_size;
    struct rng rng = {random_seed()};
    for (size_t n = 1; n <= BLOCKS; n++)
        for (int at_end = 0; at_end < 2; at_end++) {
            struct guarded in = guard(n * block, at_end),
                           st = guard(sizeof(union hm_state), at_end);
            uint8_t before[BYTES];
            for (size_t kind = 0; kind < STATES * STATES; kind++) {
                union hm_state want;
                fill(&rng, kind / STATES, in.p, n * block);
                fill(&rng, kind % STATES, &want, sizeof want);
                memcpy(before, in.p, n * block);
                memcpy(st.p, &want, sizeof want);
                reference(core, &want, in.p, n);
                k->fn.blocks((union hm_state *)(void *)st.p, in.p, n);
                must_equal(k, core, st.p, &want, "blocks, kind", n, kind);
                assert_memory_equal(in.p, before, n * block);
            }
            unguard(&in);
            unguard(&st);
        }
}

static void single_alignments(void **state)
{
    const struct hm_kernel *k = *state;
    skip_if_it_cannot_run(k);
    unsigned core = first_core(k);
    struct rng rng = {random_seed()};
    static _Alignas(64) uint8_t room[BYTES + 64];
    pattern(rng_next(&rng), room, sizeof room);
    for (size_t offset = 0; offset < 64; offset++)
        for (size_t n = 1; n <= BLOCKS; n++) {
            union hm_state want, got;
            fill(&rng, STATES, &want, sizeof want);
            got = want;
            reference(core, &want, room + offset, n);
            k->fn.blocks(&got, room + offset, n);
            must_equal(k, core, &got, &want, "offset, blocks", offset, n);
        }
}

/* One call for n blocks is n calls for one block. */
static void single_chain(void **state)
{
    const struct hm_kernel *k = *state;
    skip_if_it_cannot_run(k);
    unsigned core = first_core(k);
    size_t block = hm_cores[core].block_size;
    struct rng rng = {random_seed()};
    uint8_t data[BYTES];
    union hm_state whole, steps;
    fill(&rng, STATES, data, sizeof data);
    fill(&rng, STATES, &whole, sizeof whole);
    steps = whole;
    k->fn.blocks(&whole, data, BLOCKS);
    for (size_t i = 0; i < BLOCKS; i++)
        k->fn.blocks(&steps, data + i * block, 1);
    must_equal(k, core, &steps, &whole, "one by one", BLOCKS, 1);
}

/* ---- lanes ---- */

struct lanes {
    const struct hm_kernel *k;
    unsigned core;
    size_t n; /* lanes */
    uint8_t *state;
    struct guarded memory; /* of the state: it ends at a guard page */
    union hm_state want[HM_MAX_LANES];
};

static void lanes_open(struct lanes *l, const struct hm_kernel *k)
{
    l->k = k;
    l->core = first_core(k);
    l->n = k->lanes;
    assert_true(l->n >= 2 && l->n <= HM_MAX_LANES);
    /* The contract aligns the state to 64 bytes; it need not be a multiple of 64 long. */
    size_t size = state_size(l->core) * l->n, whole = (size + 63) & ~(size_t)63;
    l->memory = guard(whole, true);
    l->state = l->memory.p;
}

static void lane_copy(struct lanes *l, size_t lane, union hm_state *s, bool in)
{
    size_t word = hm_cores[l->core].word_size;
    for (size_t w = 0; w < hm_cores[l->core].words; w++) {
        uint8_t *slot = l->state + (w * l->n + lane) * word, *own = (uint8_t *)s + w * word;
        memcpy(in ? slot : own, in ? own : slot, word);
    }
}

/* Sets every lane's state; want[] holds what the portable row makes of it. */
static void lanes_set(struct lanes *l, struct rng *rng, size_t kind, const uint8_t *const p[],
                      size_t n)
{
    for (size_t lane = 0; lane < l->n; lane++) {
        fill(rng, (kind + lane) % STATES, &l->want[lane], sizeof l->want[lane]);
        lane_copy(l, lane, &l->want[lane], true);
        reference(l->core, &l->want[lane], p[lane], n);
    }
}

static void lane_must_equal(struct lanes *l, size_t lane, const char *what, size_t x)
{
    union hm_state got = {{0}};
    lane_copy(l, lane, &got, false);
    must_equal(l->k, l->core, &got, &l->want[lane], what, lane, x);
}

static void lanes_all(void **state)
{
    struct lanes l;
    struct rng rng = {random_seed()};
    const uint8_t *p[HM_MAX_LANES];
    skip_if_it_cannot_run(*state);
    lanes_open(&l, *state);
    size_t block = hm_cores[l.core].block_size;
    for (size_t n = 1; n <= BLOCKS; n++)
        for (int at_end = 0; at_end < 2; at_end++) {
            struct guarded in[HM_MAX_LANES];
            for (size_t i = 0; i < l.n; i++) {
                in[i] = guard(n * block, at_end);
                p[i] = in[i].p;
            }
            for (size_t kind = 0; kind < STATES; kind++) {
                for (size_t i = 0; i < l.n; i++)
                    fill(&rng, (kind + 5 * i) % STATES, in[i].p, n * block);
                lanes_set(&l, &rng, kind, p, n);
                l.k->fn.lanes(l.state, p, n);
                for (size_t i = 0; i < l.n; i++)
                    lane_must_equal(&l, i, "lane, blocks", n);
            }
            for (size_t i = 0; i < l.n; i++)
                unguard(&in[i]);
        }
    unguard(&l.memory);
}

/* One live lane; the idle ones alias its pointer and hold rubbish. */
static void lanes_alone(void **state)
{
    struct lanes l;
    struct rng rng = {random_seed()};
    const uint8_t *p[HM_MAX_LANES];
    skip_if_it_cannot_run(*state);
    lanes_open(&l, *state);
    for (size_t live = 0; live < l.n; live++)
        for (size_t n = 1; n <= BLOCKS; n += n < 4 ? 1 : 4) {
            struct guarded in = guard(n * hm_cores[l.core].block_size, true);
            fill(&rng, STATES, in.p, n * hm_cores[l.core].block_size);
            for (size_t i = 0; i < l.n; i++)
                p[i] = in.p;
            lanes_set(&l, &rng, live + n, p, n);
            l.k->fn.lanes(l.state, p, n);
            lane_must_equal(&l, live, "alone: lane, blocks", n);
            unguard(&in);
        }
    unguard(&l.memory);
}

/* Random pointers into one buffer: every alignment, overlaps, some lanes on the same bytes. The
 * pointers themselves are the caller's and stay as they are. */
static void lanes_alignments(void **state)
{
    struct lanes l;
    struct rng rng = {random_seed()};
    static _Alignas(64) uint8_t room[BYTES + 256];
    const uint8_t *p[HM_MAX_LANES] = {NULL}, *before[HM_MAX_LANES];
    skip_if_it_cannot_run(*state);
    lanes_open(&l, *state);
    pattern(rng_next(&rng), room, sizeof room);
    for (size_t round = 0; round < 512; round++) {
        size_t n = 1 + round % BLOCKS;
        for (size_t i = 0; i < l.n; i++)
            p[i] = room + (round < 64 ? round : rng_below(&rng, 200));
        memcpy(before, p, sizeof p);
        lanes_set(&l, &rng, round, p, n);
        l.k->fn.lanes(l.state, p, n);
        assert_memory_equal(p, before, sizeof p);
        for (size_t i = 0; i < l.n; i++)
            lane_must_equal(&l, i, "lane, round", round);
    }
    unguard(&l.memory);
}

/* ---- stitched ---- */

struct stitched {
    const struct hm_kernel *k;
    size_t n, unit;
    unsigned cores[HM_CORES];
    union hm_state got[HM_CORES], want[HM_CORES], *p[HM_CORES];
};

static void stitched_open(struct stitched *s, const struct hm_kernel *k)
{
    memset(s, 0, sizeof *s);
    s->k = k;
    for (unsigned c = 0; c < HM_CORES; c++)
        if (k->cores & HM_CORE_BIT(c)) {
            s->p[s->n] = &s->got[s->n];
            s->cores[s->n++] = c;
            if (hm_cores[c].block_size > s->unit)
                s->unit = hm_cores[c].block_size;
        }
    assert_true(s->n >= 2 && s->n <= 4);
}

static void stitched_run(struct stitched *s, struct rng *rng, size_t kind, const uint8_t *data,
                         size_t n)
{
    for (size_t i = 0; i < s->n; i++) {
        fill(rng, (kind + i) % STATES, &s->want[i], sizeof s->want[i]);
        s->got[i] = s->want[i];
        reference(s->cores[i], &s->want[i], data, n * s->unit / hm_cores[s->cores[i]].block_size);
    }
    s->k->fn.stitched(s->p, data, n);
    for (size_t i = 0; i < s->n; i++)
        must_equal(s->k, s->cores[i], &s->got[i], &s->want[i], "units, kind", n, kind);
}

static void stitched_counts(void **state)
{
    struct stitched s;
    struct rng rng = {random_seed()};
    skip_if_it_cannot_run(*state);
    stitched_open(&s, *state);
    for (size_t n = 1; n <= BLOCKS; n++)
        for (int at_end = 0; at_end < 2; at_end++) {
            struct guarded in = guard(n * s.unit, at_end);
            for (size_t kind = 0; kind < STATES * STATES; kind++) {
                fill(&rng, kind / STATES, in.p, n * s.unit);
                stitched_run(&s, &rng, kind, in.p, n);
            }
            unguard(&in);
        }
}

static void stitched_alignments(void **state)
{
    struct stitched s;
    struct rng rng = {random_seed()};
    static _Alignas(64) uint8_t room[BYTES + 64];
    skip_if_it_cannot_run(*state);
    stitched_open(&s, *state);
    pattern(rng_next(&rng), room, sizeof room);
    for (size_t offset = 0; offset < 64; offset++)
        for (size_t n = 1; n <= BLOCKS; n++)
            stitched_run(&s, &rng, STATES, room + offset, n);
}

/* ---- the table ---- */

static void table(void **state)
{
    (void)state;
    for (size_t i = 0; i < hm_kernel_count; i++) {
        const struct hm_kernel *k = &hm_kernels[i];
        size_t cores = (size_t)__builtin_popcount(k->cores);
        assert_true(k->cores != 0 && k->cores < HM_CORE_BIT(HM_CORES));
        assert_true(k->form == HM_FORM_STITCHED ? cores >= 2 && cores <= 4 : cores == 1);
        if (k->form == HM_FORM_LANES) {
            assert_true(k->lanes >= 2 && k->lanes <= HM_MAX_LANES);
            assert_true(k->min_live >= 1 && k->min_live <= k->lanes);
        } else {
            assert_int_equal(k->lanes, 1);
        }
        for (size_t j = 0; j < i; j++)
            if (hm_kernels[j].form == k->form && hm_kernels[j].cores == k->cores &&
                !strcmp(hm_kernels[j].name, k->name))
                fail_msg("two rows of one form and core are called %s", k->name);
    }
    for (unsigned core = 0; core < HM_CORES; core++) {
        assert_non_null(portable(core));
        assert_int_equal(portable(core)->needs, 0);
        assert_int_equal(portable(core)->avoid, 0);
    }
}

/* The dispatcher takes the first usable row of the table, under every tier. */
static void choice(void **state)
{
    (void)state;
    for (size_t t = 0; hm_cpu_tier_at(t); t++) {
        assert_true(hm_cpu_limit(hm_cpu_tier_at(t)));
        for (unsigned core = 0; core < HM_CORES; core++) {
            const struct hm_kernel *chosen = hm_single_kernel((enum hm_core_id)core);
            assert_true(hm_kernel_runs(chosen) && hm_kernel_usable(chosen));
            assert_int_equal(chosen->cores, HM_CORE_BIT(core));
            for (const struct hm_kernel *k = hm_kernels; k < chosen; k++)
                if (k->form == HM_FORM_SINGLE && k->cores == HM_CORE_BIT(core))
                    assert_false(hm_kernel_usable(k));
        }
        /* A tier never adds what the CPU lacks. */
        assert_int_equal(hm_cpu_bits() & ~hm_cpu_native(), 0);
    }
    hm_cpu_limit("native");
    assert_int_equal(hm_cpu_bits(), hm_cpu_native());
}

int main(void)
{
    struct test_list list = {0};
    add_test(&list, table, NULL, "the table");
    add_test(&list, choice, NULL, "choice by tier");
    for (size_t i = 0; i < hm_kernel_count; i++) {
        const struct hm_kernel *k = &hm_kernels[i];
        static const struct {
            enum hm_form form;
            void (*body)(void **);
            const char *name;
        } bodies[] = {
            {HM_FORM_SINGLE, single_counts, "1 to 17 blocks"},
            {HM_FORM_SINGLE, single_alignments, "alignments"},
            {HM_FORM_SINGLE, single_chain, "one call or many"},
            {HM_FORM_LANES, lanes_all, "all lanes, 1 to 17 blocks"},
            {HM_FORM_LANES, lanes_alone, "each lane alone"},
            {HM_FORM_LANES, lanes_alignments, "alignments and aliases"},
            {HM_FORM_STITCHED, stitched_counts, "1 to 17 units"},
            {HM_FORM_STITCHED, stitched_alignments, "alignments"},
        };
        char cores[64] = "";
        for (unsigned c = 0; c < HM_CORES; c++)
            if (k->cores & HM_CORE_BIT(c)) {
                strcat(cores, cores[0] ? "+" : "");
                strcat(cores, hm_cores[c].name);
            }
        for (size_t j = 0; j < COUNT(bodies); j++)
            if (bodies[j].form == k->form)
                add_test(&list, bodies[j].body, (void *)(uintptr_t)k, "%s %s, %s", cores, k->name,
                         bodies[j].name);
    }
    return run_list("kernels", &list);
}
