/* SPDX-License-Identifier: MIT
 *
 * test_encode.c - hex, base64 and BubbleBabble: small inputs exhaustively, and everything that the
 * strict decoders must refuse. Published values are in test_vectors.c.
 */
#include <string.h>

#include "harness.h"

static void hex_round_trip(void **state)
{
    (void)state;
    for (unsigned v = 0; v < 65536; v++) {
        uint8_t in[7] = {(uint8_t)(v >> 8), (uint8_t)v, (uint8_t)~v, 0, 0xff, (uint8_t)v, 9},
                out[7];
        for (size_t n = 0; n <= sizeof in; n++) {
            char text[HM_HEX_SIZE(7)];
            if (hm_hex(text, in, n) != 2 * n || strlen(text) != 2 * n)
                fail_msg("%u: %zu bytes give \"%s\"", v, n, text);
            memset(out, 0x5a, sizeof out);
            if (!hm_hex_decode(out, text, 2 * n) || memcmp(out, in, n) != 0)
                fail_msg("%u: \"%s\" does not come back", v, text);
        }
    }
}

/* Every pair of characters against the definition. */
static void hex_pairs(void **state)
{
    (void)state;
    static const char digits[] = "0123456789abcdef", capitals[] = "0123456789ABCDEF";
    int value[256];
    for (int c = 0; c < 256; c++) {
        const char *p = c ? strchr(digits, c) : NULL, *q = c ? strchr(capitals, c) : NULL;
        value[c] = p ? (int)(p - digits) : q ? (int)(q - capitals) : -1;
    }
    for (int c = 0; c < 256; c++)
        for (int d = 0; d < 256; d++) {
            char text[2] = {(char)c, (char)d};
            uint8_t out = 0;
            bool ok = hm_hex_decode(&out, text, 2), want = value[c] >= 0 && value[d] >= 0;
            if (ok != want || (ok && out != value[c] * 16 + value[d]))
                fail_msg("\\x%02x\\x%02x: %d %02x", (unsigned)c, (unsigned)d, ok, out);
        }
}

static void hex_strict(void **state)
{
    (void)state;
    static const char *const bad[] = {"0",        "abc",  "0g", "g0", " 00",   "00 ", "0 0 ",
                                      "0x00",     "00\n", "-1", "+1", "00:00", "a",   "00000",
                                      "\xb0\xb0", "/0",   ":0", "@0", "G0",    "`0"};
    uint8_t out[16];
    for (size_t i = 0; i < COUNT(bad); i++)
        if (hm_hex_decode(out, bad[i], strlen(bad[i])))
            fail_msg("\"%s\" is taken", bad[i]);
    assert_false(hm_hex_decode(out, "00\0", 3));
    assert_false(hm_hex_decode(out, "0\0", 2));
    assert_true(hm_hex_decode(out, NULL, 0));
    assert_true(hm_hex_decode(out, "aBcDeF09", 8));
    assert_memory_equal(out, "\xab\xcd\xef\x09", 4);
}

static void hex_bad_anywhere(void **state)
{
    (void)state;
    char text[64];
    uint8_t out[32];
    for (size_t at = 0; at < sizeof text; at++) {
        memset(text, 'a', sizeof text);
        assert_true(hm_hex_decode(out, text, sizeof text));
        text[at] = 'g';
        assert_false(hm_hex_decode(out, text, sizeof text));
    }
}

typedef size_t encode_fn(char *, const void *, size_t, bool);
typedef bool decode_fn(uint8_t *, size_t *, const char *, size_t);

static const struct base64_kind {
    encode_fn *encode;
    decode_fn *decode;
    const char *alphabet;
} kinds[] = {
    {hm_base64, hm_base64_decode,
     "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"},
    {hm_base64url, hm_base64url_decode,
     "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"},
};

static void base64_round_trip(void **state)
{
    const struct base64_kind *k = *state;
    for (unsigned v = 0; v < 65536; v++) {
        uint8_t in[8] = {
            (uint8_t)(v >> 8), (uint8_t)v, (uint8_t)(v * 7), 0, 255, (uint8_t)~v, 1, 2};
        for (size_t n = 0; n <= 5; n++)
            for (int pad = 0; pad < 2; pad++) {
                char text[HM_BASE64_SIZE(8)];
                uint8_t out[16];
                size_t out_len = 99, len = k->encode(text, in, n, pad);
                size_t want = pad ? (n + 2) / 3 * 4 : (n * 4 + 2) / 3;
                if (len != want || strlen(text) != len)
                    fail_msg("%u: %zu bytes give \"%s\"", v, n, text);
                if (!k->decode(out, &out_len, text, len) || out_len != n || memcmp(out, in, n) != 0)
                    fail_msg("%u: \"%s\" does not come back", v, text);
            }
    }
}

/* Every text of two characters, and of four with "==": taken only if it is what some byte gives. */
static void base64_pairs(void **state)
{
    const struct base64_kind *k = *state;
    int value[256];
    for (int c = 0; c < 256; c++) {
        const char *p = c ? strchr(k->alphabet, c) : NULL;
        value[c] = p ? (int)(p - k->alphabet) : -1;
    }
    for (int c = 0; c < 256; c++)
        for (int d = 0; d < 256; d++) {
            char text[4] = {(char)c, (char)d, '=', '='};
            bool want = value[c] >= 0 && value[d] >= 0 && (value[d] & 15) == 0;
            for (size_t len = 2; len <= 4; len += 2) {
                uint8_t out[8] = {0};
                size_t n = 0;
                bool ok = k->decode(out, &n, text, len);
                if (ok != want || (ok && (n != 1 || out[0] != (value[c] << 2 | value[d] >> 4))))
                    fail_msg("\\x%02x\\x%02x, %zu characters: %d", (unsigned)c, (unsigned)d, len,
                             ok);
            }
        }
}

static void base64_strict(void **state)
{
    const struct base64_kind *k = *state;
    static const char *const bad[] = {
        "A",         "=",        "==",     "===",   "====",   "A=",       "A==",
        "A===",      "AA=",      "AAA==",  "AAAA=", "AAAA==", "AAAA====", "AA==AA==",
        "AA==AAAA",  "AAA=AAAA", "=AAA",   "A=AA",  "AA=A",   "AAAAA",    "AAAAA===",
        "AB==",      "AB",       "AAB=",   "AAB",   "AA A",   " AAA",     "AAA ",
        "AA\n==",    "AAAA\n",   "AA==\n", "A*AA",  "AA.A",   "AA,A",     "\301AAA",
        "~AAA",      "@AAA",     "[AAA",   "`AAA",  "{AAA",   "AA======", "AAAAAA=",
        "AAAAAAA==",
    };
    uint8_t out[16];
    size_t n;
    for (size_t i = 0; i < COUNT(bad); i++)
        if (k->decode(out, &n, bad[i], strlen(bad[i])))
            fail_msg("\"%s\" is taken", bad[i]);
    /* The other alphabet's characters, and NUL inside. */
    assert_int_equal(k->decode(out, &n, "++//", 4), k->decode == hm_base64_decode);
    assert_int_equal(k->decode(out, &n, "--__", 4), k->decode == hm_base64url_decode);
    assert_false(k->decode(out, &n, "AA\0A", 4));
    assert_true(k->decode(out, &n, NULL, 0));
    assert_int_equal(n, 0);
}

static void base64_bad_anywhere(void **state)
{
    const struct base64_kind *k = *state;
    uint8_t out[48];
    char text[64];
    size_t n;
    for (size_t at = 0; at < sizeof text; at++)
        for (const char *c = "=\n *"; *c; c++) {
            memset(text, 'A', sizeof text);
            text[at] = *c;
            /* One '=' at the very end completes a group: that alone is well-formed. */
            assert_int_equal(k->decode(out, &n, text, sizeof text),
                             *c == '=' && at == sizeof text - 1);
        }
}

/* The promised sizes are enough and exact: the buffers end at a guard page. */
static void rooms(void **state)
{
    (void)state;
    for (size_t n = 0; n <= 200; n++) {
        struct guarded in = guard(n, true);
        pattern(n, in.p, n);
        struct guarded hex = guard(HM_HEX_SIZE(n), true);
        assert_int_equal(hm_hex((char *)hex.p, in.p, n) + 1, HM_HEX_SIZE(n));
        struct guarded base64 = guard(HM_BASE64_SIZE(n), true);
        assert_int_equal(hm_base64((char *)base64.p, in.p, n, true) + 1, HM_BASE64_SIZE(n));
        struct guarded babble = guard(HM_BUBBLEBABBLE_SIZE(n), true);
        assert_int_equal(hm_bubblebabble((char *)babble.p, in.p, n) + 1, HM_BUBBLEBABBLE_SIZE(n));

        /* Decoding: the text without its NUL right before the page, and the stated room. */
        struct guarded back = guard(n, true), text = guard(2 * n, true);
        memcpy(text.p, hex.p, 2 * n);
        assert_true(hm_hex_decode(back.p, (char *)text.p, 2 * n));
        assert_memory_equal(back.p, in.p, n);
        size_t text_len = HM_BASE64_SIZE(n) - 1, out_len;
        struct guarded text64 = guard(text_len, true), back64 = guard(text_len / 4 * 3 + 2, true);
        memcpy(text64.p, base64.p, text_len);
        assert_true(hm_base64_decode(back64.p, &out_len, (char *)text64.p, text_len));
        assert_int_equal(out_len, n);
        assert_memory_equal(back64.p, in.p, n);
        struct guarded *all[] = {&in, &hex, &base64, &babble, &back, &text, &text64, &back64};
        for (size_t i = 0; i < COUNT(all); i++)
            unguard(all[i]);
    }
}

/* Texts of all lengths made of alphabet and rubbish never reach past the stated room. */
static void random_texts(void **state)
{
    (void)state;
    struct rng rng = {random_seed()};
    for (int round = 0; round < 20000; round++) {
        size_t len = rng_below(&rng, 40);
        char text[40];
        uint8_t out[64];
        size_t n = 0;
        for (size_t i = 0; i < len; i++)
            text[i] = "ABCxyz019+/-_=== \n"[rng_below(&rng, 18)];
        for (size_t j = 0; j < COUNT(kinds); j++) {
            memset(out, 0x77, sizeof out);
            if (kinds[j].decode(out, &n, text, len)) {
                char again[HM_BASE64_SIZE(40)];
                bool padded = len && text[len - 1] == '=';
                assert_int_equal(kinds[j].encode(again, out, n, padded), len);
                assert_memory_equal(again, text, len);
            }
            for (size_t i = len / 4 * 3 + 2; i < sizeof out; i++)
                assert_int_equal(out[i], 0x77);
        }
    }
}

/* The draft's structure: x, groups of consonants and vowels, dashes between, x. */
static void bubblebabble_shape(void **state)
{
    (void)state;
    for (unsigned v = 0; v < 65536; v++) {
        uint8_t in[3] = {(uint8_t)(v >> 8), (uint8_t)v, (uint8_t)(v ^ v >> 8)};
        for (size_t n = 0; n <= 3; n++) {
            char text[HM_BUBBLEBABBLE_SIZE(3)];
            size_t len = hm_bubblebabble(text, in, n);
            bool ok = len == n / 2 * 6 + 5 && strlen(text) == len && text[0] == 'x' &&
                      text[len - 1] == 'x';
            for (size_t i = 1; ok && i < len - 1; i++) {
                const char *set = i % 6 == 5 ? "-" : i % 2 ? "aeiouy" : "bcdfghklmnprstvzx";
                ok = strchr(set, text[i]) != NULL;
            }
            if (!ok)
                fail_msg("%u: %zu bytes give \"%s\"", v, n, text);
        }
    }
}

int main(void)
{
    struct test_list list = {0};
    add_test(&list, hex_round_trip, NULL, "hex comes back");
    add_test(&list, hex_pairs, NULL, "hex, every pair of characters");
    add_test(&list, hex_strict, NULL, "hex, malformed");
    add_test(&list, hex_bad_anywhere, NULL, "hex, one bad character anywhere");
    for (size_t i = 0; i < COUNT(kinds); i++) {
        const char *name = i ? "base64url" : "base64";
        void *kind = (void *)(uintptr_t)&kinds[i];
        add_test(&list, base64_round_trip, kind, "%s comes back", name);
        add_test(&list, base64_pairs, kind, "%s, every pair of characters", name);
        add_test(&list, base64_strict, kind, "%s, malformed", name);
        add_test(&list, base64_bad_anywhere, kind, "%s, one bad character anywhere", name);
    }
    add_test(&list, rooms, NULL, "stated sizes are exact");
    add_test(&list, random_texts, NULL, "random texts");
    add_test(&list, bubblebabble_shape, NULL, "BubbleBabble's shape");
    return run_list("encode", &list);
}
