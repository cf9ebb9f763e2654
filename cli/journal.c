/* SPDX-License-Identifier: MIT
 *
 * journal.c - what an update has hashed so far.
 */
#define _GNU_SOURCE /* flock */
#include "journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Beside the list itself, where a link leads; ".NAME.mhash-journal", which no walk looks at. */
static void set_path(struct text *path, const char *list)
{
    char *real = realpath(list, NULL);
    const char *at = real ? real : list, *slash = strrchr(at, '/');

    if (slash)
        text_add(path, at, (size_t)(slash - at + 1));
    text_add_char(path, '.');
    text_add_string(path, slash ? slash + 1 : at);
    text_add_string(path, ".mhash-journal");
    free(real);
}

/* Whether the path still leads to the open file: the update before may just have removed it. */
static bool is_current(const struct journal *j)
{
    struct stat mine, there;

    return fstat(j->fd, &mine) == 0 && stat(j->path.data, &there) == 0 &&
           mine.st_dev == there.st_dev && mine.st_ino == there.st_ino;
}

bool journal_open(struct journal *j, const char *list)
{
    *j = (struct journal){.fd = -1};
    set_path(&j->path, list);
    for (;;) {
        j->fd = open(j->path.data, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
        if (j->fd < 0)
            return false;
        if (flock(j->fd, LOCK_EX | LOCK_NB) != 0) {
            int error = errno;
            close(j->fd);
            j->fd = -1;
            errno = error;
            return false;
        }
        if (is_current(j))
            return true;
        close(j->fd);
    }
}

bool journal_add(struct journal *j, const struct text *text)
{
    for (size_t done = 0; done < text->len;) {
        ssize_t n = write(j->fd, text->data + done, text->len - done);
        if (n < 0 && errno != EINTR)
            return false;
        done += n > 0 ? (size_t)n : 0;
    }
    return true;
}

bool journal_clear(struct journal *j)
{
    return ftruncate(j->fd, 0) == 0;
}

void journal_close(struct journal *j, bool done)
{
    struct stat st;

    /* There is nothing to resume in an empty one. */
    if (j->fd >= 0 && (done || (fstat(j->fd, &st) == 0 && !st.st_size)))
        unlink(j->path.data);
    if (j->fd >= 0)
        close(j->fd);
    text_free(&j->path);
}
