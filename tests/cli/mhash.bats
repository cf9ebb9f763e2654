# SPDX-License-Identifier: MIT
#
# mhash.bats - what only `mhash` has: algorithms, styles, encodings, recursion, keys, its way of
# checking and its exit codes.

# shellcheck disable=SC1003,SC2016,SC2034,SC2086,SC2164

load helper

@test "SHA-256 by default, standard input by default" {
    abc f
    mhash f
    out "$S  f\n"
    INPUT=f mhash
    out "$S  -\n"
    INPUT=f mhash f - f
    out "$S  f\n$S  -\n$S  f\n"
    status 0
}

@test "several algorithms: tagged lines, file by file, in the order given" {
    abc f
    : >e
    mhash -a sha1,MD5 --algorithm SHA2-256 --algorithm=rmd160 f e
    status 0
    out "SHA1 (f) = $S1
MD5 (f) = $H
SHA256 (f) = $S
RMD160 (f) = 8eb208f7e05d987a9b044a8e98c6b087f15a0bfc
SHA1 (e) = da39a3ee5e6b4b0d3255bfef95601890afd80709
MD5 (e) = d41d8cd98f00b204e9800998ecf8427e
SHA256 (e) = e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
RMD160 (e) = 9c1185a5c5e9fc54612808977ee8f548b2258d31
"
    mhash -a sha-256,SHA256,sha256 f
    out "$S  f\n"
}

@test "every algorithm, alone and together, on sizes around the buffer" {
    mhash --list
    status 0
    names=$(awk '!NF { exit } NR > 1 { print $2 }' "$SEEN/ours.out")
    [ "$(echo "$names" | wc -l)" -ge 9 ]
    for size in 0 1 63 64 65 127 128 129 262143 262144 262145 600000; do
        head -c $size /dev/urandom >"f$size"
    done
    mhash -a "$(echo "$names" | paste -sd,)" f*
    status 0
    cp "$SEEN/ours.out" together
    for name in $names; do
        mhash --tag -a "$name" f*
        cmp <(grep "^$name " together) "$SEEN/ours.out"
        case $name in
        MD5 | SHA1 | SHA224 | SHA256 | SHA384 | SHA512)
            lower=$(echo "$name" | tr '[:upper:]' '[:lower:]')
            cmp "$SEEN/ours.out" <("${lower}sum" --tag f*)
            ;;
        esac
    done
    mhash -c --quiet together
    out ''
    status 0
}

@test "each file is read once, however many digests" {
    command -v strace >/dev/null || skip "no strace"
    ! nm "$MHASH" 2>/dev/null | grep -q __asan || skip "built with AddressSanitizer"
    abc f
    strace -o trace "$MHASH" -a md5,sha1,sha256,sha512 f >list || skip "strace does not work here"
    [ "$(grep -cE '^(open|openat)\(.*"f"' trace)" -eq 1 ]
    strace -o trace "$MHASH" -c list
    [ "$(grep -cE '^(open|openat)\(.*"f"' trace)" -eq 1 ]
}

@test "PF04 tiny files: at most open, fstat, read, read, fstat, close" {
    command -v strace >/dev/null || skip "no strace"
    ! nm "$MHASH" 2>/dev/null | grep -q __asan || skip "built with AddressSanitizer"
    mkdir d
    for ((i = 0; i < 100; i++)); do
        echo $i >d/$i
    done
    for args in '-r d' 'd/*'; do
        strace -o trace "$MHASH" $args >/dev/null || skip "strace does not work here"
        # The first of each kind belong to the start of the program.
        [ "$(grep -cE '^(open|openat)\(' trace)" -le 110 ]
        [ "$(grep -cE '^read\(' trace)" -le 205 ]
        [ "$(grep -cE '^(fstat|newfstatat|stat|lstat|statx)\(' trace)" -le 210 ]
        [ "$(grep -cE '^close\(' trace)" -le 110 ]
        [ "$(grep -cE '^(mmap|munmap|lseek|fadvise64|brk|clone|clone3)\(' trace)" -le 40 ]
        [ "$(grep -vcE '^(write|open|openat|read|fstat|newfstatat|close)\(' trace)" -le 60 ]
    done
}

@test "styles" {
    abc f $'a\nb'
    mhash --style gnu f
    out "$S  f\n"
    mhash --style bsd f $'a\nb'
    out "SHA256 (f) = $S\n\\\\SHA256 (a\\\\nb) = $S\n"
    mhash --tag -a sha512/256 f
    out 'SHA512-256 (f) = 53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23\n'
    mhash -a sha512-224 f
    out '4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa  f\n'
    mhash -z f $'a\nb'
    out "$S  f\\0$S  a\nb\\0"
    mhash -z --tag f
    out "SHA256 (f) = $S\\0"
}

@test "encodings" {
    abc f
    mhash --encoding base64 f
    out 'ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=  f\n'
    mhash --encoding hex f
    out "$S  f\n"
    mhash --encoding base64 --tag -a md5 f
    out 'MD5 (f) = kAFQmDzST7DWlj99KOF/cg==\n'
    printf 'Pineapple' >p
    mhash -a sha1 --encoding bubblebabble p
    grep -xE 'x[a-z]{4}(-[a-z]{5})*-[a-z]{4}x  p' "$SEEN/ours.out"
    mhash --encoding raw f
    [ "$(od -An -tx1 "$SEEN/ours.out" | tr -d ' \n')" = $S ]
    INPUT=f mhash -a md5 --encoding raw
    [ "$(od -An -tx1 "$SEEN/ours.out" | tr -d ' \n')" = $H ]
    status 0
}

@test "lists in every encoding and style are read back" {
    abc f $'a\nb' 'x\y'
    for encoding in hex base64 bubblebabble; do
        for algorithms in md5 sha1 sha224 sha256 sha384 sha512 sha512/224 sha512/256 rmd160 \
            md5,sha1,sha512/256,rmd160; do
            for more in '' --tag -z '-z --tag'; do
                mhash -a $algorithms --encoding $encoding $more f $'a\nb' 'x\y'
                status 0
                cp "$SEEN/ours.out" l
                mhash -c --quiet ${more%--tag} -a $algorithms l
                err ''
                status 0
                printf x >f
                mhash -c --quiet ${more%--tag} -a $algorithms l
                status 1
                abc f
            done
        done
    done
}

@test "-r: bytewise order within each folder, folders where they stand" {
    mkdir -p t/b t/a t/B t/a.d
    abc t/b/2 t/b/1 t/b.txt t/a/x t/B/y t/a.d/z t/$'\377' t/c t/.h
    mhash -r t
    status 0
    printf '%s\n' t/.h t/B/y t/a/x t/a.d/z t/b/1 t/b/2 t/b.txt t/c t/$'\377' >want
    cmp want <(cut -c67- "$SEEN/ours.out")
    mhash -r t/
    cmp want <(cut -c67- "$SEEN/ours.out")
    (cd t && mhash -r)
    cmp <(sed 's,^t/,./,' want) <(cut -c67- "$SEEN/ours.out")
    mhash -r t/b t/c t/b/1
    out "$S  t/b/1\n$S  t/b/2\n$S  t/c\n$S  t/b/1\n"
    mhash t
    err 'mhash: t: Is a directory\n'
    status 2
    mkdir empty
    mhash -r empty
    out ''
    status 0
    mhash -r gone t/c
    out "$S  t/c\n"
    err 'mhash: gone: No such file or directory\n'
    status 2
}

@test "-r agrees with find and sha256sum on a real tree" {
    tree=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
    for folder in cli lib docs include tests; do
        [ -d "$tree/$folder" ] || continue
        cd "$tree"
        mhash -r $folder
        status 0
        cmp <(find $folder -type f -exec sha256sum {} + | sort -k 2) <(sort -k 2 "$SEEN/ours.out")
    done
}

@test "symlinks: operands followed, those inside skipped unless asked for" {
    mkdir -p t/d elsewhere
    abc t/f elsewhere/g t/d/h
    ln -s f t/link
    ln -s ../elsewhere t/out
    ln -s nowhere t/dangling
    ln -s t top
    mhash -r t
    out "$S  t/d/h\n$S  t/f\n"
    err ''
    status 0
    mhash -r top
    out "$S  top/d/h\n$S  top/f\n"
    mhash -r --symlinks skip t/link
    out "$S  t/link\n"
    mhash -r --symlinks follow t
    out "$S  t/d/h\n$S  t/f\n$S  t/link\n$S  t/out/g\n"
    err 'mhash: t/dangling: No such file or directory\n'
    status 2
}

@test "symlink loops end" {
    mkdir -p t/a/b/c/d/e/f
    abc t/a/b/c/d/e/f/x
    ln -s .. t/a/up
    ln -s . t/a/b/here
    ln -s ../../../../.. t/a/b/c/d/e/f/top
    ln -s self t/self
    timeout 60 "$MHASH" -r --symlinks follow t >"$SEEN/ours.out" 2>"$SEEN/ours.err" || code=$?
    out "$S  t/a/b/c/d/e/f/x\n"
    status 2
    err_has 't/a/up: link to a folder that it lies in; skipped'
    err_has 't/self: Too many levels of symbolic links'
    rm t/self
    mhash -r --symlinks follow t
    status 0
    mhash -r t
    err ''
    status 0
}

@test "a followed link deep inside, then names after it on every level" {
    mkdir -p t elsewhere/1/2/3/4/5/6/7/8
    abc elsewhere/1/2/3/4/5/6/7/8/f elsewhere/1/2/3/z elsewhere/1/2/3/4/z elsewhere/1/z
    mkdir -p t/a/b/c/d/e/f
    ln -s ../../../../../../../elsewhere t/a/b/c/d/e/f/l
    abc t/a/z t/a/b/z t/a/b/c/z t/z
    ulimit -n 16
    mhash -r --symlinks follow t
    status 0
    err ''
    l=t/a/b/c/d/e/f/l
    printf '%s\n' $l/1/2/3/4/5/6/7/8/f $l/1/2/3/4/z $l/1/2/3/z $l/1/z t/a/b/c/z t/a/b/z t/a/z t/z >want
    cmp want <(cut -c67- "$SEEN/ours.out")
}

@test "checking: the algorithm is the tag's, the option's or the length's" {
    abc f
    rmd=8eb208f7e05d987a9b044a8e98c6b087f15a0bfc
    printf '%s  f\n' $H $S1 23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7 $S \
        "$(sha384sum <f | cut -c-96)" "$(sha512sum <f | cut -c-128)" >l
    mhash -c l
    out 'f: OK\nf: OK\nf: OK\nf: OK\nf: OK\nf: OK\n'
    status 0
    printf '%s  f\n' $rmd >r
    mhash -c r
    out 'f: FAILED\n'
    status 1
    mhash -a rmd160 -c r
    out 'f: OK\n'
    status 0
    mhash -a md5,rmd160 -c r
    status 0
    mhash -a sha512 -c r
    status 3
    printf '%s\n' "MD5 (f) = $H" "RMD160 (f) = $rmd" "RIPEMD-160 (f) = $rmd" "SHA2-256(f)= $S" \
        "SHA512-256 (f) = 53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23" \
        "SHA512/224 (f) = 4634270F707B6A54DAAE7530460842E20E37ED265CEEE9A43E8924AA" >t
    mhash -c t
    out 'f: OK\nf: OK\nf: OK\nf: OK\nf: OK\nf: OK\n'
    status 0
    mhash -a sha1 -c t
    status 0
}

@test "checking: a mixed list keeps the order of its lines" {
    abc f g
    printf x >h
    printf '%s\n' "MD5 (f) = $H" "SHA1 (f) = $Z0" "# c" "SHA1 (f) = ${S1%d}0" "MD5 (g) = $H" \
        "MD5 (h) = $H" "SHA1 (gone) = $S1" "MD5 (gone) = $H" "MD5 (f) = $H" >l
    mhash -c l
    out 'f: OK\nf: FAILED\ng: OK\nh: FAILED\ngone: FAILED open or read\ngone: FAILED open or read\nf: OK\n'
    err "mhash: l: 2: not a digest of the tag's algorithm
mhash: gone: No such file or directory
mhash: WARNING: 1 line is improperly formatted
mhash: WARNING: 2 listed files could not be read
mhash: WARNING: 2 computed checksums did NOT match
mhash: f: FAILED: SHA1 expected ${S1%d}0, found $S1
mhash: h: FAILED: MD5 expected $H, found 9dd4e461268c8034f5c8564e155c67a6
mhash: gone: FAILED: No such file or directory
mhash: gone: FAILED: No such file or directory
"
    status 1
}

@test "checking: exit codes, and 1 before 3 before 2" {
    abc f
    printf '%s  f\n' $S >good
    printf '%s  f\n' ${S%d}0 >wrong
    printf '%s  gone\n' $S >missing
    printf 'junk\n' >junk
    printf 'BLAKE2b (f) = 00\n' >unsupported
    : >empty
    printf '# only a comment\n' >comment
    check() {
        mhash -c "${@:2}"
        status "$1"
    }
    check 0 good
    check 0 good good
    check 1 wrong
    check 2 missing
    check 2 nolist
    check 2 .
    check 3 junk
    check 3 empty
    check 3 comment
    check 3 /dev/null
    check 3 unsupported
    check 3 good empty
    check 3 good junk
    check 3 good unsupported
    check 2 good missing
    check 2 good nolist
    check 1 missing junk wrong
    check 3 missing junk
    check 3 nolist junk
    check 3 --ignore-missing missing
    check 3 --ignore-missing good missing
    cat good missing >both
    check 0 --ignore-missing both
    out 'f: OK\n'
    check 2 both
    check 1 --status wrong
    out ''
    err ''
    check 3 --status junk
    check 0 --quiet --warn --strict good
    out ''
}

@test "checking: a bad line is told with list, line and reason" {
    abc f
    printf 'x\n\n%s\n%s  \n%s f\n%s  f\n\\%s  f\\q\nSHA256 (f) %s\n%s  f\0g\n' \
        $S $S ${S%d} $S $S $S $S >l
    mhash -c l
    status 3
    for number in 1 3 5 7 8 9; do
        err_has "mhash: l: $number: "
    done
    err_has 'NUL byte'
}

@test "checking: an endless line is no line, and costs no memory without end" {
    ! nm "$MHASH" 2>/dev/null | grep -q __asan || skip "built with AddressSanitizer"
    abc f
    { head -c 200000000 /dev/zero | tr '\0' x; printf '\n%s  f\n' $S; } >l
    ulimit -v 300000
    mhash -c l
    out 'f: OK\n'
    status 3
    err_has 'mhash: l: 1: longer than any checksum line'
    rm l
}

@test "HM04 HM01 HMAC through the command line" {
    printf 'Hi There' >m
    printf '\013%.0s' {1..20} >k
    mhash --hmac-key-file k -a sha384,sha512,md5 m
    status 0
    err ''
    grep -q '^HMAC-SHA384 (m) = afd03944d84895626b0825f4ab46907f' "$SEEN/ours.out"
    grep -q '^HMAC-SHA512 (m) = 87aa7cdea5ef619d4ff0b4241a1d6cb0' "$SEEN/ours.out"
    printf foo >foo
    : >nokey
    mhash --hmac-key-file nokey -a md5 foo
    out 'HMAC-MD5 (foo) = 4acb10ca3965a14a080297db0921950c\n'
    mhash --hmac-key-file nokey -a md5,sha1,sha256 nokey
    out 'HMAC-MD5 (nokey) = 74e6f7298a9c2d168935f58c001bad88
HMAC-SHA1 (nokey) = fbdb1d1b18aa6c08324b7d64b71fb76370690e1d
HMAC-SHA256 (nokey) = b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad
'
    python3 - "$MHASH" <<'PY'
import hashlib, hmac, os, subprocess, sys
data = os.urandom(700000)
open("data", "wb").write(data)
for n in (1, 63, 64, 65, 127, 128, 129, 300, 5000):
    key = bytes(range(1, 200)) * 26
    key = key[:n]
    open("key", "wb").write(key)
    out = subprocess.run([sys.argv[1], "--hmac-key-file", "key", "-a", "md5,sha1,sha224,sha256,sha384,sha512",
                          "data"], capture_output=True, text=True, check=True).stdout
    want = "".join(f"HMAC-{a.upper()} (data) = {hmac.new(key, data, a).hexdigest()}\n"
                   for a in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512"))
    assert out == want, n
PY
}

@test "HM07 keyed lists: full tags only, and nothing unkeyed beside them" {
    printf 'secret key' >k
    abc f
    mhash --hmac-key-file k f
    status 0
    cp "$SEEN/ours.out" l
    tag=$(sed 's/.* = //' l)
    mhash --hmac-key-file k -c l
    out 'f: OK\n'
    status 0
    mhash -c l
    out ''
    status 3
    err_has 'needs the key'
    for n in 0 2 8 20 32 62; do
        printf 'HMAC-SHA256 (f) = %s\n' "${tag:0:n}" >t
        mhash --hmac-key-file k -c t
        out ''
        status 3
    done
    printf 'HMAC-SHA256 (f) = %s00\n' "$tag" >t
    mhash --hmac-key-file k -c t
    status 3
    printf 'HMAC-SHA256 (f) = %s\n' "$(echo "$tag" | tr a-f A-F)" >t
    mhash --hmac-key-file k -c t
    status 0
    printf other >k2
    mhash --hmac-key-file k2 -c l
    out 'f: FAILED\n'
    status 1
    printf '%s  f\n' $S >t
    mhash --hmac-key-file k -c t
    out ''
    status 3
    err_has 'not an HMAC'
}

@test "key files: a line feed is told, a missing one is an error, standard input works once" {
    abc f
    printf 'key\n' >k
    mhash --hmac-key-file k f
    status 0
    err_has 'k: warning: the key ends in a line feed'
    mhash --hmac-key-file gone f
    out ''
    err 'mhash: gone: No such file or directory\n'
    status 2
    mhash --hmac-key-file . f
    status 2
    truncate -s 2M large
    mhash --hmac-key-file large f
    err 'mhash: large: File too large\n'
    status 2
    printf 'key' >k
    mhash --hmac-key-file k f
    cp "$SEEN/ours.out" want
    INPUT=k mhash --hmac-key-file - f
    cmp want "$SEEN/ours.out"
    INPUT=k mhash --hmac-key-file -
    status 64
    INPUT=k mhash --hmac-key-file - -c -
    status 64
}

@test "usage errors: one message, a hint, 64" {
    abc f
    usage() {
        mhash "$@"
        out ''
        status 64
        [ "$(wc -l <"$SEEN/ours.err")" -eq 2 ]
        err_has "Try 'mhash --help' for more information."
    }
    usage --nonsense
    usage -x
    usage --s
    usage -a
    usage -a nonsense f
    err_has "unknown algorithm 'nonsense'"
    usage -a md5,,sha1 f
    usage -a '' f
    usage --style nonsense f
    usage --encoding base32 f
    usage --symlinks maybe -r f
    usage --symlinks follow f
    usage -c -r f
    usage -c --tag f
    usage -c --encoding hex f
    usage -q f
    usage --ignore-missing f
    usage --strict f
    usage --encoding raw f f
    usage --encoding raw -r f
    usage --encoding raw -a md5,sha1 f
    usage --encoding raw --tag f
    usage --encoding raw -z f
    usage --style gnu -a md5,sha1 f
    usage --style gnu --hmac-key-file f f
    HASHMILL_CPU=abacus mhash f
    status 64
    err "mhash: HASHMILL_CPU names no tier: 'abacus'\n"
}

@test "--help, --version, --list, --self-test" {
    mhash --help
    status 0
    err ''
    [ "$(awk 'length > 80' "$SEEN/ours.out" | wc -l)" -eq 0 ]
    mhash --version
    status 0
    head -n 1 "$SEEN/ours.out" | grep -xE 'mhash \(Hashmill [0-9]+\.[0-9]+\.[0-9]+\)'
    mhash --list
    status 0
    for name in MD5 SHA-1 SHA-224 SHA-256 SHA-384 SHA-512 SHA-512/224 SHA-512/256 RIPEMD-160; do
        grep -q "^$name " "$SEEN/ours.out"
    done
    HASHMILL_CPU=portable mhash --list
    [ "$(awk '!NF { exit } NR > 1 { print $5 }' "$SEEN/ours.out" | sort -u)" = portable ]
    # The kernels of digest sets are told as well.
    mhash --list
    grep -qE '^MD5,SHA-1,SHA-256,SHA-512 +.*md5.*:' "$SEEN/ours.out"
    mhash --self-test
    status 0
}

@test "the name it is called by decides only if it is a sum name" {
    abc f
    cp "$MHASH" other-name
    ./other-name f >o
    printf '%s  f\n' $S | cmp - o
    keep ours bash -c 'exec -a "" "$1" gone' - "$MHASH"
    err 'mhash: gone: No such file or directory\n'
    status 2
    ln -s other-name md5sum
    ./md5sum f >o
    printf '%s  f\n' $H | cmp - o
}

@test "--bench: every algorithm alone and in lanes, as text and as JSON" {
    run "$MHASH" --bench
    [ "$status" -eq 0 ]
    [ "$(grep -c '^  SHA-256  .* GB/s' <<<"$output")" -eq 2 ]
    "$MHASH" --bench --json >bench.json
    python3 - <<'PYTHON'
import json
rows = json.load(open("bench.json"))["rows"]
assert {r["what"] for r in rows} == {"one", "many", "set"}
assert all(r["gb_per_s"] > 0 and r["ns"]["min"] <= r["ns"]["median"] <= r["ns"]["max"] for r in rows)
PYTHON
    run "$MHASH" --json
    [ "$status" -eq 64 ]
    run "$MHASH" --bench file
    [ "$status" -eq 64 ]
}
