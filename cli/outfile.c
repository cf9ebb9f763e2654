/* SPDX-License-Identifier: MIT
 *
 * outfile.c - a file that comes into being as a whole. Where the file system can, the temporary
 * file has no name until it is complete, so that not even SIGKILL leaves anything behind; elsewhere
 * the signals that end a program take it away first.
 */
#define _GNU_SOURCE /* O_TMPFILE */
#include "outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h> /* renameat */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Signals ------------------------------------------------------------------------------ */

static const int fatal_signals[] = {SIGHUP, SIGINT, SIGTERM, SIGQUIT, SIGPIPE, SIGXCPU, SIGXFSZ};
enum { FATAL_SIGNALS = sizeof fatal_signals / sizeof *fatal_signals };

/* What a handler may look at: passed by no other way. */
static volatile sig_atomic_t doomed_dir;
static char doomed_name[NAME_MAX + 1];

static void remove_and_die(int signal)
{
    unlinkat(doomed_dir, doomed_name, 0);
    raise(signal); /* the handler is gone after its first call (SA_RESETHAND) */
}

static void guard(const struct outfile *f)
{
    struct sigaction action = {.sa_handler = remove_and_die, .sa_flags = SA_RESETHAND}, old;

    doomed_dir = f->dir;
    memcpy(doomed_name, f->temp.data, f->temp.len + 1);
    for (size_t i = 0; i < FATAL_SIGNALS; i++)
        if (sigaction(fatal_signals[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(fatal_signals[i], &action, NULL);
}

static void unguard(void)
{
    struct sigaction plain = {.sa_handler = SIG_DFL}, old;

    for (size_t i = 0; i < FATAL_SIGNALS; i++)
        if (sigaction(fatal_signals[i], NULL, &old) == 0 && old.sa_handler == remove_and_die)
            sigaction(fatal_signals[i], &plain, NULL);
}

/* ---- The temporary file ------------------------------------------------------------------- */

/* ".NAME.mhash-", which the names of all temporary files for this target begin with. */
static size_t add_prefix(struct text *out, const char *base)
{
    static const char mark[] = ".mhash-";
    enum { DIGITS = 16 };
    size_t len = strlen(base), room = NAME_MAX - 1 - (sizeof mark - 1) - DIGITS;

    text_add_char(out, '.');
    text_add(out, base, len < room ? len : room);
    text_add_string(out, mark);
    return out->len;
}

/* Sets the next name to try. */
static void next_name(struct outfile *f, size_t prefix, unsigned attempt)
{
    text_cut(&f->temp, prefix);
    text_add_number(&f->temp, (unsigned long long)getpid());
    text_add_char(&f->temp, '-');
    text_add_number(&f->temp, attempt);
}

enum { ATTEMPTS = 1000 };

static bool open_named(struct outfile *f)
{
    size_t prefix = add_prefix(&f->temp, f->base);

    for (unsigned i = 0; i < ATTEMPTS; i++) {
        next_name(f, prefix, i);
        f->fd = openat(f->dir, f->temp.data, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (f->fd >= 0) {
            f->named = true;
            guard(f);
            return true;
        }
        if (errno != EEXIST)
            break;
    }
    return false;
}

/* A file without a name gets one through /proc. */
static bool can_be_named_later(void)
{
    return access("/proc/self/fd", X_OK) == 0;
}

static bool open_temporary(struct outfile *f)
{
#ifdef O_TMPFILE
    if (can_be_named_later()) {
        f->fd = openat(f->dir, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
        if (f->fd >= 0)
            return true;
    }
#endif
    return open_named(f);
}

static bool give_name(struct outfile *f)
{
    struct text self = {0};
    size_t prefix = add_prefix(&f->temp, f->base);
    bool done = false;

    text_add_string(&self, "/proc/self/fd/");
    text_add_number(&self, (unsigned long long)f->fd);
    for (unsigned i = 0; i < ATTEMPTS && !done; i++) {
        next_name(f, prefix, i);
        done = linkat(AT_FDCWD, self.data, f->dir, f->temp.data, AT_SYMLINK_FOLLOW) == 0;
        if (!done && errno != EEXIST)
            break;
    }
    int error = errno;
    text_free(&self);
    errno = error;
    return f->named = done;
}

/* ---- All of it ---------------------------------------------------------------------------- */

static void forget(struct outfile *f)
{
    int error = errno;

    unguard();
    if (f->fd >= 0)
        close(f->fd);
    if (f->dir >= 0)
        close(f->dir);
    text_free(&f->real);
    text_free(&f->temp);
    *f = (struct outfile){.fd = -1, .dir = -1};
    errno = error;
}

/* Splits the target's path, links resolved, into folder and name, and opens the folder. */
static bool open_parent(struct outfile *f, const char *path)
{
    char *resolved = realpath(path, NULL), *slash;

    text_add_string(&f->real, resolved ? resolved : path);
    free(resolved);
    slash = strrchr(f->real.data, '/');
    f->base = slash ? slash + 1 : f->real.data;
    if (!*f->base) {
        errno = *path ? EISDIR : ENOENT;
        return false;
    }
    if (!slash) {
        f->dir = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    } else if (slash == f->real.data) {
        f->dir = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    } else {
        *slash = '\0';
        f->dir = open(f->real.data, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        *slash = '/';
    }
    return f->dir >= 0;
}

bool outfile_open(struct outfile *f, const char *path)
{
    struct stat st;
    bool exists = stat(path, &st) == 0;

    *f = (struct outfile){.fd = -1, .dir = -1};
    if (exists && S_ISDIR(st.st_mode)) {
        errno = EISDIR;
        return false;
    }
    /* /dev/stdout may lead to a regular file, but whoever opened that wants it written, not
     * replaced. */
    if (exists && (!S_ISREG(st.st_mode) || strncmp(path, "/dev/", 5) == 0 ||
                   strncmp(path, "/proc/", 6) == 0)) {
        f->direct = true;
        f->fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY);
        return f->fd >= 0;
    }
    if (!open_parent(f, path) || !open_temporary(f)) {
        forget(f);
        return false;
    }
    /* The owner first: changing it takes set-user-ID away. Where it cannot be kept, nor can it. */
    if (exists && fchown(f->fd, st.st_uid, st.st_gid) == 0)
        fchmod(f->fd, st.st_mode & 07777);
    else if (exists)
        fchmod(f->fd, st.st_mode & 0777);
    return true;
}

bool outfile_commit(struct outfile *f)
{
    sigset_t all, before;
    bool done;

    if (f->direct) {
        done = close(f->fd) == 0;
        f->fd = -1;
        forget(f);
        return done;
    }
    if (fsync(f->fd) != 0) {
        outfile_discard(f);
        return false;
    }
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    done = (f->named || give_name(f)) && renameat(f->dir, f->temp.data, f->dir, f->base) == 0;
    if (done) {
        f->named = false;
        fsync(f->dir); /* not all file systems can; the file itself is safe */
        forget(f);
    } else {
        outfile_discard(f);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return done;
}

void outfile_discard(struct outfile *f)
{
    int error = errno;

    if (f->named)
        unlinkat(f->dir, f->temp.data, 0);
    errno = error;
    forget(f);
}

void outfile_exclude(const struct outfile *f, struct selection *s)
{
    struct stat st;

    if (f->direct)
        return;
    if (fstatat(f->dir, f->base, &st, 0) == 0)
        selection_own(s, st.st_dev, st.st_ino, f->base);
    if (f->named && fstat(f->fd, &st) == 0)
        selection_own(s, st.st_dev, st.st_ino, f->temp.data);
    if (fstat(f->dir, &st) == 0) {
        struct text prefix = {0};
        add_prefix(&prefix, f->base);
        selection_own_prefix(s, st.st_dev, st.st_ino, prefix.data);
    }
}

void outfile_exclude_stdout(struct selection *s)
{
    static char path[PATH_MAX];
    struct stat st;

    if (fstat(STDOUT_FILENO, &st) != 0 || !S_ISREG(st.st_mode))
        return;
    ssize_t n = readlink("/proc/self/fd/1", path, sizeof path - 1);
    path[n > 0 ? n : 0] = '\0';
    const char *slash = strrchr(path, '/');
    selection_own(s, st.st_dev, st.st_ino, slash ? slash + 1 : NULL);
}
