/* SPDX-License-Identifier: MIT
 *
 * workload.c - see workload.h. Files are called f000000, f000001...: wherever one of these names
 * stands in a line behind a slash, the digests in that line must be its own.
 */
#define _GNU_SOURCE 1 /* nftw */
#include "workload.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "contender.h"
#include "process.h"

enum { CHUNK = 1 << 16, PER_FOLDER = 1000, PIECE = 8 << 20 };

const struct workload_algorithm workload_algorithms[WORKLOAD_ALGORITHMS] = {
    {HM_MD5, "md5"}, {HM_SHA1, "sha1"}, {HM_SHA256, "sha256"}, {HM_SHA512, "sha512"}};

static const struct hm_algorithm *algorithm(size_t a)
{
    return hm_algorithm_at(workload_algorithms[a].id);
}

static void file_path(const struct workload *w, size_t i, char *path, size_t size)
{
    snprintf(path, size, "%.2040s/d/%03zu/f%06zu", w->folder, i / PER_FOLDER, i);
}

static uint8_t *digest_of(const struct workload *w, size_t file, size_t a)
{
    return w->digests + (file * WORKLOAD_ALGORITHMS + a) * HM_MAX_DIGEST_SIZE;
}

/* ---- Making and taking away ------------------------------------------------------------- */

static bool make_file(struct workload *w, size_t i, size_t size, uint64_t *x)
{
    static uint64_t words[CHUNK / 8];
    struct hm_hasher hashers[WORKLOAD_ALGORITHMS];
    char path[2100];

    file_path(w, i, path, sizeof path);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    bool ok = fd >= 0;
    for (size_t a = 0; a < WORKLOAD_ALGORITHMS; a++)
        hm_init(&hashers[a], algorithm(a));
    for (size_t done = 0; ok && done < size;) {
        size_t n = size - done < CHUNK ? size - done : CHUNK;
        for (size_t k = 0; k < (n + 7) / 8; k++) {
            *x ^= *x << 13;
            *x ^= *x >> 7;
            *x ^= *x << 17;
            words[k] = *x;
        }
        ok = write(fd, words, n) == (ssize_t)n;
        for (size_t a = 0; a < WORKLOAD_ALGORITHMS; a++)
            hm_update(&hashers[a], words, n);
        done += n;
    }
    if (fd >= 0)
        ok = close(fd) == 0 && ok;
    if (!ok)
        fprintf(stderr, "hashmill-bench: cannot write %s: %s\n", path, strerror(errno));
    for (size_t a = 0; a < WORKLOAD_ALGORITHMS; a++)
        hm_final(&hashers[a], digest_of(w, i, a));
    memcpy(w->last, path, sizeof path);
    if (i == 0)
        memcpy(w->first, path, sizeof path);
    return ok;
}

bool workload_make(struct workload *w, const char *folder, const struct workload_part *parts)
{
    char path[2100];
    uint64_t x = 88172645463325252u;
    size_t i = 0;

    memset(w, 0, sizeof *w);
    snprintf(w->folder, sizeof w->folder, "%s", folder);
    for (size_t p = 0; p < WORKLOAD_PARTS && parts[p].files; p++) {
        w->files += parts[p].files;
        w->bytes += (uint64_t)parts[p].files * parts[p].bytes;
    }
    w->digests = bench_alloc(w->files * WORKLOAD_ALGORITHMS * HM_MAX_DIGEST_SIZE);
    snprintf(path, sizeof path, "%.2040s/d", folder);
    bool ok = mkdir(path, 0755) == 0;
    for (size_t p = 0; ok && p < WORKLOAD_PARTS && parts[p].files; p++) {
        for (size_t k = 0; ok && !process_stopped && k < parts[p].files; k++, i++) {
            snprintf(path, sizeof path, "%.2040s/d/%03zu", folder, i / PER_FOLDER);
            ok = (i % PER_FOLDER || mkdir(path, 0755) == 0) && make_file(w, i, parts[p].bytes, &x);
        }
    }
    if (process_stopped)
        return false;
    if (!ok)
        fprintf(stderr, "hashmill-bench: cannot make the files of a row in %s\n", folder);
    return ok;
}

static int take_away(const char *path, const struct stat *status, int type, struct FTW *where)
{
    (void)status;
    (void)type;
    if (where->level)
        remove(path);
    return 0;
}

void workload_remove(struct workload *w)
{
    if (w->folder[0])
        nftw(w->folder, take_away, 16, FTW_DEPTH | FTW_PHYS);
    free(w->digests);
    w->digests = NULL;
}

/* ---- The page cache --------------------------------------------------------------------- */

/* Pages of a file in memory, and all of them. */
static void count_pages(int fd, size_t *resident, size_t *pages)
{
    struct stat status;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);

    if (fstat(fd, &status) != 0 || !status.st_size)
        return;
    size_t n = ((size_t)status.st_size + page - 1) / page;
    void *map = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_SHARED, fd, 0);
    unsigned char *in = map == MAP_FAILED ? NULL : malloc(n);
    if (in && mincore(map, (size_t)status.st_size, in) == 0) {
        *pages += n;
        for (size_t i = 0; i < n; i++)
            *resident += in[i] & 1;
    }
    free(in);
    if (map != MAP_FAILED)
        munmap(map, (size_t)status.st_size);
}

/* What is dirty cannot be dropped. All at once: a flush of the disk for each of thousands of files
 * takes minutes. */
static void write_back(const struct workload *w)
{
    int fd = open(w->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0 || syncfs(fd) != 0)
        sync();
    if (fd >= 0)
        close(fd);
}

double workload_drop(const struct workload *w)
{
    enum { SAMPLES = 64 };
    size_t resident = 0, pages = 0, step = w->files / SAMPLES + 1;
    char path[2100];

    write_back(w);
    for (size_t i = 0; i < w->files && !process_stopped; i++) {
        file_path(w, i, path, sizeof path);
        int fd = open(path, O_RDONLY | O_CLOEXEC);
        if (fd < 0)
            continue;
        posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
        if (i % step == 0)
            count_pages(fd, &resident, &pages);
        close(fd);
    }
    return pages ? (double)resident / (double)pages : 0;
}

/* ---- Answers ---------------------------------------------------------------------------- */

static bool same_digest(const uint8_t *digest, size_t size, const char *text)
{
    char hex[HM_HEX_SIZE(HM_MAX_DIGEST_SIZE)];
    hm_hex(hex, digest, size);
    return strncasecmp(hex, text, 2 * size) == 0;
}

/* The file that a line names, or its number of files if it names none. */
static size_t named(const struct workload *w, const char *line, size_t len)
{
    for (size_t i = 0; i + 8 <= len; i++) {
        size_t n = 0, k = 2;
        if (line[i] != '/' || line[i + 1] != 'f')
            continue;
        while (k < 8 && isdigit((unsigned char)line[i + k]))
            n = n * 10 + (size_t)(line[i + k++] - '0');
        if (k == 8 && n < w->files)
            return n;
    }
    return w->files;
}

/* Marks what a line gives in seen; false if it gives a wrong digest. */
static bool read_line(const struct workload *w, const char *line, size_t len, uint8_t *seen)
{
    size_t file = named(w, line, len);
    if (file == w->files)
        return true;
    for (size_t i = 0; i < len;) {
        size_t n = 0;
        while (i + n < len && isxdigit((unsigned char)line[i + n]))
            n++;
        for (size_t a = 0; a < WORKLOAD_ALGORITHMS; a++) {
            size_t size = hm_algorithm_digest_size(algorithm(a));
            if (n != 2 * size)
                continue;
            if (!same_digest(digest_of(w, file, a), size, line + i))
                return false;
            seen[file] |= (uint8_t)(1u << a);
        }
        i += n + 1;
    }
    return true;
}

static bool verify_list(const struct workload *w, enum workload_check check, unsigned algorithms,
                        const char *output, const char **why)
{
    uint8_t *seen = calloc(w->files ? w->files : 1, 1);
    size_t complete = 0;
    bool right = seen != NULL;

    for (const char *line = output; right && *line;) {
        size_t len = strcspn(line, "\n");
        right = read_line(w, line, len, seen);
        line += len + (line[len] == '\n');
    }
    *why = "a wrong digest";
    for (size_t i = 0; right && i < w->files; i++)
        complete += (seen[i] & algorithms) == algorithms;
    if (right && (check == CHECK_ALL ? complete < w->files : !complete)) {
        *why = "a digest is missing";
        right = false;
    }
    free(seen);
    return right;
}

/* The first file read again, piece by piece, through the one-shot: another way than the tool's. */
static bool verify_etag(const struct workload *w, const char *output)
{
    struct hm_hasher outer;
    uint8_t digest[HM_MAX_DIGEST_SIZE];
    char hex[HM_HEX_SIZE(HM_MAX_DIGEST_SIZE)];
    uint8_t *piece = bench_alloc(PIECE);
    FILE *f = fopen(w->first, "rb");
    size_t n;

    hm_init(&outer, hm_algorithm_at(HM_MD5));
    while (f && (n = fread(piece, 1, PIECE, f)) > 0) {
        hm_digest(hm_algorithm_at(HM_MD5), piece, n, digest);
        hm_update(&outer, digest, 16);
    }
    if (f)
        fclose(f);
    free(piece);
    hm_final(&outer, digest);
    hm_hex(hex, digest, 16);
    return strstr(output, hex) != NULL;
}

bool workload_verify(const struct workload *w, enum workload_check check, unsigned algorithms,
                     const char *output, const char **why)
{
    *why = "a wrong digest";
    switch (check) {
    case CHECK_ALL:
    case CHECK_FIRST:
        return verify_list(w, check, algorithms, output, why);
    case CHECK_ETAG:
        return verify_etag(w, output);
    case CHECK_STATUS:
        break;
    }
    return true;
}
