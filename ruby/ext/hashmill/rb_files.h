/* SPDX-License-Identifier: MIT
 *
 * rb_files.h - reading a descriptor and hashing what comes, without the lock.
 */
#ifndef RB_FILES_H
#define RB_FILES_H

struct file_read {
    int fd;
    void (*absorb)(void *sink, const void *data, size_t len);
    void *sink;   /* a copy that is nobody else's */
    bool at_end;  /* the file is at its end */
    bool refused; /* read(2) failed: Ruby's own read will say how, or wait */
};

/* Reads and absorbs some tens of MiB without the lock. May raise after the fact what other threads
 * and signals ask for, so commit the sink first: this function itself does not raise. */
void file_read_step(struct file_read *r);

/* Handles interrupts; true if there is more to read. */
bool file_read_goes_on(const struct file_read *r);

#endif
