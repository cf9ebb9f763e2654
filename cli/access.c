/* SPDX-License-Identifier: MIT
 *
 * access.c - other ways than read(2) to the bytes of a regular file. An access goes through memory
 * of its own: direct reads need aligned places, and a mapping may vanish under whoever reads it, so
 * that only what is guarded ever does.
 */
#define _GNU_SOURCE /* O_DIRECT */
#include "access.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    BLOCK = ACCESS_AMONG_MANY, /* of direct reads */
    ALIGNMENT = 4096,          /* enough for the devices that there are */
};

struct access {
    int fd;
    enum io io;
    size_t window;         /* bytes of memory */
    uint64_t size, offset; /* of the file; of the next byte that is not in memory */
    unsigned char *memory;
    size_t at, have; /* within memory */
    bool buffered;   /* the rest, which is not a whole block, is read as usual */
};

/* ---- Guards ------------------------------------------------------------------------------- */

static _Thread_local sigjmp_buf way_back;
static _Thread_local volatile sig_atomic_t guarded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void on_bus_error(int number)
{
    if (guarded)
        siglongjmp(way_back, 1);
    signal(number, SIG_DFL); /* not ours: the access is tried again, and ends the program */
}

static void watch(void)
{
    struct sigaction action = {.sa_handler = on_bus_error, .sa_flags = SA_NODEFER};

    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, NULL);
}

bool access_guard(void (*body)(void *), void *context)
{
    bool good = false;

    pthread_once(&once, watch);
    /* The signal mask need not be saved: SA_NODEFER leaves it as it is. */
    if (sigsetjmp(way_back, 0) == 0) {
        guarded = 1;
        body(context);
        good = true;
    }
    guarded = 0;
    return good;
}

struct copy {
    void *to;
    const void *from;
    size_t len;
};

static void copy(void *context)
{
    const struct copy *c = context;
    memcpy(c->to, c->from, c->len);
}

/* ---- Refills ------------------------------------------------------------------------------ */

/* Maps the next part. Its length, 0 at the end, or -1. */
static ssize_t map_next(struct access *a)
{
    uint64_t left = a->size - a->offset;
    size_t len = left < a->window ? (size_t)left : a->window;

    if (a->memory)
        munmap(a->memory, a->window);
    a->memory = NULL;
    if (!len)
        return 0;
    void *p = mmap(NULL, a->window, PROT_READ, MAP_SHARED, a->fd, (off_t)a->offset);
    if (p == MAP_FAILED)
        return -1;
    a->memory = p;
    madvise(p, len, MADV_SEQUENTIAL);
    return (ssize_t)len;
}

static ssize_t read_next(struct access *a)
{
    ssize_t n = pread(a->fd, a->memory, BLOCK, (off_t)a->offset);

    /* The end of the file, or nearly. What may follow begins at no place for direct reads. */
    if (n > 0 && n % ALIGNMENT && !a->buffered) {
        int flags = fcntl(a->fd, F_GETFL);
        a->buffered = true;
        fcntl(a->fd, F_SETFL, flags & ~O_DIRECT);
    }
    return n;
}

/* ---- The interface ------------------------------------------------------------------------ */

struct access *access_open(int fd, enum io io, uint64_t size, size_t window)
{
    struct access *a = calloc(1, sizeof *a);
    int error = ENOMEM;

    if (!a)
        goto failed;
    *a = (struct access){.fd = fd, .io = io, .window = window, .size = size};
    if (io == IO_MMAP)
        return a;
    int flags = fcntl(fd, F_GETFL);
    if (flags < 0 || fcntl(fd, F_SETFL, flags | O_DIRECT) != 0) {
        error = EOPNOTSUPP;
        goto failed;
    }
    /* Not out of malloc(), which would keep what many threads take and give back. */
    a->window = BLOCK;
    void *memory = mmap(NULL, BLOCK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory != MAP_FAILED) {
        a->memory = memory;
        return a;
    }
failed:
    free(a);
    errno = error;
    return NULL;
}

ssize_t access_read(struct access *a, void *buffer, size_t size)
{
    if (a->at == a->have) {
        ssize_t n = a->io == IO_MMAP ? map_next(a) : read_next(a);
        if (n <= 0)
            return n;
        a->at = 0;
        a->have = (size_t)n;
        a->offset += (uint64_t)n;
    }
    size_t len = a->have - a->at < size ? a->have - a->at : size;
    if (a->io != IO_MMAP) {
        memcpy(buffer, a->memory + a->at, len);
    } else if (!access_guard(copy, &(struct copy){buffer, a->memory + a->at, len})) {
        struct stat now;
        if (fstat(a->fd, &now) == 0 && (uint64_t)now.st_size < a->size)
            return 0;
        errno = EIO;
        return -1;
    }
    a->at += len;
    return (ssize_t)len;
}

void access_close(struct access *a)
{
    if (!a)
        return;
    if (a->memory)
        munmap(a->memory, a->window);
    free(a);
}

/* ---- Blocks ------------------------------------------------------------------------------- */

/* Not MAP_FIXED over the last block: Linux before 6.12 has taken that away when it learns that the
 * file cannot be mapped, and whatever is mapped next, a stack say, may take its place. */
unsigned char *access_map(size_t size, int fd, off_t offset)
{
    void *p = mmap(NULL, size, PROT_READ, MAP_SHARED | MAP_POPULATE, fd, offset);
    return p == MAP_FAILED ? NULL : p;
}

void access_unmap(unsigned char *mapped, size_t size)
{
    if (mapped)
        munmap(mapped, size);
}
