/* SPDX-License-Identifier: MIT
 *
 * algorithms.h - the row of algorithms.c, for the library's own files.
 */
#ifndef HM_ALGORITHMS_H
#define HM_ALGORITHMS_H

#include "kernel.h"

struct hm_algorithm {
    const char *name;
    const char *tag;
    const char *aliases; /* folded spellings beside name and tag, separated by blanks */
    uint8_t core;        /* enum hm_core_id */
    uint8_t digest_size;
    uint8_t block_size; /* the core's, here for speed */
    uint8_t reserved[5];
    union hm_state iv;
};

#endif /* HM_ALGORITHMS_H */
