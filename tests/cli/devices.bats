# SPDX-License-Identifier: MIT
#
# devices.bats - who reads when: as many at a time as --readers says, and all of what is in the page
# cache; the same text whatever it says.

# shellcheck disable=SC2086,SC2164

load helper

# tree: files of many sizes, larger and smaller than those that are read whole.
tree() {
    python3 - "${1:-400}" <<'PY'
import os, random, sys
r = random.Random(6)
for i in range(int(sys.argv[1])):
    d = "t/%d" % (i % 5)
    os.makedirs(d, exist_ok=True)
    size = r.choice([0, 1, 4096, 65536, 131072, 131073, 400000, 1000001])
    with open("%s/%04d" % (d, i), "wb") as f:
        f.write(r.randbytes(size))
PY
    find t -type f -print0 | sort -z | xargs -0 sha256sum >"$SEEN/want"
}

# watcher: a library that counts who reads regular files at a time. CACHED=no: nothing is in the
# page cache; CACHED=unknown: the file system cannot tell. MEET=N: the first ones wait for each
# other until N are inside, so that it does not depend on luck whether they meet. The most seen goes
# to the file $MOST.
watcher() {
    command -v cc >/dev/null || skip "no compiler"
    cat >"$SEEN/watcher.c" <<'C'
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t came = PTHREAD_COND_INITIALIZER;
static int inside, most, met;

static int watched(int fd)
{
    struct stat st, tree;
    /* Not what the system says of devices, in files of its own. */
    return stat("t", &tree) == 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
           st.st_dev == tree.st_dev;
}

static void enter(void)
{
    const char *meet = getenv("MEET");
    struct timespec end;

    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += 60;
    pthread_mutex_lock(&lock);
    if (++inside > most)
        most = inside;
    pthread_cond_broadcast(&came);
    while (meet && !met && inside < atoi(meet))
        if (pthread_cond_timedwait(&came, &lock, &end) == ETIMEDOUT)
            break;
    met = 1;
    pthread_mutex_unlock(&lock);
    sched_yield();
}

static void leave(void)
{
    pthread_mutex_lock(&lock);
    inside--;
    pthread_mutex_unlock(&lock);
}

static __attribute__((destructor)) void tell(void)
{
    FILE *f = getenv("MOST") ? fopen(getenv("MOST"), "w") : NULL;
    if (f) {
        fprintf(f, "%d\n", most);
        fclose(f);
    }
}

ssize_t read(int fd, void *p, size_t n)
{
    if (!watched(fd))
        return syscall(SYS_read, fd, p, n);
    enter();
    ssize_t got = syscall(SYS_read, fd, p, n);
    leave();
    return got;
}

ssize_t pread(int fd, void *p, size_t n, off_t at)
{
    enter();
    ssize_t got = syscall(SYS_pread64, fd, p, n, at);
    leave();
    return got;
}
ssize_t pread64(int, void *, size_t, off_t) __attribute__((alias("pread")));

ssize_t preadv2(int fd, const struct iovec *v, int n, off_t at, int flags)
{
    const char *cached = getenv("CACHED");
    (void)n, (void)flags;
    if (cached) {
        errno = strcmp(cached, "no") ? EOPNOTSUPP : EAGAIN;
        return -1;
    }
    return at < 0 ? read(fd, v->iov_base, v->iov_len) : pread(fd, v->iov_base, v->iov_len, at);
}
ssize_t preadv64v2(int, const struct iovec *, int, off_t, int) __attribute__((alias("preadv2")));
C
    cc -shared -fPIC -o "$SEEN/watcher.so" "$SEEN/watcher.c" -lpthread || skip "no shared objects"
}

# watched VARIABLE=... ARGS...: the tool under the watcher; leaves $SEEN/ours.* and $most.
watched() {
    local set=()
    while [[ $1 == *=* ]]; do
        set+=("$1")
        shift
    done
    keep ours env LD_PRELOAD="$SEEN/watcher.so" MOST="$SEEN/most" \
        ASAN_OPTIONS=verify_asan_link_order=0 "${set[@]}" "$MHASH" "$@"
    most=$(cat "$SEEN/most")
}

@test "the same text whatever --readers" {
    tree
    for j in 1 2 5; do
        for n in 1 2 1024; do
            mhash -r -j $j --readers $n t
            status 0
            cmp "$SEEN/want" "$SEEN/ours.out"
        done
    done
}

@test "no more than --readers read what is not in the page cache" {
    tree
    watcher
    for cached in no unknown; do
        for n in 1 2 3; do
            watched CACHED=$cached MEET=$n -r -j 6 --readers $n t
            status 0
            cmp "$SEEN/want" "$SEEN/ours.out"
            [ "$most" -eq $n ]
        done
    done
}

@test "large files alone: no more than --readers of them" {
    mkdir t
    for i in $(seq 300); do printf '%d' $i >t/$i; done
    for i in a b c d e f; do
        head -c 3000000 /dev/zero | tr '\0' $i >t/$i
    done
    find t -type f -print0 | sort -z | xargs -0 sha256sum >"$SEEN/want"
    watcher
    for n in 1 2; do
        watched CACHED=no MEET=$n -r -j 3 --readers $n t
        status 0
        cmp "$SEEN/want" "$SEEN/ours.out"
        [ "$most" -eq $n ]
    done
}

@test "what is in the page cache waits for no turn" {
    tree
    watcher
    watched MEET=2 -r -j 2 --readers 1 t
    status 0
    cmp "$SEEN/want" "$SEEN/ours.out"
    [ "$most" -eq 2 ]
}

@test "dropped from the page cache: the same digests" {
    tree
    for options in '' '--readers 1' '--readers 2' '--no-cache' '--io mmap' '--io mmap --readers 1'; do
        for j in 2 5; do
            python3 - <<'PY'
import os
os.sync()
for folder, _, names in os.walk("t"):
    for name in names:
        fd = os.open(os.path.join(folder, name), os.O_RDONLY)
        os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(fd)
PY
            mhash -r -j $j $options t
            status 0
            cmp "$SEEN/want" "$SEEN/ours.out"
        done
    done
}

@test "a signal while others wait for their turn" {
    tree 300
    watcher
    python3 - "$MHASH" "$SEEN/watcher.so" <<'PY'
import os, signal, subprocess, sys
env = dict(os.environ, LD_PRELOAD=sys.argv[2], CACHED="no",
           ASAN_OPTIONS="verify_asan_link_order=0")
child = subprocess.Popen([sys.argv[1], "-r", "-j4", "--readers", "1"] + ["t"] * 20,
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env)
child.stdout.readline()
child.send_signal(signal.SIGTERM)
child.stdout.read()
assert child.wait(timeout=60) in (0, -signal.SIGTERM), child.returncode
PY
}

@test "--readers takes a number from 1 to 1024" {
    for n in 0 -1 1025 x 1K '' 99999999999999999999; do
        mhash --readers "$n" f
        status 64
        grep -q '^mhash: --readers takes a number from 1 to 1024, not ' "$SEEN/ours.err"
    done
}

@test "a file is opened, looked at, read at most twice, looked at and closed" {
    command -v strace >/dev/null || skip "no strace"
    # Counts calls for 400 files more: what the run itself needs is the same for both.
    for size in 0 1 4096 100000; do
        for j in 1 2; do
            for n in 400 800; do
                rm -rf t
                python3 - $size $n <<'PY'
import os, sys
os.mkdir("t")
for i in range(int(sys.argv[2])):
    with open("t/%d" % i, "wb") as f:
        f.write(bytes(int(sys.argv[1])))
PY
                strace -f -o trace -e trace=openat,fstat,newfstatat,read,pread64,preadv2,close \
                    "$MHASH" -r -j $j --readers 1 t >/dev/null || skip "strace does not work here"
                for call in 'openat\(' '(fstat\(|newfstatat\([0-9]+, "")' \
                    '(read|pread64|preadv2)\(' 'close\('; do
                    grep -cE "^[0-9]+ +$call" trace
                done >calls.$n
            done
            paste calls.400 calls.800 | while read -r few many; do
                echo $((many - few))
            done >extra
            printf '%s\n' 400 800 800 400 | paste - extra | while read -r most calls; do
                [ "$calls" -ge 300 ]
                [ "$calls" -le $((most + 20)) ]
            done
        done
    done
}
