# SPDX-License-Identifier: MIT
#
# digests.bats - published digests through the whole tool: lengths where counters and padding turn.

# shellcheck disable=SC1003,SC2016,SC2034,SC2086,SC2164

load helper

# digest ALGORITHM DIGEST FILE
digest() {
    mhash -a "$1" "$3"
    [ "$(cut -d' ' -f1 "$SEEN/ours.out")" = "$2" ] || {
        cat "$SEEN/ours.out"
        return 1
    }
}

@test "AR01c 2^29 bytes and one less and one more, as sparse files" {
    truncate -s 536870911 less
    truncate -s 536870912 even
    truncate -s 536870913 more
    mhash -a md5,sha1,sha256,rmd160 less even more
    status 0
    cp "$SEEN/ours.out" together
    for line in 'SHA1 (less) = 7d32aa572655d797397393e83c8204082f7e71e5' \
        'RMD160 (less) = a86be5274e9015b59ee43e67edc325284f803114' \
        'MD5 (even) = aa559b4e3523a6c931f08f4df52d58f2' \
        'SHA1 (even) = 5b088492c9f4778f409b7ae61477dec124c99033' \
        'SHA256 (even) = 9acca8e8c22201155389f65abbf6bc9723edc7384ead80503839f49dcc56d767' \
        'RMD160 (even) = a9d34a6e516f2aa5723f5c3b829180dce1da3fbb' \
        'MD5 (more) = ea3b62c6b93cb3625a1fd76777985f5a' \
        'RMD160 (more) = 82e97d3b733eea431f15942414f3274e447ff461'; do
        grep -qxF "$line" together
    done
    # Alone, an algorithm goes through another path.
    mhash --tag -a sha256 even more
    diff "$SEEN/ours.out" <(grep '^SHA256 (\(even\|more\))' together)
}

@test "AR05 RIPEMD-160 around its padding limits" {
    for pair in 0:9c1185a5c5e9fc54612808977ee8f548b2258d31 47:12df7d75062ff8fb6e34b5c960eb8ad0789021b2 \
        48:820a75393740a895cfa73e34c6f5bedfb1441791 55:0d8a8c9063a48576a7c97e9f95253a6e53ff6765 \
        56:e72334b46c83cc70bef979e15453706c95b888be 63:e640041293fe663b9bf3f8c21ffecac03819e6b2 \
        64:9dfb7d374ad924f3f88de96291c33e9abed53e32 119:23e398ff2bac815aa1bbb57ca2a669c841872919 \
        120:c476770a6dae31fcee8d25efe6559a05c8024595 128:8dfdfb32b2ed5cb41a73478b4fd60cc5b4648b15; do
        head -c "${pair%:*}" /dev/zero | tr '\0' a >f
        digest rmd160 "${pair#*:}" f
    done
    printf abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq >f
    digest ripemd-160 12a053384a9c0c88e405a06c27dcf49ada62eb2b f
}

@test "every length up to 300, beside coreutils" {
    head -c 300 /dev/urandom >all
    mkdir d
    for ((i = 0; i <= 300; i++)); do
        head -c $i all >d/$i
    done
    for name in md5sum sha1sum sha224sum sha256sum sha384sum sha512sum; do
        sum $name d/*
        status 0
    done
}

@test "pipes: pieces of any size" {
    head -c 300000 /dev/urandom >g
    for size in 1 63 1000 65536; do
        n=$((300000 / size > 2000 ? 2000 : 300000 / size))
        head -c $((size * n)) g >part
        dd if=part bs=$size 2>/dev/null | "$MHASH_SUM/sha256sum" >o
        sha256sum <part | cmp - o
    done
}
