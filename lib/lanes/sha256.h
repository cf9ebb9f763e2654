/* SPDX-License-Identifier: MIT
 *
 * sha256.h - the SHA-256 compression function (FIPS 180-4, 6.2.2) over lanes, a template (see
 * vector.h). The schedule lives in a window of 16 words that moves with the rounds; the
 * majority is told the a ^ b and b ^ c of the round, which saves vectors without ternary logic an
 * operation.
 */
#include "sha256_k.h"

#define ADD V(add32)
#define ROTR V(rotr32)
#define SUM0(x) V(xor3)(ROTR(x, 2), ROTR(x, 13), ROTR(x, 22))
#define SUM1(x) V(xor3)(ROTR(x, 6), ROTR(x, 11), ROTR(x, 25))
#define SIGMA0(x) V(xor3)(ROTR(x, 7), ROTR(x, 18), V(shr32)(x, 3))
#define SIGMA1(x) V(xor3)(ROTR(x, 17), ROTR(x, 19), V(shr32)(x, 10))

#define LOAD(t) (w[t] = next[t])
#define NEXT(t)                                                                                    \
    (w[t] = ADD(ADD(w[t], SIGMA1(w[((t) + 14) & 15])),                                             \
                ADD(w[((t) + 9) & 15], SIGMA0(w[((t) + 1) & 15]))))

#define ROUND(a, b, c, d, e, f, g, h, i, word)                                                     \
    do {                                                                                           \
        V(t) ab = V(xor)(a, b);                                                                    \
        h = V(keep)(ADD(ADD(h, V(set32)(k[i])), word));                                            \
        h = V(keep)(ADD(h, V(select)(e, f, g)));                                                   \
        h = V(keep)(ADD(h, SUM1(e)));                                                              \
        d = ADD(d, h);                                                                             \
        h = V(keep)(ADD(h, V(majority_xy)(a, b, c, ab, bc)));                                      \
        h = ADD(h, SUM0(a));                                                                       \
        bc = ab;                                                                                   \
    } while (0)

#define EIGHT(word, t)                                                                             \
    do {                                                                                           \
        ROUND(a, b, c, d, e, f, g, h, (t) + 0, word((t) + 0));                                     \
        ROUND(h, a, b, c, d, e, f, g, (t) + 1, word((t) + 1));                                     \
        ROUND(g, h, a, b, c, d, e, f, (t) + 2, word((t) + 2));                                     \
        ROUND(f, g, h, a, b, c, d, e, (t) + 3, word((t) + 3));                                     \
        ROUND(e, f, g, h, a, b, c, d, (t) + 4, word((t) + 4));                                     \
        ROUND(d, e, f, g, h, a, b, c, (t) + 5, word((t) + 5));                                     \
        ROUND(c, d, e, f, g, h, a, b, (t) + 6, word((t) + 6));                                     \
        ROUND(b, c, d, e, f, g, h, a, (t) + 7, word((t) + 7));                                     \
    } while (0)

void LANES_FN(void *state, const uint8_t *const p[], size_t n)
{
    V(t) *s = state;
    V(t) w[16], next[16];

    V(eight_be32)(next, p, 0);
    V(eight_be32)(next + 8, p, 32);
    for (size_t at = 64; n; n--, at += 64) {
        const uint32_t *k = V(table)(k256);
        V(t) a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7];
        V(t) bc = V(xor)(b, c);

        EIGHT(LOAD, 0);
        EIGHT(LOAD, 8);
        for (size_t i = 0; i < 3; i++) {
            k += 16;
            EIGHT(NEXT, 0);
            /* The next block's words, from here: the transpose works one port, the rounds mostly
             * another, and together they take less than in turn (3 % of SHA-256 in AVX-512). */
            if (n > 1 && i < 2)
                V(eight_be32)(next + 8 * i, p, at + 32 * i);
            EIGHT(NEXT, 8);
        }

        s[0] = ADD(a, s[0]);
        s[1] = ADD(b, s[1]);
        s[2] = ADD(c, s[2]);
        s[3] = ADD(d, s[3]);
        s[4] = ADD(e, s[4]);
        s[5] = ADD(f, s[5]);
        s[6] = ADD(g, s[6]);
        s[7] = ADD(h, s[7]);
    }
}

#undef ADD
#undef ROTR
#undef SUM0
#undef SUM1
#undef SIGMA0
#undef SIGMA1
#undef LOAD
#undef NEXT
#undef ROUND
#undef EIGHT
