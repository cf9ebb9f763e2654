/* SPDX-License-Identifier: MIT
 *
 * cpus.c - what the system lets this process use. The quota is looked up in the process's own
 * control group and all above it, version 2 and 1; whatever cannot be read limits nothing.
 */
#define _GNU_SOURCE /* CPU_ALLOC */
#include "cpus.h"

#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static unsigned affine(void)
{
    for (int cpus = 1024; cpus <= 1 << 20; cpus *= 4) {
        size_t size = CPU_ALLOC_SIZE(cpus);
        cpu_set_t *set = CPU_ALLOC(cpus);
        if (!set)
            break;
        int n = sched_getaffinity(0, size, set) == 0 ? CPU_COUNT_S(size, set) : 0;
        CPU_FREE(set);
        if (n > 0)
            return (unsigned)n;
    }
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (unsigned)online : 1;
}

/* The beginning of a small file as text. */
static bool read_text(const char *path, char *text, size_t size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, text, size - 1);

    if (fd >= 0)
        close(fd);
    text[n > 0 ? n : 0] = '\0';
    return n > 0;
}

/* Whole CPUs that quota microseconds in each period are worth, at least one; 0: no limit. */
static unsigned worth(long long quota, long long period)
{
    if (quota <= 0 || period <= 0)
        return 0;
    long long cpus = quota / period + (quota % period != 0);
    return cpus < INT_MAX ? (unsigned)cpus : 0;
}

static unsigned quota_of_folder(const char *folder, bool v2)
{
    char path[PATH_MAX + 32], text[64];
    long long quota = 0, period = 0;

    if (v2) {
        snprintf(path, sizeof path, "%s/cpu.max", folder);
        if (read_text(path, text, sizeof text) && sscanf(text, "%lld %lld", &quota, &period) == 2)
            return worth(quota, period);
        return 0;
    }
    snprintf(path, sizeof path, "%s/cpu.cfs_quota_us", folder);
    if (!read_text(path, text, sizeof text))
        return 0;
    quota = atoll(text);
    snprintf(path, sizeof path, "%s/cpu.cfs_period_us", folder);
    if (!read_text(path, text, sizeof text))
        return 0;
    return worth(quota, atoll(text));
}

/* The least of a group's quota and those above it. */
static unsigned quota_upwards(const char *mount, const char *group, bool v2)
{
    char folder[PATH_MAX];
    unsigned least = 0;
    size_t top = strlen(mount);

    if ((size_t)snprintf(folder, sizeof folder, "%s%s", mount, group) >= sizeof folder)
        return 0;
    for (;;) {
        unsigned n = quota_of_folder(folder, v2);
        if (n && (!least || n < least))
            least = n;
        char *slash = strrchr(folder, '/');
        if (!slash || (size_t)(slash - folder) < top)
            return least;
        *slash = '\0';
    }
}

/* Whether "cpu" is one of the words of a list that ends at a colon. */
static bool has_cpu(const char *list)
{
    size_t n;
    for (; *list && *list != ':'; list += n + (list[n] == ',')) {
        n = strcspn(list, ",:");
        if (n == 3 && memcmp(list, "cpu", 3) == 0)
            return true;
    }
    return false;
}

unsigned cpus_quota(const char *root)
{
    char text[8192], path[PATH_MAX];
    unsigned least = 0;

    if ((size_t)snprintf(path, sizeof path, "%s/proc/self/cgroup", root) >= sizeof path ||
        !read_text(path, text, sizeof text))
        return 0;
    for (char *line = text, *next; line && *line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        char *controllers = strchr(line, ':'), *group = NULL;
        if (controllers)
            group = strchr(++controllers, ':');
        if (!group)
            continue;
        const bool v2 = group == controllers;
        if (!v2 && !has_cpu(controllers))
            continue;
        if ((size_t)snprintf(path, sizeof path, "%s/sys/fs/cgroup%s", root, v2 ? "" : "/cpu") >=
            sizeof path)
            continue;
        unsigned n = quota_upwards(path, group + 1, v2);
        if (n && (!least || n < least))
            least = n;
    }
    return least;
}

unsigned cpus_usable(void)
{
    unsigned cpus = affine(), limit = cpus > 1 ? cpus_quota("") : 0;
    return limit && limit < cpus ? limit : cpus;
}

unsigned descriptors_left(void)
{
    enum { FEW = 128, INHERITED = 16 };
    struct rlimit limit;
    unsigned used = 0;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur > UINT_MAX / 2)
        return UINT_MAX / 2;
    if (limit.rlim_cur > FEW)
        return (unsigned)limit.rlim_cur - INHERITED;
    for (int fd = 0; fd < (int)limit.rlim_cur; fd++)
        used += fcntl(fd, F_GETFD) >= 0;
    return (unsigned)limit.rlim_cur - used;
}
