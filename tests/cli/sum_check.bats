# SPDX-License-Identifier: MIT
#
# sum_check.bats - checking under the sum names, beside coreutils. Named by the cases of public
# reports where there is one.

# shellcheck disable=SC1003,SC2016,SC2034,SC2086,SC2164

load helper

@test "MF05 last line without newline" {
    abc f
    printf '%s  f' $H >l
    sum md5sum -c l
    out 'f: OK\n'
    status 0
    printf '%s  f' $Z0 >l
    sum md5sum -c l
    out 'f: FAILED\n'
    status 1
    printf '%s  f\r' $H >l
    sum md5sum -c l
    out 'f: OK\n'
    status 0
    INPUT=l sum md5sum -c
    out 'f: OK\n'
    status 0
}

@test "MF07 one-blank list whose later names begin with a blank or a star" {
    abc a ' b' '*c'
    printf '%s %s\n' $H a $H ' b' $H '*c' >l
    sum md5sum --strict -c l
    out 'a: OK\n b: OK\n*c: OK\n'
    status 0
}

@test "MF07 the layout sticks across lists" {
    abc a ' b' b
    printf '%s a\n' $H >l1
    printf '%s  b\n' $H >l2
    sum md5sum -c l1 l2
    out 'a: OK\n b: OK\n'
    status 0
    rm ' b'
    sum md5sum -c l2 l1
    out 'b: OK\n'
    status 1
    err_has 'l1: no properly formatted checksum lines found'
    sum md5sum -c l1 l2
    status 1
}

@test "MF09 leading blanks and stars in normal lists" {
    abc ' b' '*c' f
    printf '%s' "$H   b
$H **c
$H *f
" >l
    sum md5sum -c l
    out ' b: OK\n*c: OK\nf: OK\n'
    status 0
}

@test "MF12 unescaped backslash in an old list" {
    abc 'x\ny'
    printf '%s  x\\ny\n' $H >l
    sum md5sum -c l
    out 'x\\ny: OK\n'
    status 0
    mkdir dir
    abc dir/f
    printf '%s  dir\\f\n' $H >l
    sum md5sum -c l
    out 'dir\\f: FAILED open or read\n'
    status 1
}

@test "escaped lines: only the three escapes" {
    abc $'a\nb' 'c\d' $'e\rf'
    printf '\\%s  a\\nb\n\\%s  c\\\\d\n' $H $H >l
    sum md5sum -c l
    out '\\a\\nb: OK\nc\\d: OK\n'
    status 0
    printf '%s  f\n\\%s  a\\tb\n\\%s  a\\\n\\%s  \\x\n' $H $H $H $H >l
    abc f
    sum md5sum --strict -c l
    out 'f: OK\n'
    status 1
    err_has '3 lines are improperly formatted'
}

@test "MF14 tagged line whose name contains ') = '" {
    abc 'a) = b' '(x)' "MD5 (f) = $H" f
    printf '%s\n' "MD5 (a) = b) = $H" "MD5 ((x)) = $H" "MD5 (MD5 (f) = $H) = $H" >l
    sum md5sum -c l
    out "a) = b: OK\n(x): OK\nMD5 (f) = $H: OK\n"
    status 0
}

@test "MF16 OpenSSL spelling of tagged lines" {
    abc f
    for line in "MD5(f)= $H" "MD5 (f)=$H" "MD5(f) =$H" "MD5 (f)	=	$H"; do
        printf '%s\n' "$line" >l
        sum md5sum -c --strict l
        out 'f: OK\n'
        status 0
    done
    for line in "md5 (f) = $H" "MD5  (f) = $H" "SHA1 (f) = $S1" "MD5 (f) = $H " "MD5 (f $H"; do
        printf '%s\n' "$line" >l
        sum md5sum -c l
        out ''
        status 1
        err 'md5sum: l: no properly formatted checksum lines found\n'
    done
}

@test "MF18 a SHA-1 section, then a SHA-256 section" {
    abc f
    printf '# Checksums-Sha1:\n%s  f\n#\n# Checksums-Sha256:\n%s  f\n' $S1 $S >l
    for name in sha256sum sha1sum; do
        sum $name -c l
        out 'f: OK\n'
        status 0
        err "$name: WARNING: 1 line is improperly formatted\n"
        sum $name -c --strict l
        status 1
    done
    sum sha512sum -c l
    out ''
    status 1
}

@test "MF21 digest far too long" {
    abc f
    for n in 130 1000000; do
        for name in md5sum sha1sum sha224sum sha256sum sha384sum sha512sum; do
            {
                head -c $n /dev/zero | tr '\0' a
                printf '  f\n'
                $name f
            } >l
            sum $name -c l
            out 'f: OK\n'
            status 0
            err "$name: WARNING: 1 line is improperly formatted\n"
        done
    done
}

@test "MF29 --status, --quiet, --warn, --strict" {
    abc f
    printf 'junk\n' >junk
    printf '%s  f\njunk\n' $H >mixed
    printf '%s  f\n' $Z0 >wrong
    sum md5sum --status -c junk
    out ''
    err 'md5sum: junk: no properly formatted checksum lines found\n'
    status 1
    for option in --quiet --status --warn -w --ignore-missing; do
        sum md5sum -c $option mixed
        status 0
    done
    sum md5sum -c --strict mixed
    out 'f: OK\n'
    status 1
    sum md5sum -c -w mixed
    err_has 'mixed: 2: improperly formatted MD5 checksum line'
    sum md5sum --status -c wrong
    out ''
    err ''
    status 1
    sum md5sum --quiet -c wrong
    out 'f: FAILED\n'
    status 1
    sum md5sum --status -w -c mixed
    err_has 'mixed: 2:'
    sum md5sum -w --status -c mixed
    err ''
    status 0
    sum md5sum --status --strict -c mixed
    err ''
    out ''
    status 1
}

@test "MF30 -c without operand reads standard input" {
    abc f
    printf '%s  f\n' $Z0 >l
    INPUT=l sum md5sum -c
    out 'f: FAILED\n'
    status 1
    INPUT=l sum md5sum -c -
    out 'f: FAILED\n'
    status 1
    printf '%s  f\n' $H >l
    INPUT=l sum md5sum -c
    out 'f: OK\n'
    status 0
    INPUT=/dev/null sum md5sum -c
    status 1
    err "md5sum: 'standard input': no properly formatted checksum lines found\n"
}

@test "MF33 same file twice with different digests" {
    abc f
    printf '%s  f\n%s  f\n' $H $Z0 >l1
    printf '%s  f\n' $Z0 >l2
    printf '%s  f\n' $H >l3
    sum md5sum -c l1
    out 'f: OK\nf: FAILED\n'
    status 1
    sum md5sum -c l1 l2 l3
    out 'f: OK\nf: FAILED\nf: FAILED\nf: OK\n'
    status 1
}

@test "a NUL in an entry makes its line malformed" {
    abc f
    printf '%s  f\0x\n' $H >l
    keep ours "$MHASH_SUM/md5sum" -c l
    out ''
    status 1
    err_has 'no properly formatted checksum lines found'
    printf 'MD5 (f\0x) = %s\n%s  f\n' $H $H >l
    keep ours "$MHASH_SUM/md5sum" -c l
    out 'f: OK\n'
    status 0
    err_has '1 line is improperly formatted'
    printf '#\0\n%s  f\n' $H >l
    sum md5sum -c --strict l
    out 'f: OK\n'
    status 0
}

@test "'-' in a list is standard input, but not in a list that comes from there" {
    printf abc >in
    printf '%s  -\n' $H >l
    INPUT=in sum md5sum -c l
    out '-: OK\n'
    status 0
    INPUT=l sum md5sum -c
    out ''
    status 1
}

@test "lists that cannot be read, beside a good one" {
    abc f
    printf '%s  f\n' $H >l
    mkdir d
    sum md5sum -c nope l d l
    out 'f: OK\nf: OK\n'
    status 1
    err 'md5sum: nope: No such file or directory\nmd5sum: d: read error\n'
    sum md5sum -c ''
    status 1
}

@test "--ignore-missing excuses what is not there, and nothing else" {
    abc f
    mkdir d
    ln -s nowhere dangling
    printf '%s  %s\n' $H gone $H dangling >l
    sum md5sum -c --ignore-missing l
    out ''
    status 1
    err 'md5sum: l: no file was verified\n'
    printf '%s  f\n' $H >>l
    sum md5sum -c --ignore-missing l
    out 'f: OK\n'
    err ''
    status 0
    printf '%s  d\n%s  f/x\n' $H $H >>l
    sum md5sum -c --ignore-missing l
    status 1
    err_has '2 listed files could not be read'
}

@test "comments, empty lines, CRLF, blanks before the digest" {
    abc f
    printf '# x\n\n\r\n%s  f\r\n \t%s  f\n#\n' $H $H >l
    sum md5sum -c --strict l
    out 'f: OK\nf: OK\n'
    status 0
    printf ' # x\n;x\n%s  f\n' $H >l
    sum md5sum -c l
    err_has '2 lines are improperly formatted'
}

@test "a byte order mark costs its line only" {
    abc f
    printf '\357\273\277%s  f\n%s  f\n' $H $H >l
    sum md5sum -c l
    out 'f: OK\n'
    status 0
}

@test "status lines quote control characters, as listed" {
    abc $'e\033f' $'t\tt' $'c\rc' $'n\nn' $'m\n\033'
    printf '%s  e\033f\n%s  t\tt\n' $H $H >l
    printf '\\%s  c\\rc\n\\%s  n\\nn\n\\%s  m\\n\033\n' $H $H $H >>l
    keep ours "$MHASH_SUM/md5sum" -c l
    out "'e'\$'\\\\033''f': OK\n't'\$'\\\\t''t': OK\n'c'\$'\\\\r''c': OK\n\\\\n\\\\nn: OK\n'm'\$'\\\\n\\\\033': OK\n"
    status 0
    printf '%s  u\302\233v\n' $H >l
    abc $'u\302\233v'
    LC_ALL=C.UTF-8 keep ours "$MHASH_SUM/md5sum" -c l
    out "'u'\$'\\\\302\\\\233''v': OK\n"
}

@test "a slow list: verdicts do not wait for its end" {
    abc f g
    mkfifo list
    "$MHASH_SUM/md5sum" -c list >verdicts &
    pid=$!
    exec 7>list
    printf '%s  f\n' $H >&7
    until_written verdicts $pid
    printf 'f: OK\n' | cmp - verdicts
    printf '%s  g\n' $H >&7
    exec 7>&-
    wait $pid
    printf 'f: OK\ng: OK\n' | cmp - verdicts
}
