/* SPDX-License-Identifier: MIT
 *
 * hmac.c - the HMAC suite, after the published report: 10,000 HMAC-SHA1 of a text of 445 bytes with
 * a key of nine, a rehearsal first, then user, system, total and real seconds; and what each
 * library adds to the memory of a process that loads it. Knows no peer by name.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "contest.h"
#include "process.h"
#include "suites.h"

enum { COUNT = 10000, TEXT = 445, PASSES = 25, QUICK_PASSES = 5, MOST = 16 };

struct clock {
    double user, system, real;
};

static struct clock read_clock(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (struct clock){(double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec / 1e6,
                          (double)usage.ru_stime.tv_sec + (double)usage.ru_stime.tv_usec / 1e6,
                          (double)timing_now() / 1e9};
}

struct way {
    const struct contender *contender;
    void *context;
    double user[PASSES], system[PASSES], total[PASSES], real[PASSES];
};

static void pass(struct way *way, const struct hm_message *message, unsigned round, bool keep)
{
    struct clock from = read_clock();
    way->contender->run(way->context, message, 1, COUNT);
    struct clock to = read_clock();
    if (!keep)
        return;
    way->user[round] = to.user - from.user;
    way->system[round] = to.system - from.system;
    way->total[round] = way->user[round] + way->system[round];
    way->real[round] = to.real - from.real;
}

static size_t open_ways(struct way *ways)
{
    static const char key[] = "secretkey";
    struct task task = {.ids = {HM_SHA1}, .n_ids = 1, .key = key, .key_len = sizeof key - 1};
    const struct contender *c;
    size_t n = 0;

    for (size_t i = 0; n < MOST && (c = contender_at(i)); i++) {
        if (c->kind != KIND_HMAC || !(c->tables & (IN_HMAC | IN_HMAC_KEYED)))
            continue;
        ways[n].contender = c;
        ways[n].context = c->open(&task);
        n += ways[n].context != NULL;
    }
    return n;
}

/* All tags are equal to the first one's: Hashmill's one-shot. */
static bool same_tags(struct way *ways, size_t n, const uint8_t *text)
{
    uint8_t want[HM_MAX_DIGEST_SIZE], tag[HM_MAX_DIGEST_SIZE];

    for (size_t i = 0; i < n; i++) {
        memset(tag, 0, sizeof tag);
        ways[i].contender->run(ways[i].context, &(struct hm_message){text, TEXT, i ? tag : want}, 1,
                               1);
        if (i && memcmp(tag, want, 20) != 0) {
            fprintf(stderr, "hashmill-bench: WRONG ANSWER: %s, HMAC-SHA-1\n",
                    ways[i].contender->title);
            return false;
        }
    }
    return true;
}

static void times(struct report *report, struct way *ways, size_t n, unsigned passes)
{
    printf("\n%d HMAC-SHA-1 of %d bytes, key of 9 bytes: median of %u passes after a rehearsal, "
           "seconds\n  %-36s %9s %9s %9s %9s\n",
           COUNT, TEXT, passes, "", "user", "system", "total", "real");
    for (size_t i = 0; i < n; i++) {
        struct timing_summary user = timing_summarise(ways[i].user, passes);
        struct timing_summary sys = timing_summarise(ways[i].system, passes);
        struct timing_summary total = timing_summarise(ways[i].total, passes);
        struct timing_summary real = timing_summarise(ways[i].real, passes);
        struct timing_summary ratio = timing_ratios(ways[i].total, ways[0].total, passes);
        printf("  %-36s %9.6f %9.6f %9.6f %9.6f  %.2f%s\n", ways[i].contender->title, user.median,
               sys.median, total.median, real.median, ratio.median,
               timing_spread(&ratio) > TIMING_NOISY ? "~" : "");
        report_add(report, "rows",
                   json_pack("{s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:f, s:f, s:b, s:s}", "section",
                             "hmac", "name", ways[i].contender->title, "library",
                             ways[i].contender->library, "user_s", report_summary(&user),
                             "system_s", report_summary(&sys), "total_s", report_summary(&total),
                             "real_s", report_summary(&real), "ratio", ratio.median, "ratio_mad",
                             ratio.mad, "noisy", timing_spread(&ratio) > TIMING_NOISY, "peer_is",
                             report_verdict(&ratio)));
    }
}

/* bench/load prints three figures: KiB resident before, after loading, after a first use. */
static void memory(struct report *report, unsigned passes)
{
    static const struct {
        const char *library, *file, *use;
    } libraries[] = {
        {"Hashmill", "libhashmill.so.0", "hm_self_test"},
        {"libcrypto", "libcrypto.so.3", "OPENSSL_init_crypto"},
        {"libgcrypt", "libgcrypt.so.20", "gcry_check_version"},
        {"Nettle", "libnettle.so.8", "nettle_version_major"},
        {"intel-ipsec-mb", "libIPSec_MB.so.1", "imb_get_version"},
    };
    char loader[2048], path[2100];

    process_neighbour("bench/load", loader, sizeof loader);
    printf("\nMemory that a library adds to a process, KiB: loaded, and after a first call\n");
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        double loaded[PASSES], used[PASSES];
        unsigned n = 0;
        if (i == 0)
            process_neighbour(libraries[i].file, path, sizeof path);
        else
            snprintf(path, sizeof path, "%s", libraries[i].file);
        for (unsigned r = 0; r < passes; r++) {
            struct process_result result;
            const char *const argv[] = {loader, path, libraries[i].use, NULL};
            double before, after, end;
            if (process_run(argv, PROCESS_KEEP, 10, &result) && !result.record.error &&
                result.record.status == 0 && result.output &&
                sscanf(result.output, "%lf %lf %lf", &before, &after, &end) == 3) {
                loaded[n] = after - before;
                used[n++] = end - before;
            }
            process_free(&result);
        }
        if (!n) {
            printf("  %-36s not on this machine\n", libraries[i].library);
            continue;
        }
        struct timing_summary l = timing_summarise(loaded, n), u = timing_summarise(used, n);
        printf("  %-36s %9.0f %9.0f\n", libraries[i].library, l.median, u.median);
        report_add(report, "memory",
                   json_pack("{s:s, s:s, s:o, s:o}", "library", libraries[i].library, "file",
                             libraries[i].file, "loaded_kib", report_summary(&l), "used_kib",
                             report_summary(&u)));
    }
}

int hmac_suite(const struct options *options)
{
    static struct way ways[MOST];
    struct report report;
    uint8_t text[TEXT], tag[HM_MAX_DIGEST_SIZE];
    unsigned passes = options->quick ? QUICK_PASSES : PASSES;
    struct hm_message message = {text, TEXT, tag};
    uint64_t start = timing_now();

    for (size_t i = 0; i < TEXT; i++)
        text[i] = (uint8_t)(32 + i * 17 % 95);
    report_begin(&report, "hmac", options->quick, options->argv);
    report_contenders(&report);
    size_t n = open_ways(ways);
    bool ok = same_tags(ways, n, text);
    for (unsigned r = 0; ok && r < passes + 1; r++)
        for (size_t k = 0; k < n; k++)
            pass(&ways[timing_turn(r, k, n)], &message, r ? r - 1 : 0, r > 0);
    if (ok) {
        times(&report, ways, n, passes);
        report_took(&report, "hmac", start);
        start = timing_now();
        memory(&report, passes);
        report_took(&report, "memory", start);
        report_print_times(&report);
    }
    for (size_t i = 0; i < n; i++)
        ways[i].contender->close(ways[i].context);
    bool written = ok && report_write(&report, options->results);
    json_decref(report.root);
    return !ok ? 1 : written ? 0 : 2;
}
