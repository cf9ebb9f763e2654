/* SPDX-License-Identifier: MIT
 *
 * cutovers.c - from how many live messages on does a lanes kernel pay? Times every row of a core in
 * turn, works out the cheapest way without the row, and prints the rows of kernels.def with the
 * answer. Knows the kernels' contract; the scheduler's own cost is not in it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu.h"
#include "dispatch.h"
#include "suites.h"

/* The rows as they are written, to print them again. Same order as hm_kernels[]. */
struct text {
    const char *core, *function, *name, *needs, *avoid;
};

#define HM_SINGLE(core, function, name, time, needs, avoid)                                        \
    {#core, #function, name, #needs, #avoid},
#define HM_LANES(core, function, name, lanes, min_live, needs, avoid)                              \
    {#core, #function, name, #needs, #avoid},
#define HM_STITCHED(cores, function, name, time, needs, avoid)                                     \
    {#cores, #function, name, #needs, #avoid},
static const struct text texts[] = {
#include "kernels.def"
};
#undef HM_SINGLE
#undef HM_LANES
#undef HM_STITCHED

/* ---- Timing one row --------------------------------------------------------------------- */

#define MAX_ROWS 16

struct row {
    size_t index; /* into hm_kernels[] */
    const uint8_t *data[HM_MAX_LANES];
    size_t blocks;
    uint8_t *state;
    double ns; /* one call: all lanes, so many blocks each */
};

static void run(void *context, size_t reps)
{
    const struct row *row = context;
    const struct hm_kernel *kernel = &hm_kernels[row->index];
    for (size_t r = 0; r < reps; r++) {
        if (kernel->form == HM_FORM_LANES)
            kernel->fn.lanes(row->state, row->data, row->blocks);
        else
            kernel->fn.blocks((union hm_state *)(void *)row->state, row->data[0], row->blocks);
    }
}

static void time_rows(struct row *rows, size_t n, size_t bytes, size_t block, bool quick)
{
    static struct timing_series series[MAX_ROWS];
    struct timing_contender contenders[MAX_ROWS];
    struct timing_plan plan = {.warm = 3,
                               .rounds = quick ? 11 : 25,
                               .min_rounds = 7,
                               .pass_ns = quick ? 100000 : 500000,
                               .clock_ns = timing_cpu_now,
                               .interruptions = timing_interruptions};
    size_t stride = bytes + 64; /* as separate buffers lie: not all in the same cache sets */
    uint8_t *data = bench_alloc(stride * HM_MAX_LANES);

    for (size_t i = 0; i < stride * HM_MAX_LANES; i++)
        data[i] = (uint8_t)(i * 167 + (i >> 8) * 13);
    for (size_t k = 0; k < n; k++) {
        rows[k].state = bench_alloc(HM_MAX_LANES * sizeof(union hm_state));
        memset(rows[k].state, 1, HM_MAX_LANES * sizeof(union hm_state));
        rows[k].blocks = bytes / block;
        for (size_t l = 0; l < HM_MAX_LANES; l++)
            rows[k].data[l] = data + l * stride;
        contenders[k] = (struct timing_contender){NULL, run, &rows[k]};
    }
    unsigned rounds = timing_rounds(&plan, contenders, n, series);
    for (size_t k = 0; k < n; k++) {
        rows[k].ns = timing_summarise(series[k].ns, rounds).median;
        free(rows[k].state);
    }
    free(data);
}

/* ---- Judging ---------------------------------------------------------------------------- */

static bool runs_with(const struct hm_kernel *kernel, uint32_t bits)
{
    return (bits & kernel->needs) == kernel->needs && !(bits & kernel->avoid);
}

/* The least time for k messages, k <= HM_MAX_LANES, without the rows above and with rows[at]: the
 * rows below it that a CPU of its tier has, and the single-stream kernel of that tier. Such a CPU
 * is taken to have SHA-NI, unless the row says that it is for those without. */
static void best_without(const struct row *rows, size_t n, size_t at, double best[])
{
    const struct hm_kernel *self = &hm_kernels[rows[at].index];
    uint32_t bits = (self->needs | HM_NEEDS_SHANI) & ~self->avoid;
    double single = 0;

    for (size_t i = 0; i < n && !single; i++)
        if (hm_kernels[rows[i].index].form == HM_FORM_SINGLE &&
            runs_with(&hm_kernels[rows[i].index], bits))
            single = rows[i].ns;
    best[0] = 0;
    for (unsigned k = 1; k <= HM_MAX_LANES; k++) {
        best[k] = best[k - 1] + single;
        for (size_t i = at + 1; i < n; i++) {
            const struct hm_kernel *other = &hm_kernels[rows[i].index];
            if (other->form != HM_FORM_LANES || !runs_with(other, bits))
                continue;
            double with = rows[i].ns + (k > other->lanes ? best[k - other->lanes] : 0);
            if (with < best[k])
                best[k] = with;
        }
    }
}

/* The least number of live messages from which on the row is always faster; 0 if never. */
static unsigned min_live(const struct row *row, const double best[])
{
    unsigned k = hm_kernels[row->index].lanes;
    while (k > 0 && row->ns < best[k])
        k--;
    return k < hm_kernels[row->index].lanes ? k + 1 : 0;
}

static void print_row(struct report *report, const struct row *row, size_t bytes, unsigned live,
                      const double best[])
{
    const struct hm_kernel *kernel = &hm_kernels[row->index];
    const struct text *t = &texts[row->index];

    printf("HM_LANES(%s, %s, \"%s\", %u, %u, %s, %s)", t->core, t->function, t->name, kernel->lanes,
           live ? live : kernel->lanes, t->needs, t->avoid);
    printf(" /* %.2f ns/B a lane set, full: %.2fx", row->ns / (double)bytes,
           best[kernel->lanes] / row->ns);
    if (!live)
        printf("; NEVER PAYS: leave it out");
    else if (live != kernel->min_live)
        printf("; the table has %u", kernel->min_live);
    printf(" */\n");
    report_add(report, "cutovers",
               json_pack("{s:s, s:s, s:s, s:i, s:i, s:i, s:i, s:f, s:f}", "core", t->core, "name",
                         t->name, "needs", t->needs, "lanes", (int)kernel->lanes, "bytes",
                         (int)bytes, "min_live", (int)live, "table", (int)kernel->min_live, "ns",
                         row->ns, "full_ratio", best[kernel->lanes] / row->ns));
}

static void derive(struct report *report, enum hm_core_id core, size_t bytes, bool quick)
{
    struct row rows[MAX_ROWS];
    double best[HM_MAX_LANES + 1];
    size_t n = 0, lanes = 0;

    for (size_t i = 0; i < hm_kernel_count && n < MAX_ROWS; i++) {
        const struct hm_kernel *kernel = &hm_kernels[i];
        if (kernel->form == HM_FORM_STITCHED || kernel->cores != HM_CORE_BIT(core) ||
            !hm_kernel_runs(kernel))
            continue;
        lanes += kernel->form == HM_FORM_LANES;
        rows[n++].index = i;
    }
    if (!lanes)
        return;
    time_rows(rows, n, bytes, hm_cores[core].block_size, quick);
    for (size_t i = 0; i < n; i++) {
        if (hm_kernels[rows[i].index].form == HM_FORM_SINGLE) {
            printf("/* single: \"%s\" %.2f ns/B */\n", hm_kernels[rows[i].index].name,
                   rows[i].ns / (double)bytes);
            continue;
        }
        best_without(rows, n, i, best);
        print_row(report, &rows[i], bytes, min_live(&rows[i], best), best);
    }
}

void cutovers_run(struct report *report, const struct options *options)
{
    static const size_t sizes[] = {4096, 256};
    for (size_t s = 0; s < HM_COUNT(sizes); s++) {
        printf("\n/* Derived with messages of %zu bytes. */\n", sizes[s]);
        for (size_t core = 0; core < HM_CORES; core++)
            derive(report, (enum hm_core_id)core, sizes[s], options->quick);
    }
    if (!json_object_get(report->root, "cutovers"))
        printf("/* This build has no lanes kernel that this CPU can run. */\n");
}
