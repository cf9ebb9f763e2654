/* SPDX-License-Identifier: MIT
 *
 * dispatch.c - walks kernels.def and keeps the choices. Knows no digest.
 */
#include "dispatch.h"

#include "algorithms.h"
#include "cpu.h"
#include "plan.h"

#define HM_SINGLE(core, function, name, time, needs, avoid)                                        \
    {name, HM_FORM_SINGLE, HM_CORE_BIT(core), needs, avoid, 1, 1, time, {.blocks = function}},
#define HM_LANES(core, function, name, width, min_live, needs, avoid)                              \
    {name, HM_FORM_LANES, HM_CORE_BIT(core), needs, avoid, width, min_live, 0, {.lanes = function}},
#define HM_STITCHED(cores, function, name, time, needs, avoid)                                     \
    {name, HM_FORM_STITCHED, cores, needs, avoid, 1, 1, time, {.stitched = function}},
const struct hm_kernel hm_kernels[] = {
#include "kernels.def"
};
const size_t hm_kernel_count = HM_COUNT(hm_kernels);

bool hm_kernel_usable(const struct hm_kernel *kernel)
{
    uint32_t bits = hm_cpu_bits();
    return (bits & kernel->needs) == kernel->needs && !(bits & kernel->avoid);
}

bool hm_kernel_runs(const struct hm_kernel *kernel)
{
    return (hm_cpu_native() & kernel->needs) == kernel->needs;
}

const struct hm_kernel *hm_single_kernel(enum hm_core_id core)
{
    size_t i = 0;
    while (hm_kernels[i].form != HM_FORM_SINGLE || hm_kernels[i].cores != HM_CORE_BIT(core) ||
           !hm_kernel_usable(&hm_kernels[i]))
        i++;
    return &hm_kernels[i];
}

/* One first-use function per core, so that the usual call is one load and one jump. */
#define CHOOSER(name, core)                                                                        \
    static void name(union hm_state *s, const uint8_t *p, size_t n)                                \
    {                                                                                              \
        hm_blocks_fn *fn = hm_single_kernel(core)->fn.blocks;                                      \
        atomic_store_explicit(&hm_single[core], fn, memory_order_relaxed);                         \
        fn(s, p, n);                                                                               \
    }
CHOOSER(choose_md5, HM_CORE_MD5)
CHOOSER(choose_sha1, HM_CORE_SHA1)
CHOOSER(choose_sha256, HM_CORE_SHA256)
CHOOSER(choose_sha512, HM_CORE_SHA512)
CHOOSER(choose_rmd160, HM_CORE_RMD160)

#define CHOOSERS                                                                                   \
    {                                                                                              \
        [HM_CORE_MD5] = choose_md5, [HM_CORE_SHA1] = choose_sha1,                                  \
        [HM_CORE_SHA256] = choose_sha256, [HM_CORE_SHA512] = choose_sha512,                        \
        [HM_CORE_RMD160] = choose_rmd160                                                           \
    }

_Atomic(hm_blocks_fn *) hm_single[HM_CORES] = CHOOSERS;

void hm_run_long(hm_blocks_fn *blocks, unsigned core, union hm_state *s, const uint8_t *p, size_t n)
{
    const size_t block = hm_cores[core].block_size, step = HM_FETCH_STEP / block;

    for (; n >= HM_FETCH_AHEAD / block + step; n -= step, p += HM_FETCH_STEP) {
        hm_fetch(p + HM_FETCH_AHEAD);
        blocks(s, p, step);
    }
    blocks(s, p, n);
}

/* Rows for 1, 2 ... HM_MAX_LANES live messages; NULL until chosen. More messages than that fill
 * the lanes of any row. */
static _Atomic(const struct hm_kernel *) live_rows[HM_CORES][HM_MAX_LANES];

static const struct hm_kernel *choose_live(unsigned core, size_t live)
{
    for (size_t i = 0; i < hm_kernel_count; i++) {
        const struct hm_kernel *k = &hm_kernels[i];
        if (k->form == HM_FORM_LANES && k->cores == HM_CORE_BIT(core) && k->min_live <= live &&
            hm_kernel_usable(k))
            return k;
    }
    return hm_single_kernel((enum hm_core_id)core);
}

const struct hm_kernel *hm_live_kernel(unsigned core, size_t live)
{
    size_t place = (live < HM_MAX_LANES ? live : HM_MAX_LANES) - 1;
    const struct hm_kernel *row =
        atomic_load_explicit(&live_rows[core][place], memory_order_relaxed);
    if (HM_UNLIKELY(!row)) {
        row = choose_live(core, place + 1);
        atomic_store_explicit(&live_rows[core][place], row, memory_order_relaxed);
    }
    return row;
}

const char *hm_kernel_name(const struct hm_algorithm *algorithm, size_t messages)
{
    return hm_live_kernel(algorithm->core, messages ? messages : 1)->name;
}

void hm_dispatch_reset(void)
{
    static hm_blocks_fn *const choosers[HM_CORES] = CHOOSERS;
    for (size_t i = 0; i < HM_CORES; i++)
        atomic_store_explicit(&hm_single[i], choosers[i], memory_order_relaxed);
    for (size_t i = 0; i < HM_CORES; i++)
        for (size_t j = 0; j < HM_MAX_LANES; j++)
            atomic_store_explicit(&live_rows[i][j], NULL, memory_order_relaxed);
    hm_plan_reset();
}
