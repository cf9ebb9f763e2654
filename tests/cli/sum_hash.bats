# SPDX-License-Identifier: MIT
#
# sum_hash.bats - hashing under the sum names, beside coreutils: lines, names, options, errors.

# shellcheck disable=SC1003,SC2016,SC2034,SC2086,SC2164

load helper

names=(md5sum sha1sum sha224sum sha256sum sha384sum sha512sum)

@test "every name, every form" {
    abc f
    head -c 100000 /dev/urandom >g
    : >empty
    for name in "${names[@]}"; do
        sum $name f g empty f
        status 0
        sum $name -b f
        sum $name --tag f g
        sum $name -z f g
        sum $name --tag -z f
        sum $name --text f
        sum $name -t -b f
        INPUT=g sum $name
        INPUT=g sum $name -
        INPUT=g sum $name - f -
        status 0
    done
    sum md5sum f
    out "$H  f\n"
    sum sha256sum --tag f
    out "SHA256 (f) = $S\n"
    sum sha1sum -b f
    out "$S1 *f\n"
}

@test "OU06 exact escape set of digest lines" {
    for ((byte = 1; byte < 256; byte++)); do
        [ $byte -ne 47 ] || continue
        name=$(printf 'a\\%03obx' $byte)
        # shellcheck disable=SC2059
        name=$(printf "$name")
        abc "${name%x}"
    done
    sum md5sum ./*
    status 0
    [ "$(wc -l <"$SEEN/ours.out")" -eq 254 ]
    [ "$(grep -c '^\\' "$SEEN/ours.out")" -eq 3 ]
    LC_ALL=C.UTF-8 sum md5sum ./*
    sum md5sum --tag ./*
    sum md5sum -z ./*
    md5sum ./* >list
    keep ours "$MHASH_SUM/md5sum" --quiet --strict -c list
    status 0
}

@test "OU07 a failed file leaves no rubbish" {
    abc f g
    sum md5sum f gone g
    out "$H  f\n$H  g\n"
    err 'md5sum: gone: No such file or directory\n'
    status 1
    cp "$SEEN/ours.out" l
    sum md5sum -c l
    out 'f: OK\ng: OK\n'
    status 0
}

@test "names in messages are quoted for a shell, by the locale" {
    for locale in C C.UTF-8; do
        export LC_ALL=$locale
        sum md5sum 'no pe' $'no\npe' "it's" "it's \$x" a:b '' '#a' 'a#' '{' '{a' '~' $'\377' \
            $'\303\251' $'\303\251'"'" $'\342\200\213' $'a\tb' $'\033[31m' 'a\b' 'a"b' "'" $'b\r'"'"$'\r'
        status 1
    done
}

@test "folders, dangling links, unreadable names" {
    mkdir d
    abc f
    ln -s nowhere dangling
    ln -s loop loop
    sum md5sum d f dangling loop f/x
    out "$H  f\n"
    err_has 'd: Is a directory'
    status 1
    sum md5sum "$(printf '%300s' x)"
    status 1
}

@test "the program's name in messages is argv[0]" {
    code=0
    "$MHASH_SUM/md5sum" gone 2>e || code=$?
    status 1
    printf '%s: gone: No such file or directory\n' "$MHASH_SUM/md5sum" | cmp - e
}

@test "options: every rule of usage, in coreutils' order" {
    abc f
    printf '%s  f\n' $H >l
    for args in '-cz' '-c --tag' '-cb' '-ct' '-czb --tag' '--tag -t' '-t --tag' '--ignore-missing f' \
        '--status f' '-w f' '--quiet f' '--strict f' '--strict --quiet f' '--status -w f' \
        '--status --ignore-missing --strict f' '--st' '--t' '--che l' '--=x' '--nope' '-x' \
        '--check=1' 'f -b' 'f -- -b' '-c l --tag' '-bc' '--tag --binary f' '--tag -b -t f'; do
        sum md5sum $args
        POSIXLY_CORRECT=1 sum md5sum $args
    done
}

@test "--help and --version are our own" {
    for name in "${names[@]}"; do
        keep ours "$MHASH_SUM/$name" --help
        status 0
        err ''
        for option in --binary --check --tag --text --zero --ignore-missing --quiet --status --strict \
            --warn --help --version; do
            grep -q -e "$option" "$SEEN/ours.out"
        done
        keep ours "$MHASH_SUM/$name" --version
        status 0
        head -n 1 "$SEEN/ours.out" |
            grep -xE "$name \(Hashmill [0-9]+\.[0-9]+\.[0-9]+\) compatible with GNU coreutils 9\.1"
    done
}

@test "standard input that is closed" {
    abc f
    for args in '-' 'f -' '-c' '-c -'; do
        for side in theirs ours; do
            dir=$MHASH_SUM
            [ $side = ours ] || dir=/usr/bin
            [ $side = ours ] || [ -n "$ORACLE" ] || continue
            keep $side bash -c "exec -a md5sum $dir/md5sum $args <&-"
        done
        status 1
        err_has 'md5sum: standard input: Bad file descriptor'
        [ -z "$ORACLE" ] || diff "$SEEN/theirs.err" "$SEEN/ours.err"
    done
}

@test "HASHMILL_CPU that names no tier is an error, and every tier gives the same" {
    head -c 12345 /dev/urandom >g
    HASHMILL_CPU=abacus keep ours "$MHASH_SUM/md5sum" g
    status 1
    for name in "${names[@]}"; do
        $name g >want
        for tier in portable sse2 shani avx2 avx512 avx2-shani avx512-shani native; do
            HASHMILL_CPU=$tier "$MHASH_SUM/$name" g | cmp - want
        done
    done
}
