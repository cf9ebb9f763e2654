/* SPDX-License-Identifier: MIT
 *
 * rmd160.c - the RIPEMD-160 compression function (Dobbertin, Bosselaers, Preneel: "RIPEMD-160, a
 * strengthened version of RIPEMD", 1996, appendix A) in portable C.
 *
 * The left and the right line depend on each other only at the end of a block. Their steps are
 * written in turn, so that the one fills the waiting time of the other.
 */
#include "../kernel.h"

#define F1(x, y, z) ((x) ^ (y) ^ (z))
#define F2(x, y, z) ((z) ^ ((x) & ((y) ^ (z))))
#define F3(x, y, z) (((x) | ~(y)) ^ (z))
#define F5(x, y, z) ((x) ^ ((y) | ~(z)))

#define STEP(f, a, b, c, d, e, x, k, r)                                                            \
    do {                                                                                           \
        a += (x) + (k);                                                                            \
        a += f(b, c, d);                                                                           \
        a = hm_rotl32(a, r) + e;                                                                   \
        c = hm_rotl32(c, 10);                                                                      \
    } while (0)

/* F4(x, y, z) = (x & z) | (y & ~z): the halves are disjoint and only one holds x, the newest word,
 * so the other is added early and the chain is an operation shorter. */
#define STEP_F4(a, b, c, d, e, x, k, r)                                                            \
    do {                                                                                           \
        a += (x) + (k);                                                                            \
        a += c & ~d;                                                                               \
        a += b & d;                                                                                \
        a = hm_rotl32(a, r) + e;                                                                   \
        c = hm_rotl32(c, 10);                                                                      \
    } while (0)

void hm_rmd160_portable(union hm_state *s, const uint8_t *p, size_t n)
{
    uint32_t *h = s->w32;

#define X(i) hm_load_le32(p + 4 * (i))
    for (; n; n--, p += 64) {
        uint32_t a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
        uint32_t aa = a, bb = b, cc = c, dd = d, ee = e;

        STEP(F1, a, b, c, d, e, X(0), 0x00000000, 11);
        STEP(F5, aa, bb, cc, dd, ee, X(5), 0x50a28be6, 8);
        STEP(F1, e, a, b, c, d, X(1), 0x00000000, 14);
        STEP(F5, ee, aa, bb, cc, dd, X(14), 0x50a28be6, 9);
        STEP(F1, d, e, a, b, c, X(2), 0x00000000, 15);
        STEP(F5, dd, ee, aa, bb, cc, X(7), 0x50a28be6, 9);
        STEP(F1, c, d, e, a, b, X(3), 0x00000000, 12);
        STEP(F5, cc, dd, ee, aa, bb, X(0), 0x50a28be6, 11);
        STEP(F1, b, c, d, e, a, X(4), 0x00000000, 5);
        STEP(F5, bb, cc, dd, ee, aa, X(9), 0x50a28be6, 13);
        STEP(F1, a, b, c, d, e, X(5), 0x00000000, 8);
        STEP(F5, aa, bb, cc, dd, ee, X(2), 0x50a28be6, 15);
        STEP(F1, e, a, b, c, d, X(6), 0x00000000, 7);
        STEP(F5, ee, aa, bb, cc, dd, X(11), 0x50a28be6, 15);
        STEP(F1, d, e, a, b, c, X(7), 0x00000000, 9);
        STEP(F5, dd, ee, aa, bb, cc, X(4), 0x50a28be6, 5);
        STEP(F1, c, d, e, a, b, X(8), 0x00000000, 11);
        STEP(F5, cc, dd, ee, aa, bb, X(13), 0x50a28be6, 7);
        STEP(F1, b, c, d, e, a, X(9), 0x00000000, 13);
        STEP(F5, bb, cc, dd, ee, aa, X(6), 0x50a28be6, 7);
        STEP(F1, a, b, c, d, e, X(10), 0x00000000, 14);
        STEP(F5, aa, bb, cc, dd, ee, X(15), 0x50a28be6, 8);
        STEP(F1, e, a, b, c, d, X(11), 0x00000000, 15);
        STEP(F5, ee, aa, bb, cc, dd, X(8), 0x50a28be6, 11);
        STEP(F1, d, e, a, b, c, X(12), 0x00000000, 6);
        STEP(F5, dd, ee, aa, bb, cc, X(1), 0x50a28be6, 14);
        STEP(F1, c, d, e, a, b, X(13), 0x00000000, 7);
        STEP(F5, cc, dd, ee, aa, bb, X(10), 0x50a28be6, 14);
        STEP(F1, b, c, d, e, a, X(14), 0x00000000, 9);
        STEP(F5, bb, cc, dd, ee, aa, X(3), 0x50a28be6, 12);
        STEP(F1, a, b, c, d, e, X(15), 0x00000000, 8);
        STEP(F5, aa, bb, cc, dd, ee, X(12), 0x50a28be6, 6);

        STEP(F2, e, a, b, c, d, X(7), 0x5a827999, 7);
        STEP_F4(ee, aa, bb, cc, dd, X(6), 0x5c4dd124, 9);
        STEP(F2, d, e, a, b, c, X(4), 0x5a827999, 6);
        STEP_F4(dd, ee, aa, bb, cc, X(11), 0x5c4dd124, 13);
        STEP(F2, c, d, e, a, b, X(13), 0x5a827999, 8);
        STEP_F4(cc, dd, ee, aa, bb, X(3), 0x5c4dd124, 15);
        STEP(F2, b, c, d, e, a, X(1), 0x5a827999, 13);
        STEP_F4(bb, cc, dd, ee, aa, X(7), 0x5c4dd124, 7);
        STEP(F2, a, b, c, d, e, X(10), 0x5a827999, 11);
        STEP_F4(aa, bb, cc, dd, ee, X(0), 0x5c4dd124, 12);
        STEP(F2, e, a, b, c, d, X(6), 0x5a827999, 9);
        STEP_F4(ee, aa, bb, cc, dd, X(13), 0x5c4dd124, 8);
        STEP(F2, d, e, a, b, c, X(15), 0x5a827999, 7);
        STEP_F4(dd, ee, aa, bb, cc, X(5), 0x5c4dd124, 9);
        STEP(F2, c, d, e, a, b, X(3), 0x5a827999, 15);
        STEP_F4(cc, dd, ee, aa, bb, X(10), 0x5c4dd124, 11);
        STEP(F2, b, c, d, e, a, X(12), 0x5a827999, 7);
        STEP_F4(bb, cc, dd, ee, aa, X(14), 0x5c4dd124, 7);
        STEP(F2, a, b, c, d, e, X(0), 0x5a827999, 12);
        STEP_F4(aa, bb, cc, dd, ee, X(15), 0x5c4dd124, 7);
        STEP(F2, e, a, b, c, d, X(9), 0x5a827999, 15);
        STEP_F4(ee, aa, bb, cc, dd, X(8), 0x5c4dd124, 12);
        STEP(F2, d, e, a, b, c, X(5), 0x5a827999, 9);
        STEP_F4(dd, ee, aa, bb, cc, X(12), 0x5c4dd124, 7);
        STEP(F2, c, d, e, a, b, X(2), 0x5a827999, 11);
        STEP_F4(cc, dd, ee, aa, bb, X(4), 0x5c4dd124, 6);
        STEP(F2, b, c, d, e, a, X(14), 0x5a827999, 7);
        STEP_F4(bb, cc, dd, ee, aa, X(9), 0x5c4dd124, 15);
        STEP(F2, a, b, c, d, e, X(11), 0x5a827999, 13);
        STEP_F4(aa, bb, cc, dd, ee, X(1), 0x5c4dd124, 13);
        STEP(F2, e, a, b, c, d, X(8), 0x5a827999, 12);
        STEP_F4(ee, aa, bb, cc, dd, X(2), 0x5c4dd124, 11);

        STEP(F3, d, e, a, b, c, X(3), 0x6ed9eba1, 11);
        STEP(F3, dd, ee, aa, bb, cc, X(15), 0x6d703ef3, 9);
        STEP(F3, c, d, e, a, b, X(10), 0x6ed9eba1, 13);
        STEP(F3, cc, dd, ee, aa, bb, X(5), 0x6d703ef3, 7);
        STEP(F3, b, c, d, e, a, X(14), 0x6ed9eba1, 6);
        STEP(F3, bb, cc, dd, ee, aa, X(1), 0x6d703ef3, 15);
        STEP(F3, a, b, c, d, e, X(4), 0x6ed9eba1, 7);
        STEP(F3, aa, bb, cc, dd, ee, X(3), 0x6d703ef3, 11);
        STEP(F3, e, a, b, c, d, X(9), 0x6ed9eba1, 14);
        STEP(F3, ee, aa, bb, cc, dd, X(7), 0x6d703ef3, 8);
        STEP(F3, d, e, a, b, c, X(15), 0x6ed9eba1, 9);
        STEP(F3, dd, ee, aa, bb, cc, X(14), 0x6d703ef3, 6);
        STEP(F3, c, d, e, a, b, X(8), 0x6ed9eba1, 13);
        STEP(F3, cc, dd, ee, aa, bb, X(6), 0x6d703ef3, 6);
        STEP(F3, b, c, d, e, a, X(1), 0x6ed9eba1, 15);
        STEP(F3, bb, cc, dd, ee, aa, X(9), 0x6d703ef3, 14);
        STEP(F3, a, b, c, d, e, X(2), 0x6ed9eba1, 14);
        STEP(F3, aa, bb, cc, dd, ee, X(11), 0x6d703ef3, 12);
        STEP(F3, e, a, b, c, d, X(7), 0x6ed9eba1, 8);
        STEP(F3, ee, aa, bb, cc, dd, X(8), 0x6d703ef3, 13);
        STEP(F3, d, e, a, b, c, X(0), 0x6ed9eba1, 13);
        STEP(F3, dd, ee, aa, bb, cc, X(12), 0x6d703ef3, 5);
        STEP(F3, c, d, e, a, b, X(6), 0x6ed9eba1, 6);
        STEP(F3, cc, dd, ee, aa, bb, X(2), 0x6d703ef3, 14);
        STEP(F3, b, c, d, e, a, X(13), 0x6ed9eba1, 5);
        STEP(F3, bb, cc, dd, ee, aa, X(10), 0x6d703ef3, 13);
        STEP(F3, a, b, c, d, e, X(11), 0x6ed9eba1, 12);
        STEP(F3, aa, bb, cc, dd, ee, X(0), 0x6d703ef3, 13);
        STEP(F3, e, a, b, c, d, X(5), 0x6ed9eba1, 7);
        STEP(F3, ee, aa, bb, cc, dd, X(4), 0x6d703ef3, 7);
        STEP(F3, d, e, a, b, c, X(12), 0x6ed9eba1, 5);
        STEP(F3, dd, ee, aa, bb, cc, X(13), 0x6d703ef3, 5);

        STEP_F4(c, d, e, a, b, X(1), 0x8f1bbcdc, 11);
        STEP(F2, cc, dd, ee, aa, bb, X(8), 0x7a6d76e9, 15);
        STEP_F4(b, c, d, e, a, X(9), 0x8f1bbcdc, 12);
        STEP(F2, bb, cc, dd, ee, aa, X(6), 0x7a6d76e9, 5);
        STEP_F4(a, b, c, d, e, X(11), 0x8f1bbcdc, 14);
        STEP(F2, aa, bb, cc, dd, ee, X(4), 0x7a6d76e9, 8);
        STEP_F4(e, a, b, c, d, X(10), 0x8f1bbcdc, 15);
        STEP(F2, ee, aa, bb, cc, dd, X(1), 0x7a6d76e9, 11);
        STEP_F4(d, e, a, b, c, X(0), 0x8f1bbcdc, 14);
        STEP(F2, dd, ee, aa, bb, cc, X(3), 0x7a6d76e9, 14);
        STEP_F4(c, d, e, a, b, X(8), 0x8f1bbcdc, 15);
        STEP(F2, cc, dd, ee, aa, bb, X(11), 0x7a6d76e9, 14);
        STEP_F4(b, c, d, e, a, X(12), 0x8f1bbcdc, 9);
        STEP(F2, bb, cc, dd, ee, aa, X(15), 0x7a6d76e9, 6);
        STEP_F4(a, b, c, d, e, X(4), 0x8f1bbcdc, 8);
        STEP(F2, aa, bb, cc, dd, ee, X(0), 0x7a6d76e9, 14);
        STEP_F4(e, a, b, c, d, X(13), 0x8f1bbcdc, 9);
        STEP(F2, ee, aa, bb, cc, dd, X(5), 0x7a6d76e9, 6);
        STEP_F4(d, e, a, b, c, X(3), 0x8f1bbcdc, 14);
        STEP(F2, dd, ee, aa, bb, cc, X(12), 0x7a6d76e9, 9);
        STEP_F4(c, d, e, a, b, X(7), 0x8f1bbcdc, 5);
        STEP(F2, cc, dd, ee, aa, bb, X(2), 0x7a6d76e9, 12);
        STEP_F4(b, c, d, e, a, X(15), 0x8f1bbcdc, 6);
        STEP(F2, bb, cc, dd, ee, aa, X(13), 0x7a6d76e9, 9);
        STEP_F4(a, b, c, d, e, X(14), 0x8f1bbcdc, 8);
        STEP(F2, aa, bb, cc, dd, ee, X(9), 0x7a6d76e9, 12);
        STEP_F4(e, a, b, c, d, X(5), 0x8f1bbcdc, 6);
        STEP(F2, ee, aa, bb, cc, dd, X(7), 0x7a6d76e9, 5);
        STEP_F4(d, e, a, b, c, X(6), 0x8f1bbcdc, 5);
        STEP(F2, dd, ee, aa, bb, cc, X(10), 0x7a6d76e9, 15);
        STEP_F4(c, d, e, a, b, X(2), 0x8f1bbcdc, 12);
        STEP(F2, cc, dd, ee, aa, bb, X(14), 0x7a6d76e9, 8);

        STEP(F5, b, c, d, e, a, X(4), 0xa953fd4e, 9);
        STEP(F1, bb, cc, dd, ee, aa, X(12), 0x00000000, 8);
        STEP(F5, a, b, c, d, e, X(0), 0xa953fd4e, 15);
        STEP(F1, aa, bb, cc, dd, ee, X(15), 0x00000000, 5);
        STEP(F5, e, a, b, c, d, X(5), 0xa953fd4e, 5);
        STEP(F1, ee, aa, bb, cc, dd, X(10), 0x00000000, 12);
        STEP(F5, d, e, a, b, c, X(9), 0xa953fd4e, 11);
        STEP(F1, dd, ee, aa, bb, cc, X(4), 0x00000000, 9);
        STEP(F5, c, d, e, a, b, X(7), 0xa953fd4e, 6);
        STEP(F1, cc, dd, ee, aa, bb, X(1), 0x00000000, 12);
        STEP(F5, b, c, d, e, a, X(12), 0xa953fd4e, 8);
        STEP(F1, bb, cc, dd, ee, aa, X(5), 0x00000000, 5);
        STEP(F5, a, b, c, d, e, X(2), 0xa953fd4e, 13);
        STEP(F1, aa, bb, cc, dd, ee, X(8), 0x00000000, 14);
        STEP(F5, e, a, b, c, d, X(10), 0xa953fd4e, 12);
        STEP(F1, ee, aa, bb, cc, dd, X(7), 0x00000000, 6);
        STEP(F5, d, e, a, b, c, X(14), 0xa953fd4e, 5);
        STEP(F1, dd, ee, aa, bb, cc, X(6), 0x00000000, 8);
        STEP(F5, c, d, e, a, b, X(1), 0xa953fd4e, 12);
        STEP(F1, cc, dd, ee, aa, bb, X(2), 0x00000000, 13);
        STEP(F5, b, c, d, e, a, X(3), 0xa953fd4e, 13);
        STEP(F1, bb, cc, dd, ee, aa, X(13), 0x00000000, 6);
        STEP(F5, a, b, c, d, e, X(8), 0xa953fd4e, 14);
        STEP(F1, aa, bb, cc, dd, ee, X(14), 0x00000000, 5);
        STEP(F5, e, a, b, c, d, X(11), 0xa953fd4e, 11);
        STEP(F1, ee, aa, bb, cc, dd, X(0), 0x00000000, 15);
        STEP(F5, d, e, a, b, c, X(6), 0xa953fd4e, 8);
        STEP(F1, dd, ee, aa, bb, cc, X(3), 0x00000000, 13);
        STEP(F5, c, d, e, a, b, X(15), 0xa953fd4e, 5);
        STEP(F1, cc, dd, ee, aa, bb, X(9), 0x00000000, 11);
        STEP(F5, b, c, d, e, a, X(13), 0xa953fd4e, 6);
        STEP(F1, bb, cc, dd, ee, aa, X(11), 0x00000000, 11);

        dd += c + h[1];
        h[1] = h[2] + d + ee;
        h[2] = h[3] + e + aa;
        h[3] = h[4] + a + bb;
        h[4] = h[0] + b + cc;
        h[0] = dd;
    }
#undef X
}
