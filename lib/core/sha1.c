/* SPDX-License-Identifier: MIT
 *
 * sha1.c - the SHA-1 compression function (FIPS 180-4, 6.1.2) in portable C. The schedule lives in
 * a window of 16 words that is updated in step with the rounds.
 */
#include "../kernel.h"

#define CH(b, c, d) ((d) ^ ((b) & ((c) ^ (d))))
#define PARITY(b, c, d) ((b) ^ (c) ^ (d))
/* Disjoint halves, so that the one without b is added early. */
#define MAJ(b, c, d) (((c) & (d)) + ((b) & ((c) ^ (d))))

#define LOAD(t) (w[t] = hm_load_be32(p + 4 * (t)))
#define NEXT(t)                                                                                    \
    (w[(t)&15] =                                                                                   \
         hm_rotl32(w[((t) + 13) & 15] ^ w[((t) + 8) & 15] ^ w[((t) + 2) & 15] ^ w[(t)&15], 1))

#define ROUND(f, k, a, b, c, d, e, word)                                                           \
    do {                                                                                           \
        e += (word) + (k);                                                                         \
        e += f(b, c, d);                                                                           \
        e += hm_rotl32(a, 5);                                                                      \
        b = hm_rotl32(b, 30);                                                                      \
    } while (0)

/* Five rounds bring the names of the working variables back to their places. */
#define FIVE(f, k, word, t)                                                                        \
    do {                                                                                           \
        ROUND(f, k, a, b, c, d, e, word((t) + 0));                                                 \
        ROUND(f, k, e, a, b, c, d, word((t) + 1));                                                 \
        ROUND(f, k, d, e, a, b, c, word((t) + 2));                                                 \
        ROUND(f, k, c, d, e, a, b, word((t) + 3));                                                 \
        ROUND(f, k, b, c, d, e, a, word((t) + 4));                                                 \
    } while (0)

#define TWENTY(f, k, t)                                                                            \
    do {                                                                                           \
        FIVE(f, k, NEXT, (t) + 0);                                                                 \
        FIVE(f, k, NEXT, (t) + 5);                                                                 \
        FIVE(f, k, NEXT, (t) + 10);                                                                \
        FIVE(f, k, NEXT, (t) + 15);                                                                \
    } while (0)

void hm_sha1_portable(union hm_state *s, const uint8_t *p, size_t n)
{
    uint32_t w[16];
    uint32_t *h = s->w32;

    for (; n; n--, p += 64) {
        uint32_t a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];

        FIVE(CH, 0x5a827999, LOAD, 0);
        FIVE(CH, 0x5a827999, LOAD, 5);
        FIVE(CH, 0x5a827999, LOAD, 10);
        ROUND(CH, 0x5a827999, a, b, c, d, e, LOAD(15));
        ROUND(CH, 0x5a827999, e, a, b, c, d, NEXT(16));
        ROUND(CH, 0x5a827999, d, e, a, b, c, NEXT(17));
        ROUND(CH, 0x5a827999, c, d, e, a, b, NEXT(18));
        ROUND(CH, 0x5a827999, b, c, d, e, a, NEXT(19));
        TWENTY(PARITY, 0x6ed9eba1, 20);
        TWENTY(MAJ, 0x8f1bbcdc, 40);
        TWENTY(PARITY, 0xca62c1d6, 60);

        h[0] += a;
        h[1] += b;
        h[2] += c;
        h[3] += d;
        h[4] += e;
    }
}
