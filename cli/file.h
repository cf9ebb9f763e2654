/* SPDX-License-Identifier: MIT
 *
 * file.h - one task's file: opened at the right moment, watched for changes, closed. Knows
 * descriptors; knows no digests and no threads.
 */
#ifndef MHASH_FILE_H
#define MHASH_FILE_H

#include <stdbool.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "devices.h"
#include "pool.h"

struct file {
    int fd;
    struct stat before; /* valid if it is regular */
    bool regular;
    bool waits;    /* for a descriptor that does not block; never for what was found in a tree */
    uint64_t size; /* bytes read so far */
    struct access *access; /* instead of read(2), or NULL */
    bool maps;             /* what is in memory already may be mapped */
    bool mapped;           /* the access is a mapping */
    bool drops;            /* what was read does not stay in memory */
    uint64_t dropped;      /* bytes that do not any more */
    struct device *device; /* whose turn a read needs that has to wait, or NULL */
    struct turn *turn;     /* of the thread that reads */
    /* Called when a signal broke off a wait for bytes that goes on. Or NULL. */
    void (*on_signal)(void *context);
    void *context;
};

enum file_status {
    FILE_OPEN,
    FILE_HELD,   /* to be opened at the head of the order */
    FILE_FAILED, /* the task says why */
};

/* Opens the task's file ahead of the order: nothing that is not a regular file is touched. */
enum file_status file_open_ahead(struct file *file, struct task *task,
                                 const struct engine_options *options);

/* Opens it at the head of the order: may block. */
enum file_status file_open_now(struct file *file, struct task *task,
                               const struct engine_options *options);

/* read(2) or pread(2), or the access in order, through signals and, if the file waits, through
 * EAGAIN. */
ssize_t file_read(struct file *file, void *buffer, size_t size);
ssize_t file_read_at(struct file *file, void *buffer, size_t size, off_t offset);

/* The second, but EAGAIN where it would have to wait without having its device's turn. */
ssize_t file_read_ready(struct file *file, void *buffer, size_t size, off_t offset);

/* Maps the next bytes, which are whole pages within the size it had, in place of what is at `place`
 * (access.h), as if they had been read. False if it cannot be. */
bool file_map(struct file *file, unsigned char *place, size_t size);

/* Back to the first byte, to read it all anew. False if it cannot be. */
bool file_rewind(struct file *file);

/* Whether size or time differ from what they were. */
bool file_has_changed(const struct file *file);

/* Whether a few places all over it are in memory already, so that no disk has to seek. */
bool file_seems_cached(const struct file *file);

/* Closes the descriptor and lets go of what belongs to it. 0 or -1. */
int file_drop(struct file *file);

/* Closes it. error: of the read, or 0. Sets the task's fault: a failed read or close, or, if
 * truthful, a change since it was opened; and what the result tells of the file. */
void file_close(struct file *file, struct task *task, int error, bool truthful);

#endif /* MHASH_FILE_H */
