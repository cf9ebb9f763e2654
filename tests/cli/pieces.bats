# SPDX-License-Identifier: MIT
#
# pieces.bats - --pieces and --s3-etag, beside hashlib on every piece.

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

@test "wrong uses" {
    : >f
    printf 'a key' >key
    for args in '--pieces 0' '--pieces x' '--pieces' '--s3-etag 0' '--pieces 1M --s3-etag 1M' \
        '--s3-etag 1M -a sha1' '--s3-etag 1M --tag' '--s3-etag 1M --upper' \
        '--s3-etag 1M --encoding base64' '--pieces 1M --encoding raw' '--pieces 1M -c' \
        '--pieces 1M --hmac-key-file key'; do
        mhash $args f
        status 64
        [ ! -s "$SEEN/ours.out" ]
    done
}
