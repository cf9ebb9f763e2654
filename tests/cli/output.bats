# SPDX-License-Identifier: MIT
#
# output.bats - standard output that is full, closed or gone.

# shellcheck disable=SC1003,SC2016,SC2034,SC2086,SC2164

load helper

@test "a full device: one message, no success, no run to the end" {
    abc f
    code=0
    for name in md5sum sha512sum; do
        for args in 'f' 'f f f' '--tag f' '-z f' '--help' '--version'; do
            want="$name: write error"
            [ "$args" != '-z f' ] || want="$want: No space left on device"
            code=0
            bash -c "exec -a $name $MHASH_SUM/$name $args >/dev/full" 2>e || code=$?
            status 1
            printf '%s\n' "$want" | cmp - e
            if [ -n "$ORACLE" ]; then
                refute bash -c "exec -a $name /usr/bin/$name $args >/dev/full" 2>theirs
                cmp theirs e
            fi
        done
    done
    for args in 'f' '-r .' '-a md5,sha1 f' '--list' '--help' '--version' '--self-test' '--encoding raw f'; do
        code=0
        "$MHASH" $args >/dev/full 2>e || code=$?
        status 2
        printf 'mhash: write error: No space left on device\n' | cmp - e
    done
    # What comes after the dead line is not even looked at.
    code=0
    "$MHASH" f gone f >/dev/full 2>e || code=$?
    status 2
    refute grep gone e
}

@test "OU02 write error while checking" {
    abc f
    for n in 1 5000; do
        yes "$H  f" | head -n $n >l
        code=0
        bash -c "exec -a md5sum $MHASH_SUM/md5sum -c l >/dev/full" 2>e || code=$?
        status 1
        printf 'md5sum: write error\n' | cmp - e
        code=0
        "$MHASH" -c l >/dev/full 2>e || code=$?
        status 2
        printf 'mhash: write error: No space left on device\n' | cmp - e
    done
    # Nothing to write is no error.
    "$MHASH" --status -c l >/dev/full
    "$MHASH_SUM/md5sum" --quiet -c l >/dev/full
}

@test "a closed standard output" {
    abc f
    printf '%s  f\n' $H >l
    for args in 'f' 'f f' '-c l' '--help'; do
        code=0
        bash -c "exec -a md5sum $MHASH_SUM/md5sum $args >&-" 2>e || code=$?
        status 1
        printf 'md5sum: write error: Bad file descriptor\n' | cmp - e
        code=0
        "$MHASH" $args >&- 2>e || code=$?
        status 2
        printf 'mhash: write error: Bad file descriptor\n' | cmp - e
    done
    "$MHASH_SUM/md5sum" --status -c l >&-
    "$MHASH" --status -c l >&-
}

@test "a closed standard error hides messages, not the exit status" {
    code=0
    "$MHASH" gone 2>&- || code=$?
    status 2
    code=0
    "$MHASH_SUM/md5sum" gone 2>&- || code=$?
    status 1
    abc f
    printf 'junk\n%s  f\n' $H >l
    # A lost warning is a failure, as in coreutils.
    code=0
    "$MHASH_SUM/md5sum" -c l >/dev/null 2>/dev/full || code=$?
    status 1
}

@test "all three closed" {
    abc f
    code=0
    "$MHASH" f - <&- >&- 2>&- || code=$?
    status 2
    code=0
    "$MHASH_SUM/md5sum" f <&- >&- 2>&- || code=$?
    status 1
}

@test "a reader that goes away: SIGPIPE, or its message if it is ignored" {
    mkdir d
    for i in $(seq 300); do
        echo "$i" >"d/$i"
    done
    for program in "$MHASH" "$MHASH_SUM/md5sum"; do
        { code=0; (with_signals "$program" d/*) 2>e || code=$?; echo $code >code; } | head -n 1 >/dev/null
        code=$(cat code)
        [ "$code" -eq 141 ] || [ "$code" -eq 0 ] # 0: it was faster than head's end
        refute [ -s e ]
        (
            trap '' PIPE
            code=0
            for _ in $(seq 50); do
                "$program" d/* d/* d/* 2>e || { code=$?; break; }
            done
            echo $code >code
        ) | head -n 1 >/dev/null
        code=$(cat code)
        [ "$code" -ge 1 ]
        [ "$(wc -l <e)" -eq 1 ]
        grep 'write error' e
    done
}

@test "lines go out one by one, in whole lines" {
    abc f
    mkfifo p
    "$MHASH_SUM/md5sum" f p >o &
    pid=$!
    exec 7>p
    until_written o $pid
    printf '%s  f\n' $H | cmp - o
    exec 7>&-
    wait $pid
}

@test "standard output that does not block: nothing is lost" {
    mkdir d
    for ((i = 0; i < 3000; i++)); do
        : >d/$i
    done
    python3 - "$MHASH" <<'PY'
import os, subprocess, sys, time
r, w = os.pipe()
os.set_blocking(w, False)
child = subprocess.Popen([sys.argv[1], "-r", "d"], stdout=w, stderr=subprocess.PIPE)
os.close(w)
time.sleep(0.3)
with os.fdopen(r, "rb") as pipe:
    lines = pipe.read().splitlines()
assert child.wait() == 0, child.stderr.read()
assert len(lines) == 3000, len(lines)
PY
}
