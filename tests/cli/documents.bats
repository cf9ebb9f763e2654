# SPDX-License-Identifier: MIT
#
# documents.bats - the man page and the completions say what the tool does.

# shellcheck disable=SC1003,SC2016,SC2034,SC2086,SC2164

load helper

options=(--algorithm --check --encoding --help --hmac-key-file --ignore-missing --jobs --list
    --no-progress --progress --quiet
    --recursive --self-test --status --strict --style --symlinks --tag --version --warn --zero)
# Selection and output.
options+=(--bare --color --exclude --exclude-from --files-from --files0-from --format --include
    --max-depth --max-size --min-size --no-hidden --one-file-system --output --sort --upper)
# Lists and keys.
options+=(--accept --audit --confine --expect --fail-fast --hmac --hmac-key-env --hmac-key-fd
    --hmac-key-format --older-than --only --prune --relative-to --report --resume --scrub
    --strict-algorithms --tag-bytes --update)

# How files are read.
options+=(--io --max-memory --no-cache --pieces --readers --s3-etag)
# How fast the library is.
options+=(--bench --json)

top() {
    cd "$BATS_TEST_DIRNAME/../.."
}

@test "the tool has these long options and no others" {
    mhash --=x
    status 64
    diff <(printf '%s\n' "${options[@]}" | sort) \
        <(grep -o "'--[a-z0-9-]*'" "$SEEN/ours.err" | tr -d "'" | sort)
}

@test "--help names every option" {
    mhash --help
    for option in "${options[@]}"; do
        grep -q -e " $option\b" "$SEEN/ours.out"
    done
}

@test "the man page names every option, and mandoc has no complaint" {
    top
    for option in "${options[@]}"; do
        grep -qE -e "(Fl| ,) (. , )?-${option#--}\b" docs/mhash.1
    done
    for letter in a c h j q r V w z; do
        grep -qE "^\.It Fl $letter( |$)" docs/mhash.1
    done
    command -v mandoc >/dev/null || skip "mandoc is not installed"
    # The database of installed pages is not ours, and hashmill(3) may not be in it.
    mandoc -Tlint docs/mhash.1 >"$SEEN/lint" || true
    refute grep -vE 'referenced manual not found|makewhatis' "$SEEN/lint"
}

@test "completions name every option, and the shells can read them" {
    top
    for option in "${options[@]}"; do
        grep -q -e "$option\b" completions/mhash.bash
        grep -q -e "$option\b" completions/_mhash
        grep -q -e "-l ${option#--}\b" completions/mhash.fish
    done
    bash -n completions/mhash.bash
    ! command -v zsh >/dev/null || zsh -n completions/_mhash
    ! command -v fish >/dev/null || fish -n completions/mhash.fish
}

@test "bash completes options, algorithms and styles" {
    top
    ln -s "$MHASH" "$BATS_TEST_TMPDIR/mhash"
    PATH=$BATS_TEST_TMPDIR:$PATH bash -c '
        source completions/mhash.bash 2>/dev/null
        try() {
            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
            _mhash 2>/dev/null
            echo "${COMPREPLY[@]}"
        }
        try mhash --hm
        try mhash -a sha512-
        try mhash -a md5,rm
        try mhash --style b
        try mhash --encoding b' >"$SEEN/ours.out"
    out '--hmac-key-file --hmac --hmac-key-env --hmac-key-fd --hmac-key-format\nsha512-224 sha512-256\nmd5,rmd160\nbsd\nbase64 bubblebabble\n'
}

@test "fish completes algorithms" {
    command -v fish >/dev/null || skip "fish is not installed"
    top
    ln -s "$MHASH" "$BATS_TEST_TMPDIR/mhash"
    export HOME=$BATS_TEST_TMPDIR
    PATH=$BATS_TEST_TMPDIR:$PATH fish -c 'source completions/mhash.fish
        complete -C "mhash -a sha512-" | string split -f1 \t' >"$SEEN/ours.out"
    out 'sha512-224\nsha512-256\n'
}
