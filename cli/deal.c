/* SPDX-License-Identifier: MIT
 *
 * deal.c - the cheapest grouping. A few kilobytes are hashed and timed, the best of a few rounds
 * counts; the digests are the same whatever it says.
 */
#include "deal.h"

#include "timing.h"

enum { ROUNDS = 3, MOST_MESSAGES = 2 };

uint64_t deal_time(const struct digest_list *wanted, size_t messages, bool together,
                   const void *sample)
{
    struct sink sinks[MOST_MESSAGES];
    struct hm_chunk chunks[MOST_MESSAGES * HM_MAX_SET];
    uint64_t least = UINT64_MAX;

    for (int round = 0; round < ROUNDS; round++) {
        size_t n = 0;
        for (size_t i = 0; i < messages; i++) {
            sink_start(&sinks[i], wanted, together);
            if (!sinks[i].together)
                n += sink_chunks(&sinks[i], sample, DEAL_SAMPLE, chunks + n);
        }
        const uint64_t from = timing_now();
        for (size_t i = 0; i < messages; i++)
            if (sinks[i].together)
                sink_update(&sinks[i], sample, DEAL_SAMPLE);
        hm_update_many(chunks, n);
        const uint64_t took = timing_now() - from;
        least = took < least ? took : least;
    }
    for (size_t i = 0; i < messages; i++)
        sink_drop(&sinks[i]);
    return least;
}

/* A group and its members' keys. */
struct trial {
    struct digest_list wanted;
    struct hm_hmac_key keys[HM_MAX_SET];
    uint64_t cost;
};

static void add(struct trial *group, const struct digest_list *wanted, size_t place)
{
    const size_t i = group->wanted.n++;

    group->wanted.algorithms[i] = wanted->algorithms[place];
    if (wanted->keys) {
        group->keys[i] = wanted->keys[place];
        group->wanted.keys = group->keys;
    }
}

/* Time that the group takes for the sample, with one digest more. */
static uint64_t cost_with(struct trial *group, const struct digest_list *wanted, size_t place,
                          const void *sample)
{
    add(group, wanted, place);
    const uint64_t cost = deal_time(&group->wanted, 1, true, sample);
    group->wanted.n--;
    return cost;
}

/* The group that keeps the dearest group cheapest, and then their sum. */
static size_t best_group(struct trial *all, size_t groups, const struct digest_list *wanted,
                         size_t place, const void *sample, uint64_t *added)
{
    uint64_t best_cost = UINT64_MAX;
    size_t best = 0;

    *added = UINT64_MAX;
    for (size_t g = 0; g < groups; g++) {
        const uint64_t cost = cost_with(&all[g], wanted, place, sample);
        const uint64_t more = cost > all[g].cost ? cost - all[g].cost : 0;
        uint64_t worst = cost;
        for (size_t other = 0; other < groups; other++)
            if (other != g && all[other].cost > worst)
                worst = all[other].cost;
        if (worst < best_cost || (worst == best_cost && more < *added)) {
            best = g;
            best_cost = worst;
            *added = more;
        }
    }
    return best;
}

void deal_out(const struct digest_list *wanted, size_t groups, const void *sample,
              uint8_t group_of[HM_MAX_SET])
{
    struct trial all[HM_MAX_SET];
    uint64_t alone[HM_MAX_SET];
    bool dealt[HM_MAX_SET] = {0};

    for (size_t i = 0; i < wanted->n; i++)
        group_of[i] = 0;
    if (groups < 2 || wanted->n < 2)
        return;
    for (size_t g = 0; g < groups; g++) {
        all[g].wanted = (struct digest_list){0};
        all[g].cost = 0;
    }
    for (size_t i = 0; i < wanted->n; i++)
        alone[i] = cost_with(&all[0], wanted, i, sample);
    /* The dearest first. */
    for (size_t round = 0; round < wanted->n; round++) {
        size_t dearest = HM_MAX_SET;
        uint64_t added;
        for (size_t i = 0; i < wanted->n; i++)
            if (!dealt[i] && (dearest == HM_MAX_SET || alone[i] > alone[dearest]))
                dearest = i;
        const size_t g = best_group(all, groups, wanted, dearest, sample, &added);
        dealt[dearest] = true;
        group_of[dearest] = (uint8_t)g;
        all[g].cost += added;
        add(&all[g], wanted, dearest);
    }
    if (wanted->keys)
        hm_wipe(all, groups * sizeof *all);
}
