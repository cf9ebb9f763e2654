/* SPDX-License-Identifier: MIT
 *
 * kernel.h - the contract between the compression functions and everything else.
 *
 * A kernel is one core (compression function) for one instruction set in one form. It never sees
 * padding, byte lengths, partial blocks or an algorithm's name. Kernels include this header,
 * base.h, their vector and lane templates and intrinsics, and nothing else of the library.
 */
#ifndef HM_KERNEL_H
#define HM_KERNEL_H

#include "base.h"
#include "hashmill.h"

HM_HIDDEN_BEGIN

/* Compression functions. The order is the order of states in a stitched kernel. */
enum hm_core_id {
    HM_CORE_MD5,
    HM_CORE_SHA1,
    HM_CORE_SHA256,
    HM_CORE_SHA512,
    HM_CORE_RMD160,
    HM_CORES
};

/* Words of state: 4 (MD5) or 5 (SHA-1, RIPEMD-160) or 8 (SHA-256) of 32 bits, 8 of 64 bits
 * (SHA-512), in the standard's order, native byte order. union hm_state holds any of them. */

/* Absorb n >= 1 whole blocks at p (any alignment) into *s. Reads exactly n blocks. */
typedef void hm_blocks_fn(union hm_state *s, const uint8_t *p, size_t n);

/* Absorb n >= 1 blocks of L independent messages; word w of lane l is s[w * L + l], words of the
 * core's width, s aligned to 64 bytes. n is the least over the live lanes; an idle lane aliases a
 * live lane's pointer, its state is ignored. Pointers need no alignment and are not advanced. */
typedef void hm_lanes_fn(void *s, const uint8_t *const p[], size_t n);

/* Absorb the same n >= 1 units at p into the states of two to four cores, in the order of enum
 * hm_core_id. A unit is the largest block among the cores: 128 bytes with SHA-512 in the set, 64
 * without, so the cores with the smaller block absorb two blocks a unit. */
typedef void hm_stitched_fn(union hm_state *const s[], const uint8_t *p, size_t n);

enum hm_form { HM_FORM_SINGLE, HM_FORM_LANES, HM_FORM_STITCHED };

#define HM_MAX_LANES 32
#define HM_CORE_BIT(core) (1u << (core))

/* One row of kernels.def. */
struct hm_kernel {
    const char *name; /* "sha-ni", "avx512x16": unique within a core and form */
    enum hm_form form;
    uint32_t cores;    /* HM_CORE_BIT of each: one bit but for stitched kernels */
    uint32_t needs;    /* CPU bits (cpu.h) that must all be there */
    uint32_t avoid;    /* quirk bits (cpu.h) that must all be absent */
    unsigned lanes;    /* L; 1 for single and stitched */
    unsigned min_live; /* live messages from which it beats every form below it (measured) */
    unsigned cycles;   /* for 128 bytes of bulk (measured); 0 for lanes */
    union {
        hm_blocks_fn *blocks;
        hm_lanes_fn *lanes;
        hm_stitched_fn *stitched;
    } fn;
};

/* Facts of a core that padding and the scheduler need. */
struct hm_core {
    const char *name;    /* "sha256" */
    uint8_t block_size;  /* 64 or 128 */
    uint8_t length_size; /* bytes of the length field at the end of the padding: 8 or 16 */
    uint8_t word_size;   /* 4 or 8 */
    uint8_t words;       /* words of state */
    uint8_t big_endian;  /* byte order of words and of the length field */
};

extern const struct hm_core hm_cores[HM_CORES];

/* Declares every kernel of the map, so that a definition that strays from its form is an error. */
#define HM_SINGLE(core, fn, name, time, needs, avoid) hm_blocks_fn fn;
#define HM_LANES(core, fn, name, lanes, min_live, needs, avoid) hm_lanes_fn fn;
#define HM_STITCHED(cores, fn, name, time, needs, avoid) hm_stitched_fn fn;
#include "kernels.def"
#undef HM_SINGLE
#undef HM_LANES
#undef HM_STITCHED

HM_HIDDEN_END

#endif /* HM_KERNEL_H */
