/* SPDX-License-Identifier: MIT
 *
 * multi.c - digest sets: several algorithms over one message in one pass. Knows buffering and the
 * groups of a plan; how a set is split is plan.c's.
 */
#include <assert.h>

#include "dispatch.h"
#include "hasher.h"
#include "plan.h"

_Static_assert(sizeof(((struct hm_multi *)0)->plan) >= 2 * HM_MAX_SET, "room for any plan");
_Static_assert(_Alignof(struct hm_multi) <= 8, "digest sets are aligned to at most 8 bytes");

/* One unit is a block of every core: 128 bytes. Where one group does not take the whole set, the
 * data goes through the groups a stretch at a time, so that all but the first read it from the
 * first-level cache. */
enum { UNIT = HM_MAX_BLOCK_SIZE, STRETCH = 16384 };

void hm_multi_init(struct hm_multi *set, const struct hm_algorithm *const algorithms[], size_t n)
{
    uint8_t cores[HM_MAX_SET];
    assert(n >= 1 && n <= HM_MAX_SET);
    memset(set, 0, sizeof *set);
    set->n = (uint32_t)n;
    for (size_t i = 0; i < n; i++) {
        set->algorithms[i] = algorithms[i];
        set->states[i] = algorithms[i]->iv;
        cores[i] = algorithms[i]->core;
    }
    set->plan_size = (uint32_t)hm_plan(cores, n, set->plan);
}

/* Absorbs whole units into the states of one group, at plan[0]. Returns the group's size. */
static size_t absorb_group(struct hm_multi *set, const uint8_t *plan, const uint8_t *p, size_t len)
{
    const struct hm_kernel *k = &hm_kernels[plan[0]];
    const size_t n = hm_plan_members(k);
    union hm_state *s[HM_CORES];

    for (size_t i = 0; i < n; i++)
        s[i] = &set->states[plan[1 + i]];
    if (k->form == HM_FORM_STITCHED)
        k->fn.stitched(s, p, len / (k->cores & HM_CORE_BIT(HM_CORE_SHA512) ? 128 : 64));
    else
        k->fn.blocks(s[0], p, len / set->algorithms[plan[1]]->block_size);
    return 1 + n;
}

/* The first group of a stretch, whose data may have to come from memory; `more` bytes follow it.
 * Without SHA-512 this gains a tenth there; with it the operations leave time for memory. */
static size_t absorb_first(struct hm_multi *set, const uint8_t *p, size_t len, size_t more)
{
    for (; len > HM_FETCH_STEP && len + more >= HM_FETCH_AHEAD + HM_FETCH_STEP;
         len -= HM_FETCH_STEP, p += HM_FETCH_STEP) {
        hm_fetch(p + HM_FETCH_AHEAD);
        absorb_group(set, set->plan, p, HM_FETCH_STEP);
    }
    return absorb_group(set, set->plan, p, len);
}

static void absorb(struct hm_multi *set, const uint8_t *p, size_t len)
{
    const bool one_group = 1 + hm_plan_members(&hm_kernels[set->plan[0]]) == set->plan_size;
    const bool fetches = len >= HM_LONG * UNIT / 2 &&
                         !(hm_kernels[set->plan[0]].cores & HM_CORE_BIT(HM_CORE_SHA512));

    while (len) {
        size_t n = one_group || len < STRETCH ? len : STRETCH, at = 0;
        if (fetches)
            at = absorb_first(set, p, n, len - n);
        while (at < set->plan_size)
            at += absorb_group(set, set->plan + at, p, n);
        p += n;
        len -= n;
    }
}

void hm_multi_update(struct hm_multi *set, const void *data, size_t len)
{
    const uint8_t *p = data;
    size_t fill = (size_t)set->count & (UNIT - 1);

    assert(set->n >= 1 && set->n <= HM_MAX_SET);
    if (!len)
        return;
    set->count += len;
    set->count_hi += set->count < len;
    if (fill) {
        size_t room = UNIT - fill;
        if (len < room) {
            memcpy(set->buffer + fill, p, len);
            return;
        }
        memcpy(set->buffer + fill, p, room);
        absorb(set, set->buffer, UNIT);
        p += room;
        len -= room;
    }
    size_t whole = len & ~(size_t)(UNIT - 1);
    if (whole)
        absorb(set, p, whole);
    if (len > whole)
        memcpy(set->buffer, p + whole, len - whole);
}

void hm_multi_final(const struct hm_multi *set, size_t i, uint8_t *out)
{
    assert(i < set->n);
    const struct hm_algorithm *a = set->algorithms[i];
    size_t fill = (size_t)set->count & (UNIT - 1), whole = fill & ~(size_t)(a->block_size - 1);
    union hm_state s = set->states[i];
    struct hm_count total = {set->count, set->count_hi};

    if (whole)
        hm_absorb(a->core, &s, set->buffer, whole / a->block_size);
    hm_finish(a, &s, hm_single_kernel((enum hm_core_id)a->core)->fn.blocks, set->buffer + whole,
              fill - whole, total, out);
}

bool hm_multi_join(struct hm_multi *set, const struct hm_hasher *const hashers[], size_t n)
{
    const struct hm_algorithm *algorithms[HM_MAX_SET] = {0};
    const struct hm_hasher *first = hashers[0];

    assert(n >= 1 && n <= HM_MAX_SET);
    for (size_t i = 0; i < n; i++) {
        if (hashers[i]->count != first->count || hashers[i]->count_hi != first->count_hi)
            return false;
        algorithms[i] = hashers[i]->algorithm;
    }
    if (first->count & (UNIT - 1))
        return false; /* the hashers of shorter blocks may have absorbed one of them */
    hm_multi_init(set, algorithms, n);
    for (size_t i = 0; i < n; i++)
        set->states[i] = hashers[i]->state;
    set->count = first->count;
    set->count_hi = first->count_hi;
    return true;
}

void hm_multi_leave(const struct hm_multi *set, size_t i, struct hm_hasher *hasher)
{
    assert(i < set->n);
    const struct hm_algorithm *a = set->algorithms[i];
    size_t fill = (size_t)set->count & (UNIT - 1), whole = fill & ~(size_t)(a->block_size - 1);

    hm_init(hasher, a);
    hasher->count = set->count;
    hasher->count_hi = set->count_hi;
    hasher->state = set->states[i];
    if (whole)
        hm_absorb(a->core, &hasher->state, set->buffer, whole / a->block_size);
    memcpy(hasher->buffer, set->buffer + whole, fill - whole);
}

/* Appends text to out[0..size) as far as it goes; returns the length that it would have. */
static size_t append(char *out, size_t size, size_t at, const char *text)
{
    for (; *text; text++, at++)
        if (at + 1 < size)
            out[at] = *text;
    return at;
}

size_t hm_multi_describe(const struct hm_multi *set, char *out, size_t size)
{
    size_t need = 0;
    for (size_t at = 0; at < set->plan_size;) {
        const struct hm_kernel *k = &hm_kernels[set->plan[at++]];
        const char *before = at > 1 ? " " : "";
        for (unsigned c = 0; c < HM_CORES; c++) {
            if (!(k->cores & HM_CORE_BIT(c)))
                continue;
            need = append(out, size, need, before);
            need = append(out, size, need, hm_cores[c].name);
            before = "+";
            at++;
        }
        need = append(out, size, need, ":");
        need = append(out, size, need, k->name);
    }
    if (size)
        out[need < size ? need : size - 1] = '\0';
    return need;
}
