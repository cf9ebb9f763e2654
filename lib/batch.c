/* SPDX-License-Identifier: MIT
 *
 * batch.c - many messages at once.
 */
#include "hasher.h"

void hm_digest_many(const struct hm_algorithm *algorithm, const struct hm_message *messages,
                    size_t n)
{
    for (size_t i = 0; i < n; i++)
        hm_digest(algorithm, messages[i].data, messages[i].len, messages[i].out);
}

void hm_update_many(const struct hm_chunk *chunks, size_t n)
{
    for (size_t i = 0; i < n; i++)
        hm_update(chunks[i].hasher, chunks[i].data, chunks[i].len);
}

size_t hm_digest_pieces(const struct hm_algorithm *algorithm, const void *data, size_t len,
                        size_t piece, uint8_t *out)
{
    const uint8_t *p = data;
    size_t count = 0;
    while (len) {
        size_t n = len < piece ? len : piece;
        hm_digest(algorithm, p, n, out);
        out += algorithm->digest_size;
        p += n;
        len -= n;
        count++;
    }
    return count;
}

void hm_hmac_many(const struct hm_hmac_message *messages, size_t n)
{
    for (size_t i = 0; i < n; i++)
        hm_hmac_with(messages[i].key, messages[i].data, messages[i].len, messages[i].out);
}

bool hm_hmac_verify_many(struct hm_hmac_claim *claims, size_t n, size_t want_len)
{
    bool all = true;
    for (size_t i = 0; i < n; i++) {
        struct hm_hmac_claim *c = &claims[i];
        c->ok = hm_hmac_verify(c->key, c->data, c->len, c->tag, c->tag_len, want_len);
        all = all && c->ok;
    }
    return all;
}
