/* SPDX-License-Identifier: MIT
 *
 * etag.h - the entity tag that S3 gives an object sent in parts. Knows digests; no files and no
 * lines.
 */
#ifndef MHASH_ETAG_H
#define MHASH_ETAG_H

#include "text.h"
#include "types.h"

struct etag {
    uint64_t size, parts; /* bytes of a part; parts so far */
    bool whole;           /* the object is shorter than one part: it was sent in one piece */
    uint8_t first[HM_MAX_DIGEST_SIZE];
    struct hm_hasher all;
};

void etag_start(struct etag *etag, uint64_t size);
void etag_add(struct etag *etag, uint64_t size, const uint8_t *md5);

/* Appends the tag: the MD5 of an object shorter than one part, else that of the parts' digests and
 * the number of parts. */
void etag_write(const struct etag *etag, struct text *out);

#endif /* MHASH_ETAG_H */
