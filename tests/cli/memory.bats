# SPDX-License-Identifier: MIT
#
# memory.bats - --max-memory: the process's own highest mark stays below it, the text stays the same.

# shellcheck disable=SC2086,SC2164

load helper

# tree: enough of everything that takes room: small and large files, long names.
tree() {
    python3 - <<'PY'
import os, random
r = random.Random(7)
data = r.randbytes(1500000)
for i in range(900):
    d = "t/%d/%s" % (i % 3, "folder" * 30)
    os.makedirs(d, exist_ok=True)
    size = r.choice([100, 4096, 65536, 131072, 300000, 1500000]) if i % 3 else 65536
    with open("%s/%s%04d" % (d, "name" * 40, i), "wb") as f:
        f.write(data[:size])
PY
    find t -type f -print0 | sort -z | xargs -0 md5sum >"$SEEN/want"
}

# peak ARGS...: the highest mark in KiB of a run over ARGS and a FIFO, at which it waits when all
# before is done, so that the mark can be read.
peak() {
    [ -r /proc/self/status ] || skip "no /proc"
    ! nm "$MHASH" 2>/dev/null | grep -qE '__(asan|tsan)' || skip "built with a sanitizer"
    # It writes to all that is allocated, used or not.
    unset MALLOC_PERTURB_
    rm -f last
    mkfifo last
    python3 - "$SEEN/ours.out" "$MHASH" -a md5 "$@" last <<'PY'
import os, re, subprocess, sys
lines = int(os.environ["LINES_BEFORE"])
child = subprocess.Popen(sys.argv[2:], stdout=subprocess.PIPE)
with open(sys.argv[1], "wb") as out:
    for _ in range(lines):
        out.write(child.stdout.readline())
    with open("/proc/%d/status" % child.pid) as f:
        print(re.search(r"VmHWM:\s*(\d+) kB", f.read()).group(1))
    with open("last", "wb"):
        pass
    child.stdout.read()
assert child.wait() == 0
PY
}

@test "a tree stays below --max-memory, and its text is the same" {
    tree
    export LINES_BEFORE=900
    for io in read mmap direct; do
        [ $io != direct ] || dd if="$(find t -type f | head -n 1)" iflag=direct of=/dev/null 2>/dev/null || continue
        for size in 8 10 13 20; do
            used=$(peak -r -j 4 --io $io --max-memory ${size}M t)
            cmp "$SEEN/want" "$SEEN/ours.out"
            [ "$used" -le $((size * 1024)) ]
        done
        # The usual: 16 and 3 or 11 for each thread.
        most=$((16 + 2 * 3))
        [ $io = read ] || most=$((16 + 2 * 11))
        used=$(peak -r -j 2 --io $io t)
        [ "$used" -le $((most * 1024)) ]
    done
}

@test "one file and its pieces stay below it" {
    python3 -c 'import random; open("big", "wb").write(random.Random(8).randbytes(48000000))'
    export LINES_BEFORE=1
    md5sum big >"$SEEN/want"
    for io in read mmap; do
        used=$(peak -j 4 --io $io --max-memory 8M big)
        cmp "$SEEN/want" "$SEEN/ours.out"
        [ "$used" -le 8192 ]
    done
    used=$(peak -j 4 big)
    [ "$used" -le 8192 ]
    split -b 1048576 --filter='md5sum | cut -c 1-32' big >"$SEEN/want"
    export LINES_BEFORE=46
    for size in 8 12 40; do
        used=$(peak -j 8 --max-memory ${size}M --pieces 1M big)
        cut -d' ' -f1 "$SEEN/ours.out" | cmp "$SEEN/want" -
        [ "$used" -le $((size * 1024)) ]
    done
}

@test "too little is told, with the least" {
    for size in 0 1 7M 8000000 8191K x '' -8M; do
        mhash --max-memory "$size" f
        status 64
        grep -q '^mhash: --max-memory takes a size of at least 8M, not ' "$SEEN/ours.err"
    done
    abc f
    mhash -a md5 --max-memory 8388608 f
    status 0
}
