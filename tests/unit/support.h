/* SPDX-License-Identifier: MIT
 *
 * support.h - data, random numbers and guarded memory for tests and fuzzers. Knows no test
 * framework, so that it also serves where cmocka is not: cross builds and the plain cc build.
 */
#ifndef HM_TEST_SUPPORT_H
#define HM_TEST_SUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hashmill.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Bytes of SplitMix64 from a seed, little-endian: as tools/gen_vectors.py makes them. */
void pattern(uint64_t seed, uint8_t *out, size_t n);

/* Random numbers. The first seed is HM_TEST_SEED in the environment or else the time's. */
uint64_t random_seed(void);
struct rng {
    uint64_t state;
};
uint64_t rng_next(struct rng *rng);
/* A number below n, n > 0. */
size_t rng_below(struct rng *rng, size_t n);

/* n readable and writable bytes between two pages that cannot be touched: they end exactly at the
 * second one (`at_end`), or start right behind the first. */
struct guarded {
    uint8_t *p;
    void *map;
    size_t map_len;
};
struct guarded guard(size_t n, bool at_end);
void unguard(struct guarded *g);

/* Bytes of a hex text, which must be well-formed; returns their number. Not the library's own. */
size_t unhex(uint8_t *out, const char *hex);

#endif /* HM_TEST_SUPPORT_H */
