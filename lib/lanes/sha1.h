/* SPDX-License-Identifier: MIT
 *
 * sha1.h - the SHA-1 compression function (FIPS 180-4, 6.1.2) over lanes, a template (see
 * vector.h). The schedule lives in a window of 16 words that moves with the rounds.
 */
#define ADD V(add32)

#define LOAD(t) w[t]
/* w[t] is dead and w[t + 13] the newest: this order needs no copy and waits least. */
#define NEXT(t)                                                                                    \
    (w[(t)&15] = V(rotl32)(                                                                        \
         V(xor)(w[((t) + 13) & 15], V(xor3)(w[((t) + 8) & 15], w[((t) + 2) & 15], w[(t)&15])), 1))

#define ROUND(f, a, b, c, d, e, word)                                                              \
    do {                                                                                           \
        V(t) x = V(keep)(ADD(ADD(e, k), word));                                                    \
        x = V(keep)(ADD(x, V(f)(b, c, d)));                                                        \
        e = ADD(x, V(rotl32)(a, 5));                                                               \
        b = V(rotl32)(b, 30);                                                                      \
    } while (0)

/* Five rounds bring the names of the working variables back to their places. */
#define FIVE(f, word, t)                                                                           \
    do {                                                                                           \
        ROUND(f, a, b, c, d, e, word((t) + 0));                                                    \
        ROUND(f, e, a, b, c, d, word((t) + 1));                                                    \
        ROUND(f, d, e, a, b, c, word((t) + 2));                                                    \
        ROUND(f, c, d, e, a, b, word((t) + 3));                                                    \
        ROUND(f, b, c, d, e, a, word((t) + 4));                                                    \
    } while (0)

#define TWENTY(f, t)                                                                               \
    do {                                                                                           \
        FIVE(f, NEXT, (t) + 0);                                                                    \
        FIVE(f, NEXT, (t) + 5);                                                                    \
        FIVE(f, NEXT, (t) + 10);                                                                   \
        FIVE(f, NEXT, (t) + 15);                                                                   \
    } while (0)

void LANES_FN(void *state, const uint8_t *const p[], size_t n)
{
    V(t) *s = state;
    V(t) a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], w[16];

    for (size_t at = 0; n; n--, at += 64) {
        V(t) k = V(set32)(0x5a827999);
        V(eight_be32)(w, p, at);

        FIVE(select, LOAD, 0);
        ROUND(select, a, b, c, d, e, LOAD(5));
        ROUND(select, e, a, b, c, d, LOAD(6));
        ROUND(select, d, e, a, b, c, LOAD(7));
        V(eight_be32)(w + 8, p, at + 32);
        ROUND(select, c, d, e, a, b, LOAD(8));
        ROUND(select, b, c, d, e, a, LOAD(9));
        FIVE(select, LOAD, 10);
        ROUND(select, a, b, c, d, e, LOAD(15));
        ROUND(select, e, a, b, c, d, NEXT(16));
        ROUND(select, d, e, a, b, c, NEXT(17));
        ROUND(select, c, d, e, a, b, NEXT(18));
        ROUND(select, b, c, d, e, a, NEXT(19));
        k = V(set32)(0x6ed9eba1);
        TWENTY(xor3, 20);
        k = V(set32)(0x8f1bbcdc);
        TWENTY(majority, 40);
        k = V(set32)(0xca62c1d6);
        TWENTY(xor3, 60);

        s[0] = a = ADD(a, s[0]);
        s[1] = b = ADD(b, s[1]);
        s[2] = c = ADD(c, s[2]);
        s[3] = d = ADD(d, s[3]);
        s[4] = e = ADD(e, s[4]);
    }
}

#undef ADD
#undef LOAD
#undef NEXT
#undef ROUND
#undef FIVE
#undef TWENTY
