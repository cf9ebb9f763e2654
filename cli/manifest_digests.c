/* SPDX-License-Identifier: MIT
 *
 * manifest_digests.c - digests, tags and numbers as lists spell them. Pure.
 */
#include "manifest_parts.h"

#include <strings.h>

const struct hm_algorithm *manifest_tag(const char *tag, size_t len, bool *keyed)
{
    static const char hmac[] = "HMAC-";
    char name[32];

    *keyed = len > sizeof hmac - 1 && strncasecmp(tag, hmac, sizeof hmac - 1) == 0;
    if (*keyed) {
        tag += sizeof hmac - 1;
        len -= sizeof hmac - 1;
    }
    if (len >= sizeof name)
        return NULL;
    memcpy(name, tag, len);
    name[len] = '\0';
    return hm_algorithm_by_name(name);
}

void manifest_span(struct algorithm_span *span, const struct hm_algorithm *const *algorithms,
                   size_t n)
{
    span->algorithms = algorithms;
    span->n = n;
    if (n)
        return;
    while (span->n < HM_MAX_SET && hm_algorithm_at(span->n)) {
        span->every[span->n] = hm_algorithm_at(span->n);
        span->n++;
    }
    span->algorithms = span->every;
}

bool manifest_number(const char *text, size_t len, uint64_t *number)
{
    uint64_t n = 0;

    for (size_t i = 0; i < len; i++) {
        if (!is_digit(text[i]) || n > (UINT64_MAX - 9) / 10)
            return false;
        n = 10 * n + (uint64_t)(text[i] - '0');
    }
    *number = n;
    return len > 0;
}

static bool decode_hex(size_t size, const char *text, size_t len, struct record *record)
{
    record->form = FORM_BYTES;
    return len == 2 * size && hm_hex_decode(record->digest, text, len);
}

static bool decode_base64(size_t size, const char *text, size_t len, struct record *record)
{
    uint8_t digest[HM_BASE64_SIZE(HM_MAX_DIGEST_SIZE) / 4 * 3 + 2];
    size_t n;

    if (len >= HM_BASE64_SIZE(HM_MAX_DIGEST_SIZE) || !hm_base64_decode(digest, &n, text, len) ||
        n != size)
        return false;
    record->form = FORM_BYTES;
    memcpy(record->digest, digest, size);
    return true;
}

/* BubbleBabble is compared as text: its decoder would have no other user. */
static bool decode_bubblebabble(size_t size, const char *text, size_t len, struct record *record)
{
    if (len + 1 != HM_BUBBLEBABBLE_SIZE(size) || text[0] != 'x' || text[len - 1] != 'x')
        return false;
    for (size_t i = 1; i + 1 < len; i++)
        if (i % 6 == 5 ? text[i] != '-' : text[i] < 'a' || text[i] > 'z')
            return false;
    record->form = FORM_BUBBLEBABBLE;
    memcpy(record->text, text, len);
    record->text[len] = '\0';
    return true;
}

typedef bool decoder(size_t size, const char *, size_t, struct record *);

/* Hex comes first for all algorithms: 64 hex digits are SHA-256 and not, by chance, SHA-384 in
 * base64. */
static bool decode(const struct hm_algorithm *const *algorithms, size_t n, size_t cut,
                   const char *text, size_t len, struct record *record)
{
    static decoder *const decoders[] = {decode_hex, decode_base64, decode_bubblebabble};

    for (size_t d = 0; d < sizeof decoders / sizeof *decoders; d++)
        for (size_t i = 0; i < n; i++) {
            size_t size = hm_algorithm_digest_size(algorithms[i]);
            /* Shorter than half, or than 80 bits, is no tag (RFC 2104, 5). */
            if (cut && (cut < 10 || 2 * cut < size))
                continue;
            if (cut && cut < size)
                size = cut;
            if (decoders[d](size, text, len, record)) {
                record->algorithm = algorithms[i];
                record->digest_len = size;
                return true;
            }
        }
    return false;
}

bool manifest_decode(const struct manifest *m, const struct hm_algorithm *const *algorithms,
                     size_t n, const char *text, size_t len, struct record *record)
{
    return decode(algorithms, n, record->keyed ? m->tag_bytes : 0, text, len, record);
}

bool manifest_digest(const struct hm_algorithm *const *algorithms, size_t n, const char *text,
                     size_t len, struct record *record)
{
    struct algorithm_span span;
    size_t prefix = len, options = len;
    bool keyed;

    manifest_span(&span, algorithms, n);
    if (decode(span.algorithms, span.n, 0, text, len, record))
        return true;
    /* Neither form of digest holds '-' or ':', so the last one ends the prefix; SRI allows options
     * behind a question mark. */
    for (size_t i = 0; i < len && i < 200; i++) {
        if (text[i] == '?') {
            options = i;
            break;
        }
        if (text[i] == '-' || text[i] == ':')
            prefix = i;
    }
    if (prefix == len)
        return false;
    const struct hm_algorithm *a = manifest_tag(text, prefix, &keyed);
    for (size_t i = 0; a && !keyed && i < span.n; i++)
        if (span.algorithms[i] == a)
            return decode(&a, 1, 0, text + prefix + 1, options - prefix - 1, record);
    return false;
}
