/* SPDX-License-Identifier: MIT
 *
 * fuzz.h - what the fuzz targets share: reading choices from the front of an input, and failing.
 * The same target runs under libFuzzer (fuzz/run) and by replay.c over the committed corpus.
 */
#ifndef HM_FUZZ_H
#define HM_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The input not yet used up. Past its end every choice is 0. */
struct fuzz_input {
    const uint8_t *p;
    size_t n;
};

static inline unsigned fuzz_byte(struct fuzz_input *in)
{
    if (!in->n)
        return 0;
    in->n--;
    return *in->p++;
}

/* A number below n, n > 0. */
static inline size_t fuzz_below(struct fuzz_input *in, size_t n)
{
    size_t high = fuzz_byte(in);
    return (high << 8 | fuzz_byte(in)) % n;
}

#define FUZZ_CHECK(condition)                                                                      \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s is false\n", __FILE__, __LINE__, #condition);               \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

#endif /* HM_FUZZ_H */
