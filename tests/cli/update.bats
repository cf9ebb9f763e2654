# SPDX-License-Identifier: MIT
#
# update.bats - keeping a list up to date.

# shellcheck disable=SC1003,SC2016,SC2034,SC2086,SC2164

load helper

put() {
    printf %s "$1" >"$2"
}

# old FILE...: as if last changed long ago, so that size and time can be trusted.
old() {
    touch -d '2020-01-01 00:00:00.5' "$@"
}

# entries: the list without comments.
entries() {
    grep -v '^#' l
}

@test "a new list, then nothing to do, then what changed" {
    mkdir -p d/s
    put 1 d/a; put 2 d/b; put 3 d/s/c
    old d/a d/b d/s/c
    mhash --update l d
    status 1
    out 'd/a: ADDED\nd/b: ADDED\nd/s/c: ADDED\n'
    cmp <(entries) <(mhash -r d; cat "$SEEN/ours.out")
    sha256sum -c --quiet l
    mhash -c --quiet l
    status 0
    cp -p l before
    mhash --update l d
    status 0
    out ''
    err 'mhash: l: 3 kept, 0 added, 0 changed, 0 missing\n'
    cmp l before
    [ l -ot before ] || [ ! l -nt before ]
    put 22 d/b; put 4 d/new; rm d/a
    old d/b d/new
    mhash --update l d
    status 1
    out 'd/a: MISSING\nd/b: CHANGED\nd/new: ADDED\n'
    printf '%s  %s\n' "$(printf 1 | sha256sum | cut -c-64)" d/a "$(printf 22 | sha256sum | cut -c-64)" d/b \
        "$(printf 3 | sha256sum | cut -c-64)" d/s/c "$(printf 4 | sha256sum | cut -c-64)" d/new | cmp - <(entries)
    mhash --update --prune l d
    out 'd/a: PRUNED\n'
    refute grep -q d/a l
    mhash -c --quiet l
    status 0
}

@test "files are hashed only if size, time or inode differ" {
    command -v strace >/dev/null || skip "no strace"
    ! nm "$MHASH" 2>/dev/null | grep -q __asan || skip "built with AddressSanitizer"
    mkdir d
    put 1 d/a; put 2 d/b
    old d/a d/b
    mhash --update l d
    strace -f -e trace=open,openat -o trace "$MHASH" --update l d || skip "strace does not work here"
    refute grep -q '"a"\|d/a' trace
    touch d/a
    strace -f -e trace=open,openat -o trace "$MHASH" --update l d || true
    grep -q '"a"\|d/a' trace
    refute grep -q '"b"\|d/b' trace
}

@test "comments, order, style, mode and links stay" {
    mkdir d e
    put 1 d/a; put 2 d/b
    old d/*
    printf '# mine\n\nMD5 (d/b) = %s\n# between\nMD5 (d/a) = %s\nSHA256 (d/a) = %s\n# end\n' \
        "$(printf 2 | md5sum | cut -c-32)" "$(printf 1 | md5sum | cut -c-32)" "$(printf 1 | sha256sum | cut -c-64)" >e/l
    chmod 640 e/l
    ln -s e/l l
    mhash --update l d
    status 0
    [ -L l ] && [ "$(stat -c %a e/l)" = 640 ]
    grep -v '^# mhash: ' l >o
    printf '# mine\n\nMD5 (d/b) = %s\n# between\nMD5 (d/a) = %s\nSHA256 (d/a) = %s\n# end\n' \
        "$(printf 2 | md5sum | cut -c-32)" "$(printf 1 | md5sum | cut -c-32)" "$(printf 1 | sha256sum | cut -c-64)" | cmp - o
    [ "$(grep -c '^# mhash: ' l)" -eq 2 ]
    put 11 d/a; put 3 d/c
    mhash --update l d
    out 'd/a: CHANGED\nd/c: ADDED\n'
    mhash -c --quiet l
    status 0
    grep -q "^SHA256 (d/a) = $(printf 11 | sha256sum | cut -c-64)" l
    grep -q '^MD5 (d/c)' l
    grep -q '^SHA256 (d/c)' l
}

@test "corruption: same size and time, another digest; kept until it is accepted" {
    mkdir d
    put 1 d/a; put 2 d/b
    old d/*
    mhash --update l d
    cp l before
    put x d/a
    old d/a
    mhash --update l d
    status 0
    mhash --update --scrub l d
    status 1
    out 'd/a: CORRUPT: another digest, the same size and time\nd/b: OK\n'
    cmp <(entries) <(grep -v '^#' before)
    mhash -c l
    status 1
    mhash --update --scrub --accept l d
    status 1
    mhash -c l
    status 0
    mhash --update --scrub l d
    status 0
}

@test "an entry of which nothing else is known is verified, never overwritten unasked" {
    mkdir d
    put 1 d/a; put 2 d/b
    old d/*
    mhash -r d
    cp "$SEEN/ours.out" l
    put x d/a
    cp l before
    mhash --update l d
    status 1
    out 'd/a: DIFFERS from the list\nd/b: OK\n'
    cmp <(entries) before
    mhash --update --accept l d
    mhash -c l
    status 0
}

@test "--scrub PERCENT --older-than DAYS takes the longest unchecked first" {
    mkdir d
    for n in 1 2 3 4 5 6 7 8; do put $n d/$n; done
    old d/*
    mhash --update l d
    # 1..4 were checked in 2021, 5..8 in 2022
    awk '/^# mhash/ { n++; sub(/checked=.*/, "checked=" (n <= 4 ? 1610000000 : 1640000000)) } { print }' l >m
    mv m l
    mhash --update --scrub=25 l d
    out 'd/1: OK\nd/2: OK\n'
    mhash --update --scrub=25 l d
    out 'd/3: OK\nd/4: OK\n'
    mhash --update --scrub=1 l d
    out 'd/5: OK\n'
    mhash --update --scrub --older-than 30 l d
    out 'd/6: OK\nd/7: OK\nd/8: OK\n'
    mhash --update --scrub --older-than 30 l d
    out ''
    status 0
    for bad in 0 101 x ''; do
        mhash --update --scrub=$bad l d
        status 64
    done
    mhash --update --older-than 3 l d
    status 64
}

@test "mass pruning is refused when a root is gone" {
    mkdir -p d/mnt d/x
    put 1 d/mnt/a; put 2 d/mnt/b; put 3 d/x/c
    old d/mnt/* d/x/c # or they would be hashed again once the second is over
    mhash --update l d
    cp l before
    mv d/mnt/a d/mnt/b .
    mhash --update --prune l d
    status 1
    err_has 'empty folders'
    cmp l before
    rm d/x/c
    mhash --update --prune l d
    err_has 'nothing was pruned'
    cmp <(entries) <(grep -v '^#' before)
    mv d gone
    mhash --update --prune l d
    status 2
    cmp l before
    mkdir d
    mhash --update --prune l d
    cmp l before
    mhash --update --prune --accept l d
    [ -z "$(entries)" ]
}

@test "what cannot be updated is left alone" {
    mkdir d
    put abc d/f
    left() {
        cp l before
        mhash --update l d
        status 3
        cmp l before
    }
    printf '{"name":"d/f","digests":{"MD5":"%s"}}\n' $H >l && left
    printf 'name,MD5\nd/f,%s\n' $H >l && left
    printf 'd/f %s\n' $H >l && left
    printf '%s d/f\n' $H >l && left
    printf 'DIST d/f 3 MD5 %s SHA256 %s\n' $H $S >l && left
    mhash --update . d
    status 2
    mhash --update /dev/null d
    refute status 0
    mhash --update nodir/l d
    status 2
    # A bad line stays where it is, and fails
    printf '%s  d/f\njunk\n' $H >l
    mhash --update l d
    status 3
    grep -qx junk l
}

@test "the list inside the folder is not in itself; keyed lists; --exclude" {
    mkdir d
    put 1 d/a; put 2 d/skip
    (cd d && mhash --update l . --exclude skip && out 'a: ADDED\n')
    (cd d && mhash --update l . --exclude skip && status 0)
    printf key >k
    mhash --update --hmac-key-file k h d
    grep -q '^HMAC-SHA256 (d/a) = ' h
    mhash -c --hmac-key-file k h
    status 0
    mhash --audit --hmac-key-file k h d
    status 0
    mhash --audit h d
    status 3
}

@test "a full disk leaves the old list" {
    mkdir d
    put 1 d/a
    mhash --update l d
    cp l before
    put 2 d/b
    refute bash -c 'ulimit -f 0; trap "" XFSZ; exec "$1" --update l d >/dev/null 2>&1' - "$MHASH"
    cmp l before
}

@test "200 random SIGKILLs leave the old or the new list, and --resume goes on" {
    python3 - "$MHASH" "${MHASH_KILLS:-200}" <<'PY'
import os, random, signal, subprocess, sys, time
mhash, kills, rng = sys.argv[1], int(sys.argv[2]), random.Random(3)
os.makedirs("d")
def fill(n):
    for i in range(n):
        with open(f"d/{rng.randrange(400)}", "wb") as f:
            f.write(rng.randbytes(rng.choice([1, 100, 20000, 200000])))
fill(400)
begin = time.monotonic()
subprocess.run([mhash, "--update", "l", "d"], capture_output=True)
# The time that an update is given becomes less while they come to their end, and more while none
# does, so that kills come at all moments whatever the machine is doing.
longest = time.monotonic() - begin
killed = ended = 0
while killed < kills // 2 or killed + ended < kills:
    turn = killed + ended
    before = open("l", "rb").read()
    fill(40)
    args = [mhash, "--update", "l", "d"] + (["--resume"] if turn % 2 else [])
    process = subprocess.Popen(args, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(rng.random() * longest)
    process.kill()
    if process.wait() == -signal.SIGKILL:
        killed += 1
        longest *= 1.1
    else:
        ended += 1
        longest *= 0.9
    after = open("l", "rb").read()
    names = [line.split(b"  ", 1) for line in after.splitlines() if not line.startswith(b"#")]
    assert after.endswith(b"\n") and all(len(d) == 64 for d, _ in names)
    assert len({n for _, n in names}) == len(names) >= 1
    check = subprocess.run([mhash, "-c", "--status", "l"], capture_output=True, text=True)
    assert check.returncode in (0, 1) and "improperly" not in check.stderr, check.stderr
    assert after == before or check.returncode == 0
subprocess.run([mhash, "--update", "--resume", "l", "d"], capture_output=True)
assert subprocess.run([mhash, "-c", "--status", "l"]).returncode == 0
left = sorted(n for n in os.listdir(".") if n.startswith("."))
assert not any(n.endswith("journal") for n in left) and all(n.startswith(".l.mhash-") for n in left), left
PY
}

@test "--resume uses what was hashed; without it the work is done anew" {
    mkdir d
    for n in 1 2 3; do put $n d/$n; done
    old d/*
    # What an interrupted update leaves: one entry, and one that was cut
    {
        stat -c '# mhash: size=1 mtime=%.9Y inode=%i checked=1700000000' d/1
        printf 'SHA256 (d/1) = %s\n# mhash: size=1 mti' $Z0$Z0
    } >.l.mhash-journal
    cp .l.mhash-journal j
    mhash --update l d
    err_has 'was interrupted'
    mhash -c l
    status 0
    rm l
    cp j .l.mhash-journal
    mhash --update --resume l d
    grep -q "^$Z0$Z0  d/1" l
    [ ! -e .l.mhash-journal ]
    # A file that changed since is hashed again
    rm l
    cp j .l.mhash-journal
    touch d/1
    mhash --update --resume l d
    mhash -c l
    status 0
}

@test "two updates of one list do not run at once" {
    mkdir d
    put 1 d/a
    exec 9>.l.mhash-journal
    flock 9
    mhash --update l d
    status 2
    err_has 'another update of this list is running'
    exec 9>&-
    mhash --update l d
    status 1
}

@test "a signal ends an update in good order: the old list stays, --resume uses the work" {
    mkdir d
    put 1 d/a
    mhash --update l d
    cp l before
    put 2 d/b
    truncate -s 100G d/big
    python3 - "$MHASH" <<'PY'
import os, subprocess, sys, time
from children import STOPS, reads, start
for number in STOPS:
    child = start([sys.argv[1], "--update", "--resume", "--prune", "l", "d"],
                  stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    # The journal may be that of the turn before; the large file is what this one is at.
    while reads(child, "big") is None or not os.path.exists(".l.mhash-journal") or \
            b"d/b" not in open(".l.mhash-journal", "rb").read():
        assert child.poll() is None, child.communicate()
        time.sleep(0.01)
    child.send_signal(number)
    out, err = child.communicate(timeout=300)
    assert out == b"", out
    assert b"mhash: l: interrupted; the list stays as it was" in err, err
    assert child.returncode == -number, child.returncode
    assert open("l", "rb").read() == open("before", "rb").read()
    left = [n for n in os.listdir(".") if n.startswith(".")]
    assert left == [".l.mhash-journal"], left
PY
    truncate -s 0 d/big
    mhash --update --resume l d
    grep -qx 'd/b: ADDED' "$SEEN/ours.out"
    grep -qx 'd/big: ADDED' "$SEEN/ours.out"
    mhash -c l
    status 0
    [ ! -e .l.mhash-journal ]
}

@test "a list whose lines end otherwise than said is left alone" {
    mkdir d
    abc d/a
    "$MHASH" -z -r d >z
    "$MHASH" -r d >l
    cp z z0
    cp l l0
    mhash --update z d
    status 3
    err_has 'mhash: z: has lines that end in NUL, which needs --zero; nothing was changed'
    mhash --update -z l d
    status 3
    err_has 'mhash: l: has lines that end in LF, but --zero was given; nothing was changed'
    cmp z z0
    cmp l l0
    mhash --update -z z d
    status 0
}

@test "what is no list is refused at once, and no journal is left where nothing was hashed" {
    mkdir d
    abc d/a
    mkfifo pipe
    "$MHASH" -r --style json d >json
    "$MHASH" --update --hmac-key-file d/a keyed d >/dev/null 2>&1 || true
    for list in pipe - /dev/null .; do
        keep ours timeout 300 "$MHASH" --update "$list" d
        status 2
        [ ! -s "$SEEN/ours.out" ]
    done
    err_has 'mhash: .: Is a directory'
    for list in json keyed; do
        mhash --update "$list" d
        status 3
    done
    [ ! -e - ]
    [ -z "$(find . -name '.*.mhash-*')" ]
}

@test "--scrub looks at what was checked in the future, too" {
    mkdir d
    put 1 d/a
    old d/a
    mhash --update l d
    sed -i 's/checked=[0-9]*/checked=9000000000000000000/' l
    mhash --update l d
    out ''
    mhash --update --scrub --older-than 1 l d
    out 'd/a: OK\n'
    refute grep -q 9000000000000000000 l
}
