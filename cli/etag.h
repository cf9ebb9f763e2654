/* SPDX-License-Identifier: MIT
 *
 * etag.h - the entity tag that S3 gives an object sent in parts, and what one tells of the parts.
 * Knows digests; no files and no lines. Pure.
 */
#ifndef MHASH_ETAG_H
#define MHASH_ETAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hashmill.h"
#include "text.h"

enum { ETAG_DIGEST = 16 };

struct etag {
    uint64_t size, parts; /* bytes of a part; parts so far */
    bool whole;           /* the object is shorter than one part: it was sent in one piece */
    uint8_t first[ETAG_DIGEST];
    struct hm_hasher all;
};

void etag_start(struct etag *etag, uint64_t size);
void etag_add(struct etag *etag, uint64_t size, const uint8_t *md5);

/* Appends the tag: the MD5 of an object shorter than one part, else that of the parts' digests and
 * the number of parts. */
void etag_write(const struct etag *etag, struct text *out);

/* What a tag says. */
struct etag_claim {
    uint64_t parts; /* 0: it was sent in one piece, and the digest is the MD5 of all */
    uint8_t digest[ETAG_DIGEST];
};

/* Reads a tag, in quotes or not, in either case. NULL, or what is wrong with it. */
const char *etag_read(struct etag_claim *claim, const char *text);

/* What the object's tag is if it was sent in parts, were it in a single one; an empty object has
 * one empty part. */
void etag_of_parts(const struct etag *etag, struct etag_claim *claim);

bool etag_equal(const struct etag_claim *a, const struct etag_claim *b);
void etag_claim_write(const struct etag_claim *claim, struct text *out);

enum { ETAG_SIZES = 32 };

/* The sizes of parts that may have been used for so many bytes in so many parts, the likeliest
 * first. Returns their number: 0 if no size gives that many parts. */
size_t etag_sizes(uint64_t bytes, uint64_t parts, uint64_t sizes[ETAG_SIZES]);

#endif /* MHASH_ETAG_H */
