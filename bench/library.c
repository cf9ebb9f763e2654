/* SPDX-License-Identifier: MIT
 *
 * library.c - the library suite: which contests are held. Walks the library's own tables of
 * algorithms and kernels; knows no peer by name.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "dispatch.h"
#include "suites.h"

#define MS 1000000u
#define LIST(...) __VA_ARGS__, 0

struct mode {
    unsigned table;
    const char *name;
};

static const char secret_key[] = "secretkey"; /* nine bytes, as in the published HMAC report */

static struct timing_plan plan(const struct options *options, unsigned pass_us)
{
    if (options->quick)
        return (struct timing_plan){.warm = 1,
                                    .rounds = 11,
                                    .min_rounds = 3,
                                    .pass_ns = 100000,
                                    .budget_ns = 150 * (uint64_t)MS,
                                    .clock_ns = timing_cpu_now,
                                    .interruptions = timing_interruptions};
    return (struct timing_plan){.warm = 3,
                                .rounds = 25,
                                .min_rounds = 7,
                                .pass_ns = pass_us * 1000u,
                                .budget_ns = 1000 * (uint64_t)MS,
                                .clock_ns = timing_cpu_now,
                                .interruptions = timing_interruptions};
}

/* The relatives of an algorithm share its kernels: a quick run leaves them out. */
static bool in_run(const struct options *options, size_t id)
{
    if (!options->quick)
        return true;
    for (size_t i = 0; i < id; i++)
        if (bench_core(i) == bench_core(id) && id != HM_SHA256 && id != HM_SHA512)
            return false;
    return id != HM_SHA224 && id != HM_SHA384;
}

/* One per core: what batches are measured with. */
static const size_t representatives[] = {HM_MD5, HM_SHA1, HM_SHA256, HM_SHA512, HM_RMD160};

static void add_table(struct contest *contest, unsigned table, bool own, const char *tier)
{
    const struct contender *c;
    for (size_t i = 0; (c = contender_at(i)); i++)
        if ((c->tables & table) && c->own == own)
            contest_add(contest, c, own ? tier : NULL, NULL);
}

/* Hashmill with the kernel in use, then with every other row this CPU runs. */
static void add_kernels(struct contest *contest, unsigned table)
{
    enum hm_core_id core = bench_core(contest->task.ids[0]);
    const struct hm_kernel *best = hm_single_kernel(core);
    const struct contender *c;

    for (size_t i = 0; (c = contender_at(i)); i++) {
        if (!(c->tables & table) || !c->own)
            continue;
        contest_add(contest, c, NULL, NULL);
        for (size_t k = 0; k < hm_kernel_count; k++)
            if (hm_kernels[k].form == HM_FORM_SINGLE && hm_kernels[k].cores == HM_CORE_BIT(core) &&
                &hm_kernels[k] != best && hm_kernel_runs(&hm_kernels[k]))
                contest_add(contest, c, NULL, &hm_kernels[k]);
    }
}

static bool finish(struct report *report, const char *section, const char *mode,
                   struct contest *contest, const struct timing_plan *timing)
{
    if (!contest_run(contest, timing))
        return false;
    report_row(report, section, mode, contest);
    return true;
}

/* ---- Single messages -------------------------------------------------------------------- */

static bool single(struct report *report, const struct options *options)
{
    static const struct mode modes[] = {
        {IN_ONE_SHOT, "one-shot"},
        {IN_REUSED, "reused state"},
        {IN_HMAC, "HMAC, key each time"},
        {IN_HMAC_KEYED, "HMAC, prepared key"},
    };
    static const size_t full[] = {LIST(16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576)};
    static const size_t quick[] = {LIST(16, 256, 4096, 65536)};
    struct timing_plan timing = plan(options, 500);
    struct contest contest;

    for (size_t id = 0; hm_algorithm_at(id); id++) {
        for (size_t m = 0; in_run(options, id) && m < HM_COUNT(modes); m++) {
            bool hmac = modes[m].table & (IN_HMAC | IN_HMAC_KEYED);
            struct task task = {.ids = {id}, .n_ids = 1};
            if (hmac) {
                task.key = secret_key;
                task.key_len = sizeof secret_key - 1;
            }
            for (const size_t *len = options->quick ? quick : full; *len; len++) {
                contest_end();
                contest_begin(&contest, &task, (struct shape){1, *len, APART});
                add_kernels(&contest, modes[m].table);
                add_table(&contest, modes[m].table, false, NULL);
                if (!finish(report, "single", modes[m].name, &contest, &timing))
                    return false;
            }
        }
    }
    return true;
}

/* ---- Many messages ---------------------------------------------------------------------- */

static bool batch_row(struct report *report, const struct options *options, size_t id,
                      struct shape shape)
{
    struct timing_plan timing = plan(options, 300);
    struct task task = {.ids = {id}, .n_ids = 1};
    struct contest contest;

    size_t bytes = shape.layout == SPREAD ? shape.n * shape.len / 2 : shape.n * shape.len;
    if (bytes > (options->quick ? 4u << 20 : 64u << 20))
        return true;
    contest_begin(&contest, &task, shape);
    add_table(&contest, IN_MANY, true, NULL);
    contest_add(&contest, contender_find("digest", KIND_DIGEST), NULL, NULL);
    if (shape.n == 64)
        contest_add(&contest, contender_find("update-many", KIND_DIGEST), NULL, NULL);
    if (shape.layout == ADJACENT)
        contest_add(&contest, contender_find("pieces", KIND_DIGEST), NULL, NULL);
    add_table(&contest, IN_MANY, false, NULL);
    return finish(report, "batch", "many messages", &contest, &timing);
}

static bool batch(struct report *report, const struct options *options)
{
    static const size_t full_n[] = {LIST(1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 1000)};
    static const size_t quick_n[] = {LIST(1, 2, 4, 8, 16, 64, 1000)};
    static const size_t full_len[] = {LIST(16, 64, 256, 1024, 4096, 16384, 65536, 1048576)};
    static const size_t quick_len[] = {LIST(64, 4096, 65536)};
    static const struct shape special[] = {
        {64, 4096, ADJACENT}, {64, 65536, ADJACENT}, {16, 8192, SPREAD},
        {64, 8192, SPREAD},   {1000, 8192, SPREAD},  {1000, 256, SPREAD},
    };

    contest_end();
    for (size_t a = 0; a < HM_COUNT(representatives); a++) {
        for (const size_t *len = options->quick ? quick_len : full_len; *len; len++)
            for (const size_t *n = options->quick ? quick_n : full_n; *n; n++)
                if (!batch_row(report, options, representatives[a],
                               (struct shape){*n, *len, APART}))
                    return false;
        for (size_t i = 0; i < HM_COUNT(special); i++)
            if (!batch_row(report, options, representatives[a], special[i]))
                return false;
    }
    return true;
}

/* Messages that no cache holds, where the time of memory counts. */
static bool memory(struct report *report, const struct options *options)
{
    static const struct shape shapes[] = {{1, 64 << 20, APART}, {1000, 65536, APART}};
    struct timing_plan timing = plan(options, 500);
    struct contest contest;

    for (size_t a = 0; a < HM_COUNT(representatives); a++) {
        struct task task = {.ids = {representatives[a]}, .n_ids = 1};
        for (size_t i = 0; i < (options->quick ? 1 : HM_COUNT(shapes)); i++) {
            const unsigned tables = shapes[i].n == 1 ? IN_ONE_SHOT : IN_MANY;
            contest_end();
            contest_begin(&contest, &task, shapes[i]);
            add_table(&contest, tables, true, NULL);
            if (tables == IN_MANY)
                contest_add(&contest, contender_find("digest", KIND_DIGEST), NULL, NULL);
            add_table(&contest, tables, false, NULL);
            if (!finish(report, "memory", tables == IN_MANY ? "many messages" : "one-shot",
                        &contest, &timing))
                return false;
        }
    }
    contest_end();
    return true;
}

/* What each tier makes of one batch, and of one message. */
static bool tiers(struct report *report, const struct options *options)
{
    struct timing_plan timing = plan(options, 500);
    struct contest contest;
    const char *tier;

    for (size_t a = 0; a < HM_COUNT(representatives); a++) {
        struct task task = {.ids = {representatives[a]}, .n_ids = 1};
        contest_end();
        contest_begin(&contest, &task, (struct shape){64, 4096, APART});
        add_table(&contest, IN_MANY, true, NULL);
        for (size_t i = 0; (tier = hm_cpu_tier_at(i)); i++)
            if (strcmp(tier, "native") != 0)
                add_table(&contest, IN_MANY, true, tier);
        add_table(&contest, IN_MANY, false, NULL);
        if (!finish(report, "tiers", "every tier", &contest, &timing))
            return false;
    }
    return true;
}

static bool hmac_many(struct report *report, const struct options *options)
{
    static const size_t full_n[] = {LIST(1, 4, 16, 64, 1000)}, quick_n[] = {LIST(64)};
    static const size_t full_len[] = {LIST(16, 64, 445, 4096)}, quick_len[] = {LIST(64, 445)};
    struct timing_plan timing = plan(options, 300);
    struct contest contest;

    contest_end();
    for (size_t a = 0; a < HM_COUNT(representatives); a++) {
        for (int each = 0; each < 2; each++) {
            struct task task = {.ids = {representatives[a]},
                                .n_ids = 1,
                                .key = secret_key,
                                .key_len = sizeof secret_key - 1,
                                .key_each = each};
            for (const size_t *len = options->quick ? quick_len : full_len; *len; len++) {
                for (const size_t *n = options->quick ? quick_n : full_n; *n; n++) {
                    contest_begin(&contest, &task, (struct shape){*n, *len, APART});
                    add_table(&contest, IN_HMAC_MANY, true, NULL);
                    contest_add(&contest, contender_find("keyed", KIND_HMAC), NULL, NULL);
                    add_table(&contest, IN_HMAC_MANY, false, NULL);
                    if (!finish(report, "hmac-many",
                                each ? "HMAC of many, a key each" : "HMAC of many, one key",
                                &contest, &timing))
                        return false;
                }
            }
        }
    }
    return true;
}

/* ---- Several digests of one message ----------------------------------------------------- */

static bool sets(struct report *report, const struct options *options)
{
    static const struct task all[] = {
        {.ids = {HM_MD5, HM_SHA1}, .n_ids = 2},
        {.ids = {HM_MD5, HM_SHA256}, .n_ids = 2},
        {.ids = {HM_SHA1, HM_SHA256}, .n_ids = 2},
        {.ids = {HM_SHA1, HM_SHA512}, .n_ids = 2},
        {.ids = {HM_SHA256, HM_SHA512}, .n_ids = 2},
        {.ids = {HM_MD5, HM_SHA512}, .n_ids = 2},
        {.ids = {HM_MD5, HM_SHA1, HM_SHA256}, .n_ids = 3},
        {.ids = {HM_MD5, HM_SHA1, HM_SHA256, HM_SHA512}, .n_ids = 4},
        {.ids = {HM_MD5, HM_SHA1, HM_SHA256, HM_SHA512, HM_RMD160}, .n_ids = 5},
    };
    static const size_t full[] = {LIST(64, 1024, 16384, 1048576)}, quick[] = {LIST(16384)};
    struct timing_plan timing = plan(options, 1000);
    struct contest contest;

    contest_end();
    for (size_t i = 0; i < HM_COUNT(all); i++) {
        for (const size_t *len = options->quick ? quick : full; *len; len++) {
            contest_begin(&contest, &all[i], (struct shape){1, *len, APART});
            add_table(&contest, IN_SET, true, NULL);
            add_table(&contest, IN_SET, false, NULL);
            if (!finish(report, "sets", "digest set", &contest, &timing))
                return false;
        }
    }
    return true;
}

/* ---- Portable kernels beside libgcrypt's C ---------------------------------------------- */

static bool portable_rows(struct report *report, const struct options *options)
{
    struct timing_plan timing = plan(options, 500);
    struct contest contest;

    for (size_t id = 0; hm_algorithm_at(id); id++) {
        struct task task = {.ids = {id}, .n_ids = 1};
        if (!in_run(options, id))
            continue;
        contest_begin(&contest, &task, (struct shape){1, 16384, APART});
        contest_add(&contest, contender_find("reused", KIND_DIGEST), "portable", NULL);
        contest_add(&contest, contender_find("gcrypt", KIND_DIGEST), NULL, NULL);
        if (!finish(report, "portable", "portable C beside libgcrypt's", &contest, &timing))
            return false;
    }
    return true;
}

/* libgcrypt's hardware features can be switched off once, before its first use: this part runs in
 * a child, whose results come back as JSON. Called before anything else used a peer. */
static json_t *portable_part(const struct options *options, bool *ok)
{
    int ends[2], status = 0;
    json_error_t error;

    *ok = true;
    if (!contender_find("gcrypt", KIND_DIGEST) ||
        (!asked(options, "portable") && !asked(options, "bars")))
        return NULL;
    fflush(stdout);
    pid_t child = pipe(ends) == 0 ? fork() : -1;
    if (child == 0) {
        struct report report = {.root = need(json_object())};
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* an interrupted run leaves nobody behind */
        close(ends[0]);
        if (!gcrypt_make_portable())
            _exit(1);
        bool right = !asked(options, "portable") || portable_rows(&report, options);
        right = right && (!asked(options, "bars") || bars_run(&report, options, true));
        fflush(stdout);
        _exit(right && json_dumpfd(report.root, ends[1], 0) == 0 ? 0 : 1);
    }
    if (child < 0) {
        perror("hashmill-bench: cannot start the portable comparison");
        *ok = false;
        return NULL;
    }
    close(ends[1]);
    json_t *root = json_loadfd(ends[0], 0, &error);
    close(ends[0]);
    waitpid(child, &status, 0);
    if (status != 0 || !root) {
        fprintf(stderr, "hashmill-bench: the portable comparison failed\n");
        *ok = false;
    }
    return root;
}

static void take_over(struct report *report, json_t *root)
{
    const char *key;
    json_t *list, *value;
    size_t i;

    json_object_foreach(root, key, list) json_array_foreach(list, i, value)
        report_add(report, key, json_incref(value));
    json_decref(root);
}

/* ---- The suite -------------------------------------------------------------------------- */

int library_suite(const struct options *options)
{
    struct report report;
    bool ok = true;
    uint64_t start = timing_now();
    json_t *portable = options->cutovers ? NULL : portable_part(options, &ok);

    report_begin(&report, "library", options->quick, options->argv);
    if (portable)
        report_took(&report, "portable", start);
    report_contenders(&report);
    if (options->cutovers) {
        cutovers_run(&report, options);
    } else {
        static const struct {
            const char *name;
            bool (*run)(struct report *report, const struct options *options);
        } sections[] = {{"single", single}, {"batch", batch},         {"memory", memory},
                        {"tiers", tiers},   {"hmac-many", hmac_many}, {"sets", sets}};
        for (size_t i = 0; ok && i < HM_COUNT(sections); i++) {
            start = timing_now();
            if (asked(options, sections[i].name)) {
                ok = sections[i].run(&report, options);
                report_took(&report, sections[i].name, start);
            }
        }
        start = timing_now();
        if (ok && asked(options, "bars")) {
            ok = bars_run(&report, options, false);
            report_took(&report, "bars", start);
        }
        if (portable)
            take_over(&report, portable);
        bars_print(&report);
        report_print_times(&report);
    }
    contest_end();
    /* A run that went wrong leaves no results that could be taken for right ones. */
    bool written = ok && report_write(&report, options->results);
    json_decref(report.root);
    return !ok ? 1 : written ? 0 : 2;
}
