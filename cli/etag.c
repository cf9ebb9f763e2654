/* SPDX-License-Identifier: MIT
 *
 * etag.c - the entity tag that S3 gives an object sent in parts.
 */
#include "etag.h"

#include <string.h>

enum { MD5_SIZE = 16 };

void etag_start(struct etag *etag, uint64_t size)
{
    etag->size = size;
    etag->parts = 0;
    etag->whole = true;
    hm_digest(hm_algorithm_at(HM_MD5), NULL, 0, etag->first); /* of an object without parts */
    hm_init(&etag->all, hm_algorithm_at(HM_MD5));
}

void etag_add(struct etag *etag, uint64_t size, const uint8_t *md5)
{
    if (!etag->parts++) {
        memcpy(etag->first, md5, MD5_SIZE);
        etag->whole = size < etag->size;
    }
    hm_update(&etag->all, md5, MD5_SIZE);
}

void etag_write(const struct etag *etag, struct text *out)
{
    char hex[HM_HEX_SIZE(MD5_SIZE)];
    uint8_t tag[HM_MAX_DIGEST_SIZE];

    hm_final(&etag->all, tag);
    hm_hex(hex, etag->whole ? etag->first : tag, MD5_SIZE);
    text_add_string(out, hex);
    if (!etag->whole) {
        text_add_char(out, '-');
        text_add_number(out, etag->parts);
    }
}
