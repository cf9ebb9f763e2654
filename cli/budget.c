/* SPDX-License-Identifier: MIT
 *
 * budget.c - memory dealt out. Where it is short a thread has a smaller arena first, for a thread
 * less costs more than narrower chunks; then there are fewer threads.
 */
#include "budget.h"

enum {
    /* The program and libc (2 MiB), the window of tasks (1), the caller's own arena. */
    FIXED = 5 * MEBIBYTE + 512 * 1024,
    LEAST_TEXT = 512 * 1024,
    MOST_TEXT = 8 * MEBIBYTE,
    LEAST_ARENA = 640 * 1024, /* a file that is read whole, and enough for lanes */
    OF_THREAD = 512 * 1024,   /* stack, hashers, what malloc() keeps */
    LEAST_LIVE = 4,
};

static size_t clamp(uint64_t n, size_t least, size_t most)
{
    return n < least ? least : n > most ? most : (size_t)n;
}

struct budget budget_make(uint64_t size, unsigned jobs, enum io io)
{
    const size_t of_file = io == IO_MMAP || io == IO_DIRECT ? ACCESS_AMONG_MANY : 0;
    const size_t least = LEAST_ARENA + OF_THREAD + LEAST_LIVE * of_file;
    struct budget b = {.threads = 1, .arena = ARENA, .live = MAX_LIVE};

    if (!size)
        size = USUAL_MEMORY + (uint64_t)jobs * (of_file ? USUAL_OF_THREAD_ACCESS : USUAL_OF_THREAD);
    uint64_t rest = size - FIXED;
    b.text = clamp(rest / 2, LEAST_TEXT, MOST_TEXT);
    rest -= b.text;
    b.spare = clamp(rest, 0, SIZE_MAX);
    if (jobs > 1 && rest / least > 1)
        b.threads = rest / least < jobs ? (unsigned)(rest / least) : jobs;
    const uint64_t share = rest / b.threads - OF_THREAD;
    /* The caller's arena, if there are no threads, is none of the rest. */
    const size_t arena_least = b.threads > 1 ? LEAST_ARENA : 0;
    if (of_file)
        b.live = clamp((share - arena_least) / of_file, LEAST_LIVE, MAX_LIVE);
    if (b.threads > 1)
        b.arena = clamp(share - b.live * of_file, LEAST_ARENA, ARENA) & ~(size_t)4095;
    return b;
}
