/* SPDX-License-Identifier: MIT
 *
 * jsontext.c - strings as JSON text. Written here, not by the JSON library, because names are bytes
 * and need not be UTF-8.
 */
#include "jsontext.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "hashmill.h"

/* The length of the UTF-8 character at s, 0 if there is none (RFC 3629, 4). */
static size_t utf8_length(const unsigned char *s)
{
    static const unsigned char low[] = {[0xe0 - 0xe0] = 0xa0, [0xf0 - 0xe0] = 0x90};
    unsigned char c = s[0];
    size_t n = c < 0x80 ? 1 : c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;

    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    if ((c == 0xe0 || c == 0xf0) && s[1] < low[c - 0xe0])
        return 0;
    if ((c == 0xed && s[1] > 0x9f) || (c == 0xf4 && s[1] > 0x8f))
        return 0;
    return n;
}

void json_add_string(struct text *out, const char *s)
{
    static const char hex[] = "0123456789abcdef";
    const unsigned char *p = (const unsigned char *)s;

    text_add_char(out, '"');
    while (*p) {
        size_t n = utf8_length(p);
        if (n == 0) {
            text_add_string(out, "\xef\xbf\xbd");
            n = 1;
        } else if (*p == '"' || *p == '\\') {
            text_add_char(out, '\\');
            text_add(out, p, 1);
        } else if (*p < 0x20 || *p == 0x7f) {
            text_add_string(out, "\\u00");
            text_add_char(out, hex[*p >> 4]);
            text_add_char(out, hex[*p & 15]);
        } else {
            text_add(out, p, n);
        }
        p += n;
    }
    text_add_char(out, '"');
}

static bool is_utf8(const char *s)
{
    size_t n = 1;

    for (const unsigned char *p = (const unsigned char *)s; *p && n; p += n)
        n = utf8_length(p);
    return n > 0;
}

void json_add_name(struct text *out, const char *key, const char *name)
{
    size_t size = 0, len = strlen(name);

    text_add_char(out, '"');
    text_add_string(out, key);
    if (is_utf8(name)) {
        text_add_string(out, "\":");
        json_add_string(out, name);
        return;
    }
    char *encoded = memory_grow(NULL, &size, HM_BASE64_SIZE(len), 1);
    hm_base64(encoded, name, len, true);
    text_add_string(out, "_base64\":\"");
    text_add_string(out, encoded);
    text_add_char(out, '"');
    free(encoded);
}
