/* SPDX-License-Identifier: MIT
 *
 * devices.c - what a file lies on, and how many may read there at a time. A partition has no queue
 * of its own: its disk, the folder above it, has; what is made of partitions (encrypted, or a part
 * of a volume group) shares the heads of the disk below. Turns are tickets: one that arrived as
 * number n may read once n - limit others have left.
 */
#define _GNU_SOURCE
#include "devices.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "timing.h"

/* ---- What it is --------------------------------------------------------------------------- */

/* Values of f_type: those of statfs(2) and linux/magic.h. */
static const uint32_t in_memory[] = {
    0x01021994, /* tmpfs */
    0x858458f6, /* ramfs */
    0x958458f6, /* hugetlbfs */
    0x00009fa0, /* proc */
    0x62656572, /* sysfs */
};
static const uint32_t remote[] = {
    0x00006969, /* NFS */
    0x0000517b, /* SMB */
    0xff534d42, /* CIFS */
    0xfe534d42, /* SMB 2 */
    0x65735546, /* FUSE, virtiofs */
    0x01021997, /* 9P */
    0x00c36400, /* Ceph */
    0x5346414f, /* AFS */
    0x6b414653, /* AFS of the kernel */
    0x73757245, /* Coda */
    0x0000564c, /* NCP */
    0x0bd00bd0, /* Lustre */
    0x47504653, /* GPFS */
    0x19830326, /* BeeGFS */
    0x7461636f, /* OCFS2 */
    0x01161970, /* GFS2 */
    0x786f4256, /* shared folders of VirtualBox */
};

static bool is_one_of(uint32_t type, const uint32_t *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (list[i] == type)
            return true;
    return false;
}

enum device_class device_judge(const struct device_facts *facts)
{
    if (is_one_of(facts->file_system, in_memory, sizeof in_memory / sizeof *in_memory))
        return DEVICE_MEMORY;
    if (is_one_of(facts->file_system, remote, sizeof remote / sizeof *remote))
        return DEVICE_REMOTE;
    if (facts->rotational == 1)
        return DEVICE_ROTATING; /* though it be removable: a disc suffers most */
    if (facts->removable == 1 || facts->rotational < 0)
        return DEVICE_REMOTE;
    return DEVICE_SOLID;
}

/* The beginning of a small file as text. */
static bool read_text(const char *folder, const char *name, char *text, size_t size)
{
    char path[PATH_MAX];

    text[0] = '\0';
    if ((size_t)snprintf(path, sizeof path, "%s/%s", folder, name) >= sizeof path)
        return false;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    ssize_t n = read(fd, text, size - 1);
    close(fd);
    text[n > 0 ? n : 0] = '\0';
    return n > 0;
}

/* 0 or 1 out of a file, or -1. */
static int read_flag(const char *folder, const char *name)
{
    char text[8];

    if (!read_text(folder, name, text, sizeof text) || (text[0] != '0' && text[0] != '1'))
        return -1;
    return text[0] - '0';
}

static bool read_number(const char *folder, const char *name, dev_t *device)
{
    unsigned major_number, minor_number;
    char text[32];

    if (!read_text(folder, name, text, sizeof text) ||
        sscanf(text, "%u:%u", &major_number, &minor_number) != 2)
        return false;
    *device = makedev(major_number, minor_number);
    return true;
}

/* The one device that this one is made of. False if there are none or several. */
static bool below(const char *folder, dev_t *device)
{
    char path[PATH_MAX], name[NAME_MAX + 16] = "";
    size_t n = 0;

    if ((size_t)snprintf(path, sizeof path, "%s/slaves", folder) >= sizeof path)
        return false;
    DIR *dir = opendir(path);
    if (!dir)
        return false;
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;)
        if (entry->d_name[0] != '.' && n++ == 0)
            snprintf(name, sizeof name, "%s/dev", entry->d_name);
    closedir(dir);
    return n == 1 && read_number(path, name, device);
}

/* Whether a disk that is said to rotate is one that a host makes up (virtio, Xen): the flag is what
 * the kernel sets before anybody said anything, and what lies below is not known. Read with one
 * reader a cold tree of 4,000 files of 64 KiB on solid state took 0.71 s there, with two 0.48 s. */
static bool is_made_up(const char *folder)
{
    char path[PATH_MAX];

    return realpath(folder, path) && (strstr(path, "/virtio") || strstr(path, "/vbd-"));
}

struct device_facts device_look_up(const char *root, dev_t device)
{
    enum { DEEPEST = 8 };
    struct device_facts facts = {.rotational = -1, .removable = -1, .disk = device};
    char folder[PATH_MAX - 64], disk[PATH_MAX];

    for (int depth = 0; depth < DEEPEST; depth++) {
        if ((size_t)snprintf(folder, sizeof folder, "%s/dev/block/%u:%u", root, major(facts.disk),
                             minor(facts.disk)) >= sizeof folder)
            break;
        snprintf(disk, sizeof disk, "%s%s", folder,
                 read_flag(folder, "queue/rotational") < 0 ? "/.." : "");
        /* What is made of several disks says for itself what it is; a disk says it last. */
        if (read_flag(disk, "queue/rotational") >= 0)
            facts.rotational = read_flag(disk, "queue/rotational");
        if (facts.rotational == 1 && is_made_up(folder))
            facts.rotational = -1;
        if (read_flag(disk, "removable") >= 0)
            facts.removable = read_flag(disk, "removable");
        read_number(disk, "dev", &facts.disk);
        if (!below(disk, &facts.disk))
            break;
    }
    return facts;
}

bool device_rotates(dev_t device)
{
    return device_look_up("/sys", device).rotational == 1;
}

/* ---- More readers ------------------------------------------------------------------------- */

bool climb_count(struct climb *climb, uint64_t bytes, uint64_t now)
{
    enum {
        READS = 16,      /* of each reader, before a step is judged */
        REQUEST = 16384, /* what a read costs beside its bytes, in bytes */
        MOST = 64,       /* servers are not to be flooded */
    };

    if (climb->settled)
        return false;
    if (!climb->reads)
        climb->begin = now;
    climb->units += bytes + REQUEST;
    if (++climb->reads <= READS * climb->limit || now <= climb->begin)
        return false;
    double rate = (double)climb->units / (double)(now - climb->begin);
    const bool pays = rate > climb->best * 1.1;
    climb->reads = 0;
    climb->units = 0;
    if (pays && climb->limit < MOST) {
        climb->best = rate;
        climb->limit *= 2;
        return true;
    }
    climb->settled = true;
    if (!pays)
        climb->limit /= 2;
    return !pays;
}

/* ---- Who reads ---------------------------------------------------------------------------- */

void devices_start(struct devices *devices, unsigned workers, unsigned readers)
{
    devices->workers = workers;
    devices->readers = readers;
    devices->count = 0;
    pthread_mutex_init(&devices->lock, NULL);
}

void devices_stop(struct devices *devices)
{
    for (size_t i = 0; i < devices->count; i++) {
        pthread_mutex_destroy(&devices->list[i].lock);
        pthread_cond_destroy(&devices->list[i].next);
    }
    pthread_mutex_destroy(&devices->lock);
}

static void add_device(const struct devices *devices, struct device *device,
                       const struct device_facts *facts)
{
    const enum device_class class = device_judge(facts);

    *device = (struct device){.disk = facts->disk, .file_system = facts->file_system};
    pthread_mutex_init(&device->lock, NULL);
    pthread_cond_init(&device->next, NULL);
    if (devices->readers)
        device->limit = devices->readers;
    else if (class == DEVICE_ROTATING)
        device->limit = 1;
    else if (class == DEVICE_REMOTE)
        device->limit = FEW_READERS;
    device->limited = device->limit && device->limit < devices->workers;
    device->seeks = class == DEVICE_ROTATING && device->limit == 1;
    device->climbs = class == DEVICE_REMOTE && !devices->readers;
    device->climb.limit = device->limit;
}

struct device *devices_find(struct devices *devices, int fd, dev_t number)
{
    struct device_facts facts = device_look_up("/sys", number);
    struct statfs fs;
    size_t i = 0;

    facts.file_system = fstatfs(fd, &fs) == 0 ? (uint32_t)fs.f_type : 0;
    pthread_mutex_lock(&devices->lock);
    while (i < devices->count && (devices->list[i].disk != facts.disk ||
                                  devices->list[i].file_system != facts.file_system))
        i++;
    if (i == MAX_DEVICES)
        i--;
    if (i == devices->count)
        add_device(devices, &devices->list[devices->count++], &facts);
    pthread_mutex_unlock(&devices->lock);
    return devices->list[i].limited ? &devices->list[i] : NULL;
}

static bool is_free(const struct device *device, uint64_t ticket)
{
    return ticket < device->left + device->limit;
}

static void begin(struct turn *turn, struct device *device)
{
    turn->at = device;
    turn->bytes = 0;
}

bool turn_try(struct turn *turn, struct device *device)
{
    if (turn->at == device)
        return true;
    turn_release(turn);
    pthread_mutex_lock(&device->lock);
    const bool fits = is_free(device, device->arrived);
    device->arrived += fits;
    pthread_mutex_unlock(&device->lock);
    if (fits)
        begin(turn, device);
    return fits;
}

void turn_take(struct turn *turn, struct device *device)
{
    if (turn_try(turn, device))
        return;
    if (turn->on_wait)
        turn->on_wait(turn->context);
    pthread_mutex_lock(&device->lock);
    const uint64_t ticket = device->arrived++;
    while (!is_free(device, ticket))
        pthread_cond_wait(&device->next, &device->lock);
    pthread_mutex_unlock(&device->lock);
    turn->waited++;
    begin(turn, device);
}

void turn_release(struct turn *turn)
{
    struct device *device = turn->at;

    if (!device)
        return;
    turn->at = NULL;
    pthread_mutex_lock(&device->lock);
    device->left++;
    if (device->climbs && climb_count(&device->climb, turn->bytes, timing_now()))
        device->limit = device->climb.limit;
    pthread_cond_broadcast(&device->next);
    pthread_mutex_unlock(&device->lock);
}
