/* SPDX-License-Identifier: MIT
 *
 * file.c - one task's file.
 */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "reader.h"
#include "signals.h"

static enum file_status failed(struct task *task, int error)
{
    task_leave_folder(task);
    task->error = error;
    task->fault = error ? FAULT_OPEN : FAULT_SPECIAL;
    return FILE_FAILED;
}

enum file_status file_open_ahead(struct file *file, struct task *task, bool patient)
{
    const struct entry *entry = &task->entry;

    *file = (struct file){.fd = -1};
    if (entry->source == SOURCE_STDIN)
        return FILE_HELD;
    /* What a user names may be a FIFO, whose writer an open would wake, or a device that an open
     * rewinds. What is not there may be when its turn comes. */
    if (entry->source == SOURCE_PATH &&
        (fstatat(entry->dir, entry->base, &file->before, 0) != 0 || !S_ISREG(file->before.st_mode)))
        return FILE_HELD;
    file->regular = entry->source != SOURCE_LINK;
    file->fd = entry->source == SOURCE_TREE ? reader_open_in_tree(entry, &file->before)
                                            : reader_open(entry, patient);
    if (file->fd >= 0) {
        task_leave_folder(task);
        return FILE_OPEN;
    }
    if (errno == EMFILE || errno == ENFILE)
        return FILE_HELD;
    return failed(task, errno);
}

enum file_status file_open_now(struct file *file, struct task *task, bool patient)
{
    const bool in_tree = task->entry.source == SOURCE_TREE;

    *file = (struct file){.fd = -1};
    do
        file->fd = in_tree ? reader_open_in_tree(&task->entry, &file->before)
                           : reader_open(&task->entry, patient);
    while (file->fd < 0 && errno == EINTR && !signals_stop());
    if (file->fd < 0)
        return errno == EMFILE || errno == ENFILE ? FILE_HELD : failed(task, errno);
    task_leave_folder(task);
    file->regular =
        in_tree || (fstat(file->fd, &file->before) == 0 && S_ISREG(file->before.st_mode));
    return FILE_OPEN;
}

static bool try_again(int fd, bool patient)
{
    if (signals_stop())
        return false;
    if (errno == EAGAIN && patient) {
        struct pollfd ready = {.fd = fd, .events = POLLIN};
        poll(&ready, 1, -1);
        return true;
    }
    return errno == EINTR;
}

/* A read that ends the run of the program says EINTR. */
static bool is_stopped(void)
{
    if (!signals_stop())
        return false;
    errno = EINTR;
    return true;
}

ssize_t file_read(struct file *file, void *buffer, size_t size, bool patient)
{
    ssize_t n;
    if (is_stopped())
        return -1;
    do
        n = read(file->fd, buffer, size);
    while (n < 0 && try_again(file->fd, patient));
    file->size += n > 0 ? (uint64_t)n : 0;
    return n;
}

ssize_t file_read_at(struct file *file, void *buffer, size_t size, off_t offset, bool patient)
{
    ssize_t n;
    if (is_stopped())
        return -1;
    do
        n = pread(file->fd, buffer, size, offset);
    while (n < 0 && try_again(file->fd, patient));
    file->size += n > 0 ? (uint64_t)n : 0;
    return n;
}

static bool has_changed(const struct file *file)
{
    struct stat now;

    return fstat(file->fd, &now) == 0 &&
           (now.st_size != file->before.st_size || now.st_ino != file->before.st_ino ||
            now.st_dev != file->before.st_dev ||
            now.st_mtim.tv_sec != file->before.st_mtim.tv_sec ||
            now.st_mtim.tv_nsec != file->before.st_mtim.tv_nsec);
}

void file_close(struct file *file, struct task *task, int error, bool truthful)
{
    /* An empty file whose end showed at once was read in one step, so that it is what it was. */
    const bool at_once = !file->size && !file->before.st_size;
    bool changed = truthful && file->regular && !at_once && !error && has_changed(file);

    if (task->entry.source != SOURCE_STDIN && close(file->fd) != 0 && !error)
        error = errno;
    task->size = file->size;
    task->has_mtime = file->regular;
    task->mtime = file->before.st_mtim;
    task->error = error;
    task->fault = error ? FAULT_READ : changed ? FAULT_CHANGED : FAULT_NONE;
}
