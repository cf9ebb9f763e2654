# SPDX-License-Identifier: MIT
#
# pieces.bats - --pieces and --s3-etag, and --expect with it, beside hashlib on every piece.

# shellcheck disable=SC2002,SC2034,SC2086,SC2164

load helper

# sample SIZE NAME: the same bytes every time.
sample() {
    python3 -c 'import random, sys
sys.stdout.buffer.write(random.Random(int(sys.argv[1])).randbytes(int(sys.argv[1])))' "$1" >"$2"
}

# pieces SIZE ALGORITHM NAME: what --pieces should print.
pieces() {
    python3 - "$@" <<'PY'
import hashlib, sys
size, data = int(sys.argv[1]), open(sys.argv[3], "rb").read()
for at in range(0, len(data), size):
    part = data[at:at + size]
    print("%s  %s#%d@%d+%d" % (hashlib.new(sys.argv[2], part).hexdigest(), sys.argv[3],
                               at // size + 1, at, len(part)))
PY
}

# etag SIZE NAME: what --s3-etag should print.
etag() {
    python3 - "$@" <<'PY'
import hashlib, sys
size, data = int(sys.argv[1]), open(sys.argv[2], "rb").read()
parts = [hashlib.md5(data[at:at + size]).digest() for at in range(0, len(data), size)]
tag = hashlib.md5(data).hexdigest() if len(data) < size else \
    "%s-%d" % (hashlib.md5(b"".join(parts)).hexdigest(), len(parts))
print("%s  %s" % (tag, sys.argv[2]))
PY
}

@test "pieces of all sizes, from a file and from a pipe, whatever -j" {
    sample 3000001 f
    for size in 64 1000 4096 65536 65537 100000 999999 1048576 3000000 3000001 5000000; do
        for a in md5 sha512; do
            pieces $size $a f >want
            for j in 1 2 5; do
                mhash -a $a -j $j --pieces $size f
                status 0
                cmp want "$SEEN/ours.out"
            done
            sed 's/ f#/ -#/' want >want.pipe
            cat f | "$MHASH" -a $a --pieces $size | cmp want.pipe -
        done
    done
}

@test "pieces around the limits of the ways to read" {
    for bytes in 0 1 1048575 1048576 1048577 2097152; do
        sample $bytes f
        for size in 1024 65536 65540 1048576; do
            pieces $size sha1 f >want
            mhash -a sha1 --pieces $size f
            status 0
            cmp want "$SEEN/ours.out"
        done
    done
}

@test "more pieces than are hashed at a time" {
    sample 5000000 f
    pieces 100 sha256 f >want
    mhash -j2 --pieces 100 f
    cmp want "$SEEN/ours.out"
    truncate -s 50M f
    pieces 70000 md5 f >want
    mhash -j3 -a md5 --pieces 70000 f
    cmp want "$SEEN/ours.out"
}

@test "pieces under several algorithms, each style, in trees" {
    mkdir -p t/u
    sample 1500000 t/a
    sample 10 t/u/b
    mhash -r -a sha1,md5 --pieces 512K t
    status 0
    for tool in md5 sha1; do
        for f in t/a t/u/b; do pieces 524288 $tool $f; done >want
        grep "^${tool^^} (" "$SEEN/ours.out" | sed 's/^[^(]*(\(.*\)) = \(.*\)$/\2  \1/' | cmp want -
    done
    [ "$(wc -l <"$SEEN/ours.out")" -eq 8 ]
    mhash -a md5 --bare --pieces 1M t/a
    pieces 1048576 md5 t/a | cut -c 1-32 | cmp - "$SEEN/ours.out"
    mhash --style jsonl --pieces 1M t/a
    python3 -c 'import json, sys
sizes = [json.loads(line)["size"] for line in open(sys.argv[1])]
assert sizes == [1048576, 1500000 - 1048576], sizes' "$SEEN/ours.out"
}

@test "S3 entity tags: empty, shorter than a part, one part, many parts" {
    for bytes in 0 1 1048575 1048576 1048577 5242880 6000000; do
        sample $bytes f
        etag 1048576 f >want
        for j in 1 2; do
            mhash -j$j --s3-etag 1M f
            status 0
            cmp want "$SEEN/ours.out"
        done
        cat f | "$MHASH" --s3-etag 1M --bare | cmp <(cut -d' ' -f1 want) -
    done
    sample 1048575 f
    md5sum f >want
    mhash --s3-etag 1M f
    cmp want "$SEEN/ours.out"
}

@test "several files and failures keep their order; a missing file leaves nothing in the next" {
    sample 2500000 a
    sample 1200000 b
    mhash --s3-etag 1M a missing b
    status 2
    (etag 1048576 a && etag 1048576 b) | cmp - "$SEEN/ours.out"
    err_has 'missing: No such file'
    name=$'x\ny'
    cp b "$name"
    mhash --s3-etag 1M "$name"
    grep -q '^\\[0-9a-f]*-2  x\\ny$' "$SEEN/ours.out"
}

@test "a file that grows while its pieces are hashed has changed" {
    sample 2000000 f
    mkfifo gate
    # The reader of the output stops until the file has grown.
    (read -r line; printf x >>f; cat >/dev/null) <gate &
    code=0
    "$MHASH" -a md5 -j1 --pieces 64 f >gate 2>err || code=$?
    wait
    [ $code -eq 2 ]
    grep -q 'f: changed while being read' err
    : >f
    mhash --s3-etag 1M f
    status 0
}

# expected SIZE NAME: the tag of the file in parts of SIZE, with a number even if there is one part.
expected() {
    python3 - "$@" <<'PY'
import hashlib, sys
size, data = int(sys.argv[1]), open(sys.argv[2], "rb").read()
parts = [data[at:at + size] for at in range(0, len(data), size)] or [b""]
print("%s-%d" % (hashlib.md5(b"".join(hashlib.md5(p).digest() for p in parts)).hexdigest(),
                 len(parts)))
PY
}

# finds SIZE SHOWN NAME: --expect finds this size of parts, with every -j.
finds() {
    local tag
    tag=$(expected "$1" "$3")
    for j in 1 3; do
        mhash -j$j --s3-etag --expect "$tag" "$3"
        status 0
        out "$3: OK ($2)\n"
        err ''
    done
}

@test "a tag is checked, and the size of the parts is found" {
    sample 40000001 f
    finds 8388608 '5 parts of 8 MiB' f
    finds 5242880 '8 parts of 5 MiB' f
    finds 15728640 '3 parts of 15 MiB' f
    finds 16777216 '3 parts of 16 MiB' f
    finds 67108864 '1 part' f
    finds 33554432 '2 parts of 32 MiB' f
    finds 10000000 '5 parts of 10000000 bytes' f
    finds 20000001 '2 parts of 20000001 bytes' f
    finds 7340032 '6 parts of 7 MiB' f
    finds 1048576 '39 parts of 1 MiB' f
    finds 65536 '611 parts of 64 KiB' f
    finds 4000001 '10 parts of 4000001 bytes' f
}

@test "a tag of small files: empty, one byte, one part, as many parts as bytes" {
    : >empty
    printf x >one
    sample 100 f
    finds 1 '1 part' empty
    finds 5 '1 part' one
    finds 1 '100 parts of 1 byte' f
    finds 64 '2 parts of 64 bytes' f
    finds 50 '2 parts of 50 bytes' f
    for f in empty one f; do
        mhash --s3-etag --expect "$(md5sum <$f | cut -c 1-32)" $f
        status 0
        out "$f: OK (one piece)\n"
    done
    # No size gives 60 parts of 100 bytes, and none more parts than bytes.
    for parts in 60 101 999999999999999999; do
        mhash --s3-etag --expect $H-$parts f
        status 1
        err_has "f: FAILED: entity tag expected $H-$parts, but 100 bytes make no $parts parts"
    done
    mhash --s3-etag --expect $H-2 empty
    status 1
}

@test "how a tag may be written, and where the size may stand" {
    sample 3000000 f
    tag=$(expected 1048576 f)
    for text in "$tag" "\"$tag\"" "${tag^^}" "\"${tag^^}\""; do
        mhash --s3-etag --expect "$text" f
        status 0
        out 'f: OK (3 parts of 1 MiB)\n'
    done
    for args in "--expect $tag --s3-etag f" "f --expect $tag --s3-etag" "f --s3-etag --expect=$tag" \
        "--s3-etag 1M --expect $tag f" "--expect $tag f --s3-etag 1048576" \
        "--s3-etag=1024K f --expect $tag" "-a md5 --s3-etag --expect $tag -- f"; do
        mhash $args
        status 0
        out 'f: OK (3 parts of 1 MiB)\n'
    done
    for bad in "W/\"$tag\"" "w/$tag" "${tag%-3}-" "${tag%-3}-0" "${tag%-3}-03" "${tag%-3}-3x" \
        "\"$tag" "${tag}4567890123456789012" '' '""' x "$S" "sha256:$S" " $tag"; do
        mhash --s3-etag --expect "$bad" f
        status 64
        [ ! -s "$SEEN/ours.out" ]
    done
    mhash --s3-etag --expect "W/\"$tag\"" f
    err_has 'weak'
}

@test "a tag of another file: what was expected and tried" {
    sample 3000000 f
    tag=$(expected 1048576 f)
    mhash --s3-etag 1M --expect $H-3 f
    status 1
    out 'f: FAILED\n'
    err_has "f: FAILED: entity tag expected $H-3, found $tag, 3 parts of 1 MiB"
    mhash --s3-etag 2M --expect "$tag" f
    status 1
    err_has "expected $tag, found $(expected 2097152 f), 2 parts of 2 MiB"
    mhash --s3-etag --expect $H-3 f
    status 1
    err_has "expected $H-3, which none of the sizes gives that were tried for the parts: 1 MiB, 1000000 "
    mhash --s3-etag --expect $H f
    status 1
    err_has "expected $H, found $(md5sum <f | cut -c 1-32), one piece"
    # The number of parts alone, and the last byte alone.
    mhash --s3-etag --expect "${tag%-3}-4" f
    status 1
    printf y | dd of=f bs=1 seek=2999999 conv=notrunc status=none
    mhash --s3-etag --expect "$tag" f
    status 1
}

@test "a tag and what cannot be checked" {
    sample 3000000 f
    tag=$(expected 1000000 f)
    mhash --s3-etag --expect "$tag" missing
    status 2
    out 'missing: FAILED open or read\n'
    err_has 'missing: No such file'
    mkdir d
    mhash --s3-etag --expect "$tag" d
    status 2
    err_has 'd: Is a directory'
    mhash --strict-algorithms --s3-etag --expect "$tag" f
    status 3
    # Standard input: a file tells its size, even from the middle on; a pipe does not.
    INPUT=f mhash --s3-etag --expect "$tag"
    status 0
    out '-: OK (3 parts of 1000000 bytes)\n'
    (printf 12345 && cat f) >g
    python3 - "$MHASH" "$tag" >got <<'PY'
import subprocess, sys
f = open("g", "rb", buffering=0)
f.seek(5)
sys.exit(subprocess.call([sys.argv[1], "--s3-etag", "--expect", sys.argv[2], "-"], stdin=f))
PY
    printf -- '-: OK (3 parts of 1000000 bytes)\n' | cmp - got
    keep ours "$MHASH" --s3-etag --expect "$tag" < <(cat f)
    status 3
    err_has '--s3-etag SIZE'
    cat f | "$MHASH" --s3-etag 1000000 --expect "$tag" >got
    printf -- '-: OK (3 parts of 1000000 bytes)\n' | cmp - got
}

@test "a tag: quiet, status, JSON, an output file" {
    sample 3000000 f
    tag=$(expected 1000000 f)
    mhash --quiet --s3-etag --expect "$tag" f
    status 0
    out ''
    mhash --status --s3-etag --expect $H-3 f
    status 1
    out ''
    err ''
    mhash -o got --s3-etag --expect "$tag" f
    status 0
    printf 'f: OK (3 parts of 1000000 bytes)\n' | cmp - got
    mhash --report jsonl --s3-etag --expect "$tag" f
    python3 - "$SEEN/ours.out" "$tag" <<'PY'
import json, sys
entry, summary = map(json.loads, open(sys.argv[1]))
assert entry == {"name": "f", "verdict": "ok", "size": 3000000, "algorithm": "S3-ETAG",
                 "expected": sys.argv[2], "found": sys.argv[2], "part_size": 1000000}, entry
assert summary["ok"] == 1 and summary["mismatch"] == 0, summary
PY
    mhash --report json --s3-etag --expect $H-3 f
    status 1
    python3 - "$SEEN/ours.out" <<'PY'
import json, sys
report = json.load(open(sys.argv[1]))
entry, = report["entries"]
assert entry["verdict"] == "mismatch" and "found" not in entry, entry
assert entry["part_sizes_tried"][:2] == [1 << 20, 1000000], entry
assert report["exit"] == 1
PY
}

@test "wrong uses" {
    : >f
    printf 'a key' >key
    for args in '--pieces 0' '--pieces x' '--pieces' '--s3-etag 0' '--pieces 1M --s3-etag 1M' \
        '--s3-etag 1M -a sha1' '--s3-etag 1M --tag' '--s3-etag 1M --upper' \
        '--s3-etag 1M --encoding base64' '--pieces 1M --encoding raw' '--pieces 1M -c' \
        '--pieces 1M --hmac-key-file key' '--s3-etag' '--s3-etag -c' '--s3-etag 1M -c' \
        '--pieces 1M --expect 900150983cd24fb0d6963f7d28e17f72' \
        '--s3-etag=x --expect 900150983cd24fb0d6963f7d28e17f72-1' \
        '--s3-etag 0 --expect 900150983cd24fb0d6963f7d28e17f72-1' \
        '--s3-etag -a sha1 --expect 900150983cd24fb0d6963f7d28e17f72-1'; do
        mhash $args f
        status 64
        [ ! -s "$SEEN/ours.out" ]
    done
}

@test "standard input that was read from already: pieces count from there, and end where it ends" {
    sample 5000000 f
    for options in '--pieces 1000000' '--pieces 1000' '--s3-etag 1M'; do
        for start in 0 1234567; do
            tail -c +$((start + 1)) f >rest
            python3 - "$MHASH" $start $options <<'PY' >got
import os, subprocess, sys
f = os.open("f", os.O_RDONLY)
os.lseek(f, int(sys.argv[2]), os.SEEK_SET)
code = subprocess.call([sys.argv[1], *sys.argv[3:], "-"], stdin=f)
assert os.lseek(f, 0, os.SEEK_CUR) == 5000000
sys.exit(code)
PY
            INPUT=rest mhash $options -
            status 0
            cmp got "$SEEN/ours.out"
        done
    done
}
