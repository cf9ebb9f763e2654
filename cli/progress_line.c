/* SPDX-License-Identifier: MIT
 *
 * progress_line.c - what the line says that tells how far a run is.
 */
#include "progress_line.h"

#include <stdbool.h>
#include <string.h>

#include "quote.h"

/* Fewer columns are no room for a name. */
enum { NAME_MIN = 8 };

/* "1023 B", "1.5 GiB", "1.5+ GiB" */
static void add_size(struct text *line, uint64_t bytes, bool or_more)
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    uint64_t rest = 0;
    size_t unit = 0;

    for (; bytes >= 1024; unit++) {
        rest = bytes % 1024;
        bytes /= 1024;
    }
    text_add_number(line, bytes);
    if (unit && bytes < 100) {
        text_add_char(line, '.');
        text_add_number(line, rest * 10 / 1024);
    }
    text_add_string(line, or_more ? "+ " : " ");
    text_add_string(line, units[unit]);
}

/* "5 s", "3:07", "2:00:09" */
static void add_time(struct text *line, uint64_t seconds)
{
    const uint64_t parts[] = {seconds / 3600, seconds / 60 % 60, seconds % 60};
    bool begun = false;

    if (seconds < 60) {
        text_add_number(line, seconds);
        text_add_string(line, " s");
        return;
    }
    for (int i = 0; i < 3; i++) {
        if (!begun && !parts[i])
            continue;
        if (begun)
            text_add_string(line, parts[i] < 10 ? ":0" : ":");
        text_add_number(line, parts[i]);
        begun = true;
    }
}

/* The counters, without the less important ones as detail falls from 3 to 0. */
static void add_counters(struct text *line, const struct progress_view *v, int detail)
{
    const bool or_more = v->totals == TOTALS_COUNTING;
    const bool of_bytes = v->totals != TOTALS_NONE && v->total_bytes >= v->bytes;

    add_size(line, v->bytes, false);
    if (of_bytes) {
        text_add_string(line, " of ");
        add_size(line, v->total_bytes, or_more);
    }
    if (v->rate && detail > 2) {
        text_add_string(line, ", ");
        add_size(line, v->rate, false);
        text_add_string(line, "/s");
    }
    if (v->rate && detail > 0 && of_bytes && !or_more && v->total_bytes > v->bytes) {
        text_add_string(line, ", ");
        add_time(line, (v->total_bytes - v->bytes) / v->rate);
        text_add_string(line, " left");
    }
    if (detail < 2)
        return;
    text_add_string(line, ", ");
    text_add_number(line, v->files);
    if (v->totals != TOTALS_NONE && v->total_files >= v->files) {
        text_add_string(line, " of ");
        text_add_number(line, v->total_files);
        text_add_string(line, or_more ? "+" : "");
        text_add_string(line, v->total_files == 1 && !or_more ? " file" : " files");
    } else {
        text_add_string(line, v->files == 1 ? " file" : " files");
    }
}

/* The name in at most so many columns, its end rather than its beginning. */
static void add_name(struct text *line, const char *name, size_t columns)
{
    struct text quoted = {0};
    size_t width = 0, of_one;

    quote_name(&quoted, name);
    for (const char *c = quoted.data; *c; width += of_one)
        c += quote_character(c, &of_one);
    const char *from = quoted.data;
    if (width > columns) {
        const size_t room = columns - strlen("...");
        while (width > room) {
            from += quote_character(from, &of_one);
            width -= of_one;
        }
        /* Accents of the character that was cut off. */
        for (size_t len; *from && (len = quote_character(from, &of_one), !of_one);)
            from += len;
        text_add_string(line, "...");
    }
    text_add_string(line, from);
    text_free(&quoted);
}

void progress_line(struct text *line, const struct progress_view *v, size_t columns)
{
    const size_t begin = line->len;
    int detail = 3;

    add_counters(line, v, detail);
    if (!columns) {
        if (v->name) {
            text_add_string(line, "; now ");
            quote_name(line, v->name);
        }
        return;
    }
    while (line->len - begin > columns && detail) {
        text_cut(line, begin);
        add_counters(line, v, --detail);
    }
    if (line->len - begin > columns)
        text_cut(line, begin + columns);
    const size_t used = line->len - begin;
    if (v->name && used + 2 + NAME_MIN <= columns) {
        text_add_string(line, "  ");
        add_name(line, v->name, columns - used - 2);
    }
}

double progress_rate(double rate, uint64_t bytes, int64_t while_ns, int64_t elapsed_ns)
{
    const double memory = 5e9, passed = (double)while_ns;
    double all = (double)elapsed_ns;

    if (passed <= 0)
        return rate;
    if (all > memory)
        all = memory;
    if (all < passed)
        all = passed;
    return rate + ((double)bytes / passed * 1e9 - rate) * passed / all;
}
