/* SPDX-License-Identifier: MIT
 *
 * report.c - prints and keeps results. Measures nothing.
 */
#include "report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

json_t *need(json_t *value)
{
    if (!value) {
        fprintf(stderr, "hashmill-bench: out of memory for the report\n");
        exit(2);
    }
    return value;
}

static void set(json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, need(value)) != 0)
        need(NULL);
}

const char *size_text(size_t bytes, char text[24])
{
    if (bytes >= 1 << 20 && bytes % (1 << 20) == 0)
        snprintf(text, 24, "%zu MiB", bytes >> 20);
    else if (bytes >= 1 << 10 && bytes % (1 << 10) == 0)
        snprintf(text, 24, "%zu KiB", bytes >> 10);
    else
        snprintf(text, 24, "%zu B", bytes);
    return text;
}

static const char *layout_name(enum layout layout)
{
    static const char *const names[] = {"apart", "adjacent", "spread"};
    return names[layout];
}

/* "digest/evp": names are unique within a kind. */
static const char *contender_key(const struct contender *contender, char key[64])
{
    static const char *const kinds[] = {"digest", "hmac", "set"};
    snprintf(key, 64, "%s/%s", kinds[contender->kind], contender->name);
    return key;
}

/* What rows refer to. */
static json_t *contenders(void)
{
    json_t *all = need(json_object());
    const struct contender *c;
    char key[64];

    for (size_t i = 0; (c = contender_at(i)); i++)
        set(all, contender_key(c, key),
            json_pack("{s:s, s:s, s:s}", "name", c->name, "title", c->title, "library",
                      c->library));
    return all;
}

void report_begin(struct report *report, const char *suite, bool quick, char **argv)
{
    char date[32], command[512] = "./dev bench";
    time_t now = time(NULL);
    struct tm tm;

    gmtime_r(&now, &tm);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &tm);
    /* Without the folders: they say nothing of what was measured. */
    for (size_t i = 1; argv[i]; i++) {
        size_t len = strlen(command);
        if (strncmp(argv[i], "--results", 9) == 0 || strncmp(argv[i], "--dir", 5) == 0) {
            i += !strchr(argv[i], '=') && argv[i + 1];
            continue;
        }
        snprintf(command + len, sizeof command - len, " %s", argv[i]);
    }
    memset(report, 0, sizeof *report);
    report->root = need(json_object());
    set(report->root, "schema", json_string("hashmill-bench-1"));
    set(report->root, "suite", json_string(suite));
    set(report->root, "command", json_string(command));
    set(report->root, "quick", json_boolean(quick));
    set(report->root, "date", json_string(date));
    set(report->root, "machine", machine_describe());
}

void report_contenders(struct report *report)
{
    json_t *missing = need(json_array());
    const char *library;

    for (size_t i = 0; (library = contender_missing(i)); i++) {
        printf("not on this machine: %s\n", library);
        json_array_append_new(missing, need(json_string(library)));
    }
    set(report->root, "missing", missing);
    set(report->root, "peers", machine_peers());
    set(report->root, "contenders", contenders());
}

const char *report_verdict(const struct timing_summary *ratio)
{
    static const char *const verdicts[] = {"faster", "even", "slower"};
    return verdicts[timing_verdict(ratio) + 1];
}

json_t *report_summary(const struct timing_summary *summary)
{
    json_t *object = need(json_object());
    set(object, "min", json_real(summary->min));
    set(object, "median", json_real(summary->median));
    set(object, "max", json_real(summary->max));
    set(object, "mad", json_real(summary->mad));
    return object;
}

void report_add(struct report *report, const char *list, json_t *value)
{
    json_t *array = json_object_get(report->root, list);
    if (!array) {
        array = need(json_array());
        set(report->root, list, array);
    }
    if (json_array_append_new(array, need(value)) != 0)
        need(NULL);
}

void report_took(struct report *report, const char *section, uint64_t since_ns)
{
    json_t *all = json_object_get(report->root, "seconds");
    double before;

    if (!all) {
        all = need(json_object());
        set(report->root, "seconds", all);
    }
    before = json_real_value(json_object_get(all, section));
    set(all, section, json_real(before + (double)(timing_now() - since_ns) / 1e9));
}

void report_print_times(const struct report *report)
{
    json_t *all = json_object_get(report->root, "seconds"), *value;
    const char *section;
    double sum = 0;

    printf("\nSeconds:");
    json_object_foreach(all, section, value)
    {
        sum += json_real_value(value);
        printf(" %s %.0f,", section, json_real_value(value));
    }
    printf(" together %.0f\n", sum);
}

static json_t *entrant_json(const struct contest *contest, size_t i)
{
    const struct entrant *e = &contest->entrants[i];
    json_t *object = need(json_object());

    char key[64];

    set(object, "contender", json_string(contender_key(e->contender, key)));
    if (e->contender->own)
        set(object, "kernel", json_string(e->kernel_name));
    if (e->tier)
        set(object, "tier", json_string(e->tier));
    set(object, "ns", report_summary(&e->ns));
    if (e->allocations.known) {
        set(object, "allocations", json_integer((json_int_t)e->allocations.calls));
        set(object, "allocated", json_integer((json_int_t)e->allocations.bytes));
    }
    if (i) {
        struct timing_summary ratio = contest_ratio(contest, i, 0);
        set(object, "ratio", json_real(ratio.median));
        set(object, "ratio_mad", json_real(ratio.mad));
        set(object, "noisy", json_boolean(timing_spread(&ratio) > TIMING_NOISY));
        set(object, "peer_is", json_string(report_verdict(&ratio)));
    }
    return object;
}

static void algorithm_names(const struct contest *contest, char *text, size_t size)
{
    size_t len = 0;
    for (size_t i = 0; i < contest->task.n_ids; i++)
        len += (size_t)snprintf(text + len, size - len, "%s%s", i ? " + " : "",
                                hm_algorithm_name(hm_algorithm_at(contest->task.ids[i])));
}

/* How an entrant is called in a line: Hashmill's own by what tells them from the first. */
static void short_name(const struct contest *contest, size_t i, char *text, size_t size)
{
    const struct entrant *e = &contest->entrants[i], *first = &contest->entrants[0];
    if (!e->contender->own)
        snprintf(text, size, "%s", e->contender->name);
    else if (e->tier && e->kernel_name[0])
        snprintf(text, size, "%s(%s)", e->tier, e->kernel_name);
    else if (e->contender != first->contender)
        snprintf(text, size, "%s", e->contender->title);
    else
        snprintf(text, size, "[%s]", e->kernel_name);
}

static void print_row(struct report *report, const char *mode, const struct contest *contest)
{
    const struct entrant *own = &contest->entrants[0];
    char names[96], heading[160], size[24], count[24] = "", name[128];

    algorithm_names(contest, names, sizeof names);
    snprintf(heading, sizeof heading, "%s, %s", names, mode);
    if (strcmp(heading, report->heading) != 0) {
        printf("\n%s: ns per message and GB/s with the kernel in use; then how many times as long "
               "the others take\n",
               heading);
        memcpy(report->heading, heading, sizeof heading);
    }
    if (contest->entrants[0].contender->tables & (IN_MANY | IN_HMAC_MANY))
        snprintf(count, sizeof count, "%5zu x ", contest->shape.n);
    printf("  %s%7s%s %11.1f ns %7.3f GB/s %-12s", count, size_text(contest->shape.len, size),
           contest->shape.layout == SPREAD     ? " mixed"
           : contest->shape.layout == ADJACENT ? " adjacent"
                                               : "",
           own->ns.median, (double)contest->bytes / (double)contest->shape.n / own->ns.median,
           own->kernel_name);
    for (size_t i = 1; i < contest->n; i++) {
        struct timing_summary ratio = contest_ratio(contest, i, 0);
        short_name(contest, i, name, sizeof name);
        printf("  %s %.2f%s", name, ratio.median, timing_spread(&ratio) > TIMING_NOISY ? "~" : "");
    }
    if (own->allocations.known && own->allocations.calls)
        printf("  ALLOCATES %zu times", own->allocations.calls);
    printf("\n");
    fflush(stdout);
}

void report_row(struct report *report, const char *section, const char *mode,
                const struct contest *contest)
{
    json_t *row = need(json_object()), *entrants = need(json_array()), *names = need(json_array());

    for (size_t i = 0; i < contest->task.n_ids; i++)
        json_array_append_new(
            names, need(json_string(hm_algorithm_name(hm_algorithm_at(contest->task.ids[i])))));
    for (size_t i = 0; i < contest->n; i++)
        json_array_append_new(entrants, entrant_json(contest, i));
    set(row, "section", json_string(section));
    set(row, "mode", json_string(mode));
    set(row, "algorithms", names);
    set(row, "messages", json_integer((json_int_t)contest->shape.n));
    set(row, "bytes", json_integer((json_int_t)contest->shape.len));
    set(row, "total_bytes", json_integer((json_int_t)contest->bytes));
    set(row, "layout", json_string(layout_name(contest->shape.layout)));
    set(row, "rounds", json_integer(contest->n_rounds));
    set(row, "repeated", json_integer(contest->repeated));
    set(row, "entrants", entrants);
    report_add(report, "rows", row);
    print_row(report, mode, contest);
}

/* One line per member of the top level's lists, so that two runs can be compared by line. */
static int dump(const json_t *root, FILE *f)
{
    const size_t flags = JSON_COMPACT | JSON_REAL_PRECISION(5) | JSON_ENCODE_ANY;
    const char *key, *comma = "";
    json_t *value;
    int bad = fputs("{", f) < 0;

    json_object_foreach(json_incref((json_t *)(uintptr_t)root), key, value)
    {
        bad |= fprintf(f, "%s\n\"%s\":", comma, key) < 0;
        comma = ",";
        if (!json_is_array(value)) {
            bad |= json_dumpf(value, f, flags) != 0;
            continue;
        }
        size_t i;
        json_t *member;
        bad |= fputs("[", f) < 0;
        json_array_foreach(value, i, member)
        {
            bad |= fputs(i ? ",\n" : "\n", f) < 0;
            bad |= json_dumpf(member, f, flags) != 0;
        }
        bad |= fputs("\n]", f) < 0;
    }
    json_decref((json_t *)(uintptr_t)root);
    bad |= fputs("\n}\n", f) < 0;
    return bad;
}

bool report_write(const struct report *report, const char *folder)
{
    char path[4096], part[4096 + 8];
    const char *suite = json_string_value(json_object_get(report->root, "suite"));

    if (!folder)
        return true;
    if ((size_t)snprintf(path, sizeof path, "%s/%s.json", folder, suite) >= sizeof path) {
        fprintf(stderr, "hashmill-bench: name too long: %s\n", folder);
        return false;
    }
    snprintf(part, sizeof part, "%s.part", path);
    mkdir(folder, 0777);
    FILE *f = fopen(part, "w");
    if (f) {
        int bad = dump(report->root, f);
        bad |= fclose(f) != 0;
        if (!bad && rename(part, path) == 0) {
            printf("\nresults: %s\n", path);
            return true;
        }
    }
    fprintf(stderr, "hashmill-bench: cannot write %s: %s\n", path, strerror(errno));
    remove(part);
    return false;
}
