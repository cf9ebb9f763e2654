/* SPDX-License-Identifier: MIT
 *
 * lanestate.h - states as lanes kernels keep them: word w of lane l is s[w * lanes + l]. Puts
 * single states in and takes them out. Knows no job and no kernel.
 */
#ifndef HM_LANESTATE_H
#define HM_LANESTATE_H

#include "hasher.h"

/* Of any core, for as many lanes as there can be. One lane is an ordinary state. */
union hm_lane_state {
    HM_ALIGNED(64) uint32_t w32[8 * HM_MAX_LANES];
    uint64_t w64[8 * HM_MAX_LANES];
    union hm_state single;
};

HM_INLINE void hm_lane_put(const struct hm_core *core, union hm_lane_state *s, size_t lanes,
                           size_t lane, const union hm_state *from)
{
    if (core->word_size == 4)
        for (size_t w = 0; w < core->words; w++)
            s->w32[w * lanes + lane] = from->w32[w];
    else
        for (size_t w = 0; w < core->words; w++)
            s->w64[w * lanes + lane] = from->w64[w];
}

HM_INLINE void hm_lane_get(const struct hm_core *core, const union hm_lane_state *s, size_t lanes,
                           size_t lane, union hm_state *to)
{
    if (core->word_size == 4)
        for (size_t w = 0; w < core->words; w++)
            to->w32[w] = s->w32[w * lanes + lane];
    else
        for (size_t w = 0; w < core->words; w++)
            to->w64[w] = s->w64[w * lanes + lane];
}

/* The same state in all lanes, of which there is an even number, or one. */
HM_INLINE void hm_lane_put_all(const struct hm_core *core, union hm_lane_state *s, size_t lanes,
                               const union hm_state *from)
{
    uint64_t *to = s->w64;
    if (lanes == 1) {
        s->single = *from;
    } else if (core->word_size == 4) {
        for (size_t w = 0; w < core->words; w++) {
            uint64_t pair = from->w32[w] * UINT64_C(0x100000001);
            for (const uint64_t *end = to + lanes / 2; to < end; to++)
                *to = pair;
        }
    } else {
        for (size_t w = 0; w < core->words; w++)
            for (const uint64_t *end = to + lanes; to < end; to++)
                *to = from->w64[w];
    }
}

/* The first `size` bytes of a lane's digest. */
HM_INLINE void hm_lane_digest(const struct hm_core *core, const union hm_lane_state *s,
                              size_t lanes, size_t lane, uint8_t *out, size_t size)
{
    const void *first =
        core->word_size == 4 ? (const void *)&s->w32[lane] : (const void *)&s->w64[lane];
    hm_store_words(core, first, lanes, out, size);
}

#endif /* HM_LANESTATE_H */
