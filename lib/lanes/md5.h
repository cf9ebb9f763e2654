/* SPDX-License-Identifier: MIT
 *
 * md5.h - the MD5 compression function (RFC 1321, 3.4) over lanes. A template: included once for
 * each kernel, with V(name) mapping to the names of a vector header, LANES_FN the function to
 * define and GROUPS the vectors of lanes that run in step (1 or 2). A step is a chain of four
 * operations, so a single group leaves the ports idle half of the time.
 */
#define G GROUPS
#define ADD V(add32)

#define F(x, b, c, d) ADD((x), V(select)((b), (c), (d)))
#define FG(x, b, c, d) ADD((x), V(select)((d), (b), (c)))
#define FH(x, b, c, d) ADD((x), V(xor3)((b), (c), (d)))
#define FI(x, b, c, d) V(add32_xorn)((x), (c), (b), (d))

#define STEP_OF(g, f, a, b, c, d, i, k, r)                                                         \
    do {                                                                                           \
        V(t) x = ADD(ADD(a[g], w[g][i]), k);                                                       \
        x = f(x, b[g], c[g], d[g]);                                                                \
        a[g] = ADD(V(rotl32)(x, r), b[g]);                                                         \
    } while (0)

#define STEP(f, debt, a, b, c, d, i, k, r)                                                         \
    do {                                                                                           \
        const V(t) ki = V(set32)((uint32_t)(k) - (uint32_t)(debt));                                \
        STEP_OF(0, f, a, b, c, d, i, ki, r);                                                       \
        if (G > 1)                                                                                 \
            STEP_OF(G - 1, f, a, b, c, d, i, ki, r);                                               \
    } while (0)

/* Four steps bring the names of the working variables back to their places. */
#define FOUR(f, debt, r0, r1, r2, r3, i0, k0, i1, k1, i2, k2, i3, k3)                              \
    do {                                                                                           \
        STEP(f, debt, a, b, c, d, i0, k0, r0);                                                     \
        STEP(f, debt, d, a, b, c, i1, k1, r1);                                                     \
        STEP(f, debt, c, d, a, b, i2, k2, r2);                                                     \
        STEP(f, debt, b, c, d, a, i3, k3, r3);                                                     \
    } while (0)

#define ROUND1(...) FOUR(F, 0, 7, 12, 17, 22, __VA_ARGS__)
#define ROUND2(...) FOUR(FG, 0, 5, 9, 14, 20, __VA_ARGS__)
#define ROUND3(...) FOUR(FH, 0, 4, 11, 16, 23, __VA_ARGS__)
#define ROUND4(...) FOUR(FI, V(XORN_DEBT), 6, 10, 15, 21, __VA_ARGS__)

void LANES_FN(void *state, const uint8_t *const p[], size_t n)
{
    V(t) *s = state;
    V(t) a[G], b[G], c[G], d[G], w[G][16];

    for (int g = 0; g < G; g++) {
        a[g] = s[g];
        b[g] = s[G + g];
        c[g] = s[2 * G + g];
        d[g] = s[3 * G + g];
    }
    for (size_t at = 0; n; n--, at += 64) {
        for (int g = 0; g < G; g++)
            V(words_le32)(w[g], p + g * V(LANES32), at);

        ROUND1(0, 0xd76aa478, 1, 0xe8c7b756, 2, 0x242070db, 3, 0xc1bdceee);
        ROUND1(4, 0xf57c0faf, 5, 0x4787c62a, 6, 0xa8304613, 7, 0xfd469501);
        ROUND1(8, 0x698098d8, 9, 0x8b44f7af, 10, 0xffff5bb1, 11, 0x895cd7be);
        ROUND1(12, 0x6b901122, 13, 0xfd987193, 14, 0xa679438e, 15, 0x49b40821);

        ROUND2(1, 0xf61e2562, 6, 0xc040b340, 11, 0x265e5a51, 0, 0xe9b6c7aa);
        ROUND2(5, 0xd62f105d, 10, 0x02441453, 15, 0xd8a1e681, 4, 0xe7d3fbc8);
        ROUND2(9, 0x21e1cde6, 14, 0xc33707d6, 3, 0xf4d50d87, 8, 0x455a14ed);
        ROUND2(13, 0xa9e3e905, 2, 0xfcefa3f8, 7, 0x676f02d9, 12, 0x8d2a4c8a);

        ROUND3(5, 0xfffa3942, 8, 0x8771f681, 11, 0x6d9d6122, 14, 0xfde5380c);
        ROUND3(1, 0xa4beea44, 4, 0x4bdecfa9, 7, 0xf6bb4b60, 10, 0xbebfbc70);
        ROUND3(13, 0x289b7ec6, 0, 0xeaa127fa, 3, 0xd4ef3085, 6, 0x04881d05);
        ROUND3(9, 0xd9d4d039, 12, 0xe6db99e5, 15, 0x1fa27cf8, 2, 0xc4ac5665);

        ROUND4(0, 0xf4292244, 7, 0x432aff97, 14, 0xab9423a7, 5, 0xfc93a039);
        ROUND4(12, 0x655b59c3, 3, 0x8f0ccc92, 10, 0xffeff47d, 1, 0x85845dd1);
        ROUND4(8, 0x6fa87e4f, 15, 0xfe2ce6e0, 6, 0xa3014314, 13, 0x4e0811a1);
        ROUND4(4, 0xf7537e82, 11, 0xbd3af235, 2, 0x2ad7d2bb, 9, 0xeb86d391);

        for (int g = 0; g < G; g++) {
            s[g] = a[g] = ADD(a[g], s[g]);
            s[G + g] = b[g] = ADD(b[g], s[G + g]);
            s[2 * G + g] = c[g] = ADD(c[g], s[2 * G + g]);
            s[3 * G + g] = d[g] = ADD(d[g], s[3 * G + g]);
        }
    }
}

#undef G
#undef ADD
#undef F
#undef FG
#undef FH
#undef FI
#undef STEP_OF
#undef STEP
#undef FOUR
#undef ROUND1
#undef ROUND2
#undef ROUND3
#undef ROUND4
