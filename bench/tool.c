/* SPDX-License-Identifier: MIT
 *
 * tool.c - the tool suite: walks the rows of tool_rows.c, prints and keeps what they give, sets it
 * against the bars. Names no tool.
 */
#define _GNU_SOURCE 1 /* sched_getaffinity */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sched.h>
#include <unistd.h>

#include "process.h"
#include "suites.h"
#include "tool_rows.h"

/* ---- The scratch folder ----------------------------------------------------------------- */

static char folder[2048];
static struct workload workload;
static const struct tool_workload *made; /* what lies there */

static void remove_files(void)
{
    if (folder[0]) {
        snprintf(workload.folder, sizeof workload.folder, "%s", folder);
        workload_remove(&workload);
        rmdir(folder);
    }
    folder[0] = '\0';
}

static bool make_folder(const char *dir)
{
    if (!dir)
        dir = getenv("TMPDIR");
    if (!dir || !*dir)
        dir = "/tmp";
    snprintf(folder, sizeof folder, "%.1900s/hashmill-bench-XXXXXX", dir);
    if (!mkdtemp(folder)) {
        fprintf(stderr, "hashmill-bench: cannot make a folder in %s: %s\n", dir, strerror(errno));
        folder[0] = '\0';
        return false;
    }
    process_stop_on_signals();
    return true;
}

/* The files of a row, unless they are there from the row before. */
static bool make_files(struct report *report, const struct tool_workload *want, bool quick)
{
    uint64_t start = timing_now();

    if (made == want)
        return true;
    workload_remove(&workload);
    made = NULL;
    if (!workload_make(&workload, folder, quick ? want->quick : want->parts))
        return false;
    made = want;
    report_took(report, "making files", start);
    return true;
}

/* ---- Which rows ------------------------------------------------------------------------- */

static bool bar_fits(const struct tool_bar *bar, const struct tool_row *row, const char *algorithm)
{
    return strcmp(bar->row, row->id) == 0 &&
           (!bar->algorithm || !algorithm || strcmp(bar->algorithm, algorithm) == 0);
}

static bool has_bar(const struct options *options, const struct tool_row *row,
                    const char *algorithm)
{
    for (size_t i = 0; tool_bars[i].id; i++)
        if (bar_fits(&tool_bars[i], row, algorithm) && bar_matches(options, tool_bars[i].id))
            return true;
    return false;
}

size_t bars_tool(const struct options *options)
{
    size_t n = 0;
    for (size_t i = 0; tool_bars[i].id; i++)
        n += bar_matches(options, tool_bars[i].id);
    for (size_t i = 0; tool_counts[i].id; i++)
        n += bar_matches(options, tool_counts[i].id);
    return n;
}

static bool wanted(const struct options *options, const struct tool_row *row, const char *algorithm)
{
    if (options->bar)
        return has_bar(options, row, algorithm);
    if (options->quick && row->full_only)
        return false;
    return asked(options, row->section) || (asked(options, "bars") && has_bar(options, row, NULL));
}

/* A quick run takes two algorithms of a tree, the fastest and the usual one. */
static unsigned in_run(const struct options *options, const struct tool_row *row)
{
    bool few = options->quick && !options->bar && strcmp(row->section, "files") != 0;
    return few ? row->algorithms & (ALG_MD5 | ALG_SHA256) : row->algorithms;
}

/* ---- What comes out --------------------------------------------------------------------- */

static double rate(const struct timing_summary *wall)
{
    return wall->median > 0 ? (double)workload.bytes / 1048.576 / wall->median : 0;
}

static json_t *entrant_json(const struct trial *t, size_t i)
{
    const struct trial_entrant *e = &t->entrants[i];
    struct timing_summary wall = timing_summarise(e->wall_ms, t->rounds);
    struct timing_summary cpu = timing_summarise(e->cpu_ms, t->rounds);
    struct timing_summary ratio = trial_ratio(t, i, 0, false), cpus = trial_ratio(t, i, 0, true);
    json_t *object = need(json_pack("{s:s, s:s, s:o, s:o, s:f, s:f, s:f}", "name", e->name,
                                    "command", e->tool->line, "wall_ms", report_summary(&wall),
                                    "cpu_ms", report_summary(&cpu), "cpu_percent",
                                    wall.median > 0 ? 100 * cpu.median / wall.median : 0,
                                    "peak_mib", e->peak_mib, "mib_per_s", rate(&wall)));
    if (i)
        json_object_update_new(object,
                               need(json_pack("{s:f, s:f, s:f, s:b, s:s}", "ratio", ratio.median,
                                              "ratio_mad", ratio.mad, "cpu_ratio", cpus.median,
                                              "noisy", timing_spread(&ratio) > TIMING_NOISY,
                                              "peer_is", report_verdict(&ratio))));
    return object;
}

static void print_entrant(const struct trial *t, size_t i)
{
    const struct trial_entrant *e = &t->entrants[i];
    struct timing_summary wall = timing_summarise(e->wall_ms, t->rounds);
    struct timing_summary cpu = timing_summarise(e->cpu_ms, t->rounds);
    struct timing_summary ratio = trial_ratio(t, i, 0, false);

    printf("  %-32s %9.2f ms %9.2f ms", e->name, wall.median, wall.min);
    if (workload.bytes >= 1 << 20)
        printf(" %7.0f MiB/s", rate(&wall));
    printf(" %4.0f %% %7.1f MiB  %.3f%s\n", wall.median > 0 ? 100 * cpu.median / wall.median : 0,
           e->peak_mib, ratio.median,
           timing_spread(&ratio) > TIMING_NOISY ? "~"
           : i && !timing_verdict(&ratio)       ? " even"
                                                : "");
}

static json_t *absent_json(const struct trial *t)
{
    json_t *list = need(json_array());
    for (size_t i = 0; i < t->n_absent; i++)
        json_array_append_new(list, need(json_pack("{s:s, s:s}", "name", t->absent[i].name, "why",
                                                   t->absent[i].why)));
    return list;
}

/* Bars of a row that could not be measured. */
static void keep_bars(struct report *report, const struct options *options,
                      const struct tool_row *row, const char *algorithm, const char *why)
{
    for (size_t i = 0; tool_bars[i].id; i++)
        if (bar_fits(&tool_bars[i], row, algorithm) && bar_matches(options, tool_bars[i].id))
            report_add(report, "bars_not_measured",
                       json_pack("{s:s, s:i, s:s, s:f, s:s}", "id", tool_bars[i].id, "issue",
                                 tool_bars[i].issue, "what", tool_bars[i].what, "asked",
                                 tool_bars[i].asked, "why", why));
}

/* What lies on the disk: a quick run has less of it. */
static const char *workload_title(const struct tool_row *row, const struct options *options)
{
    static char text[160];
    bool smaller = options->quick && memcmp(row->workload->parts, row->workload->quick,
                                            sizeof row->workload->parts) != 0;
    if (!smaller)
        return row->workload->title;
    if (workload.files == 1)
        snprintf(text, sizeof text, "one file of %u MiB in place of %s",
                 (unsigned)(workload.bytes >> 20), row->workload->title);
    else
        snprintf(text, sizeof text, "%zu files in place of %s", workload.files,
                 row->workload->title);
    return text;
}

static void keep_row(struct report *report, const struct options *options,
                     const struct tool_row *row, const struct trial *t, const char *skipped)
{
    json_t *list = need(json_array());
    json_t *object = need(json_pack(
        "{s:s, s:s, s:s, s:s, s:s, s:I, s:I, s:s, s:i}", "id", row->id, "section", row->section,
        "title", row->title, "workload", workload_title(row, options), "algorithm", t->algorithm,
        "files", (json_int_t)workload.files, "bytes", (json_int_t)workload.bytes, "cache",
        row->cold ? "cold" : "warm", "rounds", (int)t->rounds));

    for (size_t i = 0; !skipped && i < t->n; i++) {
        print_entrant(t, i);
        json_array_append_new(list, entrant_json(t, i));
    }
    fflush(stdout);
    if (skipped)
        json_object_set_new(object, "skipped", need(json_string(skipped)));
    if (row->cold)
        json_object_set_new(object, "still_in_memory", need(json_real(t->resident)));
    json_object_set_new(object, "entrants", list);
    json_object_set_new(object, "absent", absent_json(t));
    report_add(report, skipped ? "skipped" : "rows", object);
}

/* ---- Bars ------------------------------------------------------------------------------- */

static size_t entrant_named(const struct trial *t, const char *name)
{
    for (size_t i = 0; i < t->n; i++)
        if (strcmp(t->entrants[i].name, name) == 0)
            return i;
    return t->n;
}

/* The entrant that a bar compares with: the fastest of those judged, or the one it names. */
static size_t rival(const struct trial *t, const struct tool_bar *bar, size_t subject)
{
    size_t best = t->n;
    double best_ms = 0;

    if (bar->against)
        return entrant_named(t, bar->against);
    for (size_t i = 1; i < t->n; i++) {
        double ms = timing_summarise(t->entrants[i].wall_ms, t->rounds).median;
        if (i == subject || !(t->entrants[i].tool->flags & TOOL_JUDGED))
            continue;
        if (best == t->n || ms < best_ms) {
            best = i;
            best_ms = ms;
        }
    }
    return best;
}

static void judge(struct report *report, const struct tool_bar *bar, const struct trial *t,
                  bool smaller)
{
    struct verdict v = {.id = bar->id,
                        .what = bar->what,
                        .against = "",
                        .unit = "x",
                        .issue = bar->issue,
                        .asked = bar->asked,
                        .aim = bar->aim,
                        .at_most = bar->measure != BAR_SPEED};
    size_t subject = bar->subject ? entrant_named(t, bar->subject) : 0;
    struct timing_summary s = {0};
    char command[96], what[160];

    if (subject == t->n)
        return;
    const struct trial_entrant *own = &t->entrants[subject];
    if (bar->measure == BAR_TIME || bar->measure == BAR_SPEED) {
        size_t peer = rival(t, bar, subject);
        if (peer == t->n) {
            printf("  bar %s: no peer on this machine\n", bar->id);
            return;
        }
        s = bar->measure == BAR_TIME ? trial_ratio(t, subject, peer, false)
                                     : trial_ratio(t, peer, subject, false);
        v.against = t->entrants[peer].name;
    } else if (bar->measure == BAR_MS) {
        s = timing_summarise(own->wall_ms, t->rounds);
        v.unit = " ms";
    } else {
        s.median = own->peak_mib;
        v.unit = " MiB";
    }
    snprintf(command, sizeof command, "./dev bench tool --bar %s", bar->id);
    snprintf(what, sizeof what, "%s%s%s", bar->measure == BAR_PEAK ? "peak memory, " : "",
             bar->what, smaller ? " (quick: fewer or smaller files)" : "");
    v.what = what;
    v.command = command;
    v.measured = s.median;
    v.mad = s.mad;
    v.noisy = timing_spread(&s) > TIMING_NOISY;
    v.met = v.at_most ? v.measured <= v.asked : v.measured >= v.asked;
    bars_worst(report, &v);
}

static void judge_row(struct report *report, const struct options *options,
                      const struct tool_row *row, const struct trial *t)
{
    bool smaller = options->quick && memcmp(row->workload->parts, row->workload->quick,
                                            sizeof row->workload->parts) != 0;
    for (size_t i = 0; tool_bars[i].id; i++)
        if (bar_fits(&tool_bars[i], row, t->algorithm) && asked(options, "bars") &&
            bar_matches(options, tool_bars[i].id))
            judge(report, &tool_bars[i], t, smaller);
}

/* ---- The suite -------------------------------------------------------------------------- */

/* Processors that this process may use. */
static unsigned processors(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? (unsigned)CPU_COUNT(&set) : 1;
}

static bool run_trial(struct report *report, const struct options *options,
                      const struct tool_row *row, const char *algorithm, unsigned mask)
{
    static struct trial t;

    memset(&t, 0, sizeof t);
    if (!make_files(report, row->workload, options->quick))
        return false;
    uint64_t start = timing_now();
    t.workload = &workload;
    t.algorithm = algorithm;
    t.mask = mask;
    t.check = row->check;
    t.cold = row->cold;
    t.rounds = options->quick ? row->quick_rounds : row->rounds;
    if (!t.rounds)
        t.rounds = row->rounds;
    /* Cold runs wait for the disk: few of them, of the tools that are judged. */
    t.min_rounds = options->quick || row->cold ? 3 : 5;
    t.budget_s = options->budget_s > 0 ? options->budget_s : options->quick ? 1.5 : 8;
    t.time_out_s = PROCESS_TIME_OUT_S;
    t.processors = processors();
    printf("\n%s, %s: %s\n  median wall time, best, rate, CPU, peak memory; wall time to the "
           "first's\n",
           row->title, workload_title(row, options), algorithm);
    const char *skipped = NULL;
    enum trial_end end = TRIAL_SKIPPED;
    if (row->setup && !trial_prepare(&t, row->setup))
        skipped = "its preparation failed";
    else
        end = trial_run(&t, row->tools,
                        row->cold || ((options->quick || options->bar) && row->check == CHECK_ALL));
    if (end == TRIAL_FAILED)
        return false;
    if (end == TRIAL_SKIPPED && !skipped)
        skipped = "this mhash has no such option";
    else if (end == TRIAL_DONE && row->cold && t.resident > 0.05)
        skipped = "the files stay in memory here: cold runs are not possible";
    if (skipped)
        printf("  not measured: %s\n", skipped);
    if (skipped && asked(options, "bars"))
        keep_bars(report, options, row, algorithm, skipped);
    keep_row(report, options, row, &t, skipped);
    if (!skipped)
        judge_row(report, options, row, &t);
    report_took(report, row->section, start);
    return true;
}

static bool run_row(struct report *report, const struct options *options,
                    const struct tool_row *row)
{
    unsigned algorithms = in_run(options, row);

    if (row->together)
        return !wanted(options, row, NULL) ||
               run_trial(report, options, row,
                         row->together == ALG_ALL   ? "md5+sha1+sha256+sha512"
                         : row->together == ALG_MD5 ? "md5"
                                                    : "md5+sha1+sha256",
                         row->together);
    for (size_t a = 0; a < WORKLOAD_ALGORITHMS; a++) {
        const char *name = workload_algorithms[a].name;
        if ((algorithms & 1u << a) && wanted(options, row, name) &&
            !run_trial(report, options, row, name, 1u << a))
            return false;
    }
    return true;
}

/* A number that a command prints, as a bar. */
static bool count(struct report *report, const struct options *options, const struct tool_count *c)
{
    char text[64], command[96];
    double measured;

    if (!asked(options, "bars") || !bar_matches(options, c->id))
        return true;
    if (!make_files(report, c->workload, options->quick))
        return false;
    struct trial t = {.workload = &workload,
                      .algorithm = c->algorithm,
                      .time_out_s = PROCESS_TIME_OUT_S,
                      .processors = 1};
    if (!trial_number(&t, c->line, &measured)) {
        snprintf(text, sizeof text, "%s is not here, or may not do its work", c->needs);
        printf("  bar %s: %s\n", c->id, text);
        report_add(report, "bars_not_measured",
                   json_pack("{s:s, s:i, s:s, s:f, s:s}", "id", c->id, "issue", c->issue, "what",
                             c->what, "asked", c->asked, "why", text));
        return !process_stopped;
    }
    snprintf(command, sizeof command, "./dev bench tool --bar %s", c->id);
    bars_add(report, &(struct verdict){.id = c->id,
                                       .what = c->what,
                                       .against = "",
                                       .unit = c->unit,
                                       .command = command,
                                       .issue = c->issue,
                                       .at_most = true,
                                       .asked = c->asked,
                                       .measured = measured,
                                       .met = measured <= c->asked});
    return true;
}

static void versions(struct report *report)
{
    json_t *list = need(json_object()), *missing = need(json_array());
    char text[200];

    for (size_t i = 0; tool_versions[i].name; i++) {
        if (trial_version(tool_versions[i].line, text, sizeof text))
            json_object_set_new(list, tool_versions[i].name, need(json_string(text)));
        else {
            printf("not on this machine: %s\n", tool_versions[i].name);
            json_array_append_new(missing, need(json_string(tool_versions[i].name)));
        }
    }
    json_object_set_new(report->root, "peers", list);
    json_object_set_new(report->root, "missing", missing);
}

void tool_bars_list(void)
{
    static const char *const how[] = {"time at most", "speed at least", "ms at most",
                                      "MiB at most"};
    for (size_t i = 0; tool_bars[i].id; i++)
        bars_list_one("tool", tool_bars[i].id, tool_bars[i].issue, how[tool_bars[i].measure],
                      tool_bars[i].asked, tool_bars[i].what);
    for (size_t i = 0; tool_counts[i].id; i++)
        bars_list_one("tool", tool_counts[i].id, tool_counts[i].issue, "at most",
                      tool_counts[i].asked, tool_counts[i].what);
}

int tool_suite(const struct options *options)
{
    struct report report;
    bool ok = make_folder(options->dir);

    if (!ok)
        return 1;
    report_begin(&report, "tool", options->quick, options->argv);
    versions(&report);
    for (size_t i = 0; ok && tool_rows[i].id; i++)
        ok = run_row(&report, options, &tool_rows[i]);
    for (size_t i = 0; ok && tool_counts[i].id; i++)
        ok = count(&report, options, &tool_counts[i]);
    remove_files();
    process_end();
    bars_print(&report);
    report_print_times(&report);
    /* A run that went wrong leaves no results that could be taken for right ones. */
    bool written = ok && report_write(&report, options->results);
    json_decref(report.root);
    return !ok ? 1 : written ? 0 : 2;
}
