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
complete -c mhash -l symlinks -x -a 'skip follow link' -d 'Symlinks inside a folder'
complete -c mhash -l style -x -a 'gnu bsd openssl hashdeep sfv csv json jsonl certutil get-filehash' -d 'Form of the lines'
complete -c mhash -l tag -d 'The same as --style bsd'
complete -c mhash -l encoding -x -a 'hex HEX base64 raw bubblebabble' -d 'Form of the digests'
complete -c mhash -l hmac-key-file -r -d 'Compute HMACs with the key in this file'
complete -c mhash -s z -l zero -d 'End lines with NUL'
complete -c mhash -s q -l quiet -d 'Print no OK lines'
complete -c mhash -l status -d 'Print no verdicts'
complete -c mhash -l ignore-missing -d 'Do not report files that are not there'
complete -c mhash -s w -l warn -d 'Tell bad lines (always done)'
complete -c mhash -l strict -d 'Fail for bad lines (always done)'
complete -c mhash -l progress -d 'Show how far the run is'
complete -c mhash -l no-progress -d 'Do not show how far the run is'
complete -c mhash -s j -l jobs -x -d 'Hash on so many threads'
complete -c mhash -l list -d 'List the algorithms'
complete -c mhash -l self-test -d 'Test all code that this machine can run'
complete -c mhash -s h -l help -d 'Show the help'
complete -c mhash -s V -l version -d 'Show the version'
complete -c mhash -l include -x -d 'Take what matches'
complete -c mhash -l exclude -x -d 'Leave out what matches'
complete -c mhash -l exclude-from -r -d 'Rules in the form of gitignore'
complete -c mhash -l no-hidden -d 'Leave out names that begin with a dot'
complete -c mhash -s x -l one-file-system -d 'Stay on one file system'
complete -c mhash -l min-size -x -d 'Leave out smaller files'
complete -c mhash -l max-size -x -d 'Leave out larger files'
complete -c mhash -l max-depth -x -d 'How deep to go'
complete -c mhash -l sort -x -a 'name none size' -d 'Order within a folder'
complete -c mhash -l files-from -r -d 'Take the names in this file'
complete -c mhash -l files0-from -r -d 'Take the names in this file, ended by NUL'
complete -c mhash -s o -l output -r -d 'Write this file'
complete -c mhash -l color -x -a 'auto always never' -d 'Colour verdicts'
complete -c mhash -l bare -d 'Digests alone'
complete -c mhash -l format -x -d 'Text for each file'
complete -c mhash -l upper -d 'Digests in upper case'
