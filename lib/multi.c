/* SPDX-License-Identifier: MIT
 *
 * multi.c - digest sets: several algorithms over one message in one pass.
 */
#include <assert.h>

#include "dispatch.h"
#include "hasher.h"

/* One unit is a block of every core: 128 bytes. The data goes through all states a stretch at a
 * time, so that it is read from memory once. */
enum { UNIT = HM_MAX_BLOCK_SIZE, STRETCH = 8192 };

void hm_multi_init(struct hm_multi *set, const struct hm_algorithm *const algorithms[], size_t n)
{
    assert(n >= 1 && n <= HM_MAX_SET);
    memset(set, 0, sizeof *set);
    set->n = (uint32_t)n;
    for (size_t i = 0; i < n; i++) {
        set->algorithms[i] = algorithms[i];
        set->states[i] = algorithms[i]->iv;
    }
}

static void absorb(struct hm_multi *set, const uint8_t *p, size_t len)
{
    while (len) {
        size_t n = len < STRETCH ? len : STRETCH;
        for (size_t i = 0; i < set->n; i++)
            hm_absorb(set->algorithms[i]->core, &set->states[i], p,
                      n / set->algorithms[i]->block_size);
        p += n;
        len -= n;
    }
}

void hm_multi_update(struct hm_multi *set, const void *data, size_t len)
{
    const uint8_t *p = data;
    size_t fill = (size_t)set->count & (UNIT - 1);

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

size_t hm_multi_describe(const struct hm_multi *set, char *out, size_t size)
{
    size_t need = 0;
    for (size_t i = 0; i < set->n; i++) {
        const char *parts[] = {i ? " " : "", hm_cores[set->algorithms[i]->core].name, ":",
                               hm_kernel_name(set->algorithms[i], 1)};
        for (size_t j = 0; j < HM_COUNT(parts); j++)
            for (const char *c = parts[j]; *c; c++, need++)
                if (need + 1 < size)
                    out[need] = *c;
    }
    if (size)
        out[need < size ? need : size - 1] = '\0';
    return need;
}
