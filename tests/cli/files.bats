# SPDX-License-Identifier: MIT
#
# files.bats - files that are not plain: offsets, /proc, holes, errors in the middle, limits, trees.

# shellcheck disable=SC1003,SC2016,SC2034,SC2086,SC2164

load helper

@test "NF04 /proc files with size 0" {
    for file in /proc/version /proc/filesystems; do
        cat $file >copy
        sum sha256sum $file
        status 0
        mhash $file
        status 0
        [ "$(cut -d' ' -f1 "$SEEN/ours.out")" = "$(sha256sum <copy | cut -d' ' -f1)" ]
    done
    if [ "$(wc -c </proc/kallsyms)" -gt 0 ]; then
        # Programs for BPF come and go.
        before=$(sha256sum </proc/kallsyms)
        mhash /proc/kallsyms
        if [ "$before" = "$(sha256sum </proc/kallsyms)" ]; then
            [ "$(cut -d' ' -f1 "$SEEN/ours.out")" = "$(cut -d' ' -f1 <<<"$before")" ]
        fi
    fi
}

@test "NF07 a standard input that is not at its start" {
    abc f
    (
        dd bs=1 count=1 of=/dev/null 2>/dev/null
        keep ours "$MHASH_SUM/md5sum"
    ) <f
    out '5360af35bde9ebd8f01f492dc059593c  -\n'
    keep ours "$MHASH_SUM/md5sum" /dev/stdin <f
    out "$H  /dev/stdin\n"
    keep ours "$MHASH_SUM/md5sum" /dev/fd/5 5<f
    out "$H  /dev/fd/5\n"
    keep ours sh -c '"$1"; "$1"' - "$MHASH_SUM/md5sum" <f
    out "$H  -\nd41d8cd98f00b204e9800998ecf8427e  -\n"
}

@test "NF08 holes" {
    head -c 4096 /dev/urandom >s
    truncate -s 2014013 s
    cp --sparse=never s a
    cp --sparse=always s b
    for n in 1 4095 4097 262144 262145; do
        truncate -s $n hole$n
    done
    truncate -s 100000 hdh
    printf x >>hdh
    truncate -s 300001 hdh
    for name in md5sum sha512sum; do
        sum $name a b hole* hdh
        status 0
    done
    cmp <(md5sum <a) <("$MHASH_SUM/md5sum" <b)
}

@test "NF13 paths beyond PATH_MAX in a recursion, and back through a list" {
    long=$(printf '%0200d' 0)
    mkdir t
    (cd t && deep "$long" 25)
    mhash -r t
    status 0
    err ''
    grep -c "^$S  t/$long/.*/leaf\$" "$SEEN/ours.out"
    [ "$(wc -c <"$SEEN/ours.out")" -gt 5000 ]
    cp "$SEEN/ours.out" list
    mhash -c list
    status 0
}

@test "NF13 3000 folders deep, with 16 descriptors" {
    mkdir t
    (cd t && deep d 3000)
    abc t/z t/d/z t/d/d/z
    ulimit -n 16
    mhash -r t
    status 0
    err ''
    [ "$(wc -l <"$SEEN/ours.out")" -eq 4 ]
    [ "$(tail -n 1 "$SEEN/ours.out")" = "$S  t/z" ]
    cp "$SEEN/ours.out" list
    mhash -c --quiet list
    out ''
    status 0
}

@test "NF15 more files than descriptors" {
    mkdir m
    for ((i = 0; i < 2000; i++)); do
        echo $i >m/$i
    done
    ulimit -n 16
    sum md5sum m/*
    status 0
    [ "$(wc -l <"$SEEN/ours.out")" -eq 2000 ]
    cp "$SEEN/ours.out" l
    mhash -a md5 -r m
    status 0
    diff <(sort l) <(sort "$SEEN/ours.out")
    mhash -c --quiet l
    out ''
    status 0
}

@test "NF15 little memory" {
    abc f
    # The sanitizers reserve terabytes of addresses.
    ! nm "$MHASH" 2>/dev/null | grep -q __asan || skip "built with AddressSanitizer"
    ulimit -v 20000
    mhash f
    out "$S  f\n"
    status 0
}

@test "NF16 a read error in the middle of the operands" {
    abc f
    sum md5sum /proc/self/mem f
    out "$H  f\n"
    err 'md5sum: /proc/self/mem: Input/output error\n'
    status 1
    mhash /proc/self/mem f
    out "$S  f\n"
    err 'mhash: /proc/self/mem: Input/output error\n'
    status 2
    printf '%s  /proc/self/mem\n%s  f\n' $H $H >l
    sum md5sum -c l
    out '/proc/self/mem: FAILED open or read\nf: OK\n'
    status 1
    sum md5sum -c .
    err 'md5sum: .: read error\n'
    status 1
}

@test "an unreadable file, as a user who may not read it" {
    box=$(mktemp -d)
    chmod 755 "$box"
    cp "$MHASH" "$box/mhash"
    chmod 755 "$box/mhash"
    cd "$box"
    mkdir d shut
    abc d/f d/g shut/f
    chmod 755 d
    chmod 0 d/f shut
    chmod 644 d/g
    as=()
    if [ "$(id -u)" -eq 0 ]; then
        as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
    fi
    keep ours "${as[@]}" ./mhash d/f d/g
    out "$S  d/g\n"
    err 'mhash: d/f: Permission denied\n'
    status 2
    keep ours "${as[@]}" ./mhash -r d shut
    out "$S  d/g\n"
    err 'mhash: d/f: Permission denied\nmhash: shut: Permission denied\n'
    status 2
    chmod 755 shut
    rm -rf "$box"
}

@test "FIFOs: named ones are read, those in a tree are told and skipped" {
    mkdir d
    mkfifo d/p
    abc d/f
    printf abc >d/p &
    mhash d/p
    wait $!
    out "$S  d/p\n"
    status 0
    mhash -r d
    out "$S  d/f\n"
    err 'mhash: d/p: not a regular file; skipped\n'
    status 0
}

@test "sockets and devices in a tree are told and skipped" {
    mkdir d
    abc d/f
    python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("d/s")'
    mhash -r d
    out "$S  d/f\n"
    err 'mhash: d/s: not a regular file; skipped\n'
    status 0
}

@test "TH01 order of the output: as given, run after run" {
    i=0
    for size in 800000 1 300000 0 500000 2 70000 64 128 4096; do
        for _ in 1 2 3 4 5; do
            i=$((i + 1))
            head -c $size /dev/urandom >"$i.bin"
        done
    done
    mapfile -t order < <(printf '%s\n' *.bin | sort -R --random-source=1.bin)
    sum md5sum "${order[@]}"
    cp "$SEEN/ours.out" first
    for _ in 1 2 3 4 5; do
        "$MHASH_SUM/md5sum" "${order[@]}" | cmp - first
    done
    sum md5sum -c first
    status 0
}

@test "a file that grows is read to its end" {
    abc f
    mkfifo p
    "$MHASH_SUM/md5sum" p >o &
    pid=$!
    {
        printf a
        sleep 0.2
        printf b
        sleep 0.2
        printf c
    } >p
    wait $pid
    printf '%s  p\n' $H | cmp - o
}

@test "standard input that does not block" {
    python3 - "$MHASH" <<'PY'
import os, subprocess, sys, time
r, w = os.pipe()
os.set_blocking(r, False)
child = subprocess.Popen([sys.argv[1], "-a", "md5"], stdin=r, stdout=subprocess.PIPE)
time.sleep(0.2)
os.write(w, b"abc")
os.close(w)
out = child.communicate()[0]
assert out == b"900150983cd24fb0d6963f7d28e17f72  -\n" and child.returncode == 0, (out, child.returncode)
PY
}

@test "folders moved while they are walked: what can be is hashed, the rest is told" {
    # The pipe holds the walk up in the deepest folder until the folders above have moved.
    python3 - "$MHASH" <<'PY'
import fcntl, os, subprocess, sys
# Pages may be large, and a pipe of many would take all lines: one page, by F_SETPIPE_SZ.
r, w = os.pipe()
fcntl.fcntl(w, 1031, 4096)
out = os.fdopen(r, "rb", buffering=0)
os.makedirs("t/a/b/c/d/e/f")
for i in range(9000):
    open("t/a/b/c/d/e/f/%04d" % i, "w").close()
for folder in ("t", "t/a", "t/a/b", "t/a/b/c", "t/a/b/c/d"):
    open(folder + "/z", "w").close()
child = subprocess.Popen([sys.argv[1], "-r", "t"], stdout=w, stderr=subprocess.PIPE)
os.close(w)
first = out.readline()
os.rename("t/a/b/c", "c-elsewhere")
os.rename("t/a/b", "b-elsewhere")
lines, err = first + out.read(), child.stderr.read()
child.wait()
names = [line[66:] for line in lines.decode().splitlines()]
want = ["t/a/b/c/d/e/f/%04d" % i for i in range(9000)]
want += ["t/a/b/c/d/z", "t/a/b/c/z", "t/a/z", "t/z"]
assert names == want, names[8999:]
assert err == b"mhash: t/a/b: moved while being read; the rest of it is left out\n", err
assert child.returncode == 2, child.returncode
PY
}

@test "a folder moved elsewhere with all above it: nothing is lost" {
    python3 - "$MHASH" <<'PY'
import fcntl, os, subprocess, sys
# Pages may be large, and a pipe of many would take all lines: one page, by F_SETPIPE_SZ.
r, w = os.pipe()
fcntl.fcntl(w, 1031, 4096)
out = os.fdopen(r, "rb", buffering=0)
os.makedirs("t/a/b/c/d/e/f")
for i in range(9000):
    open("t/a/b/c/d/e/f/%04d" % i, "w").close()
for folder in ("t", "t/a", "t/a/b", "t/a/b/c", "t/a/b/c/d"):
    open(folder + "/z", "w").close()
child = subprocess.Popen([sys.argv[1], "-r", "t"], stdout=w, stderr=subprocess.PIPE)
os.close(w)
first = out.readline()
os.rename("t/a/b/c", "elsewhere")
lines, err = first + out.read(), child.stderr.read()
child.wait()
names = [line[66:] for line in lines.decode().splitlines()]
assert names[9000:] == ["t/a/b/c/d/z", "t/a/b/c/z", "t/a/b/z", "t/a/z", "t/z"], names[8999:]
assert err == b"" and child.returncode == 0, (err, child.returncode)
PY
}
