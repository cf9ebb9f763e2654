# SPDX-License-Identifier: MIT
#
# manifests.bats - lists of every dialect, as `mhash` reads them: what is verified, what is refused,
# and that no line is passed over in silence.

# shellcheck disable=SC1003,SC2016,SC2034,SC2086,SC2164

load helper

RMD=8eb208f7e05d987a9b044a8e98c6b087f15a0bfc
B64=ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=
X0=${S%d}0

upper() {
    printf %s "$1" | tr a-f A-F
}

# good N [OPTION...]: the list l verifies N entries and nothing else.
good() {
    mhash -c "${@:2}" l
    status 0
    [ "$(grep -c ': OK$' "$SEEN/ours.out")" -eq "$1" ]
    [ "$(wc -l <"$SEEN/ours.out")" -eq "$1" ]
}

# refused LINE TEXT: that line of l is told with a reason that holds TEXT, and the exit code is 3.
refused() {
    mhash -c l
    status 3
    err_has "mhash: l: $1: "
    err_has "$2"
}

@test "GNU, BSD, OpenSSL, reversed, escaped, upper case, base64, mixed" {
    abc f g $'a\nb' 'x y'
    printf '%s\n' "$S  f" "$S *g" "$H  x y" "$(upper $S)  f" "$B64  f" '\'"$S  a\\nb" \
        "SHA256 (f) = $S" "SHA256(f)= $S" "SHA2-256(g)= $S" "MD5 (x y) = $H" "SHA-256 (f) = $S" \
        "RMD160 (f) = $RMD" "RIPEMD-160 (f) = $RMD" "SHA256 (f) = $B64" '\'"MD5 (a\\nb) = $H" \
        "sha256 (f) = $S" >l
    good 16
    printf '%s\n' "$S f" "$H g" >l
    good 2
}

@test "NAME DIGEST, with ; comments; but not both orders in one list" {
    abc f 'a b'
    printf '%s\n' '; made by' "f $S" "a b $H" "f   $(upper $S1)" >l
    good 3
    printf '%s\n' "f $S" "$S  f" >l
    refused 2 'the digest comes first'
    printf '%s\n' "$S  f" "f $S" >l
    refused 2 'the name comes first'
    printf '%s\n' 'f 352441c2' >l
    refused 1 'neither an entry nor a comment'
}

@test "bare digests: the list's name tells the file" {
    abc name 'x.tar.gz' s.js
    printf '%s\n' $S >name.sha256
    mhash -c name.sha256
    out 'name: OK\n'
    printf '%s' $RMD >x.tar.gz.rmd160
    mhash -c x.tar.gz.rmd160
    out 'x.tar.gz: OK\n'
    printf 'sha256-%s' $B64 >s.js.sri
    mhash -c s.js.sri
    out 's.js: OK\n'
    printf 'sha256-%s sha512-%s' $B64 "$(openssl dgst -sha512 -binary s.js | base64 -w0)" >s.js.integrity
    mhash -c s.js.integrity
    out 's.js: OK\ns.js: OK\n'
    printf 'sha256-%s  name\nsha256:%s  name\n' $B64 $S >l
    good 2
    printf '%s\n' $S >l
    refused 1 'a digest without a name'
    printf '%s\n' ${S%d}0 >name.sha256
    mhash -c name.sha256
    status 1
    printf '%s\n' $H >name.sha256
    mhash -c name.sha256
    status 3
}

@test "byte order marks: UTF-8, UTF-16 of both orders, with CRLF" {
    abc f g 'é' '日本' '😀'
    printf '\357\273\277%s  f\r\n%s  g\r\n' $S $S >l
    good 2
    for order in LE BE; do
        {
            [ $order = LE ] && printf '\377\376' || printf '\376\377'
            printf '%s  f\r\n%s  é\r\n%s  日本\r\n%s  😀\r\n' $S $S $H $S | iconv -f UTF-8 -t UTF-16$order
        } >l
        good 4
    done
    # A mark split over reads, and a list of many lines
    { printf '\377'; sleep 0.1; printf '\376'; printf '%s  f\n' $S | iconv -f UTF-8 -t UTF-16LE; } |
        "$MHASH" -c - >"$SEEN/ours.out"
    out 'f: OK\n'
    { printf '\377\376'; for ((i = 0; i < 3000; i++)); do printf '%s  日本\n' $H; done | iconv -f UTF-8 -t UTF-16LE; } >l
    good 3000
    # Without a mark it is no text
    printf '%s  f\n' $S | iconv -f UTF-8 -t UTF-16LE >l
    refused 1 'NUL byte'
    # Half a character at the end
    { printf '\377\376'; printf '%s  f\n' $S | iconv -f UTF-8 -t UTF-16LE; printf x; } >l
    mhash -c l
    status 2
    # The sum names know no marks
    printf '\357\273\277%s  f\n%s  g\n' $H $H >l
    sum md5sum -c l
}

@test "NUL-separated lists; a NUL in a name is refused" {
    abc f $'a\nb'
    printf '%s  f\0%s  a\nb\0' $S $S >l
    good 2 -z
    printf '%s  f\0g\n' $S >l
    refused 1 'NUL byte'
}

@test "several algorithms on one name; contradictions are pointed out, each line judged" {
    abc f
    printf '%s\n' "$H  f" "$S  f" "$S1  ./f" >l
    good 3
    err ''
    printf '%s\n' "$S  f" "$H  f" "$X0  ./f" "$S  f" >l
    mhash -c l
    status 1
    err_has 'mhash: l: 3: contradicts line 1'
    out 'f: OK\nf: OK\n./f: FAILED\nf: OK\n'
}

@test "algorithms that we lack: unsupported, counted, never passed over" {
    abc f
    printf '%s\n' "SHA256 (f) = $S" 'BLAKE2b (f) = 00' >l
    mhash -c l
    status 3
    err_has 'l: 2: no such algorithm'
    err_has '1 entry was not verified'
    printf '%s\n' 'TIGER (f) = 00' >l
    mhash -c l
    status 3
}

@test "hashdeep: header, sizes, commas in names, columns that we lack" {
    abc f 'a,b' 'c"d'
    {
        printf '%%%%%%%% HASHDEEP-1.0\n%%%%%%%% size,md5,sha256,filename\n## Invoked from: /\n## $ x\n## \n'
        printf '3,%s,%s,%s\n' $H $S f $H $S 'a,b' $H $S 'c"d'
    } >l
    good 6
    sed -i 's/^3,\(.*\),f$/4,\1,f/' l
    mhash -c l
    status 1
    err_has 'f: FAILED: size expected 4, found 3'
    printf '%%%%%%%% HASHDEEP-1.0\n%%%%%%%% size,tiger,filename\n3,00,f\n' >l
    refused 3 'no such algorithm'
    printf '%%%%%%%% HASHDEEP-1.0\n3,%s,f\n' $H >l
    refused 2 'before the header'
    printf '%%%%%%%% HASHDEEP-1.0\n%%%%%%%% size,md5,filename\n3,f\n' >l
    refused 3 'fewer columns'
    if command -v hashdeep >/dev/null; then
        mkdir d
        abc d/x d/'y,z'
        hashdeep -r -l -c md5,sha1,sha256 d >l
        good 6
    fi
}

@test "CSV: quotes, line feeds in names, several columns, rows without digest" {
    abc f 'a,b' 'q"q' $'l\nf'
    printf 'name,size,mtime,SHA256,MD5\r\n' >l
    printf 'f,3,,%s,%s\r\n"a,b",3,2026-01-01T00:00:00Z,%s,\r\n"q""q",3,,%s,\r\n"l\nf",3,,%s,%s\r\n' \
        $S $H $S $S $S $H >>l
    good 6 || { cat "$SEEN"/ours.*; false; }
    printf 'name,size,mtime,SHA256\nf,3,,\n' >l
    refused 2 'no digest of this file'
    printf 'name,size,mtime,SHA256\nf,4,,%s\n' $S >l
    mhash -c l
    status 1
    printf 'name,size,mtime,SHA256\n"f,3,,%s\n' $S >l
    refused 2 'has no end'
    printf 'name,size,mtime,SHA256\nf,3,%s\nf,3,,%s,\n' $S $S >l
    refused 2 'not a row'
    printf 'name,BLAKE3\nf,00\n' >l
    refused 2 'no such algorithm'
}

@test "JSON and JSON Lines" {
    abc f $'\351' 'a"b'
    entry() {
        printf '{"name":"%s","size":3,"mtime":"2026-01-01T00:00:00Z","digests":{"SHA256":"%s","MD5":"%s"}}' "$1" $S $H
    }
    { entry f; echo; entry 'a\"b'; echo; } >l
    good 4
    printf '{"name":"\357\277\275","name_base64":"6Q==","digests":{"SHA256":"%s"}}\n' $S >>l
    good 5
    printf '{"files":[%s,%s]}' "$(entry f)" "$(entry 'a\"b')" >l
    good 4
    python3 -m json.tool l >m
    mv m l
    good 4
    printf '[\n%s\n,%s\n]\n' "$(entry f)" "$(entry f)" >l
    good 4
    printf '{"version":1,"files":[%s],"made":{"by":["x","}]"]}}\n' "$(entry f)" >l
    good 2
    printf '{"files":[%s' "$(entry f)" >l
    mhash -c l
    status 3
    err_has 'has no end'
    printf '{"name":"f","digests":{"SHA256":"%s"}\n{"name":"f","digests":{"SHA256":"%s"}}\n' $S $S >l
    refused 2 'the object before this line has no end'
    out 'f: OK\n'
    printf '%s\n{"name":"f","error":"No such file or directory"}\n' "$(entry f)" >l
    refused 2 'no digest of this file'
    printf '%s\n{"name":"f","digests":{"BLAKE3":"00"}}\n' "$(entry f)" >l
    refused 2 'no such algorithm'
    for bad in '{"name":"f","name":"g","digests":{}}' '{"name":3}' '{"digests":{}}' \
        '{"name":"f","digests":{"MD5":3}}' '{"name":"f","digests":{"MD5":"00"}}' '{"name":"f\u0000g","digests":{}}' \
        '{"name":"f","name_base64":"Zg=","digests":{}}' '{"name":"","digests":{}}' '{x}' '{"name":"f","size":-1}'; do
        printf '%s\n%s\n' "$(entry f)" "$bad" >l
        refused 2 ''
    done
    printf '{"files":[]}' >l
    mhash -c l
    status 3
    { entry f; echo garbage; } >l
    refused 1 'not a JSON object'
}

@test "BagIt: percent escapes, and only in bags" {
    mkdir data
    abc 'data/a%b' $'data/l\nf' 'data/x%41' f%25
    printf '%s  data/a%%25b\n%s  data/l%%0Af\n%s  data/x%%41\n' $S $S $S >manifest-sha256.txt
    mhash -c manifest-sha256.txt
    out 'data/a%%b: OK\n\\data/l\\nf: OK\ndata/x%%41: OK\n'
    status 0
    printf '%s  f%%25\n' $S >l
    good 1
    printf '%s manifest-md5.txt\n' $H >tagmanifest-md5.txt
    abc manifest-md5.txt
    mhash -c tagmanifest-md5.txt
    status 0
}

@test "Debian: Release, .dsc, .changes" {
    mkdir -p main/binary
    abc main/binary/Packages f_1.dsc f_1.tar.xz
    cat >l <<END
Origin: Debian
Suite: stable
Date: Sat, 01 Jan 2026 00:00:00 UTC
MD5Sum:
 $H 3 main/binary/Packages
SHA256:
 $S        3 main/binary/Packages
Description: something
 $Z0 that is no entry
END
    good 2
    cat >l <<END
Format: 3.0 (quilt)
Source: f
Checksums-Sha1:
 $S1 3 f_1.tar.xz
Checksums-Sha256:
 $S 3 f_1.tar.xz
Files:
 $H 3 f_1.tar.xz
END
    good 3
    cat >l <<END
Format: 1.8
Checksums-Sha256:
 $S 3 f_1.dsc
Files:
 $H 3 utils optional f_1.dsc
 $H 3 utils optional f_1.tar.xz
END
    good 3
    sed -i "s/^ $S 3 f_1.dsc/ $S 4 f_1.dsc/" l
    mhash -c l
    status 1
    err_has 'size expected 4, found 3'
    printf 'Checksums-Blake9:\n 00 3 f\nSHA256:\n %s 3 f_1.dsc\n' $S >l
    refused 2 'no such algorithm'
    printf 'SHA256:\n %s f_1.dsc\n' $S >l
    refused 2 'not DIGEST SIZE NAME'
    printf 'SHA256:\n %s 3 f_1.dsc\njunk\n' $S >l
    refused 3 'neither a field'
}

@test "FreeBSD distinfo: SIZE is checked, and alone is no verification" {
    abc f-1.tar.gz
    printf 'TIMESTAMP = 1700000000\nSHA256 (f-1.tar.gz) = %s\nSIZE (f-1.tar.gz) = 3\n' $S >l
    good 1
    sed -i 's/= 3$/= 4/' l
    mhash -c l
    status 1
    err_has 'size expected 4, found 3'
    printf 'SIZE (f-1.tar.gz) = 3\n' >l
    mhash -c l
    status 3
    out 'f-1.tar.gz: NOT VERIFIED (size alone)\n'
    printf 'SIZE (f-1.tar.gz) = 3\nSHA256 (f-1.tar.gz) = %s\n' $S >l
    good 1
    printf 'SIZE (f-1.tar.gz) = x\nSHA256 (f-1.tar.gz) = %s\n' $S >l
    refused 1 'not a number'
    # However the list is cut into reads
    { printf 'SHA256 (f-1.tar.gz) = %s\n' $S; sleep 0.2; printf 'SIZE (f-1.tar.gz) = 3\n'; } |
        "$MHASH" -c >"$SEEN/ours.out"
    out 'f-1.tar.gz: OK\n'
}

@test "Gentoo Manifest" {
    mkdir files
    abc d.tar files/p.patch
    B=00112233
    printf 'DIST d.tar 3 BLAKE2B %s SHA512 %s\nAUX p.patch 3 BLAKE2B %s SHA256 %s MD5 %s\n' $B \
        "$(sha512sum <d.tar | cut -c-128)" $B $S $H >l
    good 3
    printf 'DIST d.tar 3 BLAKE2B %s\n' $B >l
    refused 1 'no such algorithm'
    printf 'DIST d.tar 3 SHA256 %s MD5\n' $S >l
    refused 1 'without digest'
    printf 'DIST d.tar 4 SHA256 %s\n' $S >l
    mhash -c l
    status 1
}

@test "certutil and Get-FileHash" {
    mkdir dir
    abc f.txt dir/g 'a b'
    printf 'SHA256 hash of f.txt:\r\n%s\r\nCertUtil: -hashfile command completed successfully.\r\n' $S >l
    good 1
    printf 'MD5 hash of file a b:\r\n%s\r\nCertUtil: -hashfile command completed successfully.\r\n' \
        "$(echo $H | sed 's/../& /g;s/ $//')" >l
    good 1
    printf 'SHA256 hash of f.txt:\nCertUtil: -hashfile command completed successfully.\n' >l
    refused 2 'promised'
    printf 'SHA256 hash of f.txt:\n' >l
    refused 1 'has no end'
    {
        printf '\n%-15s %-70s %-4s\n%-15s %-70s %-4s\n' Algorithm Hash Path --------- ---- ----
        printf '%-15s %-70s %s   \n' SHA256 "$(upper $S)" 'dir\g' MD5 "$(upper $H)" 'a b'
        printf '\n\n'
    } >l
    good 2
    err_has 'read with slashes for backslashes'
    {
        printf '\n\nAlgorithm : SHA256\nHash      : %s\nPath      : f.txt\n\n' "$(upper $S)"
        printf 'Algorithm : MD5\nHash      : %s\n            %s\nPath      : a b\n\n\n\n' ${H:0:20} ${H:20}
    } >l
    good 2
    printf 'Algorithm : SHA256\nHash      : %s\nPath      : f.txt\n' $S >l
    good 1
    printf 'Algorithm : SHA256\nHash      : %s\n' $S >l
    mhash -c l
    status 3
    printf '"Algorithm","Hash","Path"\r\n"SHA256","%s","f.txt"\r\n"MD5","%s","a b"\r\n' "$(upper $S)" "$(upper $H)" >l
    good 2
    { printf '\377\376'; printf '"Algorithm","Hash","Path"\r\n"SHA256","%s","f.txt"\r\n' $S | iconv -f UTF-8 -t UTF-16LE; } >l
    good 1
}

@test "Windows names: only if the literal name does not exist, and it is told" {
    mkdir dir
    abc dir/f
    printf '%s  dir\\f\n' $S >l
    good 1
    err_has 'l: 1: no such name; read with slashes for backslashes'
    printf x >'dir\f'
    mhash -c l
    status 1
    out 'dir\\f: FAILED\n'
    rm 'dir\f'
    printf '%s  dir\\g\n' $S >l
    mhash -c l
    status 2
    # The sum names take names as they stand
    printf '%s  dir\\f\n' $H >l
    sum md5sum -c l
}

@test "PGP: dash-escapes undone, the signature not checked and that said, nothing outside" {
    abc f -- '-f'
    cat >l <<END
-----BEGIN PGP SIGNED MESSAGE-----
Hash: SHA512

$S  f
- -----x
SHA256 (-f) = $S
-----BEGIN PGP SIGNATURE-----

iQEzBAEBCAAdFiEE
=abcd
-----END PGP SIGNATURE-----
END
    mhash -c l
    status 3
    err_has 'l: 5: '
    sed -i '/^- -/d' l
    good 2
    err_has 'the PGP signature is not checked'
    sed -e "\$a$S  f" l >m
    mv m l
    refused 11 'behind the signature'
    sed -i -e '$d' -e "1i$S  f" l
    refused 2 'not part of what was signed'
    sed -i -e 1d -e '/END PGP/d' l
    mhash -c l
    status 3
    err_has 'the signed message has no end'
}

@test "signify: header skipped, the signature not checked and that said" {
    abc f
    key=$( (printf Ed; head -c 72 /dev/zero) | base64 -w0)
    printf 'untrusted comment: verify with x.pub\n%s\nSHA256 (f) = %s\n' "$key" $S >l
    good 1
    err_has 'the signify signature is not checked'
    printf 'untrusted comment: verify with x.pub\nSHA256 (f) = %s\n' $S >l
    refused 2 'not a signature'
}

@test "lists of our own, in each encoding" {
    abc f $'a\nb' 'x\y'
    for encoding in hex base64 bubblebabble; do
        mhash -a md5,sha256,rmd160 --encoding $encoding f $'a\nb' 'x\y'
        cp "$SEEN/ours.out" l
        good 9
    done
}

@test "every style that we write is read back" {
    abc f 'a b' 'c,d' 'e"f' '(g) = h' $'\351'
    refused=0
    for style in gnu bsd openssl hashdeep sfv csv json jsonl certutil get-filehash; do
        for algorithms in md5 sha256 sha512/256 md5,sha256,rmd160; do
            [ $style != gnu ] || [[ $algorithms != *,* ]] || continue
            mhash -a $algorithms --style $style f 'a b' 'c,d' 'e"f' '(g) = h' $'\351'
            # What a style cannot hold is refused.
            [ "$code" -ne 64 ] || { refused=$((refused + 1)); continue; }
            status 0
            cp "$SEEN/ours.out" l
            mhash -c -q -a $algorithms l
            status 0 || { echo "$style $algorithms"; cat l; false; }
            out ''
            printf x >f
            mhash -c -q -a $algorithms l
            status 1
            abc f
        done
    done
    [ "$refused" -le 3 ]
    printf key >k
    for style in bsd openssl csv json jsonl; do
        mhash --hmac-key-file k --style $style -a md5,sha256 f
        cp "$SEEN/ours.out" l
        mhash -c --hmac-key-file k l
        status 0
    done
    mkdir d
    ln -s target d/link
    abc d/f
    mhash -r --symlinks link --style jsonl d
    cp "$SEEN/ours.out" l
    good 2
    ln -sfn other d/link
    mhash -c -q l
    out 'd/link: FAILED\n'
    status 1
}

@test "no line is passed over: junk between good lines of any dialect fails" {
    abc f
    junk='this is no entry'
    check() {
        mhash -c l
        status 3
        err_has 'improperly formatted'
        grep -q 'f: OK' "$SEEN/ours.out"
    }
    printf '%s  f\n%s\n' $S "$junk" >l && check
    printf 'SHA256 (f) = %s\n%s\n' $S "$junk" >l && check
    printf 'f %s\n%s\n' $S "$junk" >l && check
    printf '%s f\n%s\n' $S "$junk" >l && check
    printf 'name,SHA256\nf,%s\n%s\n' $S "$junk" >l && check
    printf '{"name":"f","digests":{"MD5":"%s"}}\n%s\n' $H "$junk" >l && check
    printf '%%%%%%%% HASHDEEP-1.0\n%%%%%%%% md5,filename\n%s,f\n%s\n' $H "$junk" >l && check
    printf 'SHA256:\n %s 3 f\n%s\n' $S "$junk" >l && check
    printf 'DIST f 3 MD5 %s\n%s\n' $H "$junk" >l && check
    printf 'MD5 hash of f:\n%s\n%s\n' $H "$junk" >l && check
    printf 'Algorithm : MD5\nHash : %s\nPath : f\n\n%s\n' $H "$junk" >l && check
    printf 'Algorithm  Hash  Path\n---- ---- ----\nMD5  %s  f\n%s\n' $H "$junk" >l && check
}

@test "a list whose lines end in NUL: names are taken as they are" {
    abc $'a\r' $'b\r\n' '\c' 'd\n' $'\ne' ' f' '#g' 'plain'
    for form in gnu bsd; do
        mhash -z --style $form -- $'a\r' $'b\r\n' '\c' 'd\n' $'\ne' ' f' '#g' plain
        cp "$SEEN/ours.out" l
        mhash -c -z l
        status 0
        [ "$(grep -c ': OK$' "$SEEN/ours.out")" -eq 8 ]
        # Another file under the cut name must not stand in for it.
        printf abc >a
        printf EVIL >$'a\r'
        mhash -c -z l
        status 1
        rm a
        abc $'a\r'
    done
}
