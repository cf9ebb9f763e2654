/* SPDX-License-Identifier: MIT
 *
 * access.h - other ways than read(2) to the bytes of a regular file: past the page cache, or out of
 * a mapping. Knows descriptors only. One reader from one end to the other.
 */
#ifndef MHASH_ACCESS_H
#define MHASH_ACCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum io { IO_AUTO, IO_READ, IO_MMAP, IO_DIRECT };

struct access;

/* Bytes of memory of an access: alone, and of each of many side by side. */
enum { ACCESS_ALONE = 1024 * 1024, ACCESS_AMONG_MANY = 256 * 1024 };

/* NULL, with errno set, if the file system refuses: EOPNOTSUPP for IO_DIRECT. The descriptor stays
 * the caller's. size: of the file, more than 0. window: bytes that may be mapped at a time, one of
 * the above. */
struct access *access_open(int fd, enum io io, uint64_t size, size_t window);

/* As read(2). A mapping whose file became shorter ends there. */
ssize_t access_read(struct access *access, void *buffer, size_t size);

/* NULL will do. */
void access_close(struct access *access);

/* Maps `size` bytes of the file, from offset on, and gets their pages ready. NULL, with errno set,
 * if it cannot be. */
unsigned char *access_map(size_t size, int fd, off_t offset);

/* NULL will do. */
void access_unmap(unsigned char *mapped, size_t size);

/* Runs the body, which reads mapped bytes and must take no lock and own nothing. False if some
 * of them were not there, because the file is shorter now or its medium failed: then the body was
 * left where it was, and what it wrote is worth nothing. */
bool access_guard(void (*body)(void *), void *context);

#endif /* MHASH_ACCESS_H */
