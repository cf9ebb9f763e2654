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
        names=$(mhash --list 2>/dev/null | awk '!NF { exit } NR > 1 { print tolower($2) }')
        [[ $cur != *,* ]] || before=${cur%,*},
        mapfile -t COMPREPLY < <(compgen -P "$before" -W "$names" -- "${cur##*,}")
        compopt -o nospace 2>/dev/null
        return
        ;;
    --style)
        mapfile -t COMPREPLY < <(compgen -W 'gnu bsd openssl hashdeep sfv csv json jsonl certutil
            get-filehash' -- "$cur")
        return
        ;;
    --encoding)
        mapfile -t COMPREPLY < <(compgen -W 'hex HEX base64 raw bubblebabble' -- "$cur")
        return
        ;;
    --symlinks)
        mapfile -t COMPREPLY < <(compgen -W 'skip follow link' -- "$cur")
        return
        ;;
    --report)
        mapfile -t COMPREPLY < <(compgen -W 'text short json jsonl' -- "$cur")
        return
        ;;
    --hmac-key-format)
        mapfile -t COMPREPLY < <(compgen -W 'raw hex base64' -- "$cur")
        return
        ;;
    --hmac-key-env)
        mapfile -t COMPREPLY < <(compgen -v -- "$cur")
        return
        ;;
    --sort)
        mapfile -t COMPREPLY < <(compgen -W 'name none size' -- "$cur")
        return
        ;;
    --io)
        mapfile -t COMPREPLY < <(compgen -W 'auto read mmap direct' -- "$cur")
        return
        ;;
    --color)
        mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$cur")
        return
        ;;
    esac
    if [[ $cur == -* && $prev != --hmac-key-file ]]; then
        mapfile -t COMPREPLY < <(compgen -W '--algorithm --check --encoding --help --hmac-key-file
            --bench --ignore-missing --jobs --json --list --no-progress --progress --quiet
            --recursive --self-test --status --strict --style --symlinks --tag --version --warn --zero --bare --color --exclude --exclude-from
            --files-from --files0-from --format --include --max-depth --max-size --min-size
            --no-hidden --one-file-system --output --sort --upper --accept --audit --confine --expect
            --fail-fast --hmac --hmac-key-env --hmac-key-fd --hmac-key-format --older-than --only --prune
            --relative-to --report --resume --scrub --strict-algorithms --tag-bytes --update
            --io --max-memory --no-cache --pieces --readers --s3-etag' -- "$cur")
        return
    fi
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
}

complete -F _mhash mhash
