/* SPDX-License-Identifier: MIT
 *
 * replay.c - main() for a fuzz target without libFuzzer: runs every file of the folders and every
 * file given, in order of names. Prints TAP; a target that finds something aborts.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <string.h>

#include <sys/stat.h>

#include "fuzz.h"

static int number;

static int run_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    uint8_t *data = NULL;
    size_t n = 0, room = 0, got;
    if (!file) {
        perror(path);
        return 2;
    }
    do {
        if (n == room) {
            room = 2 * room + 4096;
            data = realloc(data, room);
            if (!data) {
                fputs("out of memory\n", stderr);
                return 2;
            }
        }
        got = fread(data + n, 1, room - n, file);
        n += got;
    } while (got);
    int bad = ferror(file);
    fclose(file);
    /* Exactly n bytes from the heap, so that a sanitizer sees a read behind them. */
    uint8_t *exact = malloc(n ? n : 1);
    if (exact && !bad) {
        memcpy(exact, data, n);
        /* Told first: an abort leaves the name of the guilty file as the last line. */
        fprintf(stderr, "%s\n", path);
        LLVMFuzzerTestOneInput(exact, n);
        printf("ok %d - %s\n", ++number, path);
        fflush(stdout);
    }
    free(exact);
    free(data);
    return bad || !exact ? 2 : 0;
}

static int run_folder(const char *path)
{
    struct dirent **names;
    int status = 0, n = scandir(path, &names, NULL, alphasort);
    if (n < 0) {
        perror(path);
        return 2;
    }
    for (int i = 0; i < n; i++) {
        char *name = NULL;
        if (names[i]->d_name[0] != '.') {
            if (asprintf(&name, "%s/%s", path, names[i]->d_name) < 0)
                return 2;
            status |= run_file(name);
            free(name);
        }
        free(names[i]);
    }
    free(names);
    return status;
}

int main(int argc, char **argv)
{
    int status = 0;
    for (int i = 1; i < argc; i++) {
        struct stat st;
        if (!stat(argv[i], &st) && S_ISDIR(st.st_mode))
            status |= run_folder(argv[i]);
        else
            status |= run_file(argv[i]);
    }
    printf("1..%d\n", number);
    if (!number) {
        fputs("no input was run\n", stderr);
        return 2;
    }
    return status;
}
