/* SPDX-License-Identifier: MIT
 *
 * rmd160.h - the RIPEMD-160 compression function (Dobbertin, Bosselaers, Preneel: "RIPEMD-160, a
 * strengthened version of RIPEMD", 1996, appendix A) over lanes, a template (see vector.h). The
 * left and the right line are written in turn: they fill each other's waiting time.
 */
#define ADD V(add32)

#define F1(v, x, y, z) ADD((v), V(xor3)((x), (y), (z)))
#define F2(v, x, y, z) ADD((v), V(select)((x), (y), (z)))
#define F3(v, x, y, z) V(add32_xorn)((v), (z), (x), (y))
#define F4(v, x, y, z) V(add32_late)((v), (z), (x), (y))
#define F5(v, x, y, z) V(add32_xorn)((v), (x), (y), (z))
#define F1_DEBT 0
#define F2_DEBT 0
#define F3_DEBT V(XORN_DEBT)
#define F4_DEBT 0
#define F5_DEBT V(XORN_DEBT)

#define STEP(f, a, b, c, d, e, i, k, r)                                                            \
    do {                                                                                           \
        V(t) x = ADD(a, w[i]);                                                                     \
        if (k)                                                                                     \
            x = ADD(x, V(set32)((uint32_t)(k) - (uint32_t)f##_DEBT));                              \
        x = f(V(keep)(x), b, c, d);                                                                \
        a = ADD(V(rotl32)(x, r), e);                                                               \
        c = V(rotl32)(c, 10);                                                                      \
    } while (0)

void LANES_FN(void *state, const uint8_t *const p[], size_t n)
{
    V(t) *s = state;
    V(t) w[16];

    for (size_t at = 0; n; n--, at += 64) {
        V(t) a = s[0], b = s[1], c = s[2], d = s[3], e = s[4];
        V(t) aa = a, bb = b, cc = c, dd = d, ee = e;

        V(eight_le32)(w, p, at);
        V(eight_le32)(w + 8, p, at + 32);

        STEP(F1, a, b, c, d, e, 0, 0x00000000, 11);
        STEP(F5, aa, bb, cc, dd, ee, 5, 0x50a28be6, 8);
        STEP(F1, e, a, b, c, d, 1, 0x00000000, 14);
        STEP(F5, ee, aa, bb, cc, dd, 14, 0x50a28be6, 9);
        STEP(F1, d, e, a, b, c, 2, 0x00000000, 15);
        STEP(F5, dd, ee, aa, bb, cc, 7, 0x50a28be6, 9);
        STEP(F1, c, d, e, a, b, 3, 0x00000000, 12);
        STEP(F5, cc, dd, ee, aa, bb, 0, 0x50a28be6, 11);
        STEP(F1, b, c, d, e, a, 4, 0x00000000, 5);
        STEP(F5, bb, cc, dd, ee, aa, 9, 0x50a28be6, 13);
        STEP(F1, a, b, c, d, e, 5, 0x00000000, 8);
        STEP(F5, aa, bb, cc, dd, ee, 2, 0x50a28be6, 15);
        STEP(F1, e, a, b, c, d, 6, 0x00000000, 7);
        STEP(F5, ee, aa, bb, cc, dd, 11, 0x50a28be6, 15);
        STEP(F1, d, e, a, b, c, 7, 0x00000000, 9);
        STEP(F5, dd, ee, aa, bb, cc, 4, 0x50a28be6, 5);
        STEP(F1, c, d, e, a, b, 8, 0x00000000, 11);
        STEP(F5, cc, dd, ee, aa, bb, 13, 0x50a28be6, 7);
        STEP(F1, b, c, d, e, a, 9, 0x00000000, 13);
        STEP(F5, bb, cc, dd, ee, aa, 6, 0x50a28be6, 7);
        STEP(F1, a, b, c, d, e, 10, 0x00000000, 14);
        STEP(F5, aa, bb, cc, dd, ee, 15, 0x50a28be6, 8);
        STEP(F1, e, a, b, c, d, 11, 0x00000000, 15);
        STEP(F5, ee, aa, bb, cc, dd, 8, 0x50a28be6, 11);
        STEP(F1, d, e, a, b, c, 12, 0x00000000, 6);
        STEP(F5, dd, ee, aa, bb, cc, 1, 0x50a28be6, 14);
        STEP(F1, c, d, e, a, b, 13, 0x00000000, 7);
        STEP(F5, cc, dd, ee, aa, bb, 10, 0x50a28be6, 14);
        STEP(F1, b, c, d, e, a, 14, 0x00000000, 9);
        STEP(F5, bb, cc, dd, ee, aa, 3, 0x50a28be6, 12);
        STEP(F1, a, b, c, d, e, 15, 0x00000000, 8);
        STEP(F5, aa, bb, cc, dd, ee, 12, 0x50a28be6, 6);

        STEP(F2, e, a, b, c, d, 7, 0x5a827999, 7);
        STEP(F4, ee, aa, bb, cc, dd, 6, 0x5c4dd124, 9);
        STEP(F2, d, e, a, b, c, 4, 0x5a827999, 6);
        STEP(F4, dd, ee, aa, bb, cc, 11, 0x5c4dd124, 13);
        STEP(F2, c, d, e, a, b, 13, 0x5a827999, 8);
        STEP(F4, cc, dd, ee, aa, bb, 3, 0x5c4dd124, 15);
        STEP(F2, b, c, d, e, a, 1, 0x5a827999, 13);
        STEP(F4, bb, cc, dd, ee, aa, 7, 0x5c4dd124, 7);
        STEP(F2, a, b, c, d, e, 10, 0x5a827999, 11);
        STEP(F4, aa, bb, cc, dd, ee, 0, 0x5c4dd124, 12);
        STEP(F2, e, a, b, c, d, 6, 0x5a827999, 9);
        STEP(F4, ee, aa, bb, cc, dd, 13, 0x5c4dd124, 8);
        STEP(F2, d, e, a, b, c, 15, 0x5a827999, 7);
        STEP(F4, dd, ee, aa, bb, cc, 5, 0x5c4dd124, 9);
        STEP(F2, c, d, e, a, b, 3, 0x5a827999, 15);
        STEP(F4, cc, dd, ee, aa, bb, 10, 0x5c4dd124, 11);
        STEP(F2, b, c, d, e, a, 12, 0x5a827999, 7);
        STEP(F4, bb, cc, dd, ee, aa, 14, 0x5c4dd124, 7);
        STEP(F2, a, b, c, d, e, 0, 0x5a827999, 12);
        STEP(F4, aa, bb, cc, dd, ee, 15, 0x5c4dd124, 7);
        STEP(F2, e, a, b, c, d, 9, 0x5a827999, 15);
        STEP(F4, ee, aa, bb, cc, dd, 8, 0x5c4dd124, 12);
        STEP(F2, d, e, a, b, c, 5, 0x5a827999, 9);
        STEP(F4, dd, ee, aa, bb, cc, 12, 0x5c4dd124, 7);
        STEP(F2, c, d, e, a, b, 2, 0x5a827999, 11);
        STEP(F4, cc, dd, ee, aa, bb, 4, 0x5c4dd124, 6);
        STEP(F2, b, c, d, e, a, 14, 0x5a827999, 7);
        STEP(F4, bb, cc, dd, ee, aa, 9, 0x5c4dd124, 15);
        STEP(F2, a, b, c, d, e, 11, 0x5a827999, 13);
        STEP(F4, aa, bb, cc, dd, ee, 1, 0x5c4dd124, 13);
        STEP(F2, e, a, b, c, d, 8, 0x5a827999, 12);
        STEP(F4, ee, aa, bb, cc, dd, 2, 0x5c4dd124, 11);

        STEP(F3, d, e, a, b, c, 3, 0x6ed9eba1, 11);
        STEP(F3, dd, ee, aa, bb, cc, 15, 0x6d703ef3, 9);
        STEP(F3, c, d, e, a, b, 10, 0x6ed9eba1, 13);
        STEP(F3, cc, dd, ee, aa, bb, 5, 0x6d703ef3, 7);
        STEP(F3, b, c, d, e, a, 14, 0x6ed9eba1, 6);
        STEP(F3, bb, cc, dd, ee, aa, 1, 0x6d703ef3, 15);
        STEP(F3, a, b, c, d, e, 4, 0x6ed9eba1, 7);
        STEP(F3, aa, bb, cc, dd, ee, 3, 0x6d703ef3, 11);
        STEP(F3, e, a, b, c, d, 9, 0x6ed9eba1, 14);
        STEP(F3, ee, aa, bb, cc, dd, 7, 0x6d703ef3, 8);
        STEP(F3, d, e, a, b, c, 15, 0x6ed9eba1, 9);
        STEP(F3, dd, ee, aa, bb, cc, 14, 0x6d703ef3, 6);
        STEP(F3, c, d, e, a, b, 8, 0x6ed9eba1, 13);
        STEP(F3, cc, dd, ee, aa, bb, 6, 0x6d703ef3, 6);
        STEP(F3, b, c, d, e, a, 1, 0x6ed9eba1, 15);
        STEP(F3, bb, cc, dd, ee, aa, 9, 0x6d703ef3, 14);
        STEP(F3, a, b, c, d, e, 2, 0x6ed9eba1, 14);
        STEP(F3, aa, bb, cc, dd, ee, 11, 0x6d703ef3, 12);
        STEP(F3, e, a, b, c, d, 7, 0x6ed9eba1, 8);
        STEP(F3, ee, aa, bb, cc, dd, 8, 0x6d703ef3, 13);
        STEP(F3, d, e, a, b, c, 0, 0x6ed9eba1, 13);
        STEP(F3, dd, ee, aa, bb, cc, 12, 0x6d703ef3, 5);
        STEP(F3, c, d, e, a, b, 6, 0x6ed9eba1, 6);
        STEP(F3, cc, dd, ee, aa, bb, 2, 0x6d703ef3, 14);
        STEP(F3, b, c, d, e, a, 13, 0x6ed9eba1, 5);
        STEP(F3, bb, cc, dd, ee, aa, 10, 0x6d703ef3, 13);
        STEP(F3, a, b, c, d, e, 11, 0x6ed9eba1, 12);
        STEP(F3, aa, bb, cc, dd, ee, 0, 0x6d703ef3, 13);
        STEP(F3, e, a, b, c, d, 5, 0x6ed9eba1, 7);
        STEP(F3, ee, aa, bb, cc, dd, 4, 0x6d703ef3, 7);
        STEP(F3, d, e, a, b, c, 12, 0x6ed9eba1, 5);
        STEP(F3, dd, ee, aa, bb, cc, 13, 0x6d703ef3, 5);

        STEP(F4, c, d, e, a, b, 1, 0x8f1bbcdc, 11);
        STEP(F2, cc, dd, ee, aa, bb, 8, 0x7a6d76e9, 15);
        STEP(F4, b, c, d, e, a, 9, 0x8f1bbcdc, 12);
        STEP(F2, bb, cc, dd, ee, aa, 6, 0x7a6d76e9, 5);
        STEP(F4, a, b, c, d, e, 11, 0x8f1bbcdc, 14);
        STEP(F2, aa, bb, cc, dd, ee, 4, 0x7a6d76e9, 8);
        STEP(F4, e, a, b, c, d, 10, 0x8f1bbcdc, 15);
        STEP(F2, ee, aa, bb, cc, dd, 1, 0x7a6d76e9, 11);
        STEP(F4, d, e, a, b, c, 0, 0x8f1bbcdc, 14);
        STEP(F2, dd, ee, aa, bb, cc, 3, 0x7a6d76e9, 14);
        STEP(F4, c, d, e, a, b, 8, 0x8f1bbcdc, 15);
        STEP(F2, cc, dd, ee, aa, bb, 11, 0x7a6d76e9, 14);
        STEP(F4, b, c, d, e, a, 12, 0x8f1bbcdc, 9);
        STEP(F2, bb, cc, dd, ee, aa, 15, 0x7a6d76e9, 6);
        STEP(F4, a, b, c, d, e, 4, 0x8f1bbcdc, 8);
        STEP(F2, aa, bb, cc, dd, ee, 0, 0x7a6d76e9, 14);
        STEP(F4, e, a, b, c, d, 13, 0x8f1bbcdc, 9);
        STEP(F2, ee, aa, bb, cc, dd, 5, 0x7a6d76e9, 6);
        STEP(F4, d, e, a, b, c, 3, 0x8f1bbcdc, 14);
        STEP(F2, dd, ee, aa, bb, cc, 12, 0x7a6d76e9, 9);
        STEP(F4, c, d, e, a, b, 7, 0x8f1bbcdc, 5);
        STEP(F2, cc, dd, ee, aa, bb, 2, 0x7a6d76e9, 12);
        STEP(F4, b, c, d, e, a, 15, 0x8f1bbcdc, 6);
        STEP(F2, bb, cc, dd, ee, aa, 13, 0x7a6d76e9, 9);
        STEP(F4, a, b, c, d, e, 14, 0x8f1bbcdc, 8);
        STEP(F2, aa, bb, cc, dd, ee, 9, 0x7a6d76e9, 12);
        STEP(F4, e, a, b, c, d, 5, 0x8f1bbcdc, 6);
        STEP(F2, ee, aa, bb, cc, dd, 7, 0x7a6d76e9, 5);
        STEP(F4, d, e, a, b, c, 6, 0x8f1bbcdc, 5);
        STEP(F2, dd, ee, aa, bb, cc, 10, 0x7a6d76e9, 15);
        STEP(F4, c, d, e, a, b, 2, 0x8f1bbcdc, 12);
        STEP(F2, cc, dd, ee, aa, bb, 14, 0x7a6d76e9, 8);

        STEP(F5, b, c, d, e, a, 4, 0xa953fd4e, 9);
        STEP(F1, bb, cc, dd, ee, aa, 12, 0x00000000, 8);
        STEP(F5, a, b, c, d, e, 0, 0xa953fd4e, 15);
        STEP(F1, aa, bb, cc, dd, ee, 15, 0x00000000, 5);
        STEP(F5, e, a, b, c, d, 5, 0xa953fd4e, 5);
        STEP(F1, ee, aa, bb, cc, dd, 10, 0x00000000, 12);
        STEP(F5, d, e, a, b, c, 9, 0xa953fd4e, 11);
        STEP(F1, dd, ee, aa, bb, cc, 4, 0x00000000, 9);
        STEP(F5, c, d, e, a, b, 7, 0xa953fd4e, 6);
        STEP(F1, cc, dd, ee, aa, bb, 1, 0x00000000, 12);
        STEP(F5, b, c, d, e, a, 12, 0xa953fd4e, 8);
        STEP(F1, bb, cc, dd, ee, aa, 5, 0x00000000, 5);
        STEP(F5, a, b, c, d, e, 2, 0xa953fd4e, 13);
        STEP(F1, aa, bb, cc, dd, ee, 8, 0x00000000, 14);
        STEP(F5, e, a, b, c, d, 10, 0xa953fd4e, 12);
        STEP(F1, ee, aa, bb, cc, dd, 7, 0x00000000, 6);
        STEP(F5, d, e, a, b, c, 14, 0xa953fd4e, 5);
        STEP(F1, dd, ee, aa, bb, cc, 6, 0x00000000, 8);
        STEP(F5, c, d, e, a, b, 1, 0xa953fd4e, 12);
        STEP(F1, cc, dd, ee, aa, bb, 2, 0x00000000, 13);
        STEP(F5, b, c, d, e, a, 3, 0xa953fd4e, 13);
        STEP(F1, bb, cc, dd, ee, aa, 13, 0x00000000, 6);
        STEP(F5, a, b, c, d, e, 8, 0xa953fd4e, 14);
        STEP(F1, aa, bb, cc, dd, ee, 14, 0x00000000, 5);
        STEP(F5, e, a, b, c, d, 11, 0xa953fd4e, 11);
        STEP(F1, ee, aa, bb, cc, dd, 0, 0x00000000, 15);
        STEP(F5, d, e, a, b, c, 6, 0xa953fd4e, 8);
        STEP(F1, dd, ee, aa, bb, cc, 3, 0x00000000, 13);
        STEP(F5, c, d, e, a, b, 15, 0xa953fd4e, 5);
        STEP(F1, cc, dd, ee, aa, bb, 9, 0x00000000, 11);
        STEP(F5, b, c, d, e, a, 13, 0xa953fd4e, 6);
        STEP(F1, bb, cc, dd, ee, aa, 11, 0x00000000, 11);

        dd = ADD(dd, ADD(c, s[1]));
        s[1] = ADD(s[2], ADD(d, ee));
        s[2] = ADD(s[3], ADD(e, aa));
        s[3] = ADD(s[4], ADD(a, bb));
        s[4] = ADD(s[0], ADD(b, cc));
        s[0] = dd;
    }
}

#undef ADD
#undef F1
#undef F2
#undef F3
#undef F4
#undef F5
#undef F1_DEBT
#undef F2_DEBT
#undef F3_DEBT
#undef F4_DEBT
#undef F5_DEBT
#undef STEP
