/* SPDX-License-Identifier: MIT
 *
 * help.c - the texts of --help and --version.
 */
#include "help.h"

static const char mhash_help[] =
    "Usage: mhash [OPTION]... [FILE]...\n"
    "   or: mhash --check [OPTION]... [LIST]...\n"
    "   or: mhash --expect DIGEST [OPTION]... [FILE]\n"
    "   or: mhash --audit [OPTION]... LIST DIR\n"
    "   or: mhash --update [OPTION]... LIST DIR\n"
    "Compute message digests of files, or check files against lists of digests.\n"
    "\n"
    "Without FILE, or when FILE is -, read standard input. Without LIST likewise.\n"
    "\n"
    "What to compute:\n"
    "  -a, --algorithm NAME[,NAME]...\n"
    "                       the digests to compute, in this order; may be repeated;\n"
    "                       SHA-256 if not given; --list names them all;\n"
    "                       each file is read once, however many digests\n"
    "      --hmac           compute HMACs, with a key that is asked for, or\n"
    "      --hmac-key-file FILE, --hmac-key-fd N, --hmac-key-env VARIABLE\n"
    "                       with the key from there\n"
    "      --hmac-key-format FORM\n"
    "                       the key is raw (default, every byte), hex or base64\n"
    "      --tag-bytes N    cut HMACs to N bytes, at least half of the digest\n"
    "      --pieces SIZE    a line for each piece of SIZE bytes (K, M... as below):\n"
    "                       NAME#NUMBER@OFFSET+LENGTH\n"
    "      --s3-etag [SIZE] the S3 entity tag of an upload in parts of SIZE, or with\n"
    "                       --expect ETAG a check of one, which may go without SIZE\n"
    "\n"
    "Which files:\n"
    "  -r, --recursive      enter folders, in bytewise order; without FILE the\n"
    "                       current one; sockets, FIFOs and devices in it are\n"
    "                       told and skipped\n"
    "      --include GLOB   take what matches; before any other rule: only that\n"
    "      --exclude GLOB   leave out what matches; a folder with all that is in it\n"
    "      --exclude-from FILE\n"
    "                       rules of a file in the form of .gitignore; of all rules\n"
    "                       the last that matches decides\n"
    "      --no-hidden      leave out names that begin with a dot\n"
    "      --symlinks WHICH symlinks inside a folder: skip (default), follow, or\n"
    "                       link: the digest is that of the target's text; those\n"
    "                       named on the command line are followed\n"
    "  -x, --one-file-system\n"
    "                       do not enter folders on other file systems\n"
    "      --min-size SIZE  leave out smaller files: 100, 4K (or KiB), 4kB, M, G...\n"
    "      --max-size SIZE  leave out larger files\n"
    "      --max-depth N    1: only what is in the folder itself\n"
    "      --sort ORDER     in each folder: name (default), size, largest first, or\n"
    "                       none: as the file system has them\n"
    "      --files-from FILE, --files0-from FILE\n"
    "                       take the names in FILE, ended by LF or NUL, too;\n"
    "                       - is standard input\n"
    "\n"
    "Where to:\n"
    "  -o, --output FILE    write FILE, in one step at the end\n"
    "      --color WHEN     colour verdicts: auto (default), always, never\n"
    "\n"
    "How lines look:\n"
    "      --style STYLE    gnu: DIGEST  NAME (default with one algorithm)\n"
    "                       bsd: SHA256 (NAME) = DIGEST (with several, with a key)\n"
    "                       openssl, hashdeep, sfv, csv, json, jsonl, certutil,\n"
    "                       get-filehash\n"
    "      --tag            the same as --style bsd\n"
    "      --bare           the digests alone\n"
    "      --format TEMPLATE\n"
    "                       {name} {ename} {base} {size} {mtime} {epoch} {digest}\n"
    "                       {algorithm} {sha256}...; \\n \\t \\0 \\\\ \\{ \\} \\xHH\n"
    "      --encoding FORM  digests in hex (default), HEX, base64, bubblebabble, or\n"
    "                       raw: the bytes and nothing else, for one file\n"
    "      --upper          the same as --encoding HEX\n"
    "  -z, --zero           end lines with NUL and do not escape names;\n"
    "                       with --check, read such lists\n"
    "\n"
    "Checking:\n"
    "  -c, --check          read the LISTs and check the files they name; a line's\n"
    "                       algorithm is that of its tag, else the one of --algorithm\n"
    "                       with a digest of that length, else MD5, SHA-1, SHA-224,\n"
    "                       SHA-256, SHA-384 or SHA-512 by the length\n"
    "  -q, --quiet          do not print OK lines\n"
    "      --status         print no verdicts and no summary; the exit code tells\n"
    "      --ignore-missing do not report files that are not there\n"
    "      --fail-fast      stop at the first failure\n"
    "      --only NAME      check only this entry; a glob will do; may be repeated\n"
    "      --expect DIGEST  check one FILE against a digest in any spelling\n"
    "  -w, --warn           for compatibility: bad lines are always told\n"
    "      --strict         for compatibility: bad lines always fail\n"
    "\n"
    "Comparing a folder with a list:\n"
    "      --audit          tell what is changed, missing, extra, moved, copied\n"
    "      --update         add new files to LIST and renew what changed; see also:\n"
    "      --prune          delete entries of files that are gone\n"
    "      --scrub[=PERCENT]\n"
    "                       hash again what seems unchanged, to find corruption\n"
    "      --older-than DAYS\n"
    "                       but not what was checked since\n"
    "      --accept         overwrite digests although nothing explains the change\n"
    "      --resume         use the work of an interrupted update\n"
    "\n"
    "All jobs that read lists:\n"
    "      --relative-to WHERE\n"
    "                       names are relative to the list's folder (list) or to\n"
    "                       another one, not to the current folder\n"
    "      --confine        refuse names that are absolute or lead out by ..\n"
    "      --strict-algorithms\n"
    "                       refuse MD5 and SHA-1\n"
    "      --report FORM    text (default), json, jsonl, or short: like a diff\n"
    "\n"
    "How fast:\n"
    "  -j, --jobs N         hash on N threads (default: as many as there are CPUs to\n"
    "                       use); the output is the same whatever N\n"
    "      --readers N      read N files at a time of each device (default: one of a\n"
    "                       rotating disk, few of a network or removable one)\n"
    "      --max-memory SIZE\n"
    "                       use no more memory than SIZE, at least 8M (default: 16M\n"
    "                       and 3M for each thread, 11M with --io mmap or direct)\n"
    "      --io WAY         read files by read, mmap, or direct: past the page cache,\n"
    "                       so from the medium; auto, the default: read, but mmap\n"
    "                       for one large file that is in the page cache\n"
    "      --no-cache       leave nothing of what is read in the page cache\n"
    "      --progress       show on standard error how far the run is; the default if\n"
    "                       that is a terminal\n"
    "      --no-progress    do not\n"
    "\n"
    "Other:\n"
    "      --list           list the algorithms, their sizes and the code in use\n"
    "      --bench          time each algorithm on this machine, for about two\n"
    "                       seconds; with --json as JSON\n"
    "      --self-test      test all code that this machine can run\n"
    "  -h, --help           show this help\n"
    "  -V, --version        show the version\n"
    "\n"
    "Exit code: 0 all well; 1 a digest does not match, or for --audit and --update\n"
    "anything differs; 2 something is missing, unreadable, changed while being read\n"
    "or not writable; 3 a list is malformed, or nothing was verified though nothing\n"
    "was missing; 64 wrong usage. Several at once: 1 before 3 before 2.\n"
    "\n"
    "HASHMILL_CPU limits the instructions in use: portable, sse2, shani, avx2,\n"
    "avx512, avx2-shani, avx512-shani, native.\n"
    "\n"
    "Called as md5sum, sha1sum, sha224sum, sha256sum, sha384sum or sha512sum, it\n"
    "takes their options and prints what they print.\n";

static const char sum_help[] =
    "With no FILE, or when FILE is -, read standard input.\n"
    "  -b, --binary          mark names as read in binary mode\n"
    "  -c, --check           read checksums from the FILEs and check them\n"
    "      --tag             write BSD-style lines\n"
    "  -t, --text            mark names as read in text mode (default)\n"
    "  -z, --zero            end lines with NUL and do not escape names\n"
    "\n"
    "Only when checking:\n"
    "      --ignore-missing  neither fail nor report for files that are not there\n"
    "      --quiet           do not print OK lines\n"
    "      --status          print nothing, the exit status tells\n"
    "      --strict          fail if a line is improperly formatted\n"
    "  -w, --warn            tell each line that is improperly formatted\n"
    "\n"
    "      --help            show this help and exit\n"
    "      --version         show the version and exit\n"
    "\n"
    "A line is the checksum, a blank, a blank or (with --binary) an asterisk, and\n"
    "the name. Binary and text mode read the same bytes. If a name holds a backslash,\n"
    "line feed or carriage return, its line begins with a backslash and these are\n"
    "written as \\\\, \\n and \\r.\n"
    "\n"
    "Exit status: 0 if all went well, 1 otherwise.\n"
    "\n"
    "This is Hashmill's drop-in for the GNU tool; mhash(1) can do more.\n";

static const char rights[] = "Copyright (c) 2026 the Hashmill authors. MIT license.\n"
                             "There is no warranty, to the extent permitted by law.\n";

void help_mhash(struct text *out)
{
    text_add_string(out, mhash_help);
}

void help_sum(struct text *out, const char *program, const struct hm_algorithm *algorithm)
{
    text_add_string(out, "Usage: ");
    text_add_string(out, program);
    text_add_string(out, " [OPTION]... [FILE]...\nPrint or check ");
    text_add_string(out, hm_algorithm_tag(algorithm));
    text_add_string(out, " (");
    text_add_number(out, 8 * hm_algorithm_digest_size(algorithm));
    text_add_string(out, "-bit) checksums.\n\n");
    text_add_string(out, sum_help);
}

void version_mhash(struct text *out)
{
    text_add_string(out, "mhash (Hashmill ");
    text_add_string(out, hm_version());
    text_add_string(out, ")\n");
    text_add_string(out, rights);
}

void version_sum(struct text *out, const char *name)
{
    text_add_string(out, name);
    text_add_string(out, " (Hashmill ");
    text_add_string(out, hm_version());
    text_add_string(out, ") compatible with GNU coreutils 9.1\n");
    text_add_string(out, rights);
}
