/* SPDX-License-Identifier: MIT
 *
 * workload.h - folders of files whose digests are known: made, dropped from the page cache, taken
 * away; and whether a tool's output gives these digests. Knows no tool.
 */
#ifndef BENCH_WORKLOAD_H
#define BENCH_WORKLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hashmill.h"

enum { WORKLOAD_PARTS = 4, WORKLOAD_ALGORITHMS = 4 };

struct workload_part {
    size_t files, bytes;
};

/* The algorithms of tool rows. */
struct workload_algorithm {
    size_t id;
    const char *name; /* "md5": as every tool writes it */
};
extern const struct workload_algorithm workload_algorithms[WORKLOAD_ALGORITHMS];

struct workload {
    char folder[2048]; /* scratch; the files are in folder/d */
    size_t files;
    uint64_t bytes;
    uint8_t *digests; /* file after file, algorithm after algorithm */
    char first[2100]; /* path of the first file, and of the last one: the largest of a mix */
    char last[2100];
};

/* Makes the files below a scratch folder: always the same bytes. False, with a message, if the disk
 * does not take them. */
bool workload_make(struct workload *workload, const char *folder,
                   const struct workload_part *parts);

/* Takes the files and everything else in the scratch folder away, and leaves the folder. */
void workload_remove(struct workload *workload);

/* Asks the kernel to forget the files. Gives the share that is still in memory afterwards. */
double workload_drop(const struct workload *workload);

/* What an output must hold. */
enum workload_check {
    CHECK_ALL,    /* the digests of every file, once each, of every algorithm of the mask */
    CHECK_FIRST,  /* those of one file at least, and no wrong one */
    CHECK_ETAG,   /* the MD5 of the MD5s of the pieces of 8 MiB of the first file */
    CHECK_STATUS, /* nothing: the exit status tells */
};

/* Whether it does; algorithms is a mask of places in workload_algorithms. Otherwise *why says what
 * is wrong. */
bool workload_verify(const struct workload *workload, enum workload_check check,
                     unsigned algorithms, const char *output, const char **why);

#endif /* BENCH_WORKLOAD_H */
