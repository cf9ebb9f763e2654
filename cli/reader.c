/* SPDX-License-Identifier: MIT
 *
 * reader.c - bytes out of descriptors. No stdio: its buffer would be copied once more, and its
 * descriptor offsets are none.
 */
#define _GNU_SOURCE /* O_PATH */
#include "reader.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "signals.h"
#include "text.h"

#ifndef O_PATH
#define O_PATH O_RDONLY
#endif

/* Opens a path of any length: a piece shorter than PATH_MAX at a time, cut at slashes. */
static int open_long(const char *path, int flags)
{
    char piece[PATH_MAX];
    int dir = AT_FDCWD;

    while (strlen(path) >= sizeof piece) {
        size_t n = sizeof piece - 1;
        while (n && path[n] != '/')
            n--;
        if (!n) {
            errno = ENAMETOOLONG;
            break;
        }
        memcpy(piece, path, n);
        piece[n] = '\0';
        int next = openat(dir, piece, O_PATH | O_DIRECTORY | O_CLOEXEC);
        int error = errno;
        if (dir != AT_FDCWD)
            close(dir);
        dir = next;
        errno = error;
        if (dir < 0)
            return -1;
        path += n;
        path += strspn(path, "/");
    }
    int fd = -1;
    if (strlen(path) < sizeof piece)
        fd = openat(dir, *path ? path : ".", flags);
    int error = errno;
    if (dir != AT_FDCWD)
        close(dir);
    errno = error;
    return fd;
}

/* A file found in a tree may have become anything since: it must not block, and not be read if it
 * is not a file any more. */
int reader_open_in_tree(const struct entry *entry, struct stat *st)
{
    int flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | (entry->follow ? 0 : O_NOFOLLOW);
    int fd = openat(entry->dir, entry->base, flags);

    /* A file under another's lease (a file server's, say) would have to be waited for. */
    if (fd < 0 && errno == EAGAIN && fstatat(entry->dir, entry->base, st, 0) == 0 &&
        S_ISREG(st->st_mode))
        fd = openat(entry->dir, entry->base, flags & ~O_NONBLOCK);
    if (fd < 0) {
        /* ENXIO: a socket, or a device without driver. ELOOP: a symlink has taken its place. */
        if (errno == ENXIO || (errno == ELOOP && !entry->follow))
            errno = 0;
        return -1;
    }
    if (fstat(fd, st) == 0 && S_ISREG(st->st_mode))
        return fd;
    close(fd);
    errno = 0;
    return -1;
}

/* A pipe that holds the text of a symlink: whoever reads it needs no second way to get at bytes.
 * Linux has no longer targets than PATH_MAX, and POSIX no pipes that hold less than they get. */
static int open_link_text(const struct entry *entry)
{
    char target[PATH_MAX];
    ssize_t len = readlinkat(entry->dir, entry->base, target, sizeof target);
    int ends[2];

    if (len < 0 || pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) {
        if (errno == EINVAL)
            errno = 0; /* something else has taken its place */
        return -1;
    }
    ssize_t written = write(ends[1], target, (size_t)len);
    int error = written < 0 ? errno : EIO;
    close(ends[1]);
    if (written == len)
        return ends[0];
    close(ends[0]);
    errno = error;
    return -1;
}

int reader_open(const struct entry *entry, bool long_paths)
{
    struct stat st;
    int fd;

    switch (entry->source) {
    case SOURCE_STDIN:
        return STDIN_FILENO;
    case SOURCE_TREE:
        return reader_open_in_tree(entry, &st);
    case SOURCE_LINK:
        return open_link_text(entry);
    case SOURCE_PATH:
        break;
    }
    fd = openat(entry->dir, entry->base, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0 && errno == ENAMETOOLONG && long_paths)
        fd = open_long(entry->base, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    return fd;
}

ssize_t reader_read(int fd, void *buffer, size_t size, bool wait)
{
    for (;;) {
        ssize_t n = read(fd, buffer, size);
        if (n >= 0)
            return n;
        if (errno == EAGAIN && wait) {
            struct pollfd ready = {.fd = fd, .events = POLLIN};
            poll(&ready, 1, -1);
        } else if (errno != EINTR || signals_stop()) {
            return -1;
        }
    }
}

bool reader_slurp(int fd, size_t limit, char **data, size_t *len)
{
    /* All at once: growing would leave copies of a secret behind. Untouched pages cost nothing. */
    size_t size = 0, have = 0;
    char *p = memory_grow(NULL, &size, limit + 1, 1);
    ssize_t n;

    while ((n = reader_read(fd, p + have, limit + 1 - have, true)) > 0)
        have += (size_t)n;
    if (n == 0 && have <= limit) {
        *data = p;
        *len = have;
        return true;
    }
    int error = have > limit ? EFBIG : errno;
    hm_wipe(p, have);
    free(p);
    errno = error;
    return false;
}
