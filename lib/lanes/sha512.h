/* SPDX-License-Identifier: MIT
 *
 * sha512.h - the SHA-512 compression function (FIPS 180-4, 6.4.2) over lanes, a template (see
 * vector.h). The schedule lives in a window of 16 words that moves with the rounds; the
 * majority is told the a ^ b and b ^ c of the round, which saves vectors without ternary logic an
 * operation.
 */
#ifndef HM_LANES_SHA512_K
#define HM_LANES_SHA512_K
static const uint64_t k512[80] = {
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc,
    0x3956c25bf348b538, 0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118,
    0xd807aa98a3030242, 0x12835b0145706fbe, 0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2,
    0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235, 0xc19bf174cf692694,
    0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
    0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5,
    0x983e5152ee66dfab, 0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4,
    0xc6e00bf33da88fc2, 0xd5a79147930aa725, 0x06ca6351e003826f, 0x142929670a0e6e70,
    0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed, 0x53380d139d95b3df,
    0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
    0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30,
    0xd192e819d6ef5218, 0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8,
    0x19a4c116b8d2d0c8, 0x1e376c085141ab53, 0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8,
    0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373, 0x682e6ff3d6b2b8a3,
    0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b,
    0xca273eceea26619c, 0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178,
    0x06f067aa72176fba, 0x0a637dc5a2c898a6, 0x113f9804bef90dae, 0x1b710b35131c471b,
    0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc, 0x431d67c49c100d4c,
    0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817,
};
#endif

#define ADD V(add64)
#define ROTR V(rotr64)
#define SUM0(x) V(xor3)(ROTR(x, 28), ROTR(x, 34), ROTR(x, 39))
#define SUM1(x) V(xor3)(ROTR(x, 14), ROTR(x, 18), ROTR(x, 41))
#define SIGMA0(x) V(xor3)(ROTR(x, 1), ROTR(x, 8), V(shr64)(x, 7))
#define SIGMA1(x) V(xor3)(ROTR(x, 19), ROTR(x, 61), V(shr64)(x, 6))

#define LOAD(t) (w[t] = next[t])
#define NEXT(t)                                                                                    \
    (w[t] = ADD(ADD(w[t], SIGMA1(w[((t) + 14) & 15])),                                             \
                ADD(w[((t) + 9) & 15], SIGMA0(w[((t) + 1) & 15]))))

#define ROUND(a, b, c, d, e, f, g, h, i, word)                                                     \
    do {                                                                                           \
        V(t) ab = V(xor)(a, b);                                                                    \
        h = V(keep)(ADD(ADD(h, V(set64)(k[i])), word));                                            \
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

    V(eight_be64)(next, p, 0);
    V(eight_be64)(next + 8, p, 64);
    for (size_t at = 128; n; n--, at += 128) {
        const uint64_t *k = V(table)(k512);
        V(t) a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7];
        V(t) bc = V(xor)(b, c);

        EIGHT(LOAD, 0);
        EIGHT(LOAD, 8);
        for (size_t i = 0; i < 4; i++) {
            k += 16;
            EIGHT(NEXT, 0);
            /* The next block's words, from here: the transpose works one port, the rounds mostly
             * another, and together they take less than in turn (3 % of SHA-256 in AVX-512). */
            if (n > 1 && i < 2)
                V(eight_be64)(next + 8 * i, p, at + 64 * i);
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
