/* SPDX-License-Identifier: MIT
 *
 * stitch_64.h - two or three of MD5, SHA-1 and SHA-256 over the same blocks: MD5 in scalar
 * registers, the others through the SHA extensions. Knows the order in which the chains interleave.
 *
 * Each of these digests is one long chain that leaves most of the core idle, and the pieces of the
 * others fill it. A slot is a sixteenth of a block: four steps of MD5, four rounds of SHA-256, five
 * of SHA-1 (the fifth four come at the end of a quarter; spread evenly they measured slower).
 */
#ifndef HM_STITCH_64_H
#define HM_STITCH_64_H

#include "stitch_rounds.h"

#define MD5 HM_CORE_BIT(HM_CORE_MD5)
#define SHA1 HM_CORE_BIT(HM_CORE_SHA1)
#define SHA256 HM_CORE_BIT(HM_CORE_SHA256)

struct chains {
    uint32_t md5[4], md5_0[4];
    struct sha1_ni sha1;
    struct sha256_ni sha256;
};

STITCH_INLINE void piece(const unsigned cores, struct chains *x, const uint8_t *p, const unsigned i,
                         const unsigned q)
{
    if (cores & MD5)
        md5_step(x->md5, p, 4 * i + q);
    if (cores & SHA256)
        sha256_piece(&x->sha256, p, i, q);
    if (cores & SHA1)
        sha1_piece(&x->sha1, p, i + i / 4, q);
    if ((cores & SHA1) && i % 4 == 3 && q == 3)
        for (unsigned r = 0; r < 4; r++)
            sha1_piece(&x->sha1, p, i + i / 4 + 1, r);
}

STITCH_INLINE void slot(const unsigned cores, struct chains *x, const uint8_t *p, const unsigned i)
{
    piece(cores, x, p, i, 0);
    piece(cores, x, p, i, 1);
    piece(cores, x, p, i, 2);
    piece(cores, x, p, i, 3);
}

STITCH_INLINE void stitch64(const unsigned cores, union hm_state *const s[], const uint8_t *p,
                            size_t n)
{
    struct chains x;
    unsigned at = 0;

    if (cores & MD5)
        memcpy(x.md5, s[at++]->w32, sizeof x.md5);
    if (cores & SHA1)
        sha1_load(&x.sha1, s[at++]);
    if (cores & SHA256)
        sha256_load(&x.sha256, s[at++]);

    for (; n; n--, p += 64) {
        if (cores & MD5)
            for (unsigned i = 0; i < 4; i++)
                x.md5_0[i] = x.md5[i];
        slot(cores, &x, p, 0);
        slot(cores, &x, p, 1);
        slot(cores, &x, p, 2);
        slot(cores, &x, p, 3);
        slot(cores, &x, p, 4);
        slot(cores, &x, p, 5);
        slot(cores, &x, p, 6);
        slot(cores, &x, p, 7);
        slot(cores, &x, p, 8);
        slot(cores, &x, p, 9);
        slot(cores, &x, p, 10);
        slot(cores, &x, p, 11);
        slot(cores, &x, p, 12);
        slot(cores, &x, p, 13);
        slot(cores, &x, p, 14);
        slot(cores, &x, p, 15);
        if (cores & MD5)
            for (unsigned i = 0; i < 4; i++)
                x.md5[i] += x.md5_0[i];
    }

    at = 0;
    if (cores & MD5)
        memcpy(s[at++]->w32, x.md5, sizeof x.md5);
    if (cores & SHA1)
        sha1_store(&x.sha1, s[at++]);
    if (cores & SHA256)
        sha256_store(&x.sha256, s[at++]);
}

#endif /* HM_STITCH_64_H */
