# SPDX-License-Identifier: MIT
#
# keyed.bats - HMACs: where keys come from, and lists that only the owner of the key can write.

# shellcheck disable=SC1003,SC2016,SC2034,SC2086,SC2164

load helper

@test "a key from a file, a descriptor, the environment; raw, hex, base64" {
    abc f
    printf 'secret key' >k
    printf 736563726574206B6579 >hex
    printf 'c2VjcmV0IGtleQ==\n' >b64
    want="HMAC-SHA256 (f) = $(openssl dgst -sha256 -mac HMAC -macopt key:'secret key' f | sed 's/.*= //')\n"
    mhash --hmac-key-file k f
    out "$want"
    mhash --hmac --hmac-key-file hex --hmac-key-format hex f
    out "$want"
    mhash --hmac-key-file b64 --hmac-key-format base64 f
    out "$want"
    exec 7<k
    mhash --hmac-key-fd 7 f
    exec 7<&-
    out "$want"
    KEY='secret key' mhash --hmac-key-env KEY f
    out "$want"
    KEY=736563726574206b6579 mhash --hmac-key-env KEY --hmac-key-format hex f
    out "$want"
    KEY= mhash --hmac-key-env KEY -a md5 f
    : >empty
    cp "$SEEN/ours.out" o
    mhash --hmac-key-file empty -a md5 f
    cmp o "$SEEN/ours.out"
}

@test "a key from the terminal" {
    command -v script >/dev/null || skip "no script(1)"
    abc f
    printf 'secret key' >k
    mhash --hmac-key-file k f
    cp "$SEEN/ours.out" l
    NO_COLOR=1 python3 - "$MHASH" <<'PY'
import os, pty, sys, time
def ask(args, typed):
    pid, fd = pty.fork()
    if pid == 0:
        os.execv(sys.argv[1], ["mhash"] + args)
    out = b""
    for line in typed:
        while not out.endswith(b": "):
            out += os.read(fd, 100)
        out += b"|"
        os.write(fd, line)
    try:
        while True:
            data = os.read(fd, 1000)
            if not data:
                break
            out += data
    except OSError:
        pass
    return out, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
out, code = ask(["--hmac", "-c", "l"], [b"secret key\n"])
assert code == 0 and b"f: OK" in out and b"secret" not in out, (out, code)
out, code = ask(["--hmac", "f"], [b"secret key\n", b"secret key\n"])
assert code == 0 and open("l", "rb").read().strip() in out, (out, code)
out, code = ask(["--hmac", "f"], [b"secret key\n", b"secret kex\n"])
assert code == 2 and b"the keys differ" in out, (out, code)
out, code = ask(["--hmac", "-c", "l"], [b"x\x03\n"])
assert code == 2 and b"cancelled" in out, (out, code)
PY
}

@test "wrong keys and sources are errors" {
    abc f
    printf xyz >k
    mhash --hmac-key-file k --hmac-key-format hex f
    out ''
    err 'mhash: the key is not hex\n'
    status 2
    mhash --hmac-key-file k --hmac-key-format base64 f
    status 2
    mhash --hmac-key-env NO_SUCH_VARIABLE f
    status 2
    mhash --hmac-key-fd 77 f
    status 2
    for bad in '--hmac-key-fd x' '--hmac-key-fd -1' '--hmac-key-format oct' '--hmac-key-format hex' \
        '--hmac-key-file k --hmac-key-env KEY' '--tag-bytes 16' '--hmac-key-file k --tag-bytes 9' \
        '--hmac-key-file k --tag-bytes 65' '--hmac-key-file k --tag-bytes 15' \
        '--hmac-key-file k -a sha512 --tag-bytes 31'; do
        mhash $bad f
        status 64
    done
    ! setsid true 2>/dev/null || {
        keep ours setsid "$MHASH" --hmac f </dev/null
        status 2
    }
}

@test "the key is not in the arguments, and what a mismatch found is not told" {
    abc f
    printf key >k
    mhash --hmac-key-file k f
    cp "$SEEN/ours.out" l
    printf x >f
    mhash --hmac-key-file k f
    tag=$(sed 's/.*= //' "$SEEN/ours.out")
    for report in text json jsonl; do
        mhash -c --hmac-key-file k --report $report l
        status 1
        refute grep -q "$tag" "$SEEN/ours.out" "$SEEN/ours.err"
    done
}

@test "HM07 tags of full length, or of the length that was asked for" {
    abc f
    printf 'secret key' >k
    mhash --hmac-key-file k f
    tag=$(sed 's/.* = //' "$SEEN/ours.out")
    mhash --hmac-key-file k --tag-bytes 16 f
    out "HMAC-SHA256 (f) = ${tag:0:32}\n"
    cp "$SEEN/ours.out" l
    mhash --hmac-key-file k --tag-bytes 16 -c l
    out 'f: OK\n'
    mhash --hmac-key-file k -c l
    status 3
    mhash --hmac-key-file k --tag-bytes 20 -c l
    status 3
    printf 'HMAC-SHA256 (f) = %s\n' "$tag" >full
    mhash --hmac-key-file k --tag-bytes 16 -c full
    status 3
    printf 'HMAC-SHA512 (f) = %s\n' "${tag:0:32}" >l
    mhash --hmac-key-file k --tag-bytes 16 -c l
    status 3
    mhash --hmac-key-file k --tag-bytes 32 -c full
    status 0
}

@test "check, audit and update work on keyed lists" {
    mkdir d
    abc d/f d/g
    touch -d '2020-01-01' d/f d/g # or they would be hashed again once the second is over
    printf key >k
    mhash --hmac-key-file k -r -a sha1,sha256 d
    cp "$SEEN/ours.out" l
    mhash -c --hmac-key-file k l
    status 0
    mhash -c l
    status 3
    mv d/g d/h
    mhash --audit --hmac-key-file k l d
    out 'd/f: OK\nd/h: MOVED from d/g\n'
    mhash --audit l d
    status 3
    mhash --update --prune --hmac-key-file k l d
    out 'd/f: OK\nd/g: PRUNED\nd/h: ADDED\n'
    mhash -c --hmac-key-file k --quiet l
    status 0
    cp l before
    mhash --update l d
    status 3
    cmp l before
    printf other >k
    mhash --audit --hmac-key-file k l d
    status 1
}

@test "a list may not name standard input when that is the key" {
    printf kk >k
    printf data | "$MHASH" --hmac-key-file k - >l
    printf kk | "$MHASH" -c --hmac-key-file - l >out 2>err && return 1
    grep -q 'standard input is the key' err
    [ ! -s out ]
}
