/* SPDX-License-Identifier: MIT
 *
 * progress.c - the line that tells how far a run is. It appears when a run takes longer than one
 * waits gladly, changes a few times a second, and leaves nothing behind.
 */
#define _GNU_SOURCE
#include "progress.h"

#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "quote.h"
#include "signals.h"

#define SECOND INT64_C(1000000000)
enum { NARROW = 20, WIDTH = 80, WIDEST = 400 };

static int64_t now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * SECOND + t.tv_nsec;
}

static size_t width(void)
{
    struct winsize size;

    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < NARROW)
        return WIDTH;
    return size.ws_col < WIDEST ? size.ws_col : WIDEST;
}

static void put(const struct text *line)
{
    for (size_t done = 0; done < line->len;) {
        ssize_t n = write(STDERR_FILENO, line->data + done, line->len - done);
        if (n <= 0)
            return; /* a line that only shows how far we are may be lost */
        done += (size_t)n;
    }
}

/* "1023 B", "1.5 GiB" */
static void add_size(struct text *line, unsigned long long bytes)
{
    static const char *const units[] = {" B", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB"};
    unsigned long long rest = 0;
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
    text_add_string(line, units[unit]);
}

/* "5 s", "3:07", "2:00:09" */
static void add_time(struct text *line, unsigned long long seconds)
{
    const unsigned long long parts[] = {seconds / 3600, seconds / 60 % 60, seconds % 60};
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

static void add_counters(const struct progress *p, struct text *line)
{
    unsigned long long bytes = atomic_load_explicit(&p->bytes, memory_order_relaxed);
    unsigned long long files = atomic_load_explicit(&p->files, memory_order_relaxed);
    int64_t took = now() - p->started;
    unsigned long long rate =
        took > SECOND / 100 ? (unsigned long long)((double)bytes / (double)took * 1e9) : 0;

    add_size(line, bytes);
    if (p->total) {
        text_add_string(line, " of ");
        add_size(line, p->total);
    }
    if (rate) {
        text_add_string(line, ", ");
        add_size(line, rate);
        text_add_string(line, "/s");
    }
    if (rate && p->total > bytes) {
        text_add_string(line, ", ");
        add_time(line, (p->total - bytes) / rate);
        text_add_string(line, " left");
    }
    text_add_string(line, ", ");
    text_add_number(line, files);
    text_add_string(line, files == 1 ? " file" : " files");
}

/* Bytes of the character at s; what is not UTF-8 counts byte by byte. */
static size_t character(const char *s)
{
    size_t n = 1;
    while ((s[n] & 0xC0) == 0x80)
        n++;
    return n;
}

/* The name in at most columns characters, its end rather than its beginning. */
static void add_name(struct text *line, const char *name, size_t columns)
{
    struct text quoted = {0};
    size_t length = 0;

    quote_name(&quoted, name);
    for (const char *c = quoted.data; *c; c += character(c))
        length++;
    const char *from = quoted.data;
    if (length > columns) {
        for (size_t skip = length - columns + 3; skip; skip--)
            from += character(from);
        text_add_string(line, "...");
    }
    text_add_string(line, from);
    text_free(&quoted);
}

void progress_start(struct progress *p, const char *program, bool live)
{
    *p = (struct progress){.program = program, .live = live, .started = now()};
}

void progress_hide(struct progress *p)
{
    if (!p->shown)
        return;
    text_cut(&p->line, 0);
    text_add_string(&p->line, "\r\033[K");
    put(&p->line);
    p->shown = false;
}

void progress_tick(struct progress *p, const char *name)
{
    if (signals_asked()) {
        progress_hide(p);
        text_cut(&p->line, 0);
        text_add_string(&p->line, p->program);
        text_add_string(&p->line, ": ");
        add_counters(p, &p->line);
        if (name) {
            text_add_string(&p->line, "; now ");
            quote_name(&p->line, name);
        }
        text_add_char(&p->line, '\n');
        put(&p->line);
    }
    if (!p->live)
        return;
    int64_t t = now();
    if (t - p->started < SECOND / 2 || t - p->drawn < SECOND / 5)
        return;
    p->drawn = t;
    text_cut(&p->line, 0);
    text_add_char(&p->line, '\r');
    add_counters(p, &p->line);
    size_t columns = width() - 1, used = p->line.len - 1;
    if (name && used + 10 < columns) {
        text_add_string(&p->line, "  ");
        add_name(&p->line, name, columns - used - 2);
    } else if (used > columns) {
        text_cut(&p->line, columns + 1);
    }
    text_add_string(&p->line, "\033[K");
    put(&p->line);
    p->shown = true;
}

void progress_end(struct progress *p)
{
    progress_hide(p);
    text_free(&p->line);
}
