/* SPDX-License-Identifier: MIT
 *
 * etag.c - the entity tag that S3 gives an object sent in parts, and what one tells of the parts.
 */
#include "etag.h"

#include <string.h>

#define MIB (UINT64_C(1) << 20)
#define MB UINT64_C(1000000)

static void md5_of_nothing(uint8_t digest[ETAG_DIGEST])
{
    hm_digest(hm_algorithm_at(HM_MD5), NULL, 0, digest);
}

void etag_start(struct etag *etag, uint64_t size)
{
    etag->size = size;
    etag->parts = 0;
    etag->whole = true;
    md5_of_nothing(etag->first); /* of an object without parts */
    hm_init(&etag->all, hm_algorithm_at(HM_MD5));
}

void etag_add(struct etag *etag, uint64_t size, const uint8_t *md5)
{
    if (!etag->parts++) {
        memcpy(etag->first, md5, ETAG_DIGEST);
        etag->whole = size < etag->size;
    }
    hm_update(&etag->all, md5, ETAG_DIGEST);
}

void etag_write(const struct etag *etag, struct text *out)
{
    struct etag_claim claim;

    etag_of_parts(etag, &claim);
    if (etag->whole) {
        claim.parts = 0;
        memcpy(claim.digest, etag->first, ETAG_DIGEST);
    }
    etag_claim_write(&claim, out);
}

void etag_of_parts(const struct etag *etag, struct etag_claim *claim)
{
    claim->parts = etag->parts ? etag->parts : 1;
    if (etag->parts)
        hm_final(&etag->all, claim->digest);
    else
        hm_digest(hm_algorithm_at(HM_MD5), etag->first, ETAG_DIGEST, claim->digest);
}

bool etag_equal(const struct etag_claim *a, const struct etag_claim *b)
{
    return a->parts == b->parts && hm_equal(a->digest, b->digest, ETAG_DIGEST);
}

void etag_claim_write(const struct etag_claim *claim, struct text *out)
{
    char hex[HM_HEX_SIZE(ETAG_DIGEST)];

    text_add(out, hex, hm_hex(hex, claim->digest, ETAG_DIGEST));
    if (claim->parts) {
        text_add_char(out, '-');
        text_add_number(out, claim->parts);
    }
}

const char *etag_read(struct etag_claim *claim, const char *text)
{
    static const char none[] = "the text after --expect is no entity tag of S3: 32 hex digits, and "
                               "- and the number of parts if there were any";
    size_t len = strlen(text);

    claim->parts = 0;
    if ((text[0] == 'W' || text[0] == 'w') && text[1] == '/')
        return "a weak entity tag (W/) does not tell the bytes";
    if (len >= 2 && text[0] == '"' && text[len - 1] == '"') {
        text++;
        len -= 2;
    }
    if (len < 2 * ETAG_DIGEST || !hm_hex_decode(claim->digest, text, 2 * ETAG_DIGEST))
        return none;
    if (len == 2 * ETAG_DIGEST)
        return NULL;
    text += 2 * ETAG_DIGEST;
    len -= 2 * ETAG_DIGEST;
    /* Numbers are written without zeros before them; 18 digits are more than there are parts. */
    if (text[0] != '-' || len < 2 || len > 19 || text[1] == '0')
        return none;
    for (size_t i = 1; i < len; i++) {
        if (text[i] < '0' || text[i] > '9')
            return none;
        claim->parts = claim->parts * 10 + (uint64_t)(text[i] - '0');
    }
    return NULL;
}

/* ---- Which sizes -------------------------------------------------------------------------- */

/* Sizes that give the wanted number of parts lie between two limits. */
struct candidates {
    uint64_t least, most;
    uint64_t *sizes;
    size_t n;
};

static void add(struct candidates *c, uint64_t size)
{
    if (size < c->least || size > c->most || c->n == ETAG_SIZES)
        return;
    for (size_t i = 0; i < c->n; i++)
        if (c->sizes[i] == size)
            return;
    c->sizes[c->n++] = size;
}

static void add_rounded(struct candidates *c, uint64_t unit)
{
    add(c, (c->least + unit - 1) / unit * unit);
}

size_t etag_sizes(uint64_t bytes, uint64_t parts, uint64_t sizes[ETAG_SIZES])
{
    /* What tools use unless told otherwise, in MiB, the more usual first: the AWS command line and
     * SDKs (8, 5), MinIO and the console (16), s3cmd (15), Hadoop (64, 100), rclone, s5cmd (50)...
     * Programs that count in millions of bytes mostly use the same numbers. */
    static const uint16_t usual[] = {8,   16,   5,  15, 64, 10, 32,  100, 128, 256,
                                     512, 1024, 50, 20, 25, 40, 200, 250, 500, 5120};
    static const uint32_t units[] = {1 << 10, 4 << 10, 64 << 10, 5 << 20, 8 << 20, 1000, 1000000};
    struct candidates c = {.sizes = sizes};

    if (!parts || (parts > 1 && parts > bytes))
        return 0;
    c.least = bytes / parts + (bytes % parts != 0);
    if (parts == 1) {
        sizes[0] = bytes ? bytes : 1; /* any size from here on gives the same tag */
        return 1;
    }
    c.most = (bytes - 1) / (parts - 1);
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        add(&c, usual[i] * MIB);
    for (unsigned bit = 0; bit < 63; bit++)
        add(&c, UINT64_C(1) << bit);
    add_rounded(&c, MIB); /* equal parts, rounded up as programs do */
    add(&c, c.least);
    add(&c, bytes / parts + 1);
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        add(&c, usual[i] * MB);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        add_rounded(&c, units[i]);
    if ((c.most - c.least) / MIB < ETAG_SIZES)
        for (uint64_t size = (c.least + MIB - 1) / MIB * MIB; size <= c.most; size += MIB)
            add(&c, size);
    return c.n;
}
