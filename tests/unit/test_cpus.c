/* SPDX-License-Identifier: MIT
 *
 * test_cpus.c - quotas of control groups, version 1 and 2, out of made-up files; and that there is
 * always a CPU and never more than the affinity mask has.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cpus.h"
#include "harness.h"

static char root[] = "/tmp/hashmill-cgroup-XXXXXX";

static void put(const char *path, const char *text)
{
    put_file(root, path, text);
}

static int make_root(void **state)
{
    (void)state;
    strcpy(root + sizeof root - 7, "XXXXXX");
    return mkdtemp(root) ? 0 : -1;
}

static int remove_root(void **state)
{
    char command[64];
    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", root);
    return system(command);
}

static void groups(const char *text)
{
    put("proc/self/cgroup", text);
}

#define V2 "sys/fs/cgroup/"
#define V1 "sys/fs/cgroup/cpu/"

static void nothing_known(void **state)
{
    (void)state;
    assert_int_equal(cpus_quota(root), 0);
    assert_int_equal(cpus_quota("/nowhere"), 0);
    groups("");
    assert_int_equal(cpus_quota(root), 0);
    groups("0::/a/b\n");
    assert_int_equal(cpus_quota(root), 0);
}

static void version_2(void **state)
{
    static const struct {
        const char *text;
        unsigned want;
    } cases[] = {
        {"200000 100000\n", 2},
        {"150000 100000\n", 2},
        {"100000 100000\n", 1},
        {"1000 100000\n", 1},
        {"max 100000\n", 0},
        {"800000 50000\n", 16},
        {"0 100000\n", 0},
        {"-1 100000\n", 0},
        {"100000 0\n", 0},
        {"100000\n", 0},
        {"nonsense\n", 0},
        {"", 0},
        {"9223372036854775807 1\n", 0},
    };
    (void)state;
    groups("0::/a/b\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        put(V2 "a/b/cpu.max", cases[i].text);
        if (cpus_quota(root) != cases[i].want)
            fail_msg("%s: %u", cases[i].text, cpus_quota(root));
    }
}

static void groups_above(void **state)
{
    (void)state;
    groups("0::/a/b/c\n");
    put(V2 "a/b/c/cpu.max", "700000 100000\n");
    assert_int_equal(cpus_quota(root), 7);
    put(V2 "a/cpu.max", "300000 100000\n");
    assert_int_equal(cpus_quota(root), 3);
    put(V2 "a/b/cpu.max", "max 100000\n");
    assert_int_equal(cpus_quota(root), 3);
    put(V2 "cpu.max", "200000 100000\n");
    assert_int_equal(cpus_quota(root), 2);
    /* Not above the mount. */
    put("sys/fs/cpu.max", "100000 100000\n");
    put("sys/cpu.max", "100000 100000\n");
    assert_int_equal(cpus_quota(root), 2);
    /* A container's own group is the mount itself, whatever its path outside. */
    groups("0::/elsewhere/not/mounted/here\n");
    assert_int_equal(cpus_quota(root), 2);
    groups("0::/\n");
    assert_int_equal(cpus_quota(root), 2);
}

static void version_1(void **state)
{
    (void)state;
    groups("3:cpuset:/x\n2:cpu,cpuacct:/a/b\n1:name=systemd:/y\n");
    put(V1 "a/b/cpu.cfs_quota_us", "400000\n");
    assert_int_equal(cpus_quota(root), 0);
    put(V1 "a/b/cpu.cfs_period_us", "100000\n");
    assert_int_equal(cpus_quota(root), 4);
    put(V1 "a/b/cpu.cfs_quota_us", "-1\n");
    assert_int_equal(cpus_quota(root), 0);
    put(V1 "cpu.cfs_period_us", "100000\n");
    put(V1 "cpu.cfs_quota_us", "250000\n");
    assert_int_equal(cpus_quota(root), 3);
    groups("7:cpuacct,cpu:/a/b\n");
    assert_int_equal(cpus_quota(root), 3);
    /* Others are called nearly so. */
    groups("3:cpuset:/\n4:cpuacct:/\n5:xcpu,cpux:/\n");
    assert_int_equal(cpus_quota(root), 0);
}

static void both(void **state)
{
    (void)state;
    groups("4:cpu:/a\n0::/b\n");
    put(V1 "a/cpu.cfs_quota_us", "500000\n");
    put(V1 "a/cpu.cfs_period_us", "100000\n");
    put(V2 "b/cpu.max", "600000 100000\n");
    assert_int_equal(cpus_quota(root), 5);
    put(V2 "b/cpu.max", "200000 100000\n");
    assert_int_equal(cpus_quota(root), 2);
    groups("garbage\n\n:::\n4:cpu\n0::/b");
    assert_int_equal(cpus_quota(root), 2);
}

static void too_long(void **state)
{
    char *text = malloc(6000);
    (void)state;
    assert_non_null(text);
    memcpy(text, "0::/", 4);
    memset(text + 4, 'x', 5000);
    strcpy(text + 5004, "\n");
    groups(text);
    put(V2 "cpu.max", "100000 100000\n");
    cpus_quota(root); /* whatever it says, it says it */
    free(text);
}

static void usable(void **state)
{
    cpu_set_t mine, one;
    (void)state;
    assert_true(cpus_usable() >= 1);
    if (sched_getaffinity(0, sizeof mine, &mine) != 0)
        skip_because("more CPUs than the test has room for");
    assert_true(cpus_usable() <= (unsigned)CPU_COUNT(&mine));
    CPU_ZERO(&one);
    for (int cpu = 0; !CPU_COUNT(&one); cpu++)
        if (CPU_ISSET(cpu, &mine))
            CPU_SET(cpu, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    assert_int_equal(cpus_usable(), 1);
    sched_setaffinity(0, sizeof mine, &mine);
}

static void descriptors(void **state)
{
    struct rlimit before, few;
    (void)state;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    few = before;
    few.rlim_cur = 40;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
    const unsigned left = descriptors_left();
    int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    assert_true(fd >= 0);
    assert_int_equal(descriptors_left(), left - 1);
    close(fd);
    assert_int_equal(descriptors_left(), left);
    setrlimit(RLIMIT_NOFILE, &before);
    assert_true(descriptors_left() >= left);
}

int main(void)
{
#define IN_A_FOLDER(name) cmocka_unit_test_setup_teardown(name, make_root, remove_root)
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER(nothing_known), IN_A_FOLDER(version_2),
        IN_A_FOLDER(groups_above),  IN_A_FOLDER(version_1),
        IN_A_FOLDER(both),          IN_A_FOLDER(too_long),
        cmocka_unit_test(usable),   cmocka_unit_test(descriptors),
    };
    return cmocka_run_group_tests_name("cpus", tests, NULL, NULL);
}
