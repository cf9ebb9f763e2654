/* SPDX-License-Identifier: MIT
 *
 * tool.c - the tool suite: mhash beside the system's tools on one file, warm. Every tool's answer
 * is compared before it is timed; then they take turns.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process.h"
#include "suites.h"

#define MAX_ARGS 8
#define MAX_RUNS 200

/* {a}: "md5", {f}: the file, {b}: the folder of the build. */
struct tool {
    const char *name;
    const char *argv[MAX_ARGS];
    const char *version[3];
    bool judged; /* one of those that the bars name */
};

static const struct tool tools[] = {
    {"mhash", {"{b}mhash", "-a", "{a}", "{f}"}, {"{b}mhash", "--version"}, true},
    {"mhash as {a}sum", {"{b}sum/{a}sum", "{f}"}, {"{b}mhash", "--version"}, false},
    {"coreutils", {"{a}sum", "{f}"}, {"md5sum", "--version"}, true},
    {"openssl", {"openssl", "dgst", "-r", "-{a}", "{f}"}, {"openssl", "version"}, true},
    {"rhash", {"rhash", "--{a}", "--simple", "{f}"}, {"rhash", "--version"}, true},
    {"hashdeep", {"hashdeep", "-c", "{a}", "{f}"}, {"hashdeep", "-V"}, false},
    {"busybox", {"busybox", "{a}sum", "{f}"}, {"busybox", "--help"}, false},
    {"uutils", {"coreutils", "{a}sum", "{f}"}, {"coreutils", "md5sum", "--version"}, false},
};
#define N_TOOLS (sizeof tools / sizeof *tools)

static const struct {
    size_t id;
    const char *name;
} algorithms[] = {{HM_MD5, "md5"}, {HM_SHA1, "sha1"}, {HM_SHA256, "sha256"}, {HM_SHA512, "sha512"}};
#define N_ALGORITHMS (sizeof algorithms / sizeof *algorithms)

const char *const tool_bars[][2] = {
    {"file-md5", "MD5, one file of 256 MiB, wall time against the fastest tool, at most 1.00"},
    {"file-sha1", "SHA-1, likewise"},
    {"file-sha256", "SHA-256, likewise"},
    {"file-sha512", "SHA-512, likewise"},
    {"file-memory", "peak memory of those runs, at most 6 MiB"},
    {"start-up", "MD5 of one file of 1 KiB, wall time against md5sum, at most 1.10"},
    {NULL, NULL},
};

/* ---- The file --------------------------------------------------------------------------- */

static char folder[2048], path[2100];

static void remove_files(void)
{
    if (path[0])
        unlink(path);
    if (folder[0])
        rmdir(folder);
    path[0] = folder[0] = '\0';
}

static void interrupted(int number)
{
    remove_files();
    signal(number, SIG_DFL);
    raise(number);
}

static bool make_folder(const char *dir)
{
    if (!dir)
        dir = getenv("TMPDIR");
    if (!dir || !*dir)
        dir = "/tmp";
    snprintf(folder, sizeof folder, "%s/hashmill-bench-XXXXXX", dir);
    if (!mkdtemp(folder)) {
        fprintf(stderr, "hashmill-bench: cannot make a folder in %s: %s\n", dir, strerror(errno));
        folder[0] = '\0';
        return false;
    }
    signal(SIGINT, interrupted);
    signal(SIGTERM, interrupted);
    signal(SIGHUP, interrupted);
    return true;
}

/* Writes the file, always the same bytes for a size, and takes its digests on the way. */
static bool make_file(size_t size, char digests[][HM_HEX_SIZE(HM_MAX_DIGEST_SIZE)])
{
    enum { CHUNK = 1 << 16 };
    static uint64_t words[CHUNK / 8];
    uint64_t x = 88172645463325252u;
    struct hm_hasher hashers[N_ALGORITHMS];

    remove(path);
    snprintf(path, sizeof path, "%s/file", folder);
    FILE *f = fopen(path, "wb");
    bool ok = f != NULL;
    for (size_t a = 0; a < N_ALGORITHMS; a++)
        hm_init(&hashers[a], hm_algorithm_at(algorithms[a].id));
    for (size_t done = 0; ok && done < size;) {
        size_t n = size - done < CHUNK ? size - done : CHUNK;
        for (size_t i = 0; i < CHUNK / 8; i++) {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            words[i] = x;
        }
        ok = fwrite(words, 1, n, f) == n;
        for (size_t a = 0; a < N_ALGORITHMS; a++)
            hm_update(&hashers[a], words, n);
        done += n;
    }
    if (f)
        ok = fclose(f) == 0 && ok;
    if (!ok)
        fprintf(stderr, "hashmill-bench: cannot write %s: %s\n", path, strerror(errno));
    for (size_t a = 0; a < N_ALGORITHMS; a++) {
        uint8_t digest[HM_MAX_DIGEST_SIZE];
        const struct hm_algorithm *algorithm = hm_algorithm_at(algorithms[a].id);
        hm_final(&hashers[a], digest);
        hm_hex(digests[a], digest, hm_algorithm_digest_size(algorithm));
    }
    return ok;
}

/* ---- One row ---------------------------------------------------------------------------- */

struct run {
    const struct tool *tool;
    char words[MAX_ARGS][2200];
    const char *argv[MAX_ARGS + 1];
    double wall_ms[MAX_RUNS], cpu_ms[MAX_RUNS];
    double peak_mib;
};

static void expand(const char *text, const char *algorithm, char *out, size_t size)
{
    char build[2048];
    size_t n = 0;

    process_neighbour("", build, sizeof build);
    while (*text && n + 1 < size) {
        const char *insert = strncmp(text, "{a}", 3) == 0   ? algorithm
                             : strncmp(text, "{f}", 3) == 0 ? path
                             : strncmp(text, "{b}", 3) == 0 ? build
                                                            : NULL;
        if (insert) {
            n += (size_t)snprintf(out + n, size - n, "%s", insert);
            text += 3;
        } else {
            out[n++] = *text++;
        }
    }
    out[n < size ? n : size - 1] = '\0';
}

static void prepare(struct run *run, const struct tool *tool, const char *const argv[],
                    const char *algorithm)
{
    memset(run, 0, sizeof *run);
    run->tool = tool;
    for (size_t i = 0; i < MAX_ARGS && argv[i]; i++) {
        expand(argv[i], algorithm, run->words[i], sizeof run->words[i]);
        run->argv[i] = run->words[i];
    }
}

static bool contains_folded(const char *text, const char *hex)
{
    size_t len = strlen(hex);
    for (; strlen(text) >= len; text++) {
        size_t i = 0;
        while (i < len && (text[i] == hex[i] || (text[i] | 0x20) == hex[i]))
            i++;
        if (i == len)
            return true;
    }
    return false;
}

static void print_failure(const struct launch_record *record)
{
    if (WIFEXITED(record->status))
        printf("exit status %d\n", WEXITSTATUS(record->status));
    else if (record->wall_ns >= PROCESS_TIME_OUT_S * (uint64_t)1000000000)
        printf("killed after %d seconds\n", PROCESS_TIME_OUT_S);
    else
        printf("ended by signal %d\n", WTERMSIG(record->status));
}

enum answer { RIGHT, WRONG, ABSENT };

/* One run, which also brings the file into the cache. */
static enum answer check(const struct run *run, const char *hex, const char *algorithm)
{
    struct process_result result;
    char name[64];

    expand(run->tool->name, algorithm, name, sizeof name);
    if (!process_run(run->argv, false, &result))
        return WRONG;
    if (result.record.error) {
        printf("  %s: not measured: %s: %s\n", name, run->argv[0], strerror(result.record.error));
        return ABSENT;
    }
    if (result.record.status != 0) {
        printf("  %s: not measured: ", name);
        print_failure(&result.record);
        return strcmp(run->tool->name, "mhash") == 0 ? WRONG : ABSENT;
    }
    if (contains_folded(result.output, hex))
        return RIGHT;
    fprintf(stderr, "hashmill-bench: WRONG ANSWER: %s, %s\n", name, algorithm);
    return WRONG;
}

static bool measure(struct run *run, unsigned round)
{
    struct process_result result;
    if (!process_run(run->argv, false, &result))
        return false;
    if (result.record.status != 0) {
        fprintf(stderr, "hashmill-bench: %s failed in round %u\n", run->argv[0], round + 1);
        return false;
    }
    run->wall_ms[round] = (double)result.record.wall_ns / 1e6;
    run->cpu_ms[round] = (double)(result.record.user_us + result.record.sys_us) / 1e3;
    if ((double)result.record.peak_kib / 1024 > run->peak_mib)
        run->peak_mib = (double)result.record.peak_kib / 1024;
    return true;
}

/* The tools that gave the right answer, timed. Returns how many, 0 after a failure. */
static size_t row(struct run *runs, const char *algorithm, const char *hex, unsigned rounds,
                  bool judged_only)
{
    size_t n = 0;
    for (size_t i = 0; i < N_TOOLS; i++) {
        if (judged_only && !tools[i].judged)
            continue;
        prepare(&runs[n], &tools[i], tools[i].argv, algorithm);
        enum answer answer = check(&runs[n], hex, algorithm);
        if (answer == WRONG || (answer == ABSENT && i == 0))
            return 0;
        n += answer == RIGHT;
    }
    for (unsigned r = 0; r < rounds; r++)
        for (size_t k = 0; k < n; k++)
            if (!measure(&runs[timing_turn(r, k, n)], r))
                return 0;
    return n;
}

static void print_row(struct report *report, const struct run *runs, size_t n, unsigned rounds,
                      const char *algorithm, size_t size)
{
    char text[24], name[64];
    json_t *list = need(json_array());

    printf(
        "\n%s, one file of %s: median wall time, best, MiB/s, CPU, peak memory; wall time and CPU "
        "time to mhash's\n",
        algorithm, size_text(size, text));
    for (size_t i = 0; i < n; i++) {
        struct timing_summary wall = timing_summarise(runs[i].wall_ms, rounds);
        struct timing_summary cpu = timing_summarise(runs[i].cpu_ms, rounds);
        struct timing_summary ratio = timing_ratios(runs[i].wall_ms, runs[0].wall_ms, rounds);
        struct timing_summary cpu_ratio = timing_ratios(runs[i].cpu_ms, runs[0].cpu_ms, rounds);
        bool noisy = timing_spread(&ratio) > TIMING_NOISY;
        expand(runs[i].tool->name, algorithm, name, sizeof name);
        printf("  %-16s %9.2f ms %9.2f ms %8.0f MiB/s %4.0f %% %7.1f MiB  %.3f%s %.3f\n", name,
               wall.median, wall.min, (double)size / 1048.576 / wall.median,
               100 * cpu.median / wall.median, runs[i].peak_mib, ratio.median, noisy ? "~" : "",
               cpu_ratio.median);
        json_array_append_new(
            list, need(json_pack("{s:s, s:o, s:o, s:f, s:f, s:f, s:f, s:b}", "name", name,
                                 "wall_ms", report_summary(&wall), "cpu_ms", report_summary(&cpu),
                                 "peak_mib", runs[i].peak_mib, "ratio", ratio.median, "ratio_mad",
                                 ratio.mad, "cpu_ratio", cpu_ratio.median, "noisy", (int)noisy)));
    }
    fflush(stdout);
    report_add(report, "rows",
               json_pack("{s:s, s:s, s:I, s:i, s:o}", "section", "file", "algorithm", algorithm,
                         "bytes", (json_int_t)size, "rounds", (int)rounds, "entrants", list));
}

/* ---- Bars ------------------------------------------------------------------------------- */

size_t bars_tool(const struct options *options)
{
    size_t n = 0;
    for (size_t i = 0; tool_bars[i][0]; i++)
        n += bar_matches(options, tool_bars[i][0]);
    return n;
}

static bool bar_asked(const struct options *options, const char *id)
{
    return asked(options, "bars") && bar_matches(options, id);
}

static void judge_wall(struct report *report, const struct run *runs, size_t n, unsigned rounds,
                       const char *id, const char *what, double bar, const char *only)
{
    size_t best = 0;
    double best_ms = 0;
    char command[64];

    for (size_t i = 1; i < n; i++) {
        double ms = timing_summarise(runs[i].wall_ms, rounds).median;
        if (!runs[i].tool->judged || (only && strcmp(runs[i].tool->name, only) != 0))
            continue;
        if (!best || ms < best_ms) {
            best = i;
            best_ms = ms;
        }
    }
    if (!best) {
        printf("  bar %s: no peer on this machine\n", id);
        return;
    }
    struct timing_summary ratio = timing_ratios(runs[0].wall_ms, runs[best].wall_ms, rounds);
    snprintf(command, sizeof command, "./dev bench tool --bar %s", id);
    bars_add(report, &(struct verdict){.id = id,
                                       .issue = 2,
                                       .what = what,
                                       .against = runs[best].tool->name,
                                       .unit = "x",
                                       .command = command,
                                       .at_most = true,
                                       .asked = bar,
                                       .measured = ratio.median,
                                       .mad = ratio.mad,
                                       .met = ratio.median <= bar,
                                       .noisy = timing_spread(&ratio) > TIMING_NOISY});
}

static void judge_memory(struct report *report, double peak)
{
    bars_add(report, &(struct verdict){.id = "file-memory",
                                       .issue = 2,
                                       .what = "peak memory, one file of 256 MiB",
                                       .against = "",
                                       .unit = " MiB",
                                       .command = "./dev bench tool --bar file-memory",
                                       .at_most = true,
                                       .asked = 6,
                                       .measured = peak,
                                       .met = peak <= 6});
}

/* ---- The suite -------------------------------------------------------------------------- */

static bool files(struct report *report, const struct options *options)
{
    static const size_t sizes[] = {1 << 20, 64 << 20, 256 << 20};
    static struct run runs[N_TOOLS];
    char digests[N_ALGORITHMS][HM_HEX_SIZE(HM_MAX_DIGEST_SIZE)];
    bool judged_only = options->quick || options->bar || !asked(options, "files");
    double peak = 0;

    for (size_t s = judged_only ? 2 : 0; s < 3; s++) {
        unsigned rounds = options->quick ? 5 : s == 0 ? 25 : 7;
        if (!make_file(sizes[s], digests))
            return false;
        for (size_t a = 0; a < N_ALGORITHMS; a++) {
            char id[32], what[64];
            snprintf(id, sizeof id, "file-%s", algorithms[a].name);
            snprintf(what, sizeof what, "%s, one file of 256 MiB, wall time",
                     hm_algorithm_name(hm_algorithm_at(algorithms[a].id)));
            if (!bar_matches(options, id) && !bar_matches(options, "file-memory"))
                continue;
            size_t n = row(runs, algorithms[a].name, digests[a], rounds, judged_only);
            if (!n)
                return false;
            print_row(report, runs, n, rounds, algorithms[a].name, sizes[s]);
            peak = s == 2 && runs[0].peak_mib > peak ? runs[0].peak_mib : peak;
            if (s == 2 && bar_asked(options, id))
                judge_wall(report, runs, n, rounds, id, what, 1.00, NULL);
        }
    }
    if (bar_asked(options, "file-memory"))
        judge_memory(report, peak);
    return true;
}

static bool start_up(struct report *report, const struct options *options)
{
    static struct run runs[N_TOOLS];
    char digests[N_ALGORITHMS][HM_HEX_SIZE(HM_MAX_DIGEST_SIZE)];
    unsigned rounds = options->quick ? 60 : MAX_RUNS;

    if (!make_file(1024, digests))
        return false;
    size_t n = row(runs, "md5", digests[0], rounds, options->quick || options->bar);
    if (!n)
        return false;
    print_row(report, runs, n, rounds, "md5", 1024);
    if (bar_asked(options, "start-up"))
        judge_wall(report, runs, n, rounds, "start-up", "start-up, one file of 1 KiB, wall time",
                   1.10, "coreutils");
    return true;
}

static void versions(struct report *report)
{
    struct process_result result;
    struct run run;
    json_t *list = need(json_object());

    for (size_t i = 0; i < N_TOOLS; i++) {
        prepare(&run, &tools[i], tools[i].version, "md5");
        if (strchr(tools[i].name, '{') || !process_run(run.argv, true, &result) ||
            result.record.error)
            continue;
        result.output[strcspn(result.output, "\n")] = '\0';
        json_object_set_new(list, tools[i].name, need(json_string(result.output)));
    }
    json_object_set_new(report->root, "peers", list);
}

int tool_suite(const struct options *options)
{
    struct report report;
    bool ok = make_folder(options->dir), want_start, want_files;

    if (!ok)
        return 1;
    report_begin(&report, "tool", options->quick, options->argv);
    versions(&report);
    want_start = options->bar ? bar_matches(options, "start-up")
                              : asked(options, "start") || asked(options, "bars");
    want_files = options->bar ? bars_tool(options) > want_start
                              : asked(options, "files") || asked(options, "bars");
    if (want_start)
        ok = start_up(&report, options);
    if (ok && want_files)
        ok = files(&report, options);
    remove_files();
    bars_print(&report);
    /* A run that went wrong leaves no results that could be taken for right ones. */
    bool written = ok && report_write(&report, options->results);
    json_decref(report.root);
    return !ok ? 1 : written ? 0 : 2;
}
