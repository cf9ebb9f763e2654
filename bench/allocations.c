/* SPDX-License-Identifier: MIT
 *
 * allocations.c - counts heap calls. The executable's malloc stands before libc's for every shared
 * library too, so the peers' inner allocations count. glibc alone gives its own allocator a second
 * name to forward to; elsewhere, and under sanitizers (which stand in the same place), nothing is
 * counted and the reports say so. One thread only.
 */
#include "allocations.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#endif

#if defined(__GLIBC__) && !defined(SANITIZED)

static bool counting;
static size_t calls, bytes;

static void count(size_t size)
{
    if (counting) {
        calls++;
        bytes += size;
    }
}

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void *memalign(size_t alignment, size_t size);

void *malloc(size_t size)
{
    count(size);
    return __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    count(n * size);
    return __libc_calloc(n, size);
}

void *realloc(void *p, size_t size)
{
    count(size);
    return __libc_realloc(p, size);
}

void *memalign(size_t alignment, size_t size)
{
    count(size);
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size)
{
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || !alignment)
        return EINVAL;
    void *p = memalign(alignment, size);
    if (!p)
        return ENOMEM;
    *out = p;
    return 0;
}

void allocations_start(void)
{
    calls = bytes = 0;
    counting = true;
}

struct allocations allocations_stop(void)
{
    counting = false;
    return (struct allocations){true, calls, bytes};
}

#else

void allocations_start(void)
{
}

struct allocations allocations_stop(void)
{
    return (struct allocations){false, 0, 0};
}

#endif
