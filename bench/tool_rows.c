/* SPDX-License-Identifier: MIT
 *
 * tool_rows.c - what the tool suite measures, as tables. Runs nothing.
 */
#include "tool_rows.h"

#define KIB *(size_t)1024
#define MIB *(size_t)1048576
#define FIND "find '{d}' -type f -print0 | xargs -0 "

/* clang-format off */

/* ---- Commands ------------------------------------------------------------------------------ */

const struct tool tool_versions[] = {
    {"mhash", "{b}mhash --version", 0},
    {"coreutils", "md5sum --version", 0},
    {"uutils (rust-coreutils)", "coreutils md5sum --version", 0},
    {"openssl", "openssl version", 0},
    {"rhash", "rhash --version", 0},
    {"hashdeep", "hashdeep -V", 0},
    {"busybox", "busybox --help", 0},
    {"b3sum", "b3sum --version", 0},
    {0},
};

static const struct tool one_file[] = {
    {"mhash", "{b}mhash -a {a} {f}", TOOL_JUDGED},
    {"mhash as {a}sum", "{b}sum/{a}sum {f}", 0},
    {"coreutils", "{a}sum {f}", TOOL_JUDGED},
    {"openssl", "openssl dgst -r -{a} {f}", TOOL_JUDGED},
    {"rhash", "rhash --{a} --simple {f}", TOOL_JUDGED},
    {"hashdeep", "hashdeep -c {a} {f}", 0},
    {"busybox", "busybox {a}sum {f}", 0},
    {"uutils", "coreutils {a}sum {f}", 0},
    {"b3sum (BLAKE3, another digest)", "b3sum {f}", TOOL_OTHER},
    {0},
};

static const struct tool tree[] = {
    {"mhash -r", "{b}mhash -a {a} -r {d}", TOOL_JUDGED},
    {"find, xargs -P {a}sum", "sh:" FIND "-n250 -P{p} {a}sum", TOOL_JUDGED},
    {"find, xargs -P openssl", "sh:" FIND "-n250 -P{p} openssl dgst -r -{a}", TOOL_JUDGED},
    {"rhash -r", "rhash --{a} --simple -r {d}", TOOL_JUDGED},
    {"hashdeep -r", "hashdeep -c {a} -r {d}", TOOL_JUDGED},
    {0},
};

/* Peers that are slower than those above: on one tree. */
static const struct tool more_of_tree[] = {
    {"mhash -r", "{b}mhash -a {a} -r {d}", TOOL_JUDGED},
    {"find, xargs {a}sum", "sh:" FIND "{a}sum", 0},
    {"find, xargs -P busybox", "sh:" FIND "-n250 -P{p} busybox {a}sum", 0},
    {"find, xargs -P uutils", "sh:" FIND "-n250 -P{p} coreutils {a}sum", 0},
    {0},
};

static const struct tool one_worker[] = {
    {"mhash -j1 -r", "{b}mhash -a {a} -j1 -r {d}", TOOL_JUDGED},
    {"find, xargs {a}sum", "sh:" FIND "{a}sum", TOOL_JUDGED},
    {0},
};

/* The floor: reading the same files. */
static const struct tool floor_tools[] = {
    {"mhash -r", "{b}mhash -a {a} -r {d}", TOOL_JUDGED},
    {"find, xargs -P cat", "sh:" FIND "-n250 -P{p} cat", TOOL_JUDGED | TOOL_OTHER},
    {0},
};

static const struct tool io[] = {
    {"mhash", "{b}mhash -a {a} --io auto {f}", TOOL_JUDGED},
    {"mhash --io read", "{b}mhash -a {a} --io read {f}", TOOL_JUDGED},
    {"mhash --io mmap", "{b}mhash -a {a} --io mmap {f}", TOOL_JUDGED},
    {"mhash --io direct", "{b}mhash -a {a} --io direct {f}", TOOL_JUDGED},
    {0},
};

#define FOUR "md5,sha1,sha256,sha512"
#define RHASH_FOUR "--md5 --sha1 --sha256 --sha512 --simple"
#define EACH_SUM(f) "for x in md5 sha1 sha256 sha512; do \"$x\"sum " f "; done"

static const struct tool four_of_one[] = {
    {"mhash", "{b}mhash -a " FOUR " {f}", TOOL_JUDGED},
    {"mhash -j1", "{b}mhash -j1 -a " FOUR " {f}", 0},
    {"rhash", "rhash " RHASH_FOUR " {f}", TOOL_JUDGED},
    {"coreutils, one after the other", "sh:" EACH_SUM("'{f}'"), TOOL_JUDGED},
    {0},
};

/* Two of a peer in parallel: halves of the tree, by the names of its folders. */
static const struct tool four_of_tree[] = {
    {"mhash -r", "{b}mhash -a " FOUR " -r {d}", TOOL_JUDGED},
    {"two rhash", "sh:" FIND "-n250 -P{p} rhash " RHASH_FOUR, TOOL_JUDGED},
    {"rhash -r", "rhash " RHASH_FOUR " -r {d}", 0},
    {"coreutils, one after the other", "sh:for x in md5 sha1 sha256 sha512; do " FIND
     "-n250 -P{p} \"$x\"sum; done", 0},
    {0},
};

static const struct tool three_of_tree[] = {
    {"mhash -r", "{b}mhash -a md5,sha1,sha256 -r {d}", TOOL_JUDGED},
    {"hashdeep -r", "hashdeep -c md5,sha1,sha256 -r {d}", TOOL_JUDGED},
    {"rhash -r", "rhash --md5 --sha1 --sha256 --simple -r {d}", TOOL_JUDGED},
    {"two rhash", "sh:" FIND "-n250 -P{p} rhash --md5 --sha1 --sha256 --simple", TOOL_JUDGED},
    {0},
};

static const struct tool etag[] = {
    {"mhash --s3-etag 8M", "{b}mhash --s3-etag 8M {f}", TOOL_JUDGED},
    {"dd and openssl, piece by piece",
     "sh:n=$(stat -c %s '{f}'); i=0; while [ $((i * 8388608)) -lt $n ]; do "
     "dd if='{f}' bs=8M skip=$i count=1 2>/dev/null | openssl dgst -md5 -binary; i=$((i + 1)); "
     "done | openssl dgst -r -md5", TOOL_JUDGED},
    {0},
};

static const struct tool first_line[] = {
    {"mhash -r, first line", "sh:'{b}mhash' -a {a} -r '{d}' | head -n 1", TOOL_JUDGED},
    {0},
};

static const struct tool whole_tree[] = {
    {"mhash -r", "{b}mhash -a {a} -r {d}", TOOL_JUDGED},
    {"find, xargs {a}sum", "sh:" FIND "{a}sum", TOOL_JUDGED},
    {0},
};

static const struct tool check_list[] = {
    {"mhash -c", "{b}mhash -a {a} -c --status {t}/list", TOOL_JUDGED},
    {"mhash -r", "{b}mhash -a {a} -r {d}", TOOL_JUDGED},
    {"coreutils -c", "{a}sum -c --status {t}/list", 0},
    {0},
};

static const struct tool parse_list[] = {
    {"mhash -c --only", "{b}mhash -a md5 -c --status --only {f} {t}/list", TOOL_JUDGED},
    {0},
};

static const struct tool audit[] = {
    {"mhash --audit", "{b}mhash -a {a} --audit {t}/list {d}", TOOL_JUDGED},
    {"find -printf", "sh:find '{d}' -printf '%s %T@\\n'", TOOL_JUDGED | TOOL_OTHER},
    {0},
};

/* What the launcher and the harness add: a command that does nothing. */
static const struct tool nothing[] = {
    {"true", "true", TOOL_JUDGED},
    {"busybox true", "busybox true", 0},
    {0},
};

/* ---- Workloads ------------------------------------------------------------------------------ */

static const struct tool_workload
    kib_1 = {"one file of 1 KiB", {{1, 1 KIB}}, {{1, 1 KIB}}},
    mib_1 = {"one file of 1 MiB", {{1, 1 MIB}}, {{1, 1 MIB}}},
    mib_64 = {"one file of 64 MiB", {{1, 64 MIB}}, {{1, 64 MIB}}},
    mib_256 = {"one file of 256 MiB", {{1, 256 MIB}}, {{1, 64 MIB}}},
    tree_4k = {"20,000 files of 4 KiB", {{20000, 4 KIB}}, {{2500, 4 KIB}}},
    tree_64k = {"8,000 files of 64 KiB", {{8000, 64 KIB}}, {{1000, 64 KIB}}},
    tree_1m = {"500 files of 1 MiB", {{500, 1 MIB}}, {{64, 1 MIB}}},
    mix = {"a mix: 4,000 of 4 KiB, 1,000 of 64 KiB, 60 of 1 MiB, one of 64 MiB",
           {{4000, 4 KIB}, {1000, 64 KIB}, {60, 1 MIB}, {1, 64 MIB}},
           {{500, 4 KIB}, {125, 64 KIB}, {8, 1 MIB}, {1, 8 MIB}}},
    empty_200k = {"200,000 empty files", {{200000, 0}}, {{10000, 0}}},
    tiny_300k = {"300,000 files of 16 bytes", {{300000, 16}}, {{10000, 16}}},
    tree_1000 = {"1,000 files of 4 KiB", {{1000, 4 KIB}}, {{1000, 4 KIB}}};

/* ---- Rows: those on one workload stand together, it is made once for them ---------------- */

#define ROW(id, section, title, workload, tools, ...)                                              \
    {id, section, title, &(workload), tools, __VA_ARGS__}
#define CHECK_LIST_SETUP "sh:'{b}mhash' -a {a} -r '{d}' > '{t}/list'"

const struct tool_row tool_rows[] = {
    ROW("true", "harness", "a command that does nothing", kib_1, nothing,
        .algorithms = ALG_MD5, .check = CHECK_STATUS, .rounds = 200, .quick_rounds = 60),
    ROW("start-up", "start", "start-up", kib_1, one_file,
        .algorithms = ALG_MD5, .rounds = 200, .quick_rounds = 60),
    ROW("file-1m", "files", "one file", mib_1, one_file,
        .algorithms = ALG_ALL, .rounds = 25, .full_only = true),
    ROW("file-64m", "files", "one file", mib_64, one_file,
        .algorithms = ALG_ALL, .rounds = 9, .full_only = true),
    ROW("file", "files", "one file", mib_256, one_file,
        .algorithms = ALG_ALL, .rounds = 7, .quick_rounds = 3),
    ROW("io", "io", "ways to read", mib_256, io,
        .algorithms = ALG_ALL, .rounds = 7, .quick_rounds = 3),
    ROW("four", "sets", "four digests in one pass", mib_256, four_of_one,
        .together = ALG_ALL, .rounds = 7, .quick_rounds = 3),
    ROW("etag", "sets", "S3 ETag of pieces of 8 MiB", mib_256, etag,
        .together = ALG_MD5, .check = CHECK_ETAG, .rounds = 7, .quick_rounds = 3),
    ROW("file-cold", "cold", "one file, cold", mib_256, one_file,
        .algorithms = ALG_MD5 | ALG_SHA256, .cold = true, .rounds = 3, .full_only = true),
    ROW("tree-64k", "trees", "tree", tree_64k, tree,
        .algorithms = ALG_ALL, .rounds = 7, .quick_rounds = 3),
    ROW("tree-more", "trees", "tree, other peers", tree_64k, more_of_tree,
        .algorithms = ALG_MD5 | ALG_SHA256, .rounds = 5, .full_only = true),
    ROW("floor", "trees", "beside reading alone", tree_64k, floor_tools,
        .algorithms = ALG_MD5, .rounds = 9, .quick_rounds = 5),
    ROW("four-tree", "sets", "four digests of a tree", tree_64k, four_of_tree,
        .together = ALG_ALL, .rounds = 5, .quick_rounds = 3),
    ROW("three-tree", "sets", "three digests of a tree", tree_64k, three_of_tree,
        .together = ALG_MD5 | ALG_SHA1 | ALG_SHA256, .rounds = 5, .quick_rounds = 3),
    ROW("check", "lists", "checking a list", tree_64k, check_list,
        .algorithms = ALG_MD5, .check = CHECK_STATUS, .rounds = 9, .quick_rounds = 5,
        .setup = CHECK_LIST_SETUP),
    ROW("tree-64k-cold", "cold", "tree, cold", tree_64k, tree,
        .algorithms = ALG_SHA256, .cold = true, .rounds = 3, .full_only = true),
    ROW("tree-4k", "trees", "tree", tree_4k, tree,
        .algorithms = ALG_ALL, .rounds = 7, .quick_rounds = 3),
    ROW("one-worker", "trees", "tree, one thread", tree_4k, one_worker,
        .algorithms = ALG_MD5, .rounds = 7, .quick_rounds = 3),
    ROW("tree-4k-cold", "cold", "tree, cold", tree_4k, tree,
        .algorithms = ALG_SHA256, .cold = true, .rounds = 3, .full_only = true),
    ROW("tree-1m", "trees", "tree", tree_1m, tree,
        .algorithms = ALG_ALL, .rounds = 7, .quick_rounds = 3),
    ROW("tree-1m-cold", "cold", "tree, cold", tree_1m, tree,
        .algorithms = ALG_SHA256, .cold = true, .rounds = 3, .full_only = true),
    ROW("mix", "trees", "tree", mix, tree,
        .algorithms = ALG_ALL, .rounds = 7, .quick_rounds = 3),
    ROW("mix-cold", "cold", "tree, cold", mix, tree,
        .algorithms = ALG_SHA256, .cold = true, .rounds = 3, .full_only = true),
    ROW("first-line", "many", "until the first line", tiny_300k, first_line,
        .algorithms = ALG_MD5, .check = CHECK_FIRST, .rounds = 5, .full_only = true),
    ROW("tiny", "many", "tree", tiny_300k, whole_tree,
        .algorithms = ALG_MD5, .rounds = 3, .full_only = true),
    ROW("audit", "lists", "audit", empty_200k, audit,
        .algorithms = ALG_MD5, .check = CHECK_STATUS, .rounds = 5, .full_only = true,
        .setup = CHECK_LIST_SETUP),
    ROW("parse", "lists", "a list of 1,000,000 entries, one of them checked", kib_1, parse_list,
        .algorithms = ALG_MD5, .check = CHECK_STATUS, .rounds = 7, .full_only = true,
        .setup = "sh:{ awk 'BEGIN { for (i = 0; i < 999999; i++) "
                 "printf \"%032x  gone/f%06d\\n\", i, i }'; md5sum '{f}'; } > '{t}/list'"),
    {0},
};

/* One call too many in a hundred files would show; opening the program and the folder does not. */
const struct tool_count tool_counts[] = {
    {"calls", 4, "strace", &tree_1000, "md5",
     "sh:strace -f -qq -c -e trace=open,openat,fstat,newfstatat,statx,read,pread64,readv,close,mmap,"
     "lseek,fadvise64,fcntl,ioctl -o '{t}/calls' '{b}mhash' -a {a} -j1 -r '{d}' > '{t}/out' && "
     "awk '$NF != \"total\" && $4 ~ /^[0-9]+$/ { n += $4 } END { printf \"%.1f\", n / 1000 }' "
     "'{t}/calls'",
     " calls", "system calls for a file of a tree, one thread", 6.0},
    {"launcher", 7, "/proc", &kib_1, "md5",
     "sh:sed -n 's/^VmHWM:[^0-9]*\\([0-9]*\\) kB/\\1/p' /proc/$PPID/status",
     " KiB", "peak memory of the launcher", 1024},
    {0},
};

/* ---- Bars ----------------------------------------------------------------------------------- */

#define FILE_BARS(a, name, speed)                                                                  \
    {"file-" a, 2, "file", a, NULL, NULL, BAR_TIME, 1.00, 0, name ", one file of 256 MiB"},        \
    {"file-fast-" a, 4, "file", a, NULL, NULL, BAR_SPEED, speed, 0, name ", one file of 256 MiB"}
#define TREE_BARS(a, name, speed_4k, speed)                                                        \
    {"tree-4k-" a, 4, "tree-4k", a, NULL, NULL, BAR_SPEED, speed_4k, 0,                            \
     name ", 20,000 files of 4 KiB"},                                                              \
    {"tree-64k-" a, 4, "tree-64k", a, NULL, NULL, BAR_SPEED, speed, 0,                             \
     name ", 8,000 files of 64 KiB"},                                                              \
    {"tree-1m-" a, 4, "tree-1m", a, NULL, NULL, BAR_SPEED, speed, 0, name ", 500 files of 1 MiB"}

const struct tool_bar tool_bars[] = {
    FILE_BARS("md5", "MD5", 1.2),
    FILE_BARS("sha1", "SHA-1", 1.15),
    FILE_BARS("sha256", "SHA-256", 1.15),
    FILE_BARS("sha512", "SHA-512", 1.08),
    {"file-memory", 2, "file", NULL, NULL, NULL, BAR_PEAK, 6, 0, "one file of 256 MiB"},
    {"start-up", 2, "start-up", "md5", NULL, "coreutils", BAR_TIME, 1.10, 0,
     "start-up, one file of 1 KiB"},
    TREE_BARS("md5", "MD5", 3, 4.5),
    TREE_BARS("sha1", "SHA-1", 3, 2.2),
    TREE_BARS("sha256", "SHA-256", 3, 1.9),
    TREE_BARS("sha512", "SHA-512", 3, 3),
    {"four", 4, "four", NULL, NULL, "rhash", BAR_SPEED, 2.5, 0, "four digests of 256 MiB"},
    {"four-one", 4, "four", NULL, "mhash -j1", "rhash", BAR_SPEED, 1.5, 2.2,
     "four digests of 256 MiB, one thread"},
    {"four-tree", 4, "four-tree", NULL, NULL, "two rhash", BAR_SPEED, 4, 0,
     "four digests of 8,000 files of 64 KiB"},
    {"etag", 4, "etag", NULL, NULL, NULL, BAR_SPEED, 8, 0, "S3 ETag of 256 MiB"},
    {"engine-file-memory", 4, "file", NULL, NULL, NULL, BAR_PEAK, 8, 0, "one file of 256 MiB"},
    {"tree-64k-memory", 4, "tree-64k", NULL, NULL, NULL, BAR_PEAK, 32, 0, "8,000 files of 64 KiB"},
    {"tree-4k-memory", 4, "tree-4k", NULL, NULL, NULL, BAR_PEAK, 32, 0, "20,000 files of 4 KiB"},
    {"tree-1m-memory", 4, "tree-1m", NULL, NULL, NULL, BAR_PEAK, 32, 0, "500 files of 1 MiB"},
    {"floor", 4, "floor", "md5", NULL, "find, xargs -P cat", BAR_TIME, 2, 0,
     "MD5 of 8,000 files, against reading them"},
    {"engine-start-up", 4, "start-up", "md5", NULL, "coreutils", BAR_TIME, 1.10, 0,
     "start-up, one file of 1 KiB"},
    {"tree-4k-one", 4, "one-worker", "md5", NULL, "find, xargs md5sum", BAR_TIME, 1.10, 0,
     "20,000 files of 4 KiB, one thread"},
    {"first-line", 4, "first-line", NULL, NULL, NULL, BAR_MS, 1000, 0,
     "300,000 tiny files, until the first line"},
    {"tiny-memory", 4, "tiny", NULL, NULL, NULL, BAR_PEAK, 32, 0, "300,000 tiny files"},
    {"check", 5, "check", "md5", NULL, "mhash -r", BAR_TIME, 1.05, 0,
     "checking a list of 8,000 files, against hashing them"},
    {"parse", 5, "parse", NULL, NULL, NULL, BAR_MS, 1000, 0, "reading a list of 1,000,000 entries"},
    {"parse-memory", 5, "parse", NULL, NULL, NULL, BAR_PEAK, 200, 0,
     "reading a list of 1,000,000 entries"},
    {"audit", 5, "audit", NULL, NULL, "find -printf", BAR_TIME, 2, 0,
     "audit of 200,000 empty files, against find"},
    {"harness", 7, "true", NULL, NULL, NULL, BAR_MS, 1, 0,
     "what the harness adds to the time of a command that does nothing"},
    {0},
};
/* clang-format on */
