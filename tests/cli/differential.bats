# SPDX-License-Identifier: MIT
#
# differential.bats - a short run of the differential tester; MHASH_DIFF_SECONDS and MHASH_DIFF_SEED
# make it longer and other.

# shellcheck disable=SC1003,SC2016,SC2034,SC2086,SC2164

load helper

@test "random lists, names and command lines: the same as coreutils" {
    [ -n "$ORACLE" ] || skip "coreutils 9.1 is not installed"
    for kind in lists names options; do
        python3 "$BATS_TEST_DIRNAME/differential.py" --sum "$MHASH_SUM" \
            --seconds "${MHASH_DIFF_SECONDS:-8}" --seed "${MHASH_DIFF_SEED:-1}" $kind
    done
}
