/* SPDX-License-Identifier: MIT
 *
 * bars.c - what was asked of the library, as a table, and how each bar is measured: one contest
 * each, ratios pair by pair, median. A speed bar is the peer's time over ours and must be at least
 * what was asked; a time bar is ours over the peer's and must be at most that.
 */
#include <stdio.h>
#include <string.h>

#include "suites.h"

struct bar {
    const char *id;
    int issue;
    struct shape shape;
    const char *what;    /* behind the algorithms' names */
    const char *own;     /* Hashmill's contender */
    const char *against; /* peers, separated by blanks: the fastest of them counts */
    bool at_most;
    double asked, aim;
    enum kind kind;
    const char *tier; /* "portable": measured where libgcrypt has no hardware features either */
    size_t ids[4], n_ids;
};

/* clang-format off */

/* Messages, and how people call them. */
#define BULK          {1, 16384, APART}, "16 KiB"
#define HEX_4K        {1, 4096, APART}, "4 KiB as hex, best reused state"
#define SHORT         {1, 16, APART}, "16 bytes"
#define PORTABLE      {1, 16384, APART}, "16 KiB, portable C"
#define HMAC_ONE_SHOT {1, 445, APART}, "9-byte key, 445 bytes, one-shot"
#define HMAC_PREPARED {1, 445, APART}, "9-byte key, 445 bytes, prepared key"
#define MANY_4K       {64, 4096, APART}, "64 messages of 4 KiB"
#define MANY_64K      {64, 65536, APART}, "64 messages of 64 KiB"
#define MANY_64B      {1000, 64, APART}, "1,000 messages of 64 bytes"
#define MIXED         {1000, 8192, SPREAD}, "1,000 messages of 0 to 8 KiB"
#define AVX2_4K       {64, 4096, APART}, "64 messages of 4 KiB, AVX2"
#define TWO           {2, 4096, APART}, "2 messages of 4 KiB"
#define HMAC_MANY_445 {64, 445, APART}, "64 messages of 445 bytes, one key"
#define HMAC_MANY_64  {64, 64, APART}, "64 messages of 64 bytes, one key"

#define REUSED "evp gcrypt nettle"

#define LEAST(id, issue, algorithm, messages, own, against, asked, aim) \
    {id, issue, messages, own, against, false, asked, aim, KIND_DIGEST, NULL, {algorithm}, 1}
#define TIER(id, issue, algorithm, messages, own, against, asked, tier) \
    {id, issue, messages, own, against, false, asked, 0, KIND_DIGEST, tier, {algorithm}, 1}
#define MOST(id, issue, algorithm, messages, own, against, asked, tier) \
    {id, issue, messages, own, against, true, asked, 0, KIND_DIGEST, tier, {algorithm}, 1}
#define HMAC(id, issue, algorithm, messages, own, asked) \
    {id, issue, messages, own, "hmac()", false, asked, 0, KIND_HMAC, NULL, {algorithm}, 1}
#define SET(id, asked, aim, ...) \
    {id, 3, {1, 16384, APART}, "16 KiB in one pass", "set", "evp", false, asked, aim, KIND_SET, \
     NULL, {__VA_ARGS__}, sizeof((size_t[]){__VA_ARGS__}) / sizeof(size_t)}

/* "No slower" allows 2 per cent. */
static const struct bar bars[] = {
    LEAST("bulk-md5", 2, HM_MD5, BULK, "digest", "evp", 1.10, 0),
    LEAST("bulk-sha1", 2, HM_SHA1, BULK, "digest", "evp", 0.99, 0),
    LEAST("bulk-sha256", 2, HM_SHA256, BULK, "digest", "evp", 0.99, 0),
    LEAST("bulk-sha512", 2, HM_SHA512, BULK, "digest", "evp", 1.00, 1.15),
    LEAST("bulk-rmd160", 2, HM_RMD160, BULK, "digest", "evp", 1.10, 0),
    MOST("hex-md5", 2, HM_MD5, HEX_4K, "hex", REUSED, 0.92, NULL),
    MOST("hex-sha1", 2, HM_SHA1, HEX_4K, "hex", REUSED, 1.00, NULL),
    MOST("hex-sha256", 2, HM_SHA256, HEX_4K, "hex", REUSED, 1.00, NULL),
    MOST("hex-sha512", 2, HM_SHA512, HEX_4K, "hex", REUSED, 1.00, NULL),
    MOST("hex-rmd160", 2, HM_RMD160, HEX_4K, "hex", REUSED, 1.00, NULL),
    MOST("short-md5", 2, HM_MD5, SHORT, "digest", "evp", 0.80, NULL),
    MOST("short-sha1", 2, HM_SHA1, SHORT, "digest", "evp", 0.60, NULL),
    MOST("short-sha256", 2, HM_SHA256, SHORT, "digest", "evp", 0.60, NULL),
    MOST("short-sha512", 2, HM_SHA512, SHORT, "digest", "evp", 0.80, NULL),
    HMAC("hmac-one-shot", 2, HM_SHA1, HMAC_ONE_SHOT, "hmac", 3.5),
    HMAC("hmac-prepared", 2, HM_SHA1, HMAC_PREPARED, "keyed", 4.0),
    MOST("portable-md5", 2, HM_MD5, PORTABLE, "reused", "gcrypt", 1.10, "portable"),
    MOST("portable-sha1", 2, HM_SHA1, PORTABLE, "reused", "gcrypt", 1.10, "portable"),
    MOST("portable-sha256", 2, HM_SHA256, PORTABLE, "reused", "gcrypt", 1.10, "portable"),
    MOST("portable-sha512", 2, HM_SHA512, PORTABLE, "reused", "gcrypt", 1.10, "portable"),
    MOST("portable-rmd160", 2, HM_RMD160, PORTABLE, "reused", "gcrypt", 1.10, "portable"),

    LEAST("many-4k-md5", 3, HM_MD5, MANY_4K, "many", "evp", 16, 0),
    LEAST("many-4k-sha1", 3, HM_SHA1, MANY_4K, "many", "evp", 3.7, 3.9),
    LEAST("many-4k-sha256", 3, HM_SHA256, MANY_4K, "many", "evp", 2.2, 2.3),
    LEAST("many-4k-sha512", 3, HM_SHA512, MANY_4K, "many", "evp", 4.0, 4.2),
    LEAST("many-4k-rmd160", 3, HM_RMD160, MANY_4K, "many", "evp", 8, 0),
    LEAST("many-64k-md5", 3, HM_MD5, MANY_64K, "many", "evp", 17, 0),
    LEAST("many-64k-sha1", 3, HM_SHA1, MANY_64K, "many", "evp", 3.8, 4.1),
    LEAST("many-64k-sha256", 3, HM_SHA256, MANY_64K, "many", "evp", 2.25, 2.4),
    LEAST("many-64k-sha512", 3, HM_SHA512, MANY_64K, "many", "evp", 4.1, 4.3),
    LEAST("many-64b-md5", 3, HM_MD5, MANY_64B, "many", "evp", 9, 0),
    LEAST("many-64b-sha1", 3, HM_SHA1, MANY_64B, "many", "evp", 3.5, 0),
    LEAST("many-64b-sha256", 3, HM_SHA256, MANY_64B, "many", "evp", 2.3, 0),
    LEAST("many-64b-sha512", 3, HM_SHA512, MANY_64B, "many", "evp", 4, 0),
    LEAST("many-mixed-md5", 3, HM_MD5, MIXED, "many", "evp", 12, 0),
    LEAST("many-mixed-sha1", 3, HM_SHA1, MIXED, "many", "evp", 3.2, 0),
    LEAST("many-mixed-sha256", 3, HM_SHA256, MIXED, "many", "evp", 2, 0),
    LEAST("many-mixed-sha512", 3, HM_SHA512, MIXED, "many", "evp", 3.6, 0),
    TIER("avx2-md5", 3, HM_MD5, AVX2_4K, "many", "evp", 8, "avx2"),
    TIER("avx2-sha1", 3, HM_SHA1, AVX2_4K, "many", "evp", 1.5, "avx2"),
    MOST("avx2-sha256", 3, HM_SHA256, AVX2_4K, "many", "digest", 1.02, "avx2"),
    TIER("avx2-sha512", 3, HM_SHA512, AVX2_4K, "many", "evp", 1.35, "avx2"),
    MOST("two-md5", 3, HM_MD5, TWO, "many", "digest", 1.02, NULL),
    LEAST("two-sha1", 3, HM_SHA1, TWO, "many", "evp", 1.0, 0),
    LEAST("two-sha256", 3, HM_SHA256, TWO, "many", "evp", 1.15, 0),
    LEAST("two-sha512", 3, HM_SHA512, TWO, "many", "evp", 1.3, 0),
    SET("set-md5-sha256", 1.4, 0, HM_MD5, HM_SHA256),
    SET("set-three", 1.75, 0, HM_MD5, HM_SHA1, HM_SHA256),
    SET("set-four", 1.7, 2.3, HM_MD5, HM_SHA1, HM_SHA256, HM_SHA512),
    HMAC("hmac-many-sha1", 3, HM_SHA1, HMAC_MANY_445, "many", 12),
    HMAC("hmac-many-sha256", 3, HM_SHA256, HMAC_MANY_64, "many", 14),
};
/* clang-format on */

#define N_BARS (sizeof bars / sizeof *bars)

size_t bars_library(const struct options *options)
{
    size_t n = 0;
    for (size_t i = 0; i < N_BARS; i++)
        n += bar_matches(options, bars[i].id);
    return n;
}

/* "MD5 + SHA-256, 16 KiB in one pass", "HMAC-SHA-1, 64 messages of..." */
static const char *describe(const struct bar *bar, char text[160])
{
    size_t n = 0;
    for (size_t i = 0; i < bar->n_ids; i++)
        n += (size_t)snprintf(text + n, 160 - n, "%s%s%s", i ? " + " : "",
                              bar->kind == KIND_HMAC ? "HMAC-" : "",
                              hm_algorithm_name(hm_algorithm_at(bar->ids[i])));
    snprintf(text + n, 160 - n, ", %s", bar->what);
    return text;
}

void bars_list_one(const char *suite, const char *id, int issue, const char *how, double asked_for,
                   const char *what)
{
    printf("%-8s %-18s %d  %14s %7.2f  %s\n", suite, id, issue, how, asked_for, what);
}

void bars_list(void)
{
    char what[160];
    for (size_t i = 0; i < N_BARS; i++)
        bars_list_one("library", bars[i].id, bars[i].issue,
                      bars[i].at_most ? "time at most" : "speed at least", bars[i].asked,
                      describe(&bars[i], what));
    tool_bars_list();
}

void bars_add(struct report *report, const struct verdict *v)
{
    json_t *bar =
        need(json_pack("{s:s, s:i, s:s, s:s, s:b, s:f, s:f, s:f, s:s, s:b, s:b, s:s}", "id", v->id,
                       "issue", v->issue, "what", v->what, "against", v->against, "at_most",
                       v->at_most, "asked", v->asked, "measured", v->measured, "mad", v->mad,
                       "unit", v->unit, "met", v->met, "noisy", v->noisy, "command", v->command));
    if (v->aim > 0)
        json_object_set_new(bar, "aim", need(json_real(v->aim)));
    report_add(report, "bars", bar);
}

void bars_worst(struct report *report, const struct verdict *v)
{
    json_t *list = json_object_get(report->root, "bars"), *bar;
    size_t i;

    json_array_foreach(list, i, bar)
    {
        if (strcmp(json_string_value(json_object_get(bar, "id")), v->id) != 0)
            continue;
        double old = json_real_value(json_object_get(bar, "measured"));
        if (v->at_most ? old >= v->measured : old <= v->measured)
            return;
        json_array_remove(list, i);
        break;
    }
    bars_add(report, v);
}

void bars_print(const struct report *report)
{
    const json_t *list = json_object_get(report->root, "bars"), *bar;
    size_t i, met = 0;

    if (!list)
        return;
    printf("\nBars: asked and measured (~: spread over 10 %%)\n");
    json_array_foreach(list, i, bar)
    {
        bool ok = json_is_true(json_object_get(bar, "met"));
        met += ok;
        printf("  %-6s %-18s %-66s %s %6.2f  %7.3f%s%s  %s\n", ok ? "met" : "MISSED",
               json_string_value(json_object_get(bar, "id")),
               json_string_value(json_object_get(bar, "what")),
               json_is_true(json_object_get(bar, "at_most")) ? "<=" : ">=",
               json_real_value(json_object_get(bar, "asked")),
               json_real_value(json_object_get(bar, "measured")),
               json_string_value(json_object_get(bar, "unit")),
               json_is_true(json_object_get(bar, "noisy")) ? "~" : "",
               json_string_value(json_object_get(bar, "against")));
    }
    printf("%zu of %zu bars met\n", met, json_array_size(list));
}

static void add_peers(struct contest *contest, const struct bar *bar)
{
    char name[32];
    for (const char *p = bar->against; *p; p += strspn(p, " ")) {
        size_t len = strcspn(p, " ");
        snprintf(name, sizeof name, "%.*s", (int)len, p);
        p += len;
        const struct contender *c = contender_find(name, bar->kind);
        contest_add(contest, c, c && c->own ? bar->tier : NULL, NULL);
    }
}

static bool run_bar(struct report *report, const struct bar *bar, const struct timing_plan *plan)
{
    static const char key[] = "secretkey";
    struct task task = {.n_ids = bar->n_ids};
    struct contest contest;
    char command[128], what[160];

    memcpy(task.ids, bar->ids, sizeof bar->ids);
    if (bar->kind == KIND_HMAC) {
        task.key = key;
        task.key_len = sizeof key - 1;
    }
    contest_begin(&contest, &task, bar->shape);
    contest_add(&contest, contender_find(bar->own, bar->kind), bar->tier, NULL);
    add_peers(&contest, bar);
    if (contest.n < 2) {
        printf("  bar %s: no peer in this build\n", bar->id);
        return true;
    }
    if (!contest_run(&contest, plan))
        return false;

    size_t peer = contest_best_peer(&contest);
    struct timing_summary ratio =
        bar->at_most ? contest_ratio(&contest, 0, peer) : contest_ratio(&contest, peer, 0);
    const struct entrant *own = &contest.entrants[0];
    bool clean = !own->allocations.known || !own->allocations.calls;

    report_row(report, "bars", bar->id, &contest);
    snprintf(command, sizeof command, "./dev bench library --bar %s", bar->id);
    bars_add(report, &(struct verdict){
                         .id = bar->id,
                         .issue = bar->issue,
                         .what = describe(bar, what),
                         .against = contest.entrants[peer].contender->title,
                         .unit = "x",
                         .command = command,
                         .at_most = bar->at_most,
                         .asked = bar->asked,
                         .aim = bar->aim,
                         .measured = ratio.median,
                         .mad = ratio.mad,
                         .met = clean && (bar->at_most ? ratio.median <= bar->asked
                                                       : ratio.median >= bar->asked),
                         .noisy = timing_spread(&ratio) > TIMING_NOISY,
                     });
    return true;
}

bool bars_run(struct report *report, const struct options *options, bool portable)
{
    struct timing_plan plan = {.warm = 3,
                               .rounds = options->quick ? 15 : 25,
                               .min_rounds = 7,
                               .pass_ns = options->quick ? 300000 : 2000000,
                               .budget_ns = options->quick ? 400000000 : 4000000000,
                               .clock_ns = timing_cpu_now,
                               .interruptions = timing_interruptions};

    contest_end();
    for (size_t i = 0; i < N_BARS; i++) {
        bool apart = bars[i].tier && strcmp(bars[i].tier, "portable") == 0;
        if (apart != portable || !bar_matches(options, bars[i].id))
            continue;
        if (!run_bar(report, &bars[i], &plan))
            return false;
    }
    return true;
}
