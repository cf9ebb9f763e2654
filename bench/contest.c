/* SPDX-License-Identifier: MIT
 *
 * contest.c - lays out messages, opens contenders, verifies, times. Knows how to make Hashmill use
 * a given tier or kernel row; knows no peer and no output format.
 */
#include "contest.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algorithms.h"
#include "dispatch.h"

#define LINE 64
#define SLOT (HM_MAX_DIGEST_SIZE * HM_MAX_SET)

/* ---- Messages --------------------------------------------------------------------------- */

/* Bytes that never repeat with a block's period, grown as needed and kept. */
static const uint8_t *pool(size_t size)
{
    static uint8_t *bytes;
    static size_t have;
    if (size > have) {
        free(bytes);
        bytes = bench_alloc(size);
        have = size;
        uint64_t x = 0x9e3779b97f4a7c15u;
        for (size_t i = 0; i < size; i++) {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            bytes[i] = (uint8_t)(x >> 32);
        }
    }
    return bytes;
}

static size_t stride(struct shape shape)
{
    if (shape.layout == ADJACENT)
        return shape.len;
    return (shape.len + LINE - 1) / LINE * LINE + LINE;
}

static void lay_out(struct shape shape, struct hm_message *messages)
{
    const uint8_t *data = pool(stride(shape) * shape.n + LINE);
    uint32_t x = 12345;

    for (size_t i = 0; i < shape.n; i++) {
        messages[i].data = data + i * stride(shape);
        messages[i].len = shape.len;
        if (shape.layout == SPREAD)
            messages[i].len = shape.n > 1 ? i * shape.len / (shape.n - 1) : shape.len / 2;
    }
    for (size_t i = shape.n; shape.layout == SPREAD && i > 1; i--) {
        x = x * 1664525u + 1013904223u;
        size_t k = (x >> 8) % i, len = messages[k].len;
        messages[k].len = messages[i - 1].len;
        messages[i - 1].len = len;
    }
}

/* ---- Whose turn it is ------------------------------------------------------------------- */

struct turn {
    const struct entrant *entrant;
    enum hm_core_id core;
    void *context;
    struct hm_message *messages;
    size_t n;
};

static const char *tier_in_use = "native";
static const struct hm_kernel *kernel_in_use;

static void use(const char *tier, const struct hm_kernel *kernel, enum hm_core_id core)
{
    if (!tier)
        tier = "native";
    if (strcmp(tier, tier_in_use) != 0 || kernel != kernel_in_use) {
        if (!hm_cpu_limit(tier)) {
            fprintf(stderr, "hashmill-bench: no such tier: %s\n", tier);
            exit(2);
        }
        if (kernel)
            atomic_store_explicit(&hm_single[core], kernel->fn.blocks, memory_order_relaxed);
    }
    tier_in_use = tier;
    kernel_in_use = kernel;
}

static void prepare(void *context)
{
    struct turn *turn = context;
    if (turn->entrant->contender->own)
        use(turn->entrant->tier, turn->entrant->kernel, turn->core);
}

static void run(void *context, size_t reps)
{
    struct turn *turn = context;
    turn->entrant->contender->run(turn->context, turn->messages, turn->n, reps);
}

/* ---- Right answers ---------------------------------------------------------------------- */

static void reference(const struct contest *contest, enum kind kind, const struct hm_message *m)
{
    const struct task *task = &contest->task;
    for (size_t i = 0; i < contest->shape.n; i++) {
        for (size_t k = 0; k < task->n_ids; k++) {
            const struct hm_algorithm *algorithm = hm_algorithm_at(task->ids[k]);
            uint8_t *out = m[i].out + k * HM_MAX_DIGEST_SIZE;
            if (kind == KIND_HMAC)
                hm_hmac(algorithm, task->key, task->key_len, m[i].data, m[i].len, out);
            else
                hm_digest(algorithm, m[i].data, m[i].len, out);
        }
    }
}

static bool same(const struct task *task, const struct contender *contender,
                 const struct hm_message *got, const struct hm_message *want, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < task->n_ids; k++) {
            size_t size = hm_algorithm_digest_size(hm_algorithm_at(task->ids[k]));
            const uint8_t *bytes = got[i].out + k * HM_MAX_DIGEST_SIZE;
            uint8_t decoded[HM_MAX_DIGEST_SIZE];
            if (contender->hex) {
                if (!hm_hex_decode(decoded, (const char *)bytes, 2 * size))
                    return false;
                bytes = decoded;
            }
            if (memcmp(bytes, want[i].out + k * HM_MAX_DIGEST_SIZE, size) != 0) {
                fprintf(
                    stderr,
                    "hashmill-bench: WRONG ANSWER: %s, %s (%s), message %zu of %zu, %zu bytes\n",
                    hm_algorithm_name(hm_algorithm_at(task->ids[k])), contender->library,
                    contender->title, i + 1, n, got[i].len);
                return false;
            }
        }
    }
    return true;
}

/* ---- The contest ------------------------------------------------------------------------ */

void contest_begin(struct contest *contest, const struct task *task, struct shape shape)
{
    memset(contest, 0, sizeof *contest);
    contest->task = *task;
    contest->shape = shape;
}

void contest_add(struct contest *contest, const struct contender *contender, const char *tier,
                 const struct hm_kernel *kernel)
{
    if (!contender || contest->n == MAX_ENTRANTS)
        return;
    if (contender->max_len && contest->shape.len > contender->max_len)
        return;
    void *context = contender->open(&contest->task);
    if (!context)
        return;
    contender->close(context);
    contest->entrants[contest->n++] =
        (struct entrant){.contender = contender, .tier = tier, .kernel = kernel};
}

static void name_kernel(const struct contest *contest, struct entrant *e)
{
    const struct hm_algorithm *set[HM_MAX_SET];
    struct hm_multi multi;
    bool many = e->contender->tables & (IN_MANY | IN_HMAC_MANY);

    if (!e->contender->own)
        return;
    for (size_t i = 0; i < contest->task.n_ids; i++)
        set[i] = hm_algorithm_at(contest->task.ids[i]);
    if (e->contender->kind == KIND_SET) {
        hm_multi_init(&multi, set, contest->task.n_ids);
        hm_multi_describe(&multi, e->kernel_name, sizeof e->kernel_name);
        return;
    }
    const char *name =
        e->kernel ? e->kernel->name : hm_kernel_name(set[0], many ? contest->shape.n : 1);
    snprintf(e->kernel_name, sizeof e->kernel_name, "%s", name);
}

static bool verify(struct contest *contest, struct turn *turns, const struct hm_message *want)
{
    bool ok = true;
    for (size_t i = 0; i < contest->n; i++) {
        struct entrant *e = &contest->entrants[i];
        prepare(&turns[i]);
        name_kernel(contest, e);
        run(&turns[i], 1);
        ok = same(&contest->task, e->contender, turns[i].messages, want, contest->shape.n) && ok;
        allocations_start();
        run(&turns[i], 1);
        e->allocations = allocations_stop();
    }
    return ok;
}

bool contest_run(struct contest *contest, const struct timing_plan *plan)
{
    static struct timing_series series[MAX_ENTRANTS];
    struct timing_contender contenders[MAX_ENTRANTS];
    struct turn turns[MAX_ENTRANTS];
    size_t n = contest->shape.n, lists = contest->n + 1;
    size_t slot = contest->task.n_ids > 1 ? SLOT : 2 * HM_MAX_DIGEST_SIZE + LINE;
    struct hm_message *messages = bench_alloc(lists * n * sizeof *messages);
    uint8_t *outs = bench_alloc(lists * n * slot);
    enum hm_core_id core = HM_CORE_MD5;

    memset(outs, 0, lists * n * slot);
    for (size_t k = 0; k < lists; k++) {
        lay_out(contest->shape, messages + k * n);
        for (size_t i = 0; i < n; i++)
            messages[k * n + i].out = outs + (k * n + i) * slot;
    }
    contest->bytes = 0;
    for (size_t i = 0; i < n; i++)
        contest->bytes += messages[i].len;

    struct hm_message *want = messages + contest->n * n;
    core = bench_core(contest->task.ids[0]);
    use("portable", NULL, core);
    reference(contest, contest->entrants[0].contender->kind, want);
    for (size_t i = 0; i < contest->n; i++) {
        struct entrant *e = &contest->entrants[i];
        turns[i] = (struct turn){e, core, e->contender->open(&contest->task), messages + i * n, n};
        contenders[i] = (struct timing_contender){prepare, run, &turns[i]};
    }
    bool ok = verify(contest, turns, want);
    if (ok)
        contest->n_rounds = timing_rounds(plan, contenders, contest->n, series);
    for (size_t i = 0; i < contest->n; i++) {
        struct entrant *e = &contest->entrants[i];
        e->contender->close(turns[i].context);
        for (unsigned r = 0; ok && r < contest->n_rounds; r++)
            series[i].ns[r] /= (double)n;
        e->rounds = series[i].ns;
        contest->repeated += ok ? series[i].repeated : 0;
        e->ns = timing_summarise(series[i].ns, ok ? contest->n_rounds : 0);
    }
    free(messages);
    free(outs);
    return ok;
}

struct timing_summary contest_ratio(const struct contest *contest, size_t a, size_t b)
{
    return timing_ratios(contest->entrants[a].rounds, contest->entrants[b].rounds,
                         contest->n_rounds);
}

size_t contest_best_peer(const struct contest *contest)
{
    size_t best = 0;
    for (size_t i = 1; i < contest->n; i++)
        if (!best || contest->entrants[i].ns.median < contest->entrants[best].ns.median)
            best = i;
    return best;
}

enum hm_core_id bench_core(size_t id)
{
    return (enum hm_core_id)hm_algorithm_at(id)->core;
}

void contest_end(void)
{
    use("native", NULL, HM_CORE_MD5);
    hm_dispatch_reset();
}
