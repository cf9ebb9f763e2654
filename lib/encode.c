/* SPDX-License-Identifier: MIT
 *
 * encode.c - hex, base64 and BubbleBabble, and the strict decoders. Knows nothing of digests.
 *
 * Tags are secrets, so hex and base64 use arithmetic in place of tables: no byte of the input
 * chooses an address or a branch.
 */
#include "base.h"
#include "hashmill.h"

/* The eight hex digits of four bytes, as a word whose bytes in memory are the text. */
static uint64_t hex8(uint32_t bytes)
{
    uint64_t v = HM_LE32(bytes);
    /* Spreads the bytes to every second byte, then their nibbles, the high one first. */
    v = (v | v << 16) & 0x0000ffff0000ffff;
    v = (v | v << 8) & 0x00ff00ff00ff00ff;
    v = (v >> 4 | v << 8) & 0x0f0f0f0f0f0f0f0f;
    /* 1 in each byte whose nibble is over 9; those get 'a' - '0' - 10 = 39 more. */
    uint64_t letter = (v + 0x0606060606060606) >> 4 & 0x0101010101010101;
    return v + 0x3030303030303030 + letter * 39;
}

size_t hm_hex(char *out, const void *data, size_t len)
{
    const uint8_t *p = data;
    size_t i = 0;
    for (; i + 4 <= len; i += 4) {
        uint32_t word;
        memcpy(&word, p + i, 4);
        hm_store_le64(out + 2 * i, hex8(word));
    }
    for (; i < len; i++) {
        unsigned hi = p[i] >> 4, lo = p[i] & 15;
        out[2 * i] = (char)('0' + hi + ((hi + 6) >> 4) * 39);
        out[2 * i + 1] = (char)('0' + lo + ((lo + 6) >> 4) * 39);
    }
    out[2 * len] = '\0';
    return 2 * len;
}

/* All ones if lo <= c <= hi, else 0, for c < 256: no branch on c. */
static unsigned in_range(unsigned c, unsigned lo, unsigned hi)
{
    return ((lo - 1 - c) & (c - hi - 1)) >> 8 & 0xff ? ~0u : 0;
}

bool hm_hex_decode(uint8_t *out, const char *text, size_t text_len)
{
    unsigned bad = text_len & 1;
    for (size_t i = 0; i + 1 < text_len; i += 2) {
        unsigned value = 0;
        for (size_t j = 0; j < 2; j++) {
            unsigned c = (unsigned char)text[i + j];
            unsigned digit = in_range(c, '0', '9'), upper = in_range(c, 'A', 'F'),
                     lower = in_range(c, 'a', 'f');
            bad |= ~(digit | upper | lower) & 1;
            value = value << 4 | (digit & (c - '0')) | (upper & (c - 'A' + 10)) |
                    (lower & (c - 'a' + 10));
        }
        out[i / 2] = (uint8_t)value;
    }
    return !bad;
}

/* The characters of RFC 4648's two alphabets differ for 62 and 63 alone. */
struct alphabet {
    unsigned char c62, c63;
};
static const struct alphabet standard = {'+', '/'}, url_safe = {'-', '_'};

static char to_char(const struct alphabet *a, unsigned v)
{
    unsigned c = (in_range(v, 0, 25) & (v + 'A')) | (in_range(v, 26, 51) & (v - 26 + 'a')) |
                 (in_range(v, 52, 61) & (v - 52 + '0')) | (in_range(v, 62, 62) & a->c62) |
                 (in_range(v, 63, 63) & a->c63);
    return (char)c;
}

static size_t encode64(const struct alphabet *a, char *out, const void *data, size_t len, bool pad)
{
    const uint8_t *p = data;
    char *o = out;
    for (; len >= 3; len -= 3, p += 3) {
        unsigned v = (unsigned)p[0] << 16 | (unsigned)p[1] << 8 | p[2];
        for (int shift = 18; shift >= 0; shift -= 6)
            *o++ = to_char(a, v >> shift & 63);
    }
    if (len) {
        unsigned v = (unsigned)p[0] << 16 | (len == 2 ? (unsigned)p[1] << 8 : 0);
        *o++ = to_char(a, v >> 18 & 63);
        *o++ = to_char(a, v >> 12 & 63);
        if (len == 2)
            *o++ = to_char(a, v >> 6 & 63);
        for (size_t i = len; pad && i < 3; i++)
            *o++ = '=';
    }
    *o = '\0';
    return (size_t)(o - out);
}

static bool decode64(const struct alphabet *a, uint8_t *out, size_t *out_len, const char *text,
                     size_t text_len)
{
    size_t n = text_len;
    /* Padding counts only where it completes a group of four. */
    if (n && n % 4 == 0 && text[n - 1] == '=')
        n -= text[n - 2] == '=' ? 2 : 1;
    size_t rest = n % 4;
    unsigned bad = rest == 1, v = 0;
    uint8_t *o = out;

    for (size_t i = 0; i < n; i++) {
        unsigned c = (unsigned char)text[i];
        unsigned upper = in_range(c, 'A', 'Z'), lower = in_range(c, 'a', 'z'),
                 digit = in_range(c, '0', '9'), is62 = in_range(c, a->c62, a->c62),
                 is63 = in_range(c, a->c63, a->c63);
        bad |= ~(upper | lower | digit | is62 | is63) & 1;
        v = v << 6 | (upper & (c - 'A')) | (lower & (c - 'a' + 26)) | (digit & (c - '0' + 52)) |
            (is62 & 62) | (is63 & 63);
        if (i % 4 == 3) {
            *o++ = (uint8_t)(v >> 16);
            *o++ = (uint8_t)(v >> 8);
            *o++ = (uint8_t)v;
            v = 0;
        }
    }
    if (rest == 2) {
        bad |= v & 15;
        *o++ = (uint8_t)(v >> 4);
    } else if (rest == 3) {
        bad |= v & 3;
        *o++ = (uint8_t)(v >> 10);
        *o++ = (uint8_t)(v >> 2);
    }
    *out_len = (size_t)(o - out);
    return !bad;
}

size_t hm_base64(char *out, const void *data, size_t len, bool pad)
{
    return encode64(&standard, out, data, len, pad);
}

size_t hm_base64url(char *out, const void *data, size_t len, bool pad)
{
    return encode64(&url_safe, out, data, len, pad);
}

bool hm_base64_decode(uint8_t *out, size_t *out_len, const char *text, size_t text_len)
{
    return decode64(&standard, out, out_len, text, text_len);
}

bool hm_base64url_decode(uint8_t *out, size_t *out_len, const char *text, size_t text_len)
{
    return decode64(&url_safe, out, out_len, text, text_len);
}

/* The Bubble Babble Binary Data Encoding (Antti Huima, draft of 2000): two bytes make a group of
 * five letters, of which three carry a checksum that runs along. */
size_t hm_bubblebabble(char *out, const void *data, size_t len)
{
    static const char vowels[] = "aeiouy", consonants[] = "bcdfghklmnprstvzx";
    const uint8_t *p = data;
    unsigned sum = 1;
    char *o = out;

    *o++ = 'x';
    for (size_t i = 0;; i += 2) {
        if (i == len) {
            *o++ = vowels[sum % 6];
            *o++ = 'x';
            *o++ = vowels[sum / 6];
            break;
        }
        unsigned b = p[i];
        *o++ = vowels[((b >> 6) + sum) % 6];
        *o++ = consonants[b >> 2 & 15];
        *o++ = vowels[((b & 3) + sum / 6) % 6];
        if (i + 1 == len)
            break;
        unsigned b2 = p[i + 1];
        *o++ = consonants[b2 >> 4];
        *o++ = '-';
        *o++ = consonants[b2 & 15];
        sum = (sum * 5 + b * 7 + b2) % 36;
    }
    *o++ = 'x';
    *o = '\0';
    return (size_t)(o - out);
}
