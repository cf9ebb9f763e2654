/* SPDX-License-Identifier: MIT
 *
 * sha256.c - the SHA-256 compression function (FIPS 180-4, 6.2.2) in portable C. The schedule lives
 * in a window of 16 words; the majority carries a ^ b from round to round, which saves an operation
 * of each.
 */
#include "../kernel.h"

static const uint32_t k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

#define ROTR hm_rotr32
#define SUM0(x) (ROTR(x, 2) ^ ROTR(x, 13) ^ ROTR(x, 22))
#define SUM1(x) (ROTR(x, 6) ^ ROTR(x, 11) ^ ROTR(x, 25))
#define SIGMA0(x) (ROTR(x, 7) ^ ROTR(x, 18) ^ ((x) >> 3))
#define SIGMA1(x) (ROTR(x, 17) ^ ROTR(x, 19) ^ ((x) >> 10))

#define LOAD(t) (w[t] = hm_load_be32(p + 4 * (t)))
#define NEXT(t) (w[t] += SIGMA1(w[((t) + 14) & 15]) + w[((t) + 9) & 15] + SIGMA0(w[((t) + 1) & 15]))

/* Maj(a, b, c) = b ^ ((a ^ b) & (b ^ c)), and b ^ c is the a ^ b of the round before. */
#define ROUND(a, b, c, d, e, f, g, h, ki, word)                                                    \
    do {                                                                                           \
        uint32_t ab = a ^ b;                                                                       \
        h += (word) + (ki);                                                                        \
        h += SUM1(e) + (g ^ (e & (f ^ g)));                                                        \
        d += h;                                                                                    \
        h += SUM0(a) + (b ^ (ab & bc));                                                            \
        bc = ab;                                                                                   \
    } while (0)

#define EIGHT(word, t, i)                                                                          \
    do {                                                                                           \
        ROUND(a, b, c, d, e, f, g, h, k[(i) + 0], word((t) + 0));                                  \
        ROUND(h, a, b, c, d, e, f, g, k[(i) + 1], word((t) + 1));                                  \
        ROUND(g, h, a, b, c, d, e, f, k[(i) + 2], word((t) + 2));                                  \
        ROUND(f, g, h, a, b, c, d, e, k[(i) + 3], word((t) + 3));                                  \
        ROUND(e, f, g, h, a, b, c, d, k[(i) + 4], word((t) + 4));                                  \
        ROUND(d, e, f, g, h, a, b, c, k[(i) + 5], word((t) + 5));                                  \
        ROUND(c, d, e, f, g, h, a, b, k[(i) + 6], word((t) + 6));                                  \
        ROUND(b, c, d, e, f, g, h, a, k[(i) + 7], word((t) + 7));                                  \
    } while (0)

void hm_sha256_portable(union hm_state *s, const uint8_t *p, size_t n)
{
    uint32_t w[16];
    uint32_t *v = s->w32;

    for (; n; n--, p += 64) {
        uint32_t a = v[0], b = v[1], c = v[2], d = v[3], e = v[4], f = v[5], g = v[6], h = v[7];
        uint32_t bc = b ^ c;

        EIGHT(LOAD, 0, 0);
        EIGHT(LOAD, 8, 8);
        for (unsigned i = 16; i < 64; i += 16) {
            EIGHT(NEXT, 0, i);
            EIGHT(NEXT, 8, i + 8);
        }

        v[0] += a;
        v[1] += b;
        v[2] += c;
        v[3] += d;
        v[4] += e;
        v[5] += f;
        v[6] += g;
        v[7] += h;
    }
}
