# SPDX-License-Identifier: MIT
#
# io.bats - the ways to read files: the same digests, and what each does when it cannot.

# shellcheck disable=SC2086,SC2164

load helper

tree() {
    python3 - <<'PY'
import os, random
r = random.Random(5)
for i, size in enumerate([0, 1, 511, 512, 4095, 4096, 4097, 65536, 131072, 131073, 262143, 262144,
                          262145, 1 << 20, 3000001, 4 << 20, (4 << 20) + 1, (8 << 20) + 4097]):
    os.makedirs("t/%d" % (i % 3), exist_ok=True)
    with open("t/%d/%02d" % (i % 3, i), "wb") as f:
        f.write(r.randbytes(size))
PY
    find t -type f -print0 | sort -z | xargs -0 sha256sum >want
}

# direct: whether this file system can be read past the cache.
direct() {
    dd if=t/0/00 iflag=direct of=/dev/null 2>/dev/null
}

@test "every way gives the same digests" {
    tree
    for io in auto read mmap direct; do
        [ $io != direct ] || direct || continue
        for options in '' --no-cache; do
            for j in 1 3; do
                mhash -r -j$j --io $io $options t
                status 0
                cmp want "$SEEN/ours.out"
            done
            while read -r digest name; do
                mhash --io $io $options "$name"
                echo "$digest  $name" | cmp - "$SEEN/ours.out"
            done <want
            mhash -c --io $io $options --status want
            status 0
        done
    done
}

@test "pieces in every way" {
    tree
    mhash -a md5 --pieces 100000 t/2/17
    mv "$SEEN/ours.out" pieces
    [ "$(wc -l <pieces)" -eq 84 ]
    for io in read mmap direct; do
        [ $io != direct ] || direct || continue
        mhash -a md5 --io $io --no-cache --pieces 100000 t/2/17
        status 0
        cmp pieces "$SEEN/ours.out"
    done
}

@test "pipes are read as ever; a file system that refuses direct reads is an error" {
    for io in mmap direct; do
        printf abc | "$MHASH" --io $io --no-cache | cmp <(echo "$S  -") -
        mkfifo pipe
        (printf abc >pipe) &
        mhash --io $io pipe
        wait
        status 0
        rm pipe
    done
    # proc has neither; a file of it says a size of 0 and is read. sysfs says one.
    mhash --io direct /proc/self/status
    status 0
    [ -f /sys/kernel/mm/transparent_hugepage/enabled ] || skip "no sysfs"
    for io in mmap direct; do
        mhash --io $io /sys/kernel/mm/transparent_hugepage/enabled
        status 2
        [ ! -s "$SEEN/ours.out" ]
        err_has '/sys/kernel/mm/transparent_hugepage/enabled: '
    done
}

@test "a mapped file that shrinks is told, and the run goes on" {
    printf abc >z
    python3 - "$MHASH" "$S" <<'PY'
import os, subprocess, sys
from children import changed_while, maps
for jobs in ("1", "3"):
    # Large and sparse, and larger until it shrinks before it is read to its end.
    size, between = 1 << 30, False
    while not between:
        size *= 2
        with open("f", "wb") as f:
            f.truncate(size)
        child = subprocess.Popen([sys.argv[1], "--io", "mmap", "-j", jobs, "f", "z"],
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        # It is at it while something before the last parts is mapped.
        between = changed_while(child, lambda: (maps(child, "f") or 0) < size - (64 << 20) and
                                maps(child, "f") is not None, lambda: os.truncate("f", 1000))
        out, err = child.communicate()
    assert out == sys.argv[2].encode() + b"  z\n", out
    assert err == b"mhash: f: changed while being read\n", err
    assert child.returncode == 2, child.returncode
PY
}

@test "under a sum name, what is mapped may grow and shrink: the digest is that of the file" {
    python3 - "$MHASH_SUM/sha512sum" <<'PY'
import hashlib, os, signal, subprocess, sys, time
block = os.urandom(1 << 20)
def begun(pid):
    """How the file is being read, or None: not yet, or it was read to its end."""
    for n in os.listdir("/proc/%d/fd" % pid):
        try:
            if os.readlink("/proc/%d/fd/%s" % (pid, n)).endswith("/f"):
                with open("/proc/%d/fdinfo/%s" % (pid, n)) as info:
                    at = int(info.readline().split()[1])
                if 0 < at < 192 << 20:
                    with open("/proc/%d/maps" % pid) as maps:
                        mapped = any(line.endswith("/f\n") for line in maps)
                    return "mapped" if mapped else "read"
        except OSError:
            pass
    return None
def grow():
    with open("f", "ab") as f:
        f.write(b"more")
def once(change):
    """How the file was read when it changed, or None if that was too late."""
    with open("f", "wb") as f:
        for _ in range(192):
            f.write(block)
    child = subprocess.Popen([sys.argv[1], "f"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    way = None
    while way is None and child.poll() is None:
        try:
            way = begun(child.pid)
        except OSError:
            pass
    child.send_signal(signal.SIGSTOP)
    while child.poll() is None and \
            open("/proc/%d/stat" % child.pid).read().rsplit(")")[1].split()[0] not in "TZ":
        time.sleep(0.001)
    way = way and begun(child.pid)
    change()
    child.send_signal(signal.SIGCONT)
    out, err = child.communicate()
    assert child.returncode == 0 and not err, (child.returncode, err)
    with open("f", "rb") as f:
        same = out.split()[0].decode() == hashlib.sha512(f.read()).hexdigest()
    # What was read before the file became shorter stays in the digest, as with coreutils.
    if way == "mapped" or (way and change is grow):
        assert same, way
    return way
for change in grow, lambda: os.truncate("f", 3333):
    assert any(once(change) for _ in range(20))
PY
}

@test "--no-cache leaves nothing of the file in memory" {
    command -v fincore >/dev/null || skip "no fincore"
    head -c 20000000 /dev/urandom >f
    sync f
    cat f >/dev/null
    before=$(fincore -bnro RES f)
    mhash --no-cache f
    status 0
    after=$(fincore -bnro RES f)
    # Some file systems keep their files in memory only.
    python3 -c 'import os, sys
with open("f", "rb") as f: os.posix_fadvise(f.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)'
    least=$(fincore -bnro RES f)
    [ "$before" -gt 0 ] || skip "nothing stays in memory here"
    [ "$after" -le "$least" ]
}

@test "a way that there is not" {
    : >f
    mhash --io fast f
    status 64
    err_has '--io takes auto, read, mmap or direct'
}
