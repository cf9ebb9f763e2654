# SPDX-License-Identifier: MIT
# shellcheck shell=sh
#
# tap.sh - for the build tests: numbered results, a folder to work in. Sourced with the tree's root
# as working folder; ends the script by finish.
set -u
number=0 failed=0
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

# check NAME COMMAND...: ok if the command succeeds; else its output follows.
check()
{
    name=$1
    shift
    number=$((number + 1))
    if "$@" >"$work/output" 2>&1; then
        echo "ok $number - $name"
    else
        echo "not ok $number - $name"
        sed 's/^/# /' "$work/output"
        failed=1
    fi
}

# skip NAME WHY
skip()
{
    number=$((number + 1))
    echo "ok $number - $1 # SKIP $2"
}

# tap NAME COMMAND...: passes on the results of a command that prints TAP itself.
tap()
{
    name=$1
    shift
    "$@" >"$work/tap" 2>"$work/output"
    status=$?
    while IFS= read -r line; do
        case $line in
        ok\ *) rest=${line#* - } word=ok ;;
        not\ ok\ *) rest=${line#* - } word='not ok' ;;
        *) continue ;;
        esac
        number=$((number + 1))
        echo "$word $number - $name: $rest"
    done <"$work/tap"
    if [ "$status" -ne 0 ]; then
        number=$((number + 1))
        echo "not ok $number - $name ends with status $status"
        sed 's/^/# /' "$work/output"
        grep '^#' "$work/tap"
        failed=1
    fi
}

has()
{
    command -v "$1" >/dev/null 2>&1
}

finish()
{
    echo "1..$number"
    exit "$failed"
}
