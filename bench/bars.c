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
    const char *what;
    const char *own;     /* Hashmill's contender */
    const char *against; /* peers, separated by blanks: the fastest of them counts */
    size_t id0;
    struct shape shape;
    bool at_most;
    double asked, aim;
    enum kind kind;
    const char *tier;
    bool portable; /* measured where libgcrypt has no hardware features */
    size_t more[3], n_more;
};

#define BULK                                                                                       \
    {                                                                                              \
        1, 16384, APART                                                                            \
    }
#define B4K                                                                                        \
    {                                                                                              \
        1, 4096, APART                                                                             \
    }
#define B16                                                                                        \
    {                                                                                              \
        1, 16, APART                                                                               \
    }
#define HMAC445                                                                                    \
    {                                                                                              \
        1, 445, APART                                                                              \
    }
#define REUSE "evp gcrypt nettle"
#define LEAST false
#define MOST true
#define SHAPE(n, len)                                                                              \
    {                                                                                              \
        n, len, APART                                                                              \
    }
#define MIXED                                                                                      \
    {                                                                                              \
        1000, 8192, SPREAD                                                                         \
    }

/* clang-format off */
static const struct bar bars[] = {
    {"bulk-md5", 2, "MD5, 16 KiB, against EVP", "digest", "evp", HM_MD5, BULK, LEAST, 1.10, 0, KIND_DIGEST, NULL, false, {0}, 0},
    {"bulk-sha1", 2, "SHA-1, 16 KiB, against EVP", "digest", "evp", HM_SHA1, BULK, LEAST, 0.99, 0, KIND_DIGEST, NULL, false, {0}, 0},
    {"bulk-sha256", 2, "SHA-256, 16 KiB, against EVP", "digest", "evp", HM_SHA256, BULK, LEAST, 0.99, 0, KIND_DIGEST, NULL, false, {0}, 0},
    {"bulk-sha512", 2, "SHA-512, 16 KiB, against EVP", "digest", "evp", HM_SHA512, BULK, LEAST, 1.00, 1.15, KIND_DIGEST, NULL, false, {0}, 0},
    {"bulk-rmd160", 2, "RIPEMD-160, 16 KiB, against EVP", "digest", "evp", HM_RMD160, BULK, LEAST, 1.10, 0, KIND_DIGEST, NULL, false, {0}, 0},
    {"hex-md5", 2, "MD5, 4 KiB, hex, against the best reused state", "hex", REUSE, HM_MD5, B4K, MOST, 0.92, 0, KIND_DIGEST, NULL, false, {0}, 0},
    {"hex-sha1", 2, "SHA-1, 4 KiB, hex, against the best reused state", "hex", REUSE, HM_SHA1, B4K, MOST, 1.00, 0, KIND_DIGEST, NULL, false, {0}, 0},
    {"hex-sha256", 2, "SHA-256, 4 KiB, hex, against the best reused state", "hex", REUSE, HM_SHA256, B4K, MOST, 1.00, 0, KIND_DIGEST, NULL, false, {0}, 0},
    {"hex-sha512", 2, "SHA-512, 4 KiB, hex, against the best reused state", "hex", REUSE, HM_SHA512, B4K, MOST, 1.00, 0, KIND_DIGEST, NULL, false, {0}, 0},
    {"hex-rmd160", 2, "RIPEMD-160, 4 KiB, hex, against the best reused state", "hex", REUSE, HM_RMD160, B4K, MOST, 1.00, 0, KIND_DIGEST, NULL, false, {0}, 0},
    {"short-md5", 2, "MD5, 16 bytes, against EVP", "digest", "evp", HM_MD5, B16, MOST, 0.80, 0, KIND_DIGEST, NULL, false, {0}, 0},
    {"short-sha1", 2, "SHA-1, 16 bytes, against EVP", "digest", "evp", HM_SHA1, B16, MOST, 0.60, 0, KIND_DIGEST, NULL, false, {0}, 0},
    {"short-sha256", 2, "SHA-256, 16 bytes, against EVP", "digest", "evp", HM_SHA256, B16, MOST, 0.60, 0, KIND_DIGEST, NULL, false, {0}, 0},
    {"short-sha512", 2, "SHA-512, 16 bytes, against EVP", "digest", "evp", HM_SHA512, B16, MOST, 0.80, 0, KIND_DIGEST, NULL, false, {0}, 0},
    {"hmac-one-shot", 2, "HMAC-SHA1, 9-byte key, 445 bytes, one-shot", "hmac", "hmac()", HM_SHA1, HMAC445, LEAST, 3.5, 0, KIND_HMAC, NULL, false, {0}, 0},
    {"hmac-prepared", 2, "HMAC-SHA1, 9-byte key, 445 bytes, prepared key", "keyed", "hmac()", HM_SHA1, HMAC445, LEAST, 4.0, 0, KIND_HMAC, NULL, false, {0}, 0},
    {"portable-md5", 2, "MD5, portable, against libgcrypt's C", "reused", "gcrypt", HM_MD5, BULK, MOST, 1.10, 0, KIND_DIGEST, "portable", true, {0}, 0},
    {"portable-sha1", 2, "SHA-1, portable, against libgcrypt's C", "reused", "gcrypt", HM_SHA1, BULK, MOST, 1.10, 0, KIND_DIGEST, "portable", true, {0}, 0},
    {"portable-sha256", 2, "SHA-256, portable, against libgcrypt's C", "reused", "gcrypt", HM_SHA256, BULK, MOST, 1.10, 0, KIND_DIGEST, "portable", true, {0}, 0},
    {"portable-sha512", 2, "SHA-512, portable, against libgcrypt's C", "reused", "gcrypt", HM_SHA512, BULK, MOST, 1.10, 0, KIND_DIGEST, "portable", true, {0}, 0},
    {"portable-rmd160", 2, "RIPEMD-160, portable, against libgcrypt's C", "reused", "gcrypt", HM_RMD160, BULK, MOST, 1.10, 0, KIND_DIGEST, "portable", true, {0}, 0},

    {"many-4k-md5", 3, "MD5, 64 messages of 4 KiB", "many", "evp", HM_MD5, SHAPE(64, 4096), LEAST, 16, 0, KIND_DIGEST, NULL, false, {0}, 0},
    {"many-4k-sha1", 3, "SHA-1, 64 messages of 4 KiB", "many", "evp", HM_SHA1, SHAPE(64, 4096), LEAST, 3.7, 3.9, KIND_DIGEST, NULL, false, {0}, 0},
    {"many-4k-sha256", 3, "SHA-256, 64 messages of 4 KiB", "many", "evp", HM_SHA256, SHAPE(64, 4096), LEAST, 2.2, 2.3, KIND_DIGEST, NULL, false, {0}, 0},
    {"many-4k-sha512", 3, "SHA-512, 64 messages of 4 KiB", "many", "evp", HM_SHA512, SHAPE(64, 4096), LEAST, 4.0, 4.2, KIND_DIGEST, NULL, false, {0}, 0},
    {"many-4k-rmd160", 3, "RIPEMD-160, 64 messages of 4 KiB", "many", "evp", HM_RMD160, SHAPE(64, 4096), LEAST, 8, 0, KIND_DIGEST, NULL, false, {0}, 0},
    {"many-64k-md5", 3, "MD5, 64 messages of 64 KiB", "many", "evp", HM_MD5, SHAPE(64, 65536), LEAST, 17, 0, KIND_DIGEST, NULL, false, {0}, 0},
    {"many-64k-sha1", 3, "SHA-1, 64 messages of 64 KiB", "many", "evp", HM_SHA1, SHAPE(64, 65536), LEAST, 3.8, 4.1, KIND_DIGEST, NULL, false, {0}, 0},
    {"many-64k-sha256", 3, "SHA-256, 64 messages of 64 KiB", "many", "evp", HM_SHA256, SHAPE(64, 65536), LEAST, 2.25, 2.4, KIND_DIGEST, NULL, false, {0}, 0},
    {"many-64k-sha512", 3, "SHA-512, 64 messages of 64 KiB", "many", "evp", HM_SHA512, SHAPE(64, 65536), LEAST, 4.1, 4.3, KIND_DIGEST, NULL, false, {0}, 0},
    {"many-64b-md5", 3, "MD5, 1,000 messages of 64 bytes", "many", "evp", HM_MD5, SHAPE(1000, 64), LEAST, 9, 0, KIND_DIGEST, NULL, false, {0}, 0},
    {"many-64b-sha1", 3, "SHA-1, 1,000 messages of 64 bytes", "many", "evp", HM_SHA1, SHAPE(1000, 64), LEAST, 3.5, 0, KIND_DIGEST, NULL, false, {0}, 0},
    {"many-64b-sha256", 3, "SHA-256, 1,000 messages of 64 bytes", "many", "evp", HM_SHA256, SHAPE(1000, 64), LEAST, 2.3, 0, KIND_DIGEST, NULL, false, {0}, 0},
    {"many-64b-sha512", 3, "SHA-512, 1,000 messages of 64 bytes", "many", "evp", HM_SHA512, SHAPE(1000, 64), LEAST, 4, 0, KIND_DIGEST, NULL, false, {0}, 0},
    {"many-mixed-md5", 3, "MD5, 1,000 messages of 0 to 8 KiB", "many", "evp", HM_MD5, MIXED, LEAST, 12, 0, KIND_DIGEST, NULL, false, {0}, 0},
    {"many-mixed-sha1", 3, "SHA-1, 1,000 messages of 0 to 8 KiB", "many", "evp", HM_SHA1, MIXED, LEAST, 3.2, 0, KIND_DIGEST, NULL, false, {0}, 0},
    {"many-mixed-sha256", 3, "SHA-256, 1,000 messages of 0 to 8 KiB", "many", "evp", HM_SHA256, MIXED, LEAST, 2, 0, KIND_DIGEST, NULL, false, {0}, 0},
    {"many-mixed-sha512", 3, "SHA-512, 1,000 messages of 0 to 8 KiB", "many", "evp", HM_SHA512, MIXED, LEAST, 3.6, 0, KIND_DIGEST, NULL, false, {0}, 0},
    {"avx2-md5", 3, "MD5, AVX2 tier, 64 messages of 4 KiB", "many", "evp", HM_MD5, SHAPE(64, 4096), LEAST, 8, 0, KIND_DIGEST, "avx2", false, {0}, 0},
    {"avx2-sha1", 3, "SHA-1, AVX2 tier, 64 messages of 4 KiB", "many", "evp", HM_SHA1, SHAPE(64, 4096), LEAST, 1.5, 0, KIND_DIGEST, "avx2", false, {0}, 0},
    {"avx2-sha256", 3, "SHA-256, AVX2 tier, 64 messages of 4 KiB, against our one by one", "many", "digest", HM_SHA256, SHAPE(64, 4096), MOST, 1.02, 0, KIND_DIGEST, "avx2", false, {0}, 0},
    {"avx2-sha512", 3, "SHA-512, AVX2 tier, 64 messages of 4 KiB", "many", "evp", HM_SHA512, SHAPE(64, 4096), LEAST, 1.35, 0, KIND_DIGEST, "avx2", false, {0}, 0},
    {"two-md5", 3, "MD5, 2 messages of 4 KiB, against our one by one", "many", "digest", HM_MD5, SHAPE(2, 4096), MOST, 1.02, 0, KIND_DIGEST, NULL, false, {0}, 0},
    {"two-sha1", 3, "SHA-1, 2 messages of 4 KiB", "many", "evp", HM_SHA1, SHAPE(2, 4096), LEAST, 1.0, 0, KIND_DIGEST, NULL, false, {0}, 0},
    {"two-sha256", 3, "SHA-256, 2 messages of 4 KiB", "many", "evp", HM_SHA256, SHAPE(2, 4096), LEAST, 1.15, 0, KIND_DIGEST, NULL, false, {0}, 0},
    {"two-sha512", 3, "SHA-512, 2 messages of 4 KiB", "many", "evp", HM_SHA512, SHAPE(2, 4096), LEAST, 1.3, 0, KIND_DIGEST, NULL, false, {0}, 0},
    {"set-md5-sha256", 3, "MD5 + SHA-256, 16 KiB, against a pass each", "set", "evp", HM_MD5, BULK, LEAST, 1.4, 0, KIND_SET, NULL, false, {HM_SHA256}, 1},
    {"set-three", 3, "MD5 + SHA-1 + SHA-256, 16 KiB, against a pass each", "set", "evp", HM_MD5, BULK, LEAST, 1.75, 0, KIND_SET, NULL, false, {HM_SHA1, HM_SHA256}, 2},
    {"set-four", 3, "MD5 + SHA-1 + SHA-256 + SHA-512, 16 KiB, against a pass each", "set", "evp", HM_MD5, BULK, LEAST, 1.7, 2.3, KIND_SET, NULL, false, {HM_SHA1, HM_SHA256, HM_SHA512}, 3},
    {"hmac-many-sha1", 3, "64 HMAC-SHA1 of 445 bytes, one key", "many", "hmac()", HM_SHA1, SHAPE(64, 445), LEAST, 12, 0, KIND_HMAC, NULL, false, {0}, 0},
    {"hmac-many-sha256", 3, "64 HMAC-SHA256 of 64 bytes, one key", "many", "hmac()", HM_SHA256, SHAPE(64, 64), LEAST, 14, 0, KIND_HMAC, NULL, false, {0}, 0},
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

void bars_list(void)
{
    for (size_t i = 0; i < N_BARS; i++)
        printf("library  %-18s %s: %s %.2f\n", bars[i].id, bars[i].what,
               bars[i].at_most ? "time at most" : "speed at least", bars[i].asked);
    for (size_t i = 0; tool_bars[i][0]; i++)
        printf("tool     %-18s %s\n", tool_bars[i][0], tool_bars[i][1]);
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
    struct task task = {.ids = {bar->id0}, .n_ids = 1 + bar->n_more};
    struct contest contest;
    char command[128];

    for (size_t i = 0; i < bar->n_more; i++)
        task.ids[1 + i] = bar->more[i];
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
                         .what = bar->what,
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
                               .budget_ns = options->quick ? 400000000 : 4000000000};

    contest_end();
    for (size_t i = 0; i < N_BARS; i++) {
        if (bars[i].portable != portable || !bar_matches(options, bars[i].id))
            continue;
        if (!run_bar(report, &bars[i], &plan))
            return false;
    }
    return true;
}
