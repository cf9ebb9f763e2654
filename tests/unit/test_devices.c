/* SPDX-License-Identifier: MIT
 *
 * test_devices.c - what a device is judged to be, from facts and out of a made-up /sys; how readers
 * become more; that turns are kept.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "devices.h"
#include "harness.h"

/* ---- Judged ------------------------------------------------------------------------------- */

static void judges(void **state)
{
    static const struct {
        uint32_t file_system;
        int rotational, removable;
        enum device_class want;
    } cases[] = {
        {0xef53, 1, 0, DEVICE_ROTATING},     /* ext4 on a disk */
        {0xef53, 0, 0, DEVICE_SOLID},        /* on a solid one */
        {0xef53, 0, -1, DEVICE_SOLID},       /* made of a solid one */
        {0xef53, -1, -1, DEVICE_REMOTE},     /* on who knows what */
        {0x4d44, 0, 1, DEVICE_REMOTE},       /* FAT on a stick */
        {0x9660, 1, 1, DEVICE_ROTATING},     /* ISO 9660 on a disc */
        {0x01021994, -1, -1, DEVICE_MEMORY}, /* tmpfs */
        {0x858458f6, -1, -1, DEVICE_MEMORY}, /* ramfs */
        {0x6969, -1, -1, DEVICE_REMOTE},     /* NFS */
        {0xff534d42, -1, -1, DEVICE_REMOTE}, /* CIFS */
        {0xfe534d42, -1, -1, DEVICE_REMOTE}, /* SMB 2 */
        {0x65735546, -1, -1, DEVICE_REMOTE}, /* FUSE */
        {0x65735546, 1, 0, DEVICE_REMOTE},   /* FUSE on a disk: who knows what it does */
        {0x01021997, -1, -1, DEVICE_REMOTE}, /* 9P */
        {0x00c36400, -1, -1, DEVICE_REMOTE}, /* Ceph */
        {0x794c7630, -1, -1, DEVICE_REMOTE}, /* overlay */
        {0, -1, -1, DEVICE_REMOTE},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct device_facts facts = {.file_system = cases[i].file_system,
                                           .rotational = cases[i].rotational,
                                           .removable = cases[i].removable};
        if (device_judge(&facts) != cases[i].want)
            fail_msg("case %zu: %d", i, device_judge(&facts));
    }
}

/* ---- Looked up ---------------------------------------------------------------------------- */

static char root[] = "/tmp/hashmill-sys-XXXXXX";

static void put(const char *path, const char *text)
{
    put_file(root, path, text);
}

static void link_to(const char *target, const char *path)
{
    char whole[512];
    put("dev/block/made", "");
    snprintf(whole, sizeof whole, "%s/%s", root, path);
    assert_int_equal(symlink(target, whole), 0);
}

/* A disk 8:0 with a partition 8:1; 8:16, solid and removable; 253:0, all of 8:1, 253:1, of both,
 * 253:2, of 253:0. 254:0, a disk that a host makes up, with a partition 254:1; 253:3, all of that.
 */
static int make_root(void **state)
{
    (void)state;
    if (!mkdtemp(root))
        return -1;
    put("devices/sda/dev", "8:0\n");
    put("devices/sda/removable", "0\n");
    put("devices/sda/queue/rotational", "1\n");
    put("devices/sda/sda1/dev", "8:1\n");
    put("devices/sda/sda1/partition", "1\n");
    put("devices/sdb/dev", "8:16\n");
    put("devices/sdb/removable", "1\n");
    put("devices/sdb/queue/rotational", "0\n");
    put("devices/virtio1/block/vda/dev", "254:0\n");
    put("devices/virtio1/block/vda/removable", "0\n");
    put("devices/virtio1/block/vda/queue/rotational", "1\n");
    put("devices/virtio1/block/vda/vda1/dev", "254:1\n");
    put("devices/dm-3/dev", "253:3\n");
    put("devices/dm-3/queue/rotational", "1\n");
    put("devices/dm-3/slaves/vda1/dev", "254:1\n");
    put("devices/dm-0/dev", "253:0\n");
    put("devices/dm-0/queue/rotational", "1\n");
    put("devices/dm-0/slaves/sda1/dev", "8:1\n");
    put("devices/dm-1/dev", "253:1\n");
    put("devices/dm-1/queue/rotational", "0\n");
    put("devices/dm-1/slaves/sda1/dev", "8:1\n");
    put("devices/dm-1/slaves/sdb/dev", "8:16\n");
    put("devices/dm-2/dev", "253:2\n");
    put("devices/dm-2/queue/rotational", "1\n");
    put("devices/dm-2/slaves/dm-0/dev", "253:0\n");
    put("devices/odd/dev", "nonsense\n");
    put("devices/odd/queue/rotational", "maybe\n");
    put("devices/self/dev", "9:1\n");
    put("devices/self/queue/rotational", "0\n");
    put("devices/self/slaves/self/dev", "9:1\n");
    link_to("../../devices/sda", "dev/block/8:0");
    link_to("../../devices/sda/sda1", "dev/block/8:1");
    link_to("../../devices/sdb", "dev/block/8:16");
    link_to("../../devices/dm-0", "dev/block/253:0");
    link_to("../../devices/dm-1", "dev/block/253:1");
    link_to("../../devices/dm-2", "dev/block/253:2");
    link_to("../../devices/virtio1/block/vda", "dev/block/254:0");
    link_to("../../devices/virtio1/block/vda/vda1", "dev/block/254:1");
    link_to("../../devices/dm-3", "dev/block/253:3");
    link_to("../../devices/odd", "dev/block/9:0");
    link_to("../../devices/self", "dev/block/9:1");
    return 0;
}

static int remove_root(void **state)
{
    char command[64];
    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", root);
    return system(command);
}

static void looks_up(void **state)
{
    static const struct {
        unsigned major_number, minor_number;
        int rotational, removable;
        unsigned disk_major, disk_minor;
    } cases[] = {
        {8, 0, 1, 0, 8, 0},      {8, 1, 1, 0, 8, 0},      {8, 16, 0, 1, 8, 16},
        {253, 0, 1, 0, 8, 0},    {253, 2, 1, 0, 8, 0},    {253, 1, 0, -1, 253, 1},
        {9, 0, -1, -1, 9, 0},    {9, 1, 0, -1, 9, 1},     {0, 45, -1, -1, 0, 45},
        {254, 0, -1, 0, 254, 0}, {254, 1, -1, 0, 254, 0}, {253, 3, -1, 0, 254, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct device_facts facts =
            device_look_up(root, makedev(cases[i].major_number, cases[i].minor_number));
        if (facts.rotational != cases[i].rotational || facts.removable != cases[i].removable ||
            facts.disk != makedev(cases[i].disk_major, cases[i].disk_minor))
            fail_msg("case %zu: %d %d %u:%u", i, facts.rotational, facts.removable,
                     major(facts.disk), minor(facts.disk));
    }
    assert_int_equal(device_look_up("/nowhere", makedev(8, 0)).rotational, -1);
}

/* ---- More readers ------------------------------------------------------------------------- */

/* Reads of 1 MiB by a server that gives rate(readers) of them a second; the limit in the end. */
static unsigned climbed(double (*rate)(unsigned readers))
{
    struct climb climb = {.limit = FEW_READERS};
    double now = 1;

    for (int i = 0; i < 100000; i++) {
        now += 1e9 / rate(climb.limit);
        climb_count(&climb, 1 << 20, (uint64_t)now);
    }
    return climb.limit;
}

static double same(unsigned readers)
{
    (void)readers;
    return 100;
}

static double up_to_eight(unsigned readers)
{
    return readers < 8 ? 100.0 * readers : 800;
}

static double endless(unsigned readers)
{
    return 100.0 * readers;
}

static double worse(unsigned readers)
{
    return 100.0 / readers;
}

static void climbs(void **state)
{
    (void)state;
    assert_int_equal(climbed(same), 2);
    assert_int_equal(climbed(worse), 2);
    assert_int_equal(climbed(up_to_eight), 8);
    assert_int_equal(climbed(endless), 64);
}

/* ---- Turns -------------------------------------------------------------------------------- */

enum { THREADS = 6, ROUNDS = 2000 };

struct shared {
    struct device devices[2];
    atomic_uint inside[2], most[2], waits;
};

static void on_wait(void *context)
{
    struct shared *shared = context;
    atomic_fetch_add(&shared->waits, 1);
}

static void *turn_about(void *arg)
{
    struct shared *shared = arg;
    struct turn turn = {.on_wait = on_wait, .context = shared};

    for (int i = 0; i < ROUNDS; i++) {
        const int d = i / 3 % 2;
        /* Some keep a turn until they need another one. */
        if (i % 7 == 0 ? !turn_try(&turn, &shared->devices[d]) : false)
            continue;
        turn_take(&turn, &shared->devices[d]);
        unsigned inside = atomic_fetch_add(&shared->inside[d], 1) + 1;
        unsigned most = atomic_load(&shared->most[d]);
        while (inside > most && !atomic_compare_exchange_weak(&shared->most[d], &most, inside))
            ;
        atomic_fetch_sub(&shared->inside[d], 1);
        if (i % 2)
            turn_release(&turn);
    }
    turn_release(&turn);
    return NULL;
}

static void keeps_turns(void **state)
{
    struct shared *shared = calloc(1, sizeof *shared);
    pthread_t threads[THREADS];

    (void)state;
    for (int d = 0; d < 2; d++) {
        shared->devices[d].limit = d ? 3 : 1;
        pthread_mutex_init(&shared->devices[d].lock, NULL);
        pthread_cond_init(&shared->devices[d].next, NULL);
    }
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, turn_about, shared), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(shared->most[0], 1);
    assert_in_range(shared->most[1], 1, 3);
    for (int d = 0; d < 2; d++)
        assert_int_equal(shared->devices[d].arrived, shared->devices[d].left);
    free(shared);
}

static void finds(void **state)
{
    struct devices *devices = calloc(1, sizeof *devices);
    FILE *file = tmpfile();
    struct stat st;

    (void)state;
    assert_non_null(file);
    assert_int_equal(fstat(fileno(file), &st), 0);
    devices_start(devices, 4, 3);
    struct device *device = devices_find(devices, fileno(file), st.st_dev);
    assert_non_null(device);
    assert_int_equal(device->limit, 3);
    assert_ptr_equal(devices_find(devices, fileno(file), st.st_dev), device);
    /* Numbers that no device has: more than are told apart. */
    for (unsigned i = 0; i < 3 * MAX_DEVICES; i++)
        assert_non_null(devices_find(devices, fileno(file), makedev(4000, i)));
    devices_stop(devices);
    /* Where no more read than may, there are no turns. */
    devices_start(devices, 3, 3);
    assert_null(devices_find(devices, fileno(file), st.st_dev));
    devices_stop(devices);
    free(devices);
    fclose(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(judges),      cmocka_unit_test(looks_up), cmocka_unit_test(climbs),
        cmocka_unit_test(keeps_turns), cmocka_unit_test(finds),
    };
    return cmocka_run_group_tests_name("devices", tests, make_root, remove_root);
}
