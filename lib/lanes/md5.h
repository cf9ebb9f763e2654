/* SPDX-License-Identifier: MIT
 *
 * md5.h - the MD5 compression function (RFC 1321, 3.4) over lanes, a template (see vector.h). A
 * step is a chain of four or more operations, so that a single group of lanes leaves half of the
 * ports idle.
 */
#ifndef HM_LANES_MD5_K
#define HM_LANES_MD5_K
/* RFC 1321's T. The last round's are lessened by what add32_xorn adds too much, which is the same
 * for all vectors of a source file. */
#define I(k) ((k) - (uint32_t)V(XORN_DEBT))
static const uint32_t md5_k[64] = {
    0xd76aa478,    0xe8c7b756,    0x242070db,    0xc1bdceee,    0xf57c0faf,    0x4787c62a,
    0xa8304613,    0xfd469501,    0x698098d8,    0x8b44f7af,    0xffff5bb1,    0x895cd7be,
    0x6b901122,    0xfd987193,    0xa679438e,    0x49b40821,    0xf61e2562,    0xc040b340,
    0x265e5a51,    0xe9b6c7aa,    0xd62f105d,    0x02441453,    0xd8a1e681,    0xe7d3fbc8,
    0x21e1cde6,    0xc33707d6,    0xf4d50d87,    0x455a14ed,    0xa9e3e905,    0xfcefa3f8,
    0x676f02d9,    0x8d2a4c8a,    0xfffa3942,    0x8771f681,    0x6d9d6122,    0xfde5380c,
    0xa4beea44,    0x4bdecfa9,    0xf6bb4b60,    0xbebfbc70,    0x289b7ec6,    0xeaa127fa,
    0xd4ef3085,    0x04881d05,    0xd9d4d039,    0xe6db99e5,    0x1fa27cf8,    0xc4ac5665,
    I(0xf4292244), I(0x432aff97), I(0xab9423a7), I(0xfc93a039), I(0x655b59c3), I(0x8f0ccc92),
    I(0xffeff47d), I(0x85845dd1), I(0x6fa87e4f), I(0xfe2ce6e0), I(0xa3014314), I(0x4e0811a1),
    I(0xf7537e82), I(0xbd3af235), I(0x2ad7d2bb), I(0xeb86d391),
};
#undef I
#endif

#define G GROUPS
#define ADD V(add32)

#define F(x, b, c, d) ADD((x), V(select)((b), (c), (d)))
#define FG(x, b, c, d) V(add32_late)((x), (d), (b), (c))
#define FH(x, b, c, d) ADD((x), V(xor3)((b), (c), (d)))
#define FI(x, b, c, d) V(add32_xorn)((x), (c), (b), (d))

#define STEP_OF(g, f, a, b, c, d, i, k, r)                                                         \
    do {                                                                                           \
        V(t) x = V(keep)(ADD(a[g], V(keep)(ADD(w[g][i], k))));                                     \
        x = f(x, b[g], c[g], d[g]);                                                                \
        a[g] = ADD(V(rotl32)(x, r), b[g]);                                                         \
    } while (0)

#define STEP(f, a, b, c, d, i, no, r)                                                              \
    do {                                                                                           \
        const V(t) ki = V(set32)(k[no]);                                                           \
        STEP_OF(0, f, a, b, c, d, i, ki, r);                                                       \
        if (G > 1)                                                                                 \
            STEP_OF(G - 1, f, a, b, c, d, i, ki, r);                                               \
    } while (0)

/* The next line of lane i of group g, a block ahead. 32 streams are more than the prefetchers of an
 * L1 cache follow; spread over the steps this gains 4 %, in one burst it costs 15 %. */
#define AHEAD(g, i)                                                                                \
    do {                                                                                           \
        if ((i) < V(LANES32))                                                                      \
            __builtin_prefetch(p[(g)*V(LANES32) + (i) % V(LANES32)] + at + 64);                    \
    } while (0)

/* Four steps bring the names of the working variables back to their places. */
#define FOUR(f, r0, r1, r2, r3, no, i0, i1, i2, i3)                                                \
    do {                                                                                           \
        if (G > 1) {                                                                               \
            AHEAD(0, (no) / 4);                                                                    \
            AHEAD(1, (no) / 4);                                                                    \
        }                                                                                          \
        STEP(f, a, b, c, d, i0, (no) + 0, r0);                                                     \
        STEP(f, d, a, b, c, i1, (no) + 1, r1);                                                     \
        STEP(f, c, d, a, b, i2, (no) + 2, r2);                                                     \
        STEP(f, b, c, d, a, i3, (no) + 3, r3);                                                     \
    } while (0)

#define ROUND1(...) FOUR(F, 7, 12, 17, 22, __VA_ARGS__)
#define ROUND2(...) FOUR(FG, 5, 9, 14, 20, __VA_ARGS__)
#define ROUND3(...) FOUR(FH, 4, 11, 16, 23, __VA_ARGS__)
#define ROUND4(...) FOUR(FI, 6, 10, 15, 21, __VA_ARGS__)

/* Eight words of each group. */
#define LOAD(i)                                                                                    \
    do {                                                                                           \
        V(eight_le32)(w[0] + (i), p, at + 4 * (i));                                                \
        if (G > 1)                                                                                 \
            V(eight_le32)(w[G - 1] + (i), p + V(LANES32), at + 4 * (i));                           \
    } while (0)

void LANES_FN(void *state, const uint8_t *const p[], size_t n)
{
    V(t) *s = state;
    const uint32_t *k = V(table)(md5_k);
    V(t) a[G], b[G], c[G], d[G], w[G][16];

    for (int g = 0; g < G; g++) {
        a[g] = s[g];
        b[g] = s[G + g];
        c[g] = s[2 * G + g];
        d[g] = s[3 * G + g];
    }
    for (size_t at = 0; n; n--, at += 64) {
        LOAD(0);
        ROUND1(0, 0, 1, 2, 3);
        ROUND1(4, 4, 5, 6, 7);
        LOAD(8);
        ROUND1(8, 8, 9, 10, 11);
        ROUND1(12, 12, 13, 14, 15);

        ROUND2(16, 1, 6, 11, 0);
        ROUND2(20, 5, 10, 15, 4);
        ROUND2(24, 9, 14, 3, 8);
        ROUND2(28, 13, 2, 7, 12);

        ROUND3(32, 5, 8, 11, 14);
        ROUND3(36, 1, 4, 7, 10);
        ROUND3(40, 13, 0, 3, 6);
        ROUND3(44, 9, 12, 15, 2);

        ROUND4(48, 0, 7, 14, 5);
        ROUND4(52, 12, 3, 10, 1);
        ROUND4(56, 8, 15, 6, 13);
        ROUND4(60, 4, 11, 2, 9);

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
#undef AHEAD
#undef FOUR
#undef LOAD
#undef ROUND1
#undef ROUND2
#undef ROUND3
#undef ROUND4
