# SPDX-License-Identifier: MIT
# bash completion for mhash
# shellcheck shell=bash

_mhash() {
    # shellcheck disable=SC2034 # _init_completion sets them
    local cur prev words cword split
    _init_completion -s -n : 2>/dev/null || {
        COMPREPLY=()
        cur=${COMP_WORDS[COMP_CWORD]}
        prev=${COMP_WORDS[COMP_CWORD - 1]}
    }
    case $prev in
    -a | --algorithm)
        # The last of a comma-separated list; what stands before it is kept.
        local names before=
        names=$(mhash --list 2>/dev/null | awk 'NR > 1 { print tolower($2) }')
        [[ $cur != *,* ]] || before=${cur%,*},
        mapfile -t COMPREPLY < <(compgen -P "$before" -W "$names" -- "${cur##*,}")
        compopt -o nospace 2>/dev/null
        return
        ;;
    --style)
        mapfile -t COMPREPLY < <(compgen -W 'gnu bsd' -- "$cur")
        return
        ;;
    --encoding)
        mapfile -t COMPREPLY < <(compgen -W 'hex base64 raw bubblebabble' -- "$cur")
        return
        ;;
    --symlinks)
        mapfile -t COMPREPLY < <(compgen -W 'skip follow' -- "$cur")
        return
        ;;
    esac
    if [[ $cur == -* && $prev != --hmac-key-file ]]; then
        mapfile -t COMPREPLY < <(compgen -W '--algorithm --check --encoding --help --hmac-key-file
            --bench --ignore-missing --json --list --quiet --recursive --self-test --status --strict --style
            --symlinks --tag --version --warn --zero' -- "$cur")
        return
    fi
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
}

complete -F _mhash mhash
