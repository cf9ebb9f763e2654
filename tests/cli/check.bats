# SPDX-License-Identifier: MIT
#
# check.bats - the job of checking beyond the verdicts of mhash.bats: what is told, what may be left
# out, and every way to verify nothing.

# shellcheck disable=SC1003,SC2016,SC2034,SC2086,SC2164

load helper

X0=${S%d}0

@test "the summary repeats the failures with what was expected and found" {
    abc f
    printf x >g
    X=$(sha256sum <g | cut -c-64)
    printf '%s  f\n%s  g\n%s  gone\nMD5 (f) = %s\n' $S $S $S $Z0 >l
    mhash -c l
    status 1
    out 'f: OK\ng: FAILED\ngone: FAILED open or read\nf: FAILED\n'
    err "mhash: gone: No such file or directory
mhash: WARNING: 1 listed file could not be read
mhash: WARNING: 2 computed checksums did NOT match
mhash: g: FAILED: SHA256 expected $S, found $X
mhash: gone: FAILED: No such file or directory
mhash: f: FAILED: MD5 expected $Z0, found $H
"
    mhash -c --quiet l
    out 'g: FAILED\ngone: FAILED open or read\nf: FAILED\n'
    status 1
    mhash -c --status l
    out ''
    err 'mhash: gone: No such file or directory\n'
    status 1
}

@test "the summary holds no more than 1000 failures" {
    abc f
    for ((i = 0; i < 1002; i++)); do
        echo "$X0  f"
    done >l
    mhash -c --quiet l
    status 1
    [ "$(grep -c 'f: FAILED: SHA256' "$SEEN/ours.err")" -eq 1000 ]
    err_has '2 more failures are not repeated'
}

@test "--fail-fast stops at the first failure of any kind" {
    abc f g
    for bad in "$X0  f" "$S  gone" junk "TIGER (f) = 00"; do
        printf '%s  f\n%s\n%s  g\n' $S "$bad" $S >l
        mhash -c --fail-fast l l
        refute status 0
        refute grep -q 'g: OK' "$SEEN/ours.out"
        [ "$(grep -c 'f: OK' "$SEEN/ours.out")" -eq 1 ]
    done
    printf '%s  f\n%s  g\n' $S $S >l
    mhash -c --fail-fast l
    status 0
}

@test "--only: names and globs, repeatable; one that names nothing is a failure" {
    mkdir d
    abc f g d/x.iso 'a[b]'
    printf '%s  f\n%s  ./g\n%s  d/x.iso\n%s  a[b]\n%s  gone\n' $S $X0 $S $S $S >l
    mhash -c --only f l
    out 'f: OK\n'
    err ''
    status 0
    mhash -c --only f --only '*.iso' --only 'a[b]' l
    out 'f: OK\nd/x.iso: OK\na[b]: OK\n'
    status 0
    mhash -c --only g l
    out './g: FAILED\n'
    status 1
    mhash -c --only x.iso l
    out 'd/x.iso: OK\n'
    mhash -c --only nothing l
    status 3
    err_has "no entry is called 'nothing'"
    mhash -c --only f --only nothing l
    status 3
    printf 'junk\n' >>l
    mhash -c --only f l
    status 3
}

@test "--expect: a digest in any spelling" {
    abc f
    for digest in $S $H $S1 "$(echo $S | tr a-f A-F)" ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0= \
        sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0= sha256:$S SHA-256:$S \
        RMD160:8eb208f7e05d987a9b044a8e98c6b087f15a0bfc "$(mhash --encoding bubblebabble f; cut -d' ' -f1 "$SEEN/ours.out")"; do
        mhash --expect "$digest" f
        out 'f: OK\n'
        status 0
        INPUT=f mhash --expect "$digest"
        out '\055: OK\n'
    done
    mhash -a rmd160 --expect 8eb208f7e05d987a9b044a8e98c6b087f15a0bfc f
    status 0
    mhash --expect $X0 f
    out 'f: FAILED\n'
    err_has "f: FAILED: SHA256 expected $X0, found $S"
    status 1
    mhash --expect $S gone
    status 2
    for bad in '' x ${S%d} sha256:$H sha257:$S; do
        mhash --expect "$bad" f
        status 64
    done
    mhash --expect $S f f
    status 64
    mhash -c --expect $S f
    status 64
    mhash --strict-algorithms --expect $H f
    status 3
}

@test "--relative-to: the list's folder, or one that is named" {
    mkdir -p a/b c
    abc a/b/f c/f
    printf '%s  b/f\n' $S >a/l
    printf '%s  f\n' $S >l
    mhash -c a/l
    status 2
    mhash -c --relative-to list a/l
    out 'b/f: OK\n'
    status 0
    mhash -c --relative-to c l
    out 'f: OK\n'
    mhash -c --relative-to a/b/ l
    out 'f: OK\n'
    printf '%s  %s/c/f\n' $S "$PWD" >l
    mhash -c --relative-to a l
    status 0
    INPUT=a/l mhash -c --relative-to list
    status 2
}

@test "--confine: absolute names and those that lead out are refused" {
    mkdir d
    abc f d/f
    for name in /etc/passwd ../f d/../../f .. d/.. ; do
        printf '%s  %s\n' $S "$name" >l
        mhash -c --confine l
        case $name in
        d/..) status 2 ;;
        *)
            status 3
            err_has 'leads out of its folder'
            ;;
        esac
    done
    printf '%s  ..\\f\n' $S >d/l
    (cd d && mhash -c l && status 0 && mhash -c --confine l && status 2)
    printf '%s  d/../f\n%s  ./d//f\n%s  ..f\n' $S $S $S >l
    abc ..f
    mhash -c --confine l
    status 0
}

@test "--strict-algorithms: MD5 and SHA-1 entries are errors" {
    abc f
    printf 'MD5 (f) = %s\nSHA1 (f) = %s\nSHA256 (f) = %s\n' $H $S1 $S >l
    mhash -c l
    status 0
    mhash -c --strict-algorithms l
    status 3
    out 'f: OK\n'
    err_has 'l: 1: MD5 and SHA-1 are refused'
    err_has 'l: 2: MD5 and SHA-1 are refused'
}

@test "--report json and jsonl: every entry and line, with digests, and the exit code" {
    abc f $'\351'
    printf x >g
    printf '%s  f\n%s  g\n%s  gone\njunk\nTIGER (f) = 00\n%s  \351\n' $S $S $S $S >l
    mhash -c --report json l
    status 1
    cp "$SEEN/ours.out" json
    mhash -c --report jsonl l
    cp "$SEEN/ours.out" jsonl
    mhash -c --report json --status l
    out ''
    mhash -c --report json /dev/null
    cp "$SEEN/ours.out" empty
    mhash -c --report json --quiet l l
    cp "$SEEN/ours.out" twice
    python3 - $S <<'PY'
import base64, json, sys
S = sys.argv[1]
doc = json.load(open("json", encoding="utf-8"))
rows = [json.loads(line) for line in open("jsonl", encoding="utf-8")]
assert rows[:-1] == doc["entries"]
assert [e["verdict"] for e in doc["entries"]] == ["ok", "mismatch", "unreadable", "malformed", "unverified", "ok"]
assert [e["line"] for e in doc["entries"]] == [1, 2, 3, 4, 5, 6]
f, g, gone, junk, tiger, latin = doc["entries"]
assert f["expected"] == f["found"] == S and f["algorithm"] == "SHA256" and f["size"] == 3
assert g["expected"] == S != g["found"] and g["size"] == 1
assert gone["error"] == "No such file or directory" and "found" not in gone
assert junk["reason"] and tiger["reason"]
assert base64.b64decode(latin["name_base64"]) == b"\xe9"
assert doc["exit"] == 1 and rows[-1] == doc["lists"][0]
assert doc["lists"][0] == {"summary": True, "list": "l", "ok": 2, "mismatch": 1, "unreadable": 1, "missing": 0,
                           "unverified": 1, "malformed": 1, "skipped": 0}
assert json.load(open("empty"))["entries"] == []
assert json.load(open("empty"))["exit"] == 3
twice = json.load(open("twice", encoding="utf-8"))
assert len(twice["entries"]) == 8 and len(twice["lists"]) == 2
PY
}

@test "a name that differs only in Unicode normalisation is pointed out, not taken" {
    mkdir d
    # e + acute, Hangul, two accents in another order
    abc d/$'caf\303\251' $'\352\260\200' $'a\314\243\314\202'
    for name in d/$'cafe\314\201' $'\341\204\200\341\205\241' $'\341\272\255'; do
        printf '%s  %s\n' $S "$name" >l
        mhash -c l
        status 2
        err_has 'differs only in its Unicode form'
        refute grep -q OK "$SEEN/ours.out"
    done
    printf '%s  caf\303\250\n' $S >l
    mhash -c l
    refute grep -q Unicode "$SEEN/ours.err"
}

@test "every way to verify nothing: never 0 with an entry unseen" {
    abc f g
    printf 'key' >k
    mhash --hmac-key-file k f
    cp "$SEEN/ours.out" keyed
    printf '%s  f\n' $S >good
    printf '%s  gone\n' $S >missing
    printf '%s  f\n%s  gone\n' $S $S >half
    # Each line: what the list holds. None may exit 0, with or without a good list beside it.
    lists=('' '# only a comment' $'\n\n' 'junk' "$S" "${S%d}  f" "$X0  f" "$S  gone" "$S  g/x" "$S  ." "$S  "
        'TIGER (f) = 00' 'BLAKE2b (f) = 00' "SHA256 (f) =" "SHA256 () = $S" 'SIZE (f) = 3'
        "$(cat keyed)" '{"files":[]}' '[]' '{' '{"name":"f","digests":{}}' '{"name":"f","error":"x"}'
        'name,SHA256' 'name,SHA256
f,' 'name,SHA256
"f' '%%%% HASHDEEP-1.0' '%%%% HASHDEEP-1.0
%%%% size,filename
3,f' 'Origin: x' 'SHA256:' 'Checksums-X:
 00 3 f' 'DIST f 3' 'DIST f 3 TIGER 00' 'MD5 hash of f:' 'Algorithm : MD5' 'Algorithm  Hash  Path'
        'untrusted comment: x' '-----BEGIN PGP SIGNED MESSAGE-----' $'\357\273\277' $'\377\376' "; $S  f"
        "x$S  f" "$S" "TIMESTAMP = 3")
    for list in "${lists[@]}"; do
        printf '%s\n' "$list" >l
        for others in '' good; do
            mhash -c $others l
            [ "$code" -ne 0 ] || { echo "exit 0 with $others: $list"; false; }
            [ -s "$SEEN/ours.err" ] || { echo "nothing told: $list"; false; }
        done
    done
    # Lists that cannot be read, or of a wrong kind
    for others in '' good; do
        for l in nolist . /dev/null; do
            mhash -c $others $l
            refute status 0
        done
        mhash -c $others -z good
        refute status 0
        mhash -c --hmac-key-file k $others good
        refute status 0
        mhash -c $others keyed
        refute status 0
        mhash -c -a sha512 $others good
        refute status 0
        mhash -c --relative-to /nowhere $others good
        refute status 0
        mhash -c --only nothing $others good
        refute status 0
        mhash -c --ignore-missing $others missing
        refute status 0
        mhash -c --confine $others <(printf '%s  %s/f\n' $S "$PWD")
        refute status 0
        mhash -c --strict-algorithms $others <(printf '%s  f\n' $H)
        refute status 0
        INPUT=/dev/null mhash -c $others -
        refute status 0
        INPUT=good mhash -c $others - -
        refute status 0
    done
    INPUT=<(printf '%s  -\n' $S) mhash -c
    refute status 0
    # What the user may ask for, and nothing else
    mhash -c --ignore-missing half
    status 0
    mhash -c --only f half
    status 0
}
