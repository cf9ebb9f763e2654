/* SPDX-License-Identifier: MIT
 *
 * progress.c - the line that tells how far a run is, and when. It appears when a run takes longer
 * than one waits gladly, changes a few times a second, and leaves nothing behind.
 */
#define _GNU_SOURCE
#include "progress.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "signals.h"
#include "timing.h"

#define SECOND INT64_C(1000000000)
enum { NARROW = 20, WIDTH = 80, WIDEST = 400 };

static int64_t now(void)
{
    return (int64_t)timing_now();
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

static struct progress_view view_of(const struct progress *p, const char *name, double rate)
{
    return (struct progress_view){
        .bytes = atomic_load_explicit(&p->bytes, memory_order_relaxed),
        .files = atomic_load_explicit(&p->files, memory_order_relaxed),
        .totals = (enum total_state)atomic_load_explicit(&p->totals, memory_order_acquire),
        .total_bytes = atomic_load_explicit(&p->total_bytes, memory_order_relaxed),
        .total_files = atomic_load_explicit(&p->total_files, memory_order_relaxed),
        .rate = (uint64_t)rate,
        .name = name};
}

void progress_start(struct progress *p, const char *program, bool live, bool shared)
{
    *p = (struct progress){.program = program, .live = live, .shared = shared, .started = now()};
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

void progress_make_way(struct progress *p)
{
    if (p->shared)
        progress_hide(p);
}

/* The line that SIGUSR1 asks for. */
static void tell(struct progress *p, const char *name)
{
    const unsigned long long bytes = atomic_load_explicit(&p->bytes, memory_order_relaxed);
    const int64_t took = now() - p->started;
    const struct progress_view view = view_of(p, name, progress_rate(0, bytes, took, took));

    progress_hide(p);
    text_cut(&p->line, 0);
    text_add_string(&p->line, p->program);
    text_add_string(&p->line, ": ");
    progress_line(&p->line, &view, 0);
    text_add_char(&p->line, '\n');
    put(&p->line);
}

static void draw(struct progress *p, const char *name, int64_t t)
{
    const unsigned long long bytes = atomic_load_explicit(&p->bytes, memory_order_relaxed);

    p->rate = progress_rate(p->rate, bytes - p->rated, t - (p->drawn ? p->drawn : p->started),
                            t - p->started);
    p->rated = bytes;
    p->drawn = t;
    const struct progress_view view = view_of(p, name, p->rate);
    text_cut(&p->line, 0);
    text_add_char(&p->line, '\r');
    progress_line(&p->line, &view, width() - 1);
    text_add_string(&p->line, "\033[K");
    if (p->shown && p->last.len == p->line.len &&
        memcmp(p->last.data, p->line.data, p->line.len) == 0)
        return;
    put(&p->line);
    p->shown = true;
    text_cut(&p->last, 0);
    text_add(&p->last, p->line.data, p->line.len);
}

void progress_tick(struct progress *p, const char *name)
{
    if (signals_asked())
        tell(p, name);
    if (!p->live)
        return;
    int64_t t = now();
    if (t - p->started < SECOND / 2 || t - p->drawn < SECOND / 5)
        return;
    if (p->count)
        p->count(p->counter);
    p->count = NULL;
    draw(p, name, t);
}

void progress_end(struct progress *p)
{
    progress_hide(p);
    text_free(&p->line);
    text_free(&p->last);
}
