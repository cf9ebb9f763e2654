/* SPDX-License-Identifier: MIT
 *
 * load.c - what a shared library adds to a process: resident KiB before it is loaded, after, and
 * after a first call of a function that does its start-up.
 *
 *   load LIBRARY FUNCTION
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static long resident(void)
{
    char text[256];
    long size = 0, pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f && fgets(text, sizeof text, f) && sscanf(text, "%ld %ld", &size, &pages) != 2)
        pages = 0;
    if (f)
        fclose(f);
    return pages * sysconf(_SC_PAGESIZE) / 1024;
}

int main(int argc, char **argv)
{
    /* Called without arguments or with zeros: all that start-up functions need. */
    uintptr_t (*use)(uintptr_t, uintptr_t);

    if (argc != 3)
        return 64;
    resident(); /* its own first use of stdio is not the library's */
    long before = resident();
    void *library = dlopen(argv[1], RTLD_NOW);
    if (!library) {
        fprintf(stderr, "load: %s\n", dlerror());
        return 1;
    }
    long after = resident();
    void *symbol = dlsym(library, argv[2]);
    memcpy(&use, &symbol, sizeof use);
    if (!symbol)
        return 1;
    use(0, 0);
    printf("%ld %ld %ld\n", before, after, resident());
    return 0;
}
