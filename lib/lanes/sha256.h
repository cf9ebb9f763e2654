/* SPDX-License-Identifier: MIT
 *
 * sha256.h - the SHA-256 compression function (FIPS 180-4, 6.2.2) over lanes. A template, see md5.h
 * for its parameters. The schedule lives in a window of 16 words that moves with the rounds; the
 * majority is told the a ^ b and b ^ c of the round, which saves vectors without ternary logic an
 * operation.
 */
#ifndef HM_LANES_SHA256_K
#define HM_LANES_SHA256_K
static const uint32_t k256[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};
#endif

#define ADD V(add32)
#define ROTR V(rotr32)
#define SUM0(x) V(xor3)(ROTR(x, 2), ROTR(x, 13), ROTR(x, 22))
#define SUM1(x) V(xor3)(ROTR(x, 6), ROTR(x, 11), ROTR(x, 25))
#define SIGMA0(x) V(xor3)(ROTR(x, 7), ROTR(x, 18), V(shr32)(x, 3))
#define SIGMA1(x) V(xor3)(ROTR(x, 17), ROTR(x, 19), V(shr32)(x, 10))

#define LOAD(t) w[t]
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
    V(t) w[16];

    for (size_t at = 0; n; n--, at += 64) {
        const uint32_t *k = V(table)(k256);
        V(t) a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7];
        V(t) bc = V(xor)(b, c);

        V(eight_be32)(w, p, at);
        EIGHT(LOAD, 0);
        V(eight_be32)(w + 8, p, at + 32);
        EIGHT(LOAD, 8);
        for (k += 16; k < k256 + 64; k += 16) {
            EIGHT(NEXT, 0);
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
