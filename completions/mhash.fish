# SPDX-License-Identifier: MIT
# fish completion for mhash

function __mhash_algorithms
    # The last of a comma-separated list; what stands before it is kept.
    set -l before (string match -r '.*,' -- (commandline -ct))
    for name in (mhash --list 2>/dev/null | awk 'NR > 1 { print tolower($2) }')
        echo "$before$name"
    end
end

complete -c mhash -s a -l algorithm -x -a '(__mhash_algorithms)' -d 'Digests to compute'
complete -c mhash -s c -l check -d 'Check files against lists'
complete -c mhash -s r -l recursive -d 'Enter folders'
complete -c mhash -l symlinks -x -a 'skip follow' -d 'Symlinks inside a folder'
complete -c mhash -l style -x -a 'gnu bsd' -d 'Form of the lines'
complete -c mhash -l tag -d 'The same as --style bsd'
complete -c mhash -l encoding -x -a 'hex base64 raw bubblebabble' -d 'Form of the digests'
complete -c mhash -l hmac-key-file -r -d 'Compute HMACs with the key in this file'
complete -c mhash -s z -l zero -d 'End lines with NUL'
complete -c mhash -s q -l quiet -d 'Print no OK lines'
complete -c mhash -l status -d 'Print no verdicts'
complete -c mhash -l ignore-missing -d 'Do not report files that are not there'
complete -c mhash -s w -l warn -d 'Tell bad lines (always done)'
complete -c mhash -l strict -d 'Fail for bad lines (always done)'
complete -c mhash -l list -d 'List the algorithms'
complete -c mhash -l bench -d 'Time each algorithm on this machine'
complete -c mhash -l json -d 'With --bench, write JSON'
complete -c mhash -l self-test -d 'Test all code that this machine can run'
complete -c mhash -s h -l help -d 'Show the help'
complete -c mhash -s V -l version -d 'Show the version'
