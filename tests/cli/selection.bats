# SPDX-License-Identifier: MIT
#
# selection.bats - which files are hashed: rules, limits, links, lists of names, and never the
# output itself.

# shellcheck disable=SC1003,SC2016,SC2034,SC2086,SC2164

load helper

# names ARGS...: runs mhash -r and leaves the names that were hashed in $SEEN/names.
names() {
    mhash -r -z "$@"
    status 0
    tr '\0' '\n' <"$SEEN/ours.out" | cut -c 67- >"$SEEN/names"
}

# took NAME...: exactly these were hashed, in this order.
took() {
    diff <([ $# -eq 0 ] || printf '%s\n' "$@") "$SEEN/names"
}

@test "rules: what is matched, anchors, folders, the last one wins" {
    mkdir -p t/src/sub t/doc t/build/src
    abc t/a.c t/a.h t/src/a.c t/src/sub/b.c t/src/sub/x.o t/doc/a.txt t/build/src/c.c
    names --exclude '*.c' t
    took t/a.h t/doc/a.txt t/src/sub/x.o
    names --exclude '/*.c' t
    took t/a.h t/build/src/c.c t/doc/a.txt t/src/a.c t/src/sub/b.c t/src/sub/x.o
    names --exclude src t
    took t/a.c t/a.h t/doc/a.txt
    names --exclude /src t
    took t/a.c t/a.h t/build/src/c.c t/doc/a.txt
    names --exclude 'a.c/' --exclude 'sub/' t
    took t/a.c t/a.h t/build/src/c.c t/doc/a.txt t/src/a.c
    names --exclude 'src/**' --exclude '**/*.txt' t
    took t/a.c t/a.h t/build/src/c.c
    names --exclude '**/src/**/b.c' t
    took t/a.c t/a.h t/build/src/c.c t/doc/a.txt t/src/a.c t/src/sub/x.o
    # The last that matches.
    names --exclude '*.c' --include a.c t
    took t/a.c t/a.h t/doc/a.txt t/src/a.c t/src/sub/x.o
    names --exclude '*.c' --include a.c --exclude /a.c t
    took t/a.h t/doc/a.txt t/src/a.c t/src/sub/x.o
    # Not out of a folder that is left out.
    names --exclude src/ --include a.c t
    took t/a.c t/a.h t/doc/a.txt
    # The operand is no part of what rules see.
    (cd t && names --exclude '/a.c' --exclude 't' . && took ./a.h ./build/src/c.c ./doc/a.txt ./src/a.c ./src/sub/b.c ./src/sub/x.o)
    names --exclude '/a.c' t/src t/
    took t/src/sub/b.c t/src/sub/x.o t/a.h t/build/src/c.c t/doc/a.txt t/src/a.c t/src/sub/b.c t/src/sub/x.o
}

@test "rules: an include first takes only what is included" {
    mkdir -p t/src/sub t/doc
    abc t/a.c t/a.h t/src/a.c t/src/sub/b.o t/doc/a.txt
    names --include '*.c' t
    took t/a.c t/src/a.c
    names --include src/ t
    took t/src/a.c t/src/sub/b.o
    names --include src/ --exclude '*.o' t
    took t/src/a.c
    names --include '*.c' --include '*.txt' --exclude /a.c t
    took t/doc/a.txt t/src/a.c
    names --include 'src/sub/*' t
    took t/src/sub/b.o
    names --include nothing t
    took
    # Not in a file, and not after another rule.
    printf '!*.c\n' >rules
    names --exclude-from rules t
    took t/a.c t/a.h t/doc/a.txt t/src/a.c t/src/sub/b.o
    names --exclude '*.h' --include '*.c' t
    took t/a.c t/doc/a.txt t/src/a.c t/src/sub/b.o
}

@test "rules of a file: comments, blanks, negation, a BOM, CRLF, standard input" {
    mkdir t
    abc t/a t/b t/'#c' t/'!d' t/'e ' t/f t/g
    printf '\357\273\277# comment\r\n\r\na  \r\n\\#c\n\\!d\ne\\ \n[fg]\n!g' >rules
    names --exclude-from rules t
    took t/b t/g
    INPUT=rules names --exclude-from - t
    took t/b t/g
    # On the command line these characters mean nothing.
    names --exclude '#c' --exclude '!d' --exclude 'e ' t
    took t/a t/b t/f t/g
    # In the order in which they are given.
    names --exclude-from rules --include a t
    took t/a t/b t/g
    names --include a --exclude-from rules t
    took t/g
}

@test "rules that could never match are refused" {
    mkdir t
    abc t/f
    for pattern in '' / 'a[b' 'a\'; do
        mhash -r --exclude "$pattern" t
        status 64
        out ''
        [ "$(wc -l <"$SEEN/ours.err")" -eq 2 ]
    done
    printf 'good\n[a\n' >rules
    mhash -r --exclude-from rules t
    status 64
    err_has 'mhash: rules: 2: the pattern has a [ without its ]'
    printf 'a\0b\n' >rules
    mhash -r --exclude-from rules t
    status 64
    err_has 'mhash: rules: 1: NUL byte'
    mhash -r --exclude-from gone t
    status 64
    err_has 'mhash: gone: No such file or directory'
    mhash -r --exclude-from t t
    status 64
    err_has 'mhash: t: Is a directory'
}

@test "a pattern cannot make matching slow" {
    name=$(printf 'a%.0s' $(seq 200))
    mkdir t
    abc t/$name
    pattern=$(printf '*a%.0s' $(seq 60))b
    timeout 120 "$MHASH" -r --exclude "$pattern" --exclude "$(printf '**/a/%.0s' $(seq 60))b" t >o
    [ "$(wc -l <o)" -eq 1 ]
}

@test "random trees and rules: the same as git" {
    command -v git >/dev/null || skip "git is not installed"
    python3 "$BATS_TEST_DIRNAME/gitignore.py" --mhash "$MHASH" \
        --rounds "${MHASH_GIT_ROUNDS:-60}" --seed "${MHASH_GIT_SEED:-1}"
}

@test "hidden names" {
    mkdir -p t/.git t/d .hidden
    abc t/.git/a t/.b t/c t/d/.e t/d/f .hidden/g
    names --no-hidden t
    took t/c t/d/f
    names --no-hidden .hidden
    took .hidden/g
    (cd t && names --no-hidden && took ./c ./d/f)
}

@test "depth" {
    mkdir -p t/d/e
    abc t/a t/d/b t/d/e/c
    names --max-depth 1 t
    took t/a
    names --max-depth 2 t
    took t/a t/d/b
    names --max-depth 3 t
    took t/a t/d/b t/d/e/c
    for n in 0 -1 x '' 1K 99999999999999999999; do
        mhash -r --max-depth "$n" t
        status 64
    done
}

@test "sizes" {
    mkdir t
    for n in 0 1 999 1000 1001 1023 1024 1025; do
        head -c $n /dev/zero >t/$n
    done
    names --min-size 1024 t
    took t/1024 t/1025
    names --min-size 1K --max-size 1KiB t
    took t/1024
    names --min-size 1kB --max-size 1KB t
    took t/1000
    names --max-size 0 t
    took t/0
    names --min-size 999B --max-size 1001 t
    took t/1000 t/1001 t/999
    names --max-size 15E t
    [ "$(wc -l <"$SEEN/names")" -eq 8 ]
    for size in '' x 1x 1KK 1iB -1 K 1.5K 16E 18446744073709551616 1KiBB; do
        mhash -r --min-size "$size" t
        status 64
        err_has "not a size:"
    done
    mhash -r --min-size 2 --max-size 1 t
    status 64
    # What is named is taken.
    mhash -r --min-size 5 t/1
    [ "$(wc -l <"$SEEN/ours.out")" -eq 1 ]
}

@test "order" {
    mkdir -p t/b t/c
    printf 1 >t/a
    printf 333 >t/d
    printf 22 >t/e
    printf 22 >t/A
    printf 1 >t/b/z
    printf 22 >t/b/y
    printf '\377' >t/$'\377'
    names t
    took t/A t/a t/b/y t/b/z t/d t/e t/$'\377'
    names --sort name t
    took t/A t/a t/b/y t/b/z t/d t/e t/$'\377'
    names --sort size t
    took t/d t/A t/e t/a t/$'\377' t/b/y t/b/z
    names --sort none t
    [ "$(sort "$SEEN/names" | tr -d '\n')" = "$(printf '%s' t/A t/a t/b/y t/b/z t/d t/e t/$'\377')" ]
    for order in '' nam up; do
        mhash -r --sort "$order" t
        status 64
    done
}

@test "symlinks: skipped, followed, or their text" {
    mkdir -p t/d
    abc t/f t/d/g
    ln -s f t/link
    ln -s d t/dlink
    ln -s gone t/dangling
    ln -s .. t/d/loop
    names t
    took t/d/g t/f
    mhash -r --symlinks follow t
    status 2
    [ "$(cut -c 67- "$SEEN/ours.out" | tr '\n' ' ')" = 't/d/g t/dlink/g t/f t/link ' ]
    err_has 'mhash: t/dangling: No such file or directory'
    err_has 'mhash: t/d/loop: link to a folder that it lies in; skipped'
    names --symlinks link t
    took t/d/g t/d/loop t/dangling t/dlink t/f t/link
    want=$(printf gone | sha256sum | cut -c -64)
    tr '\0' '\n' <"$SEEN/ours.out" | grep -x "$want  t/dangling"
    # A text of any length.
    long=$(printf 'x%.0s' $(seq 4000))
    ln -s "$long" t/long
    want=$(printf '%s' "$long" | sha256sum | cut -c -64)
    names --symlinks link t
    tr '\0' '\n' <"$SEEN/ours.out" | grep -x "$want  t/long"
    # Rules see a link that is followed as what it leads to, any other as no folder.
    names --symlinks follow --exclude 'd*/' --exclude dangling --exclude long t
    took t/f t/link
    names --symlinks link --exclude 'd*/' t
    took t/dangling t/dlink t/f t/link t/long
    # The operand is followed whatever is said.
    ln -s t top
    names --symlinks link --exclude long --max-depth 1 top
    took top/dangling top/dlink top/f top/link
}

@test "one file system" {
    unshare -rm true 2>/dev/null || skip "no name spaces here"
    mkdir -p t/mount t/d
    abc t/f t/d/g
    unshare -rm bash -c 'mount -t tmpfs none t/mount 2>/dev/null || exit 77
        printf abc >t/mount/h
        "$1" -r t | cut -c 67- >all
        "$1" -r -x t | cut -c 67- >one
        "$1" -r -x t/mount | cut -c 67- >inner' - "$MHASH" || {
        [ $? -eq 77 ] && skip "nothing can be mounted here"
        return 1
    }
    diff <(printf 't/d/g\nt/f\nt/mount/h\n') all
    diff <(printf 't/d/g\nt/f\n') one
    diff <(printf 't/mount/h\n') inner
}

@test "lists of names" {
    mkdir d
    abc a b 'c ' d/e $'n\nl' f
    printf 'a\n\nc \nd\n' >list
    mhash --files-from list b
    out "$S  b\n$S  a\n$S  c \n"
    err 'mhash: d: Is a directory\n'
    status 2
    mhash -r --files-from list b
    out "$S  b\n$S  a\n$S  c \n$S  d/e\n"
    err ''
    status 0
    printf 'a\0n\nl\0f' >list0
    mhash --files0-from list0 --files-from list -r
    out "$S  a\n\\\\$S  n\\\\nl\n$S  f\n$S  a\n$S  c \n$S  d/e\n"
    status 0
    INPUT=list0 mhash --files0-from -
    out "$S  a\n\\\\$S  n\\\\nl\n$S  f\n"
    status 0
    # An empty list is no reason to read standard input.
    : >empty
    INPUT=a mhash --files-from empty
    out ''
    status 0
    INPUT=a mhash -r --files-from empty
    out ''
    status 0
    # A dash is standard input, unless that is the list.
    printf 'a\n-\n' >dash
    INPUT=b mhash --files-from dash
    out "$S  a\n$S  -\n"
    status 0
    INPUT=dash mhash --files-from -
    out "$S  a\n"
    err 'mhash: '"'standard input'"': 2: standard input is the list itself\n'
    status 2
}

@test "lists of names: what is wrong is told in order, the rest is done" {
    abc a b
    printf 'a\0\0b\0gone\0' >list0
    mhash --files0-from list0
    out "$S  a\n$S  b\n"
    err "mhash: list0: 2: the name is empty\nmhash: gone: No such file or directory\n"
    status 2
    printf 'a\nx\0y\nb\n' >list
    mhash --files-from list
    out "$S  a\n$S  b\n"
    err_has "mhash: list: 2: a NUL byte in a line of names"
    status 2
    mhash --files-from gone a
    out "$S  a\n"
    err 'mhash: gone: No such file or directory\n'
    status 2
    mhash --files-from . a
    err 'mhash: .: Is a directory\n'
    status 2
    mhash --files-from - -
    status 64
    mhash --files-from - --files0-from -
    status 64
    mhash --files-from - --hmac-key-file -
    status 64
    # Many, and with every byte that a name can have.
    mkdir m
    python3 - <<'PY'
import os
for i in range(1, 256):
    if i != 47:
        name = b"m/x" + bytes([i])
        open(name, "wb").write(b"abc")
os.chdir("m")
PY
    find m -type f -print0 | sort -z >all
    mhash -z --files0-from all
    status 0
    tr '\0' '\n' <"$SEEN/ours.out" | grep -c "^$S  m/x" | grep -x 254
    diff <(tr '\0' '\n' <all) <(tr '\0' '\n' <"$SEEN/ours.out" | sed "s/^$S  //")
}

@test "options that select need -r, and none of it goes with -c" {
    abc f
    for option in '--include x' '--exclude x' '--no-hidden' '-x' '--symlinks skip' '--min-size 1' \
        '--max-size 1' '--max-depth 1' '--sort name'; do
        mhash $option f
        status 64
        err_has 'needs --recursive'
        mhash -c $option f
        status 64
    done
    mhash -c --files-from f
    status 64
}

@test "the output is not hashed: redirected, appended, -o, by any name" {
    mkdir -p t/d
    abc t/a t/z
    "$MHASH" -r t >t/d/list
    printf '%s  t/a\n%s  t/z\n' $S $S | cmp - t/d/list
    "$MHASH" -r t >t/d/list
    printf '%s  t/a\n%s  t/z\n' $S $S | cmp - t/d/list
    "$MHASH" -r t >>t/d/list
    [ "$(sort -u t/d/list | wc -l)" -eq 2 ]
    rm t/d/list
    for _ in 1 2; do
        mhash -r -o t/list t
        status 0
        err ''
        printf '%s  t/a\n%s  t/z\n' $S $S | cmp - t/list
    done
    # Through another folder, a symlink, a hard link.
    ln -s t/list link
    mhash -r -o link t/d/../../t
    [ "$(wc -l <t/list)" -eq 2 ]
    [ -L link ]
    ln t/list t/hard
    mhash -r -o t/list t
    printf '%s  t/a\n%s  t/z\n' $S $S | cmp - t/list
    # Standard output of another file of that name is hashed.
    rm t/hard
    "$MHASH" -r -o out t
    abc t/out
    "$MHASH" -r t >out
    grep -q t/out out
    # Among the operands it is told.
    rm -r t/out t/list
    cd t
    for _ in 1 2; do
        mhash -o list -- *
    done
    err 'mhash: d: Is a directory\nmhash: list: is where the output goes; skipped\n'
    printf '%s  a\n%s  z\n' $S $S | cmp - list
    code=0
    "$MHASH" a list >list 2>e || code=$?
    status 0
    printf 'mhash: list: is where the output goes; skipped\n' | cmp - e
    printf '%s  a\n' $S | cmp - list
}

@test "what a killed run left of its temporary file is not hashed" {
    mkdir -p t/d
    abc t/a t/.list.mhash-123-0 t/d/.list.mhash-123-0
    mhash -r -o t/list t
    printf '%s  t/a\n%s  t/d/.list.mhash-123-0\n' $S $S | cmp - t/list
}

@test "names from a pipe: results do not wait for more names" {
    abc a b
    mkfifo names
    "$MHASH" --files-from names >o &
    pid=$!
    exec 7>names
    echo a >&7
    until_written o $pid
    printf '%s  a\n' $S | cmp - o
    echo b >&7
    exec 7>&-
    wait $pid
    printf '%s  a\n%s  b\n' $S $S | cmp - o
}

@test "thousands of links whose text is hashed, beside files" {
    mkdir -p t/d
    python3 - <<'PY'
import os
for i in range(5000):
    os.symlink("target-%d" % i, "t/l%04d" % i)
    open("t/d/%04d" % i, "w").close()
PY
    names --symlinks link t
    [ "$(wc -l <"$SEEN/names")" -eq 10000 ]
    LC_ALL=C sort -c "$SEEN/names"
    tr '\0' '\n' <"$SEEN/ours.out" | grep -x "$(printf target-4321 | sha256sum | cut -c -64)  t/l4321"
}
