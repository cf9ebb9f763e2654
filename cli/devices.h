/* SPDX-License-Identifier: MIT
 *
 * devices.h - what a file lies on, and how many may read there at a time. Knows device numbers,
 * file systems and what the system says of them; knows no files and no reading.
 */
#ifndef MHASH_DEVICES_H
#define MHASH_DEVICES_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* ---- What it is --------------------------------------------------------------------------- */

enum device_class {
    DEVICE_MEMORY,   /* tmpfs and its like */
    DEVICE_SOLID,    /* reads side by side do not disturb each other */
    DEVICE_ROTATING, /* reads side by side make it seek */
    DEVICE_REMOTE,   /* network, removable, or nothing is known: a few, more as long as it pays */
};

/* What the system says. */
struct device_facts {
    uint32_t file_system; /* f_type of statfs(2); 0: unknown */
    int rotational;       /* of the disk: 1, 0, or -1: not said */
    int removable;
    dev_t disk; /* of all its partitions and what is made of them; the device itself if unknown */
};

/* Judges the facts: a pure function. */
enum device_class device_judge(const struct device_facts *facts);

/* What the folder root (/sys) says of a block device. */
struct device_facts device_look_up(const char *root, dev_t device);

/* Whether the system says that it is a rotating disk; of what it does not know it is not. */
bool device_rotates(dev_t device);

/* ---- Who reads ---------------------------------------------------------------------------- */

enum { FEW_READERS = 2 };

/* How the readers of a remote device become more: a step more is kept if it brought a tenth more,
 * in as many reads. */
struct climb {
    unsigned limit;
    unsigned reads; /* in this step */
    uint64_t units, begin;
    double best; /* units a nanosecond */
    bool settled;
};

/* Counts one read that ended at that time. True if limit became another one. A pure function. */
bool climb_count(struct climb *climb, uint64_t bytes, uint64_t now);

/* A disk, or whatever files lie on, with readers that wait for their turn, first come, first
 * served. */
struct device {
    dev_t disk;
    uint32_t file_system;
    bool limited; /* readers need turns */
    bool seeks;   /* one file after another is better than several in turn */
    bool climbs;
    unsigned limit; /* readers at a time; under the lock, as all that follows */
    struct climb climb;
    uint64_t arrived, left; /* readers ever */
    atomic_bool blind;      /* it cannot say whether a read would have to wait */
    pthread_mutex_t lock;
    pthread_cond_t next;
};

/* Devices that are told apart; further ones share the last place. */
enum { MAX_DEVICES = 32 };

struct devices {
    unsigned workers; /* that may read at all */
    unsigned readers; /* for every device, or 0: as it needs */
    pthread_mutex_t lock;
    size_t count;
    struct device list[MAX_DEVICES];
};

void devices_start(struct devices *devices, unsigned workers, unsigned readers);
void devices_stop(struct devices *devices);

/* What an open file of that device lies on. NULL if readers need no turns there. */
struct device *devices_find(struct devices *devices, int fd, dev_t device);

/* One thread's turn at a device, or none. Nobody waits for a turn while having another one. */
struct turn {
    struct device *at;
    uint64_t bytes;  /* read in it */
    uint64_t waited; /* turns that had to be waited for */
    /* Called before waiting, with nothing held: what was read could be hashed. Or NULL. */
    void (*on_wait)(void *context);
    void *context;
};

/* Waits for a turn there. Lets go of one at another device. */
void turn_take(struct turn *turn, struct device *device);

/* The same, if it is free at once. */
bool turn_try(struct turn *turn, struct device *device);

void turn_release(struct turn *turn);

#endif /* MHASH_DEVICES_H */
