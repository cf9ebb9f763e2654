# SPDX-License-Identifier: MIT
#
# engine.bats - the file engine: order, whatever finishes first; what is opened when; files that
# change; few descriptors, few threads.

# shellcheck disable=SC2086,SC2164

load helper

# tree: files of many sizes in a few folders, the same ones every time.
tree() {
    python3 - "${1:-300}" <<'PY'
import os, random, sys
r = random.Random(4)
for i in range(int(sys.argv[1])):
    d = "t/%d/%d" % (i % 3, i % 7)
    os.makedirs(d, exist_ok=True)
    size = r.choice([0, 1, 55, 64, 4096, 65535, 65536, 131072, 131073, r.randrange(300000)])
    with open("%s/%04d" % (d, i), "wb") as f:
        f.write(r.randbytes(size))
PY
}

# peer TOOL: what it says of the tree, in our order.
peer() {
    find t -type f -print0 | sort -z | xargs -0 "$1"
}

@test "the same text whatever -j" {
    tree 700
    peer sha256sum >"$SEEN/want"
    for j in 1 2 3 8 64; do
        mhash -r -j $j t
        status 0
        cmp "$SEEN/want" "$SEEN/ours.out"
    done
    find t -type f -print0 | sort -z >list
    for j in 1 4; do
        xargs -0 "$MHASH" -j $j -a sha256 <list | cmp "$SEEN/want" -
    done
    xargs -0 bash -c 'exec -a sha256sum "$0" "$@"' "$MHASH_SUM/sha256sum" <list | cmp "$SEEN/want" -
}

@test "several digests of many files, each file's together" {
    tree 200
    for j in 1 4; do
        mhash -r -j $j -a md5,sha512,sha1,rmd160,md5 t
        status 0
        for tool in md5 sha1 sha512; do
            grep "^${tool^^} (" "$SEEN/ours.out" | sed 's/^[^(]*(\(.*\)) = \(.*\)$/\2  \1/' >one
            peer ${tool}sum | cmp - one
        done
        sed 's/^[^(]*(\(.*\)) = .*$/\1/' "$SEEN/ours.out" | uniq -c | grep -vc '^ *4 ' >odd || true
        [ "$(cat odd)" -eq 0 ]
    done
    printf 'a key' >key
    mhash -r -j4 -a sha1,sha256 --hmac-key-file key t
    mv "$SEEN/ours.out" parallel
    mhash -r -j1 -a sha1,sha256 --hmac-key-file key t
    cmp parallel "$SEEN/ours.out"
}

@test "a large file, alone and among others, from a name and from a pipe" {
    python3 -c 'import random, sys; sys.stdout.buffer.write(random.Random(1).randbytes(9000001))' >big
    abc a z
    for name in md5 sha1 sha256 sha512; do
        for j in 1 2 5; do
            "$MHASH" -j $j -a $name big | cmp - <(${name}sum big)
            "$MHASH" -j $j -a $name a big z big | cmp - <(${name}sum a big z big)
            cat big | "$MHASH" -j $j -a $name | cmp - <(cat big | ${name}sum)
        done
    done
    "$MHASH" -j1 -a md5,sha1,sha224,sha256,sha384,sha512,rmd160 big >one
    for j in 2 3 16; do
        "$MHASH" -j $j -a md5,sha1,sha224,sha256,sha384,sha512,rmd160 big | cmp one -
        cat big | "$MHASH" -j $j -a md5,sha1,sha224,sha256,sha384,sha512,rmd160 | sed 's/(-)/(big)/' |
            cmp one -
    done
    printf key >key
    "$MHASH" -j1 -a md5,sha512,sha1 --hmac-key-file key big >one
    "$MHASH" -j3 -a md5,sha512,sha1 --hmac-key-file key big | cmp one -
}

@test "large files behind many small ones, several digests, plain and keyed" {
    python3 - <<'PY'
import os, random
r = random.Random(9)
os.mkdir("t")
for i in range(300):
    with open("t/a%03d" % i, "wb") as f:
        f.write(r.randbytes(r.randrange(3000)))
for i, size in enumerate([5000001, (34 << 20) + 64, 2097152, (3 << 20) + 131]):
    with open("t/z%d" % i, "wb") as f:
        f.write(r.randbytes(size))
PY
    printf key >key
    for options in '-a md5,sha1,sha256,sha512 -r t' '-a sha384,sha512,rmd160 -r t/z3 t' \
        '-a md5,sha256 --hmac-key-file key -r t' '-a sha1 -r t/z1 t t/z1'; do
        "$MHASH" -j1 $options >one
        for j in 2 5; do
            "$MHASH" -j $j $options | cmp one -
        done
    done
    for j in 1 3; do
        "$MHASH" -j $j -a md5,sha1,sha256,sha512 -r t >all
        for name in md5 sha1 sha256 sha512; do
            sed -n "s/^${name^^} (\(.*\)) = \(.*\)/\2  \1/p" all >ours
            find t -type f -print0 | sort -z | xargs -0 ${name}sum | cmp - ours
        done
    done
}

@test "errors in the middle stand where the files do; thousands of them" {
    abc a b c
    for j in 1 4; do
        code=0
        "$MHASH" -j $j -a md5 a gone b . c >all 2>&1 || code=$?
        status 2
        printf "$H  a\nmhash: gone: No such file or directory\n$H  b\n%s\n$H  c\n" \
            'mhash: .: Is a directory' | cmp - all
    done
    seq -f 'none%g' 5000 >names
    for j in 1 4; do
        code=0
        (echo a && cat names && echo b) | xargs -n 6000 "$MHASH" -j $j -a md5 >all 2>&1 || code=$?
        (echo "$H  a" && sed 's/.*/mhash: &: No such file or directory/' names && echo "$H  b") |
            cmp - all
    done
    sed "s/^/$H  /" names >list
    code=0
    "$MHASH" -c list >all 2>&1 || code=$?
    status 2
    [ "$(grep -c ': FAILED open or read$' all)" -eq 5000 ]
}

@test "a slow FIFO first: others are read, nothing is printed before it" {
    abc a b
    for i in $(seq 300); do abc f$i; done
    mkfifo slow
    for j in 1 4; do
        { "$MHASH" -j $j -a md5 slow a f* b >all 2>&1; } &
        sleep 0.3
        [ ! -s all ]
        printf abc >slow
        wait $!
        { for n in slow a f* b; do echo "$H  $n"; done; } | cmp - all
    done
}

@test "two FIFOs are opened one after the other, in their order" {
    abc a
    mkfifo one two
    for j in 1 4; do
        "$MHASH" -j $j -a md5 one a two >all &
        child=$!
        # Opening the second for writing must wait until the first is through.
        (printf abc >two && echo two >>order) &
        second=$!
        sleep 0.2
        [ ! -s order ]
        printf abc >one
        wait $child $second
        printf "$H  one\n$H  a\n$H  two\n" | cmp - all
        rm order
    done
}

@test "standard input in the middle, and /dev/stdin beside it" {
    abc f g
    for j in 1 4; do
        printf abc | "$MHASH" -j $j -a md5 f - g >all
        printf "$H  f\n$H  -\n$H  g\n" | cmp - all
        printf abc | "$MHASH" -j $j -a md5 f /dev/stdin - >all
        printf "$H  f\n$H  /dev/stdin\nd41d8cd98f00b204e9800998ecf8427e  -\n" | cmp - all
        "$MHASH" -j $j -a md5 - /dev/stdin - <f >all
        printf "$H  -\n$H  /dev/stdin\nd41d8cd98f00b204e9800998ecf8427e  -\n" | cmp - all
    done
}

@test "16 descriptors are enough" {
    tree 400
    peer sha256sum >"$SEEN/want"
    for j in 1 2 32; do
        (ulimit -n 16 && "$MHASH" -r -j $j t) >all
        cmp "$SEEN/want" all
    done
    python3 - <<'PY'
for i in range(40):
    with open("t/big%02d" % i, "wb") as f:
        f.write(bytes([i]) * 700001)
PY
    peer sha256sum >"$SEEN/want"
    for j in 1 2 32; do
        (ulimit -n 16 && "$MHASH" -r -j $j t) >all
        cmp "$SEEN/want" all
    done
}

@test "no thread can be had" {
    command -v prlimit >/dev/null || skip "no prlimit"
    [ "$(id -u)" -ne 0 ] || skip "the limit does not bind root"
    tree 400
    peer sha256sum >"$SEEN/want"
    prlimit --nproc=1 "$MHASH" -r -j8 t | cmp "$SEEN/want" -
}

@test "fewer threads than wanted" {
    ! nm "$MHASH" 2>/dev/null | grep -qE '__(asan|tsan)' || skip "built with a sanitizer"
    tree 400
    peer sha256sum >"$SEEN/want"
    for kib in 20000 30000 60000; do
        (ulimit -v $kib && "$MHASH" -r -j200 t) | cmp "$SEEN/want" -
    done
}

@test "no thread for one small file" {
    command -v strace >/dev/null || skip "no strace"
    abc f
    strace -f -o trace "$MHASH" f >/dev/null || skip "strace does not work here"
    # Calls, not paths: the tree may lie in a folder of any name.
    grep -qE '^[0-9]+ +execve\(' trace
    refute grep -qE '^[0-9]+ +(v?fork|clone3?|sched_getaffinity)\(|"/sys/fs/cgroup' trace
}

@test "a file that grows, and one that shrinks, while being read" {
    python3 - "$MHASH" "$MHASH_SUM/md5sum" <<'PY'
import os, subprocess, sys
from children import changed_while, reads
def grow():
    with open("f", "ab") as f:
        f.write(b"x")
for change in (grow, lambda: os.truncate("f", 1000)):
    # Large and sparse, and larger until it changes before it is read to its end.
    size, between = 1 << 30, False
    while not between:
        size *= 2
        with open("f", "wb") as f:
            f.truncate(size)
        child = subprocess.Popen([sys.argv[1], "-a", "sha512", "f"], stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE)
        # It is at it from when its descriptor has moved until that has come to the end.
        between = changed_while(child, lambda: 0 < (reads(child, "f") or 0) < size, change)
        out, err = child.communicate()
    assert out == b"", out
    assert err == b"mhash: f: changed while being read\n", err
    assert child.returncode == 2, child.returncode
PY
}

@test "a full disk and a dead pipe end the run at once" {
    tree 600
    for j in 1 4; do
        code=0
        "$MHASH" -r -j $j t >/dev/full 2>err || code=$?
        status 2
        printf 'mhash: write error: No space left on device\n' | cmp - err
        code=0
        { "$MHASH" -r -j $j t 2>err || echo $? >code; } | head -n 1 >/dev/null
        [ ! -s err ] || grep -q 'write error: Broken pipe' err
    done
}

@test "a line comes as soon as all before it are done" {
    abc a
    mkfifo list slow
    python3 - "$MHASH" <<'PY'
import os, subprocess, sys
child = subprocess.Popen([sys.argv[1], "-c"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
for _ in range(3):
    child.stdin.write(b"900150983cd24fb0d6963f7d28e17f72  a\n")
    child.stdin.flush()
    assert child.stdout.readline() == b"a: OK\n"
child.stdin.close()
assert child.wait() == 0
child = subprocess.Popen([sys.argv[1], "-a", "md5", "a", "slow", "a"], stdout=subprocess.PIPE)
assert child.stdout.readline().endswith(b"  a\n")
with open("slow", "w") as f:
    f.write("abc")
assert child.communicate()[0].endswith(b"  slow\n900150983cd24fb0d6963f7d28e17f72  a\n")
PY
}

@test "random trees: the same as coreutils" {
    # 10,000 of them, or as many as there is time for. SOAK_TREES says how many, whatever the time;
    # SOAK_SEED repeats a run.
    python3 "$BATS_TEST_DIRNAME/soak.py" "$MHASH" "${SOAK_TREES:-10000}" \
        "$([ -n "${SOAK_TREES:-}" ] && echo 0 || echo 20)" "${SOAK_SEED:-$RANDOM}"
}

@test "a signal: what is complete is printed, what is not is told, and it dies of it" {
    abc a b
    mkfifo slow
    python3 - "$MHASH" <<'PY'
import subprocess, sys, time
from children import STOPS, start
H = b"900150983cd24fb0d6963f7d28e17f72  "
for number in STOPS:
    for jobs in ("1", "4"):
        child = start([sys.argv[1], "-j", jobs, "-a", "md5", "a", "slow", "b", "b"],
                      stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        first = child.stdout.readline()
        assert first == H + b"a\n", first
        time.sleep(0.1)  # mostly into its wait for the FIFO; whenever it comes will do
        child.send_signal(number)
        out, err = child.communicate(timeout=300)
        # Those behind the FIFO are printed if they were read by then.
        assert out in (b"", H + b"b\n", (H + b"b\n") * 2), out
        assert err.startswith(b"mhash: interrupted; not done: slow"), err
        assert child.returncode == -number, child.returncode
PY
}

@test "SIGUSR1 prints a status line" {
    mkfifo slow
    python3 - "$MHASH" <<'PY'
import array, fcntl, select, signal, subprocess, sys, termios, time
from children import start
child = start([sys.argv[1], "-a", "md5", "slow"], stdout=subprocess.PIPE,
              stderr=subprocess.PIPE, bufsize=0)
with open("slow", "wb", buffering=0) as f:
    f.write(b"ab")
    left = array.array("i", [1])
    while left[0]:  # until it has read them
        fcntl.ioctl(f, termios.FIONREAD, left)
        time.sleep(0.001)
    # One that comes just before it waits is answered with the next one.
    while not select.select([child.stderr], [], [], 0.01)[0]:
        child.send_signal(signal.SIGUSR1)
    line = child.stderr.readline()
    assert line.startswith(b"mhash: 2 B") and line.endswith(b"; now slow\n"), line
    f.write(b"c")
out, err = child.communicate(timeout=300)
assert out == b"900150983cd24fb0d6963f7d28e17f72  slow\n", out
assert all(l.endswith(b"; now slow") for l in err.splitlines()), err
PY
}

@test "a file in a tree that says EAGAIN is told, not waited for" {
    command -v cc >/dev/null || skip "no compiler"
    cat >eagain.c <<'C'
#define _GNU_SOURCE
#include <errno.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
static int refuses(int fd)
{
    struct stat st;
    return fstat(fd, &st) == 0 && (st.st_size == 4242 || st.st_size == 424242);
}
ssize_t read(int fd, void *p, size_t n)
{
    if (!refuses(fd))
        return syscall(SYS_read, fd, p, n);
    errno = EAGAIN;
    return -1;
}
ssize_t pread(int fd, void *p, size_t n, off_t at)
{
    if (!refuses(fd))
        return syscall(SYS_pread64, fd, p, n, at);
    errno = EAGAIN;
    return -1;
}
ssize_t pread64(int, void *, size_t, off_t) __attribute__((alias("pread")));
ssize_t preadv2(int fd, const struct iovec *v, int n, off_t at, int flags)
{
    if (!refuses(fd))
        return syscall(SYS_preadv2, fd, v, n, at, 0, flags);
    errno = EAGAIN;
    return -1;
}
ssize_t preadv64v2(int, const struct iovec *, int, off_t, int) __attribute__((alias("preadv2")));
C
    cc -shared -fPIC -o "$SEEN/eagain.so" eagain.c || skip "no shared objects"
    mkdir t
    printf abc | tee t/a >t/z
    truncate -s 4242 t/m
    truncate -s 424242 t/n
    printf 'a key' >key
    for key in '' '--hmac-key-file key'; do
        for j in 1 2; do
            keep ours env LD_PRELOAD="$SEEN/eagain.so" ASAN_OPTIONS=verify_asan_link_order=0 \
                timeout 300 "$MHASH" -r -j$j $key t
            [ "$(cat "$SEEN/ours.code")" -eq 2 ]
            [ "$(wc -l <"$SEEN/ours.out")" -eq 2 ]
            grep -q '^mhash: t/m: Resource temporarily unavailable$' "$SEEN/ours.err"
            grep -q '^mhash: t/n: Resource temporarily unavailable$' "$SEEN/ours.err"
        done
    done
}

@test "the progress line tells the bytes to come where they are known" {
    truncate -s 64G f
    mkfifo pipe
    python3 - "$MHASH" <<'PY'
import subprocess, sys
child = subprocess.Popen([sys.argv[1], "--progress", "-a", "md5", "missing", "f"],
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0)
seen = b""
# 64 GiB take longer than the half second that comes before the first line.
while b" of 64" not in seen or b" left, " not in seen:
    part = child.stderr.read(200)
    assert part, seen
    seen += part
child.terminate()
child.communicate()
PY
    printf abc >g
    (printf abc >pipe) &
    mhash --progress -a md5 pipe g
    wait
    status 0
    refute grep -q ' of ' "$SEEN/ours.err"
}
