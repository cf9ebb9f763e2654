/* SPDX-License-Identifier: MIT
 *
 * support.c - see support.h.
 */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sys/mman.h>
#include <unistd.h>

uint64_t rng_next(struct rng *rng)
{
    uint64_t z = rng->state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

size_t rng_below(struct rng *rng, size_t n)
{
    return (size_t)(rng_next(rng) % n);
}

void pattern(uint64_t seed, uint8_t *out, size_t n)
{
    struct rng rng = {seed};
    uint64_t word = 0;
    for (size_t i = 0; i < n; i++) {
        if (i % 8 == 0)
            word = rng_next(&rng);
        out[i] = (uint8_t)(word >> 8 * (i % 8));
    }
}

uint64_t random_seed(void)
{
    static uint64_t seed;
    if (!seed) {
        const char *given = getenv("HM_TEST_SEED");
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        seed = given ? strtoull(given, NULL, 0)
                     : ((uint64_t)now.tv_sec << 20 ^ (uint64_t)now.tv_nsec ^ (uint64_t)getpid());
        if (!seed)
            seed = 1;
    }
    return seed;
}

struct guarded guard(size_t n, bool at_end)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), body = (n + page - 1) / page * page;
    struct guarded g = {NULL, NULL, body + 2 * page};
    uint8_t *map =
        mmap(NULL, g.map_len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED || mprotect(map, page, PROT_NONE) ||
        mprotect(map + page + body, page, PROT_NONE)) {
        perror("guard pages");
        abort();
    }
    g.map = map;
    g.p = map + page + (at_end ? body - n : 0);
    return g;
}

void unguard(struct guarded *g)
{
    munmap(g->map, g->map_len);
    g->map = NULL;
}

static unsigned digit(char c)
{
    return c <= '9' ? (unsigned)(c - '0') : (unsigned)(c - 'a' + 10);
}

size_t unhex(uint8_t *out, const char *hex)
{
    size_t n = strlen(hex) / 2;
    for (size_t i = 0; i < n; i++)
        out[i] = (uint8_t)(digit(hex[2 * i]) << 4 | digit(hex[2 * i + 1]));
    return n;
}
