/* SPDX-License-Identifier: MIT
 *
 * fuzz_kernel.c - any row of kernels.def that this CPU runs, from any states over any data, against
 * the portable row of its cores. Knows kernel.h and dispatch.h, no digest.
 */
#include <string.h>

#include "dispatch.h"
#include "fuzz.h"

enum { MOST_BLOCKS = 9 };

static hm_blocks_fn *portable(unsigned core)
{
    size_t i = hm_kernel_count;
    while (hm_kernels[--i].form != HM_FORM_SINGLE || hm_kernels[i].cores != HM_CORE_BIT(core))
        ;
    return hm_kernels[i].fn.blocks;
}

static size_t state_size(unsigned core)
{
    return (size_t)hm_cores[core].words * hm_cores[core].word_size;
}

static void any_state(struct fuzz_input *in, union hm_state *s)
{
    for (size_t i = 0; i < sizeof *s; i++)
        ((uint8_t *)s)[i] = (uint8_t)fuzz_byte(in);
}

static void single(const struct hm_kernel *k, unsigned core, struct fuzz_input *in)
{
    union hm_state want, got;
    any_state(in, &want);
    got = want;
    size_t n = in->n / hm_cores[core].block_size;
    if (!n)
        return;
    portable(core)(&want, in->p, n);
    k->fn.blocks(&got, in->p, n);
    FUZZ_CHECK(!memcmp(&got, &want, state_size(core)));
}

static void lanes(const struct hm_kernel *k, unsigned core, struct fuzz_input *in)
{
    _Alignas(64) uint8_t state[sizeof(union hm_state) * HM_MAX_LANES];
    union hm_state want[HM_MAX_LANES];
    const uint8_t *p[HM_MAX_LANES];
    size_t block = hm_cores[core].block_size, word = hm_cores[core].word_size;
    size_t n = 1 + fuzz_below(in, MOST_BLOCKS), spread = fuzz_below(in, 300);
    union hm_state first;
    any_state(in, &first);
    if (in->n < n * block)
        return;
    size_t room = in->n - n * block + 1;
    for (size_t l = 0; l < k->lanes; l++) {
        p[l] = in->p + l * spread % room;
        want[l] = first;
        want[l].w32[0] += (uint32_t)l;
        for (size_t w = 0; w < hm_cores[core].words; w++)
            memcpy(state + (w * k->lanes + l) * word, (uint8_t *)&want[l] + w * word, word);
        portable(core)(&want[l], p[l], n);
    }
    k->fn.lanes(state, p, n);
    for (size_t l = 0; l < k->lanes; l++)
        for (size_t w = 0; w < hm_cores[core].words; w++)
            FUZZ_CHECK(
                !memcmp(state + (w * k->lanes + l) * word, (uint8_t *)&want[l] + w * word, word));
}

static void stitched(const struct hm_kernel *k, struct fuzz_input *in)
{
    union hm_state want[HM_CORES], got[HM_CORES], *states[HM_CORES];
    size_t count = 0, unit = 64, i = 0;
    for (unsigned c = 0; c < HM_CORES; c++)
        if (k->cores & HM_CORE_BIT(c)) {
            any_state(in, &want[count]);
            got[count] = want[count];
            states[count] = &got[count];
            count++;
            if (hm_cores[c].block_size > unit)
                unit = hm_cores[c].block_size;
        }
    size_t n = in->n / unit;
    if (!n)
        return;
    k->fn.stitched(states, in->p, n);
    for (unsigned c = 0; c < HM_CORES; c++)
        if (k->cores & HM_CORE_BIT(c)) {
            portable(c)(&want[i], in->p, n * unit / hm_cores[c].block_size);
            FUZZ_CHECK(!memcmp(&got[i], &want[i], state_size(c)));
            i++;
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    const struct hm_kernel *k = &hm_kernels[fuzz_byte(&in) % hm_kernel_count];
    unsigned core = 0;
    if (!hm_kernel_runs(k))
        return 0;
    while (!(k->cores & HM_CORE_BIT(core)))
        core++;
    if (k->form == HM_FORM_SINGLE)
        single(k, core, &in);
    else if (k->form == HM_FORM_LANES)
        lanes(k, core, &in);
    else
        stitched(k, &in);
    return 0;
}
