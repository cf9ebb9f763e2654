# SPDX-License-Identifier: MIT
#
# helper.bash - what all black-box tests of the tool share. MHASH is the tool (default build/mhash),
# MHASH_SUM the folder of its sum names. Each test runs in an empty folder of its own.
#
# Bytes are compared in files, never through $(...), which drops NULs and last line feeds.
# shellcheck shell=bash disable=SC2016,SC2034

H=900150983cd24fb0d6963f7d28e17f72
S1=a9993e364706816aba3e25717850c26c9cd0d89d
S=ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
Z0=00000000000000000000000000000000

setup() {
    local top
    top=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
    MHASH=$(realpath -m -s "${MHASH:-$top/build/mhash}")
    MHASH_SUM=$(realpath -m -s "${MHASH_SUM:-$top/build/sum}")
    case $(md5sum --version 2>/dev/null) in
    'md5sum (GNU coreutils) 9.1'*) ORACLE=1 ;;
    *) ORACLE= ;;
    esac
    unset HASHMILL_CPU POSIXLY_CORRECT
    export LC_ALL=C PYTHONPATH=$BATS_TEST_DIRNAME PYTHONDONTWRITEBYTECODE=1
    mkdir "$BATS_TEST_TMPDIR/box" "$BATS_TEST_TMPDIR/seen"
    SEEN=$BATS_TEST_TMPDIR/seen
    cd "$BATS_TEST_TMPDIR/box" || return 1
}

# keep SIDE COMMAND...: runs the command; leaves its output, messages and exit status in
# $SEEN/SIDE.*. Standard input is that of the caller.
keep() {
    local side=$1
    shift
    code=0
    "$@" >"$SEEN/$side.out" 2>"$SEEN/$side.err" || code=$?
    echo "$code" >"$SEEN/$side.code"
}

# sum NAME ARGS...: our NAME; leaves $SEEN/ours.* and $code. Where coreutils 9.1 is installed it gets
# the same, and everything must agree. Standard input is the file $INPUT, if set.
sum() {
    local name=$1 side
    shift
    if [ -n "$ORACLE" ]; then
        keep theirs bash -c 'n=$1; shift; exec -a "$n" "/usr/bin/$n" "$@"' - "$name" "$@" \
            <"${INPUT:-/dev/null}"
    fi
    keep ours bash -c 'd=$1 n=$2; shift 2; exec -a "$n" "$d/$n" "$@"' - "$MHASH_SUM" "$name" "$@" \
        <"${INPUT:-/dev/null}"
    [ -n "$ORACLE" ] || return 0
    for side in out err code; do
        diff <(cat -A "$SEEN/theirs.$side") <(cat -A "$SEEN/ours.$side")
    done
}

# mhash ARGS...: the tool; leaves $SEEN/ours.* and $code.
mhash() {
    keep ours "$MHASH" "$@" <"${INPUT:-/dev/null}"
}

# out TEXT, err TEXT: exactly this came out. TEXT is in printf's format.
out() {
    # shellcheck disable=SC2059
    diff <(printf -- "$1" | cat -A) <(cat -A "$SEEN/ours.out")
}

err() {
    # shellcheck disable=SC2059
    diff <(printf -- "$1" | cat -A) <(cat -A "$SEEN/ours.err")
}

# err_has TEXT: a message holds this.
err_has() {
    grep -F -e "$1" "$SEEN/ours.err" >/dev/null || {
        cat "$SEEN/ours.err"
        return 1
    }
}

# refute COMMAND...: the command fails. (A bare "! command" never fails a test.)
refute() {
    if "$@"; then
        echo "succeeded: $*"
        return 1
    fi
}

# status N: the exit status was N.
status() {
    [ "$code" -eq "$1" ] || {
        echo "exit status $code, not $1"
        cat "$SEEN/ours.err"
        return 1
    }
}

# until_written FILE PID: waits until something is in the file, or the process has ended.
until_written() {
    while [ ! -s "$1" ] && grep -q ') [^Z] ' "/proc/$2/stat"; do
        sleep 0.02
    done
}

# with_signals COMMAND...: no signal is ignored, though the tests run under nohup or in the
# background.
with_signals() {
    if env --default-signal true 2>/dev/null; then
        exec env --default-signal "$@"
    else
        exec "$@"
    fi
}

# abc FILE...: files that hold "abc".
abc() {
    local name
    for name; do
        printf abc >"$name"
    done
}

# deep PATH-PART COUNT: so many nested folders of that name, with a file "leaf" at the bottom; paths
# of any length.
deep() {
    python3 - "$1" "$2" <<'PY'
import os, sys
for _ in range(int(sys.argv[2])):
    os.mkdir(sys.argv[1])
    os.chdir(sys.argv[1])
with open("leaf", "w") as leaf:
    leaf.write("abc")
PY
}
