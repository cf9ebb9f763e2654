/* SPDX-License-Identifier: MIT
 *
 * bench.c - times each algorithm alone, in lanes and in digest sets, in about two seconds. Knows no
 * file; the numbers are for users, the suites under bench/ are for claims.
 */
#include "bench.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"
#include "timing.h"
#include "types.h"

enum { MESSAGES = 64, LENGTH = 4096, ROUNDS = 5, MOST_ROWS = 64 };
#define PASS_NS                                                                                    \
    8000000u /* what one pass lasts: with the search for its length two seconds in all */

struct row {
    const char *what; /* "one", "many", "set" */
    char name[64], kernel[96];
    const struct hm_algorithm *algorithms[HM_MAX_SET];
    size_t n;
    size_t messages;
    struct timing_summary ns; /* for all bytes once */
    bool noisy;
};

struct work {
    const struct row *row;
    uint8_t *data;
    uint8_t digests[MESSAGES][HM_MAX_DIGEST_SIZE];
};

/* Every message has its own buffer within the data; one message is all of it. */
static void run_once(void *context, size_t reps)
{
    struct work *w = context;
    struct hm_message messages[MESSAGES];
    struct hm_multi multi;

    for (size_t i = 0; i < MESSAGES; i++)
        messages[i] = (struct hm_message){w->data + i * LENGTH, LENGTH, w->digests[i]};
    for (size_t r = 0; r < reps; r++) {
        if (w->row->n > 1) {
            hm_multi_init(&multi, w->row->algorithms, w->row->n);
            hm_multi_update(&multi, w->data, (size_t)MESSAGES * LENGTH);
            for (size_t i = 0; i < w->row->n; i++)
                hm_multi_final(&multi, i, w->digests[i]);
        } else if (w->row->messages > 1) {
            hm_digest_many(w->row->algorithms[0], messages, MESSAGES);
        } else {
            hm_digest(w->row->algorithms[0], w->data, (size_t)MESSAGES * LENGTH, w->digests[0]);
        }
    }
}

static void time_row(struct row *row, uint8_t *data)
{
    static struct work work;
    static struct timing_series series;
    const struct timing_plan plan = {
        .warm = 1, .rounds = ROUNDS, .pass_ns = PASS_NS, .clock_ns = timing_cpu_now};

    work.row = row;
    work.data = data;
    timing_rounds(&plan, &(struct timing_contender){NULL, run_once, &work}, 1, &series);
    row->ns = timing_summarise(series.ns, series.rounds);
    row->noisy = timing_spread(&row->ns) > TIMING_NOISY;
}

static struct row *add_row(struct row *rows, size_t *n, const char *what,
                           const struct hm_algorithm *const algorithms[], size_t count,
                           size_t messages)
{
    struct row *row = &rows[(*n)++];
    size_t name = 0, kernel = 0;

    memset(row, 0, sizeof *row);
    row->what = what;
    row->n = count;
    row->messages = messages;
    for (size_t i = 0; i < count; i++) {
        const char *plus = i ? "+" : "";
        row->algorithms[i] = algorithms[i];
        name += (size_t)snprintf(row->name + name, sizeof row->name - name, "%s%s", plus,
                                 hm_algorithm_name(algorithms[i]));
        if (count == 1)
            kernel += (size_t)snprintf(row->kernel + kernel, sizeof row->kernel - kernel, "%s%s",
                                       plus, hm_kernel_name(algorithms[i], messages));
    }
    return row;
}

/* What a set runs through: only it can tell. */
static void name_set(struct row *row)
{
    struct hm_multi multi;
    hm_multi_init(&multi, row->algorithms, row->n);
    hm_multi_describe(&multi, row->kernel, sizeof row->kernel);
}

static size_t fill_rows(struct row *rows)
{
    static const size_t sets[][4] = {
        {HM_MD5, HM_SHA256}, {HM_MD5, HM_SHA1, HM_SHA256}, {HM_MD5, HM_SHA1, HM_SHA256, HM_SHA512}};
    const struct hm_algorithm *a;
    size_t n = 0;

    for (size_t i = 0; (a = hm_algorithm_at(i)) && n + 2 < MOST_ROWS; i++)
        add_row(rows, &n, "one", &a, 1, 1);
    for (size_t i = 0; (a = hm_algorithm_at(i)) && n + 4 < MOST_ROWS; i++)
        add_row(rows, &n, "many", &a, 1, MESSAGES);
    for (size_t s = 0; s < 3; s++) {
        const struct hm_algorithm *set[4];
        for (size_t i = 0; i < s + 2; i++)
            set[i] = hm_algorithm_at(sets[s][i]);
        name_set(add_row(rows, &n, "set", set, s + 2, 1));
    }
    return n;
}

/* Bytes per nanosecond are gigabytes per second. */
static double rate(const struct row *row)
{
    return (double)MESSAGES * LENGTH / row->ns.median;
}

static bool write_text(struct output *out, const struct row *rows, size_t n)
{
    static const char *const titles[][2] = {
        {"one", "one message of 256 KiB"},
        {"many", "64 messages of 4 KiB at once"},
        {"set", "several digests in one pass over 256 KiB: all of them together"}};
    char line[256];

    for (size_t t = 0; t < 3; t++) {
        snprintf(line, sizeof line, "%s%s\n", t ? "\n" : "", titles[t][1]);
        text_add_string(&out->line, line);
        for (size_t i = 0; i < n; i++) {
            if (strcmp(rows[i].what, titles[t][0]) != 0)
                continue;
            snprintf(line, sizeof line, "  %-30s %8.3f GB/s%s %s\n", rows[i].name, rate(&rows[i]),
                     rows[i].noisy ? " ~" : "  ", rows[i].kernel);
            text_add_string(&out->line, line);
        }
    }
    text_add_string(&out->line, "\nOne thread, median of 5 passes; ~ marks a spread over 10 %.\n");
    return output_line(out);
}

static json_t *row_json(const struct row *r)
{
    json_t *names = json_array();
    for (size_t i = 0; i < r->n; i++)
        json_array_append_new(names, json_string(hm_algorithm_name(r->algorithms[i])));
    return json_pack("{s:s, s:o, s:I, s:s, s:f, s:{s:f, s:f, s:f, s:f}, s:b}", "what", r->what,
                     "algorithms", names, "messages", (json_int_t)r->messages, "kernel", r->kernel,
                     "gb_per_s", rate(r), "ns", "min", r->ns.min, "median", r->ns.median, "max",
                     r->ns.max, "mad", r->ns.mad, "noisy", r->noisy);
}

static int append(const char *bytes, size_t n, void *out)
{
    text_add(out, bytes, n);
    return 0;
}

static bool write_json(struct output *out, const struct row *rows, size_t n)
{
    json_t *list = json_array(), *root;

    for (size_t i = 0; i < n; i++)
        json_array_append_new(list, row_json(&rows[i]));
    root = json_pack("{s:s, s:s, s:i, s:i, s:o}", "schema", "mhash-bench-1", "version",
                     hm_version(), "bytes", MESSAGES * LENGTH, "rounds", ROUNDS, "rows", list);
    bool made =
        root && json_array_size(json_object_get(root, "rows")) == n &&
        json_dump_callback(root, append, &out->line, JSON_INDENT(1) | JSON_REAL_PRECISION(5)) == 0;
    json_decref(root);
    if (!made)
        return false;
    text_add_char(&out->line, '\n');
    return output_line(out);
}

int run_bench(struct output *out, bool json)
{
    static struct row rows[MOST_ROWS];
    size_t n = fill_rows(rows), size = (size_t)MESSAGES * LENGTH;
    uint8_t *data = calloc(1, size);

    if (!data)
        return EXIT_UNREADABLE;
    for (size_t i = 0; i < size; i++)
        data[i] = (uint8_t)(i * 131 + (i >> 8));
    for (size_t i = 0; i < n; i++)
        time_row(&rows[i], data);
    free(data);
    if (json && !write_json(out, rows, n))
        return EXIT_UNREADABLE;
    if (!json)
        write_text(out, rows, n);
    return EXIT_ALL_WELL;
}
