# SPDX-License-Identifier: MIT
#
# styles.bats - every form of output, read back by parsers and tools that are not ours; files of
# --output; colour.

# shellcheck disable=SC1003,SC2016,SC2034,SC2086,SC2164

load helper

# some_files: a tree with names that every style can hold.
some_files() {
    mkdir -p t/sub
    printf abc >t/plain
    printf abcd >'t/with space'
    printf abcde >t/sub/com,ma
    : >t/empty
    head -c 100000 /dev/zero >t/zeros
    printf abc >t/$'\377\303'
    printf abc >t/'a) = b'
}

@test "names of every byte in every style, read back" {
    python3 "$BATS_TEST_DIRNAME/styles.py" "$MHASH"
}

@test "gnu and bsd: md5sum -c and sha256sum -c" {
    some_files
    abc $'t/n\nl' t/'back\slash'
    for style in gnu bsd; do
        for encoding in hex HEX; do
            "$MHASH" -a md5 --style $style --encoding $encoding -r t >list
            md5sum -c --strict --quiet list
            [ "$(md5sum -c list | wc -l)" -eq 9 ]
            "$MHASH" -a sha256 --style $style --encoding $encoding -r t >list
            sha256sum -c --strict --quiet list
            mhash -c --quiet list
            status 0
        done
    done
}

@test "openssl: the same as openssl dgst" {
    command -v openssl >/dev/null || skip "openssl is not installed"
    case $(openssl version) in
    'OpenSSL 3'*) ;;
    *) skip "not OpenSSL 3" ;;
    esac
    some_files
    cd t
    files=(plain 'with space' 'sub/com,ma' empty zeros 'a) = b')
    for name in md5:md5 sha1:sha1 sha224:sha224 sha256:sha256 sha384:sha384 sha512:sha512 \
        sha512-224:sha512-224 sha512-256:sha512-256 rmd160:ripemd160; do
        openssl dgst -${name#*:} "${files[@]}" >theirs 2>err || {
            grep -q unsupported err # RIPEMD-160 may have been left out
            continue
        }
        mhash -a ${name%:*} --style openssl "${files[@]}"
        cmp theirs "$SEEN/ours.out"
    done
    printf key >../k
    openssl dgst -sha256 -hmac key "${files[@]}" >theirs
    mhash --hmac-key-file ../k --style openssl "${files[@]}"
    cmp theirs "$SEEN/ours.out"
    cd ..
    mhash -a md5,sha512-256 --style openssl -r t
    cp "$SEEN/ours.out" list
    mhash -c --quiet list
    err ''
    status 0
}

@test "hashdeep: its audit passes, and fails when something changed" {
    command -v hashdeep >/dev/null || skip "hashdeep is not installed"
    some_files
    cd t
    for algorithms in md5 sha256 md5,sha256 md5,sha1,sha256; do
        "$MHASH" -a $algorithms --style hashdeep -r . >../known
        hashdeep -l -r -a -k ../known . >"$SEEN/audit"
        grep -x 'hashdeep: Audit passed' "$SEEN/audit"
    done
    printf x >>plain
    refute hashdeep -l -r -a -k ../known .
}

@test "sfv: rhash -c reads it" {
    command -v rhash >/dev/null || skip "rhash is not installed"
    some_files
    abc t/'; comment'
    cd t
    for args in '-a md5' '-a sha1 --upper' '-a sha256' '-a md5,sha1'; do
        "$MHASH" $args --style sfv -r . >../list.sfv
        rhash -c ../list.sfv >"$SEEN/verdicts"
        [ "$(grep -ac 'OK *$' "$SEEN/verdicts")" -ge 8 ]
    done
    "$MHASH" -a md5 --style sfv '; comment' plain >../list
    diff <(printf './; comment %s\nplain %s\n' $H $H) ../list
    printf x >>plain
    refute rhash -c ../list.sfv
}

@test "certutil and get-filehash, byte by byte" {
    abc f
    mhash -a md5 --style certutil f
    out "MD5 hash of f:\r\n$H\r\nCertUtil: -hashfile command completed successfully.\r\n"
    mhash -a md5,sha512 --style get-filehash f
    upper=$(sha512sum <f | cut -c -128 | tr a-f A-F)
    printf '\r\n%-15s %-70s %s\r\n%-15s %-70s %s\r\n%-15s %-70s %s\r\n%-15s %-70s %s\r\n\r\n' \
        Algorithm Hash Path --------- ---- ---- MD5 ${H^^} f SHA512 $upper f | cmp - "$SEEN/ours.out"
}

@test "HMACs say what they are, or are refused" {
    abc f
    printf key >k
    want=$(openssl dgst -sha256 -hmac key f | cut -d' ' -f2)
    mhash --hmac-key-file k --style csv f
    [ "$(head -n 1 "$SEEN/ours.out")" = $'name,size,mtime,hmac-sha256\r' ]
    mhash --hmac-key-file k --style json f
    grep -F "\"digests\":{\"hmac-sha256\":\"$want\"}" "$SEEN/ours.out"
    mhash --hmac-key-file k --format '{algorithm}={digest}={sha256}\n' f
    out "HMAC-SHA256=$want=$want\n"
    mhash --hmac-key-file k --bare f
    out "$want\n"
    for style in gnu hashdeep sfv certutil get-filehash; do
        mhash --hmac-key-file k --style $style f
        status 64
    done
}

@test "what does not go together" {
    abc f
    usage() {
        mhash "$@"
        out ''
        status 64
        [ "$(wc -l <"$SEEN/ours.err")" -eq 2 ]
    }
    for style in hashdeep sfv csv json jsonl certutil get-filehash; do
        usage -z --style $style f
    done
    for style in hashdeep sfv certutil get-filehash; do
        usage --encoding base64 --style $style f
    done
    usage -a sha512 --style hashdeep f
    usage -a md5,sha512 --style hashdeep f
    usage --upper --encoding base64 f
    usage --encoding raw --bare f
    usage --encoding raw --style json f
    usage --encoding raw --files-from f
    usage -c --bare f
    usage -c --format x f
    usage -c --upper f
    usage --color blue f
    for template in '{' '}' '{x}' '{}' '{sha1}' '\q' '\' '\x' '\x1' '\x1g' '{name' '{na{me}' \
        '{aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa}'; do
        usage --format "$template" f
    done
    mhash -a md5,sha1 --format '{sha256}' f
    err_has "the format asks for a digest that --algorithm does not name: '{sha256}'"
    mhash --format '' f
    out ''
    status 0
}

@test "-o: the whole file or none" {
    abc f g
    mhash -o out f g
    out ''
    err ''
    status 0
    printf '%s  f\n%s  g\n' $S $S | cmp - out
    # A longer one before; its mode is kept.
    head -c 100000 /dev/zero >out
    chmod 640 out
    mhash --output out f
    printf '%s  f\n' $S | cmp - out
    [ "$(stat -c %a out)" = 640 ]
    (umask 027 && "$MHASH" -o new f)
    [ "$(stat -c %a new)" = 640 ]
    # What could be read is written, and the exit code tells.
    mhash -o out gone g
    status 2
    printf '%s  g\n' $S | cmp - out
    # What fails before anything was hashed leaves the old file.
    mhash -o out --hmac-key-file gone f
    status 2
    printf '%s  g\n' $S | cmp - out
    mhash -o out --nonsense f
    status 64
    printf '%s  g\n' $S | cmp - out
    # Verdicts, and - for standard output.
    mhash -c -o verdicts out
    status 0
    printf 'g: OK\n' | cmp - verdicts
    mhash -o - f
    out "$S  f\n"
    [ -z "$(find . -name '.*mhash*')" ]
    mkdir d
    for target in d . '' gone/out f/out d/; do
        mhash -o "$target" f
        status 2
        out ''
        [ "$(wc -l <"$SEEN/ours.err")" -eq 1 ]
    done
    printf abc | cmp - f
    [ "$(printf '%s ' *)" = 'd f g new out verdicts ' ]
}

@test "-o: devices, FIFOs and /dev/stdout are written to" {
    abc f
    mhash -o /dev/null f
    status 0
    [ -c /dev/null ]
    mkfifo p
    "$MHASH" -o p f &
    pid=$!
    printf '%s  f\n' $S | cmp - p
    wait $pid
    [ -p p ]
    printf 'before\n' >log
    inode=$(stat -c %i log)
    "$MHASH" -o /dev/stdout f >>log
    printf 'before\n%s  f\n' $S | cmp - log
    [ "$inode" = "$(stat -c %i log)" ]
    mhash -o /dev/full f
    status 2
    err 'mhash: /dev/full: No space left on device\n'
}

@test "-o: a full file system leaves the old file and nothing else" {
    unshare -rm true 2>/dev/null || skip "no name spaces here"
    abc f
    mkdir small
    unshare -rm bash -c 'mount -t tmpfs -o size=64k none small 2>/dev/null || exit 77
        echo old >small/out
        yes f | head -n 4000 >names
        "$1" -o small/out --files-from names 2>err; echo $? >code
        cp small/out kept; ls -A small >left' - "$MHASH" || {
        [ $? -eq 77 ] && skip "nothing can be mounted here"
        return 1
    }
    printf 'old\n' | cmp - kept
    printf 'out\n' | cmp - left
    printf '2\n' | cmp - code
    printf 'mhash: small/out: No space left on device\n' | cmp - err
}

@test "-o: a signal leaves the old file and nothing else" {
    abc f
    mkfifo p
    mkdir d
    for signal in INT TERM HUP KILL; do
        printf 'old\n' >d/out
        # Job control, or an asynchronous child would ignore SIGINT.
        (
            set -m
            with_signals "$MHASH" -o d/out f p &
            echo $! >pid
            exec 7>p # which it opens when all is ready
            kill -$signal "$(cat pid)"
            wait "$(cat pid)" || echo $? >code
        ) 2>/dev/null
        [ "$(cat code)" -gt 128 ]
        printf 'old\n' | cmp - d/out
        [ "$(ls -A d)" = out ]
    done
}

@test "colour: never without a terminal, unless asked for" {
    abc f
    printf '%s  f\n%s  f\n' $H $Z0 >l
    mhash -c l
    out 'f: OK\nf: FAILED\n'
    mhash -c --color always l
    out 'f: \033[32mOK\033[0m\nf: \033[1;31mFAILED\033[0m\n'
    mhash -c --color never l
    out 'f: OK\nf: FAILED\n'
    python3 - "$MHASH" <<'PY'
import os, pty, subprocess, sys
def run(*args, **env):
    leader, follower = pty.openpty()
    code = subprocess.run([sys.argv[1], "-c", *args, "l"], stdout=follower, stderr=subprocess.DEVNULL,
                          env={**{k: v for k, v in os.environ.items() if k != "NO_COLOR"}, **env})
    os.close(follower)
    out = b""
    try:
        while True:
            part = os.read(leader, 1000)
            if not part:
                break
            out += part
    except OSError:
        pass
    return b"\x1b[32m" in out
assert run() and run(NO_COLOR="") and run("--color", "always", NO_COLOR="1")
assert not run(NO_COLOR="1") and not run("--color", "never")
PY
}

@test "sizes and times of small, large and endless files" {
    mkdir t
    for n in 0 1 4096 4097 131072 131073 1000000 9000000; do
        head -c $n /dev/zero >t/$n
    done
    for args in '-a md5' '-a md5,sha1,sha256' '-a sha512 -j1' '-a sha512 -j2'; do
        mhash $args -r --format '{base} {size} {epoch}\n' t
        status 0
        diff <(cd t && stat -c '%n %s %.9Y' -- * | sort) <(sort "$SEEN/ours.out")
    done
    head -c 3000000 /dev/zero >f
    INPUT=f mhash --format '{size} {mtime}\n'
    [ "$(cut -d' ' -f1 "$SEEN/ours.out")" = 3000000 ]
    keep ours sh -c 'head -c 3000000 /dev/zero | "$1" --style json' - "$MHASH"
    grep -F '"size":3000000,"digests"' "$SEEN/ours.out"
    mhash --format '{size}\n' /proc/version
    [ "$(cat "$SEEN/ours.out")" = "$(wc -c </proc/version)" ]
}
