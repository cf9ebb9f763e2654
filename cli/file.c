/* SPDX-License-Identifier: MIT
 *
 * file.c - one task's file.
 */
#define _GNU_SOURCE /* preadv2 */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/uio.h>
#include <unistd.h>

#include "reader.h"
#include "signals.h"

/* Files for which one call of the system more is nothing. */
enum { LARGE = 1024 * 1024 };

static enum file_status failed(struct task *task, int error)
{
    task_leave_folder(task);
    task->error = error;
    task->fault = error ? FAULT_OPEN : FAULT_SPECIAL;
    return FILE_FAILED;
}

/* Gets ready what the options ask for. window: memory for its access. */
static enum file_status opened(struct file *file, struct task *task,
                               const struct engine_options *options, size_t window)
{
    if (!file->regular)
        return FILE_OPEN;
    file->drops = options->no_cache;
    file->maps = options->io == IO_MMAP || (options->io == IO_AUTO && !file->drops);
    if (file->before.st_size >= LARGE)
        posix_fadvise(file->fd, 0, 0, POSIX_FADV_SEQUENTIAL);
    /* A size of 0 may be that of a file that says none. */
    if (options->io <= IO_READ || !file->before.st_size)
        return FILE_OPEN;
    file->access = access_open(file->fd, options->io, (uint64_t)file->before.st_size, window);
    file->mapped = file->access && options->io == IO_MMAP;
    if (file->access)
        return FILE_OPEN;
    int error = errno;
    close(file->fd);
    return failed(task, error);
}

enum file_status file_open_ahead(struct file *file, struct task *task,
                                 const struct engine_options *options)
{
    const struct entry *entry = &task->entry;

    *file = (struct file){.fd = -1, .waits = options->patient && entry->source == SOURCE_PATH};
    if (entry->source == SOURCE_STDIN)
        return FILE_HELD;
    /* What a user names may be a FIFO, whose writer an open would wake, or a device that an open
     * rewinds. What is not there may be when its turn comes. */
    if (entry->source == SOURCE_PATH &&
        (fstatat(entry->dir, entry->base, &file->before, 0) != 0 || !S_ISREG(file->before.st_mode)))
        return FILE_HELD;
    file->regular = entry->source != SOURCE_LINK;
    file->fd = entry->source == SOURCE_TREE ? reader_open_in_tree(entry, &file->before)
                                            : reader_open(entry, options->patient);
    if (file->fd >= 0) {
        task_leave_folder(task);
        return opened(file, task, options, ACCESS_AMONG_MANY);
    }
    if (errno == EMFILE || errno == ENFILE)
        return FILE_HELD;
    return failed(task, errno);
}

enum file_status file_open_now(struct file *file, struct task *task,
                               const struct engine_options *options)
{
    const bool in_tree = task->entry.source == SOURCE_TREE;

    *file = (struct file){.fd = -1, .waits = options->patient && !in_tree};
    do
        file->fd = in_tree ? reader_open_in_tree(&task->entry, &file->before)
                           : reader_open(&task->entry, options->patient);
    while (file->fd < 0 && errno == EINTR && !signals_stop());
    if (file->fd < 0)
        return errno == EMFILE || errno == ENFILE ? FILE_HELD : failed(task, errno);
    task_leave_folder(task);
    file->regular =
        in_tree || (fstat(file->fd, &file->before) == 0 && S_ISREG(file->before.st_mode));
    return task->entry.source == SOURCE_STDIN ? FILE_OPEN
                                              : opened(file, task, options, ACCESS_ALONE);
}

static bool try_again(const struct file *file)
{
    bool broken_off = errno == EINTR;

    if (signals_stop())
        return false;
    if (errno == EAGAIN && file->waits) {
        struct pollfd ready = {.fd = file->fd, .events = POLLIN};
        broken_off = poll(&ready, 1, -1) < 0;
    } else if (!broken_off) {
        return false;
    }
    if (broken_off && file->on_signal)
        file->on_signal(file->context);
    return true;
}

/* A read that ends the run of the program says EINTR. */
static bool is_stopped(void)
{
    if (!signals_stop())
        return false;
    errno = EINTR;
    return true;
}

/* Counts, and lets go of what lies behind. */
static ssize_t count(struct file *file, ssize_t n)
{
    enum { DROP = 8 * 1024 * 1024 };

    file->size += n > 0 ? (uint64_t)n : 0;
    if (file->drops && file->size - file->dropped >= DROP) {
        posix_fadvise(file->fd, (off_t)file->dropped, (off_t)(file->size - file->dropped),
                      POSIX_FADV_DONTNEED);
        file->dropped = file->size;
    }
    return n;
}

/* Offset -1: where the last one ended. */
static ssize_t read_once(const struct file *file, void *buffer, size_t size, off_t offset)
{
    if (file->access) /* which reads in order */
        return access_read(file->access, buffer, size);
    return offset < 0 ? read(file->fd, buffer, size) : pread(file->fd, buffer, size, offset);
}

/* preadv2(2) that does not wait; EOPNOTSUPP where there is none. */
static ssize_t read_nowait(const struct file *file, void *buffer, size_t size, off_t offset)
{
#if defined(RWF_NOWAIT)
    struct iovec all = {buffer, size};
    return preadv2(file->fd, &all, 1, offset, RWF_NOWAIT);
#else
    (void)file, (void)buffer, (void)size, (void)offset;
    errno = EOPNOTSUPP;
    return -1;
#endif
}

/* What is in memory; EAGAIN if it is not, or if that cannot be known. */
static ssize_t read_cached(const struct file *file, void *buffer, size_t size, off_t offset)
{
    enum { STEP = 64 * 1024 }; /* what the system reads at a time */
    ssize_t n = -1;
    char byte;

    errno = EAGAIN;
    if (atomic_load_explicit(&file->device->blind, memory_order_relaxed) ||
        (file->access && !file->mapped))
        return -1;
    if (!file->mapped) {
        n = read_nowait(file, buffer, size, offset);
    } else {
        const off_t from = (off_t)file->size;
        n = 0;
        for (off_t at = from; at < from + (off_t)size && at < file->before.st_size; at += STEP)
            if ((n = read_nowait(file, &byte, 1, at)) <= 0)
                break;
        if (n >= 0)
            n = access_read(file->access, buffer, size);
    }
    if (n < 0 && (errno == EOPNOTSUPP || errno == ENOSYS || errno == EINVAL)) {
        atomic_store_explicit(&file->device->blind, true, memory_order_relaxed);
        errno = EAGAIN;
    }
    return n;
}

/* Once more than what is in memory is wanted, waits for the device's turn and keeps it. */
static ssize_t read_in_turn(struct file *file, void *buffer, size_t size, off_t offset, bool wait)
{
    if (file->turn->at != file->device) {
        ssize_t n = read_cached(file, buffer, size, offset);
        if (n >= 0 || errno != EAGAIN || !wait)
            return n;
        turn_take(file->turn, file->device);
        if (is_stopped())
            return -1;
    }
    ssize_t n = read_once(file, buffer, size, offset);
    file->turn->bytes += n > 0 ? (uint64_t)n : 0;
    return n;
}

static ssize_t read_through(struct file *file, void *buffer, size_t size, off_t offset)
{
    ssize_t n;
    if (is_stopped())
        return -1;
    do
        n = file->device ? read_in_turn(file, buffer, size, offset, true)
                         : read_once(file, buffer, size, offset);
    while (n < 0 && try_again(file));
    return count(file, n);
}

ssize_t file_read(struct file *file, void *buffer, size_t size)
{
    return read_through(file, buffer, size, -1);
}

ssize_t file_read_at(struct file *file, void *buffer, size_t size, off_t offset)
{
    return read_through(file, buffer, size, offset);
}

ssize_t file_read_ready(struct file *file, void *buffer, size_t size, off_t offset)
{
    if (!file->device || file->turn->at == file->device)
        return file_read_at(file, buffer, size, offset);
    if (is_stopped())
        return -1;
    return count(file, read_in_turn(file, buffer, size, offset, false));
}

bool file_map(struct file *file, unsigned char *place, size_t size)
{
    if (is_stopped() || !access_map(place, size, file->fd, (off_t)file->size) ||
        lseek(file->fd, (off_t)size, SEEK_CUR) < 0)
        return false;
    count(file, (ssize_t)size);
    return true;
}

bool file_rewind(struct file *file)
{
    file->size = file->dropped = 0;
    return lseek(file->fd, 0, SEEK_SET) == 0;
}

bool file_has_changed(const struct file *file)
{
    struct stat now;

    return fstat(file->fd, &now) == 0 &&
           (now.st_size != file->before.st_size || now.st_ino != file->before.st_ino ||
            now.st_dev != file->before.st_dev ||
            now.st_mtim.tv_sec != file->before.st_mtim.tv_sec ||
            now.st_mtim.tv_nsec != file->before.st_mtim.tv_nsec);
}

bool file_seems_cached(const struct file *file)
{
    enum { PLACES = 32 };
    char byte;

    for (int i = 0; i < PLACES; i++)
        if (read_nowait(file, &byte, 1, file->before.st_size / PLACES * i) != 1)
            return false;
    return true;
}

int file_drop(struct file *file)
{
    access_close(file->access);
    file->access = NULL;
    if (file->drops)
        posix_fadvise(file->fd, 0, 0, POSIX_FADV_DONTNEED);
    return close(file->fd);
}

void file_close(struct file *file, struct task *task, int error, bool truthful)
{
    /* An empty file whose end showed at once was read in one step, so that it is what it was. */
    const bool at_once = !file->size && !file->before.st_size;
    bool changed = truthful && file->regular && !at_once && !error && file_has_changed(file);

    if (task->entry.source != SOURCE_STDIN && file_drop(file) != 0 && !error)
        error = errno;
    task->size = file->size;
    task->has_mtime = file->regular;
    task->mtime = file->before.st_mtim;
    task->error = error;
    task->fault = error ? FAULT_READ : changed ? FAULT_CHANGED : FAULT_NONE;
}
