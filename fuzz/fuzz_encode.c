/* SPDX-License-Identifier: MIT
 *
 * fuzz_encode.c - the decoders on any text: what they take is exactly what the encoders give, and
 * nothing is written behind the stated room. The encoders on any bytes: they come back. Names of
 * algorithms on any text.
 */
#include <ctype.h>
#include <string.h>

#include "fuzz.h"
#include "hashmill.h"

typedef size_t encode_fn(char *, const void *, size_t, bool);
typedef bool decode_fn(uint8_t *, size_t *, const char *, size_t);

static void *room(size_t n)
{
    void *p = malloc(n ? n : 1);
    FUZZ_CHECK(p);
    return p;
}

static void base64(encode_fn *encode, decode_fn *decode, const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    uint8_t *out = room(size / 4 * 3 + 2);
    size_t n = 0;
    if (decode(out, &n, text, size)) {
        char *again = room(HM_BASE64_SIZE(n));
        bool padded = size && text[size - 1] == '=';
        FUZZ_CHECK(encode(again, out, n, padded) == size);
        FUZZ_CHECK(!memcmp(again, text, size));
        free(again);
    }
    free(out);

    for (int pad = 0; pad < 2; pad++) {
        char *encoded = room(HM_BASE64_SIZE(size));
        size_t len = encode(encoded, data, size, pad);
        FUZZ_CHECK(len < HM_BASE64_SIZE(size) && strlen(encoded) == len);
        uint8_t *back = room(len / 4 * 3 + 2);
        FUZZ_CHECK(decode(back, &n, encoded, len) && n == size && !memcmp(back, data, size));
        free(back);
        free(encoded);
    }
}

static void hex(const uint8_t *data, size_t size)
{
    uint8_t *out = room(size / 2);
    char *encoded = room(HM_HEX_SIZE(size));
    if (hm_hex_decode(out, (const char *)data, size)) {
        hm_hex(encoded, out, size / 2);
        for (size_t i = 0; i < size; i++)
            FUZZ_CHECK(encoded[i] == tolower(data[i]));
    }
    free(out);

    FUZZ_CHECK(hm_hex(encoded, data, size) == 2 * size && strlen(encoded) == 2 * size);
    out = room(size);
    FUZZ_CHECK(hm_hex_decode(out, encoded, 2 * size) && !memcmp(out, data, size));
    free(out);
    free(encoded);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    hex(data, size);
    base64(hm_base64, hm_base64_decode, data, size);
    base64(hm_base64url, hm_base64url_decode, data, size);

    char *text = room(HM_BUBBLEBABBLE_SIZE(size));
    FUZZ_CHECK(hm_bubblebabble(text, data, size) + 1 == HM_BUBBLEBABBLE_SIZE(size));
    free(text);

    char *name = room(size + 1);
    memcpy(name, data, size);
    name[size] = '\0';
    const struct hm_algorithm *a = hm_algorithm_by_name(name);
    FUZZ_CHECK(!a || hm_algorithm_by_name(hm_algorithm_name(a)) == a);
    hm_cpu_limit(name);
    free(name);
    return 0;
}
