/* SPDX-License-Identifier: MIT
 *
 * fuzz_batch.c - many messages at once, of any lengths, under any tier, against one by one under
 * the portable kernels: digests, pieces, rounds of updates of mixed hashers, HMAC with its
 * verification. Every message is a heap block of its own, so that a sanitizer sees its bounds.
 */
#include <string.h>

#include "fuzz.h"
#include "hashmill.h"

enum { MOST = 100 };

struct message {
    const struct hm_algorithm *algorithm;
    uint8_t *data, *out;
    size_t len;
};

static struct message messages[MOST];
static struct hm_hmac_key keys[MOST];

static void *room(size_t n)
{
    void *p = malloc(n ? n : 1);
    FUZZ_CHECK(p);
    return p;
}

static size_t size_of(const struct hm_algorithm *a)
{
    return hm_algorithm_digest_size(a);
}

/* Lengths: mostly near one chosen for all, so that lanes end together and apart. */
static size_t length(struct fuzz_input *in, size_t usual)
{
    unsigned way = fuzz_byte(in);
    if (way < 64)
        return usual;
    if (way < 160)
        return usual + way % 67;
    return way < 250 ? fuzz_below(in, 300) : fuzz_below(in, 20000);
}

static void fill(struct fuzz_input *in, uint8_t *p, size_t n)
{
    uint32_t x = fuzz_byte(in) + 1u;
    for (size_t i = 0; i < n; i++) {
        x = x * 1664525u + 1013904223u;
        p[i] = (uint8_t)(x >> 24);
    }
}

static void digests(size_t n, const struct hm_algorithm *a, const char *tier)
{
    struct hm_message many[MOST];
    uint8_t want[MOST][HM_MAX_DIGEST_SIZE];
    hm_cpu_limit("portable");
    for (size_t i = 0; i < n; i++) {
        const struct message *m = &messages[i];
        many[i] = (struct hm_message){m->data, m->len, m->out};
        hm_digest(a, m->data, m->len, want[i]);
        /* Some go over their own message. */
        if (i % 3 == 0 && m->len >= size_of(a))
            many[i].out = m->data + (m->len - size_of(a)) / 2;
    }
    hm_cpu_limit(tier);
    hm_digest_many(a, many, n);
    for (size_t i = 0; i < n; i++)
        FUZZ_CHECK(!memcmp(many[i].out, want[i], size_of(a)));
}

static void pieces(const struct hm_algorithm *a, size_t piece, const char *tier)
{
    const struct message *m = &messages[0];
    size_t n = (m->len + piece - 1) / piece;
    uint8_t *out = room(n * size_of(a)), want[HM_MAX_DIGEST_SIZE];
    hm_cpu_limit(tier);
    FUZZ_CHECK(hm_digest_pieces(a, m->data, m->len, piece, out) == n);
    hm_cpu_limit("portable");
    for (size_t i = 0; i < n; i++) {
        size_t at = i * piece;
        hm_digest(a, m->data + at, m->len - at < piece ? m->len - at : piece, want);
        FUZZ_CHECK(!memcmp(out + i * size_of(a), want, size_of(a)));
    }
    free(out);
}

static void updates(struct fuzz_input *in, size_t n, const char *tier)
{
    static struct hm_hasher many[MOST], one[MOST];
    size_t at[MOST] = {0};
    for (size_t i = 0; i < n; i++) {
        hm_init(&many[i], messages[i].algorithm);
        many[i].count = (uint64_t)fuzz_byte(in) << 8 * (fuzz_byte(in) % 8);
        memset(many[i].buffer, (int)i, sizeof many[i].buffer);
        one[i] = many[i];
    }
    for (int round = 0; round < 4; round++) {
        struct hm_chunk chunks[MOST];
        size_t used = 0, usual = fuzz_below(in, 600);
        hm_cpu_limit("portable");
        for (size_t i = 0; i < n; i++) {
            size_t left = messages[i].len - at[i], len = length(in, usual);
            len = round == 3 || len > left ? left : len;
            if (fuzz_byte(in) > 200)
                continue;
            chunks[used++] =
                (struct hm_chunk){&many[i], len ? messages[i].data + at[i] : NULL, len};
            hm_update(&one[i], messages[i].data + at[i], len);
            at[i] += len;
        }
        hm_cpu_limit(tier);
        hm_update_many(chunks, used);
    }
    for (size_t i = 0; i < n; i++) {
        uint8_t got[HM_MAX_DIGEST_SIZE], want[HM_MAX_DIGEST_SIZE];
        hm_final(&many[i], got);
        hm_final(&one[i], want);
        FUZZ_CHECK(many[i].count == one[i].count && many[i].count_hi == one[i].count_hi);
        FUZZ_CHECK(!memcmp(got, want, size_of(messages[i].algorithm)));
    }
}

static void tags(struct fuzz_input *in, size_t n, const char *tier)
{
    struct hm_hmac_message many[MOST];
    struct hm_hmac_claim claims[MOST];
    uint8_t want[MOST][HM_MAX_DIGEST_SIZE];
    bool ok[MOST], all = true, one_key = fuzz_byte(in) & 1;
    hm_cpu_limit("portable");
    for (size_t i = 0; i < n; i++) {
        const struct message *m = &messages[i];
        if (!i || !one_key)
            hm_hmac_prepare(&keys[i], m->algorithm, m->data, m->len % 150);
        const struct hm_hmac_key *key = &keys[one_key ? 0 : i];
        many[i] = (struct hm_hmac_message){key, m->data, m->len, m->out};
        hm_hmac_with(key, m->data, m->len, want[i]);
    }
    hm_cpu_limit(tier);
    hm_hmac_many(many, n);
    hm_cpu_limit("portable");
    size_t want_len = 8 + fuzz_below(in, 60);
    for (size_t i = 0; i < n; i++) {
        const struct hm_hmac_message *m = &many[i];
        FUZZ_CHECK(!memcmp(m->out, want[i], size_of(m->key->algorithm)));
        unsigned way = fuzz_byte(in);
        size_t tag_len = way % 8 ? want_len : fuzz_below(in, 65);
        if (way >= 192)
            want[i][way % HM_MAX_DIGEST_SIZE] ^= 1;
        ok[i] = hm_hmac_verify(m->key, m->data, m->len, want[i], tag_len, want_len);
        all = all && ok[i];
        claims[i] =
            (struct hm_hmac_claim){m->key, m->data, m->len, want[i], tag_len, (way & 1) != 0};
    }
    hm_cpu_limit(tier);
    FUZZ_CHECK(hm_hmac_verify_many(claims, n, want_len) == all);
    for (size_t i = 0; i < n; i++)
        FUZZ_CHECK(claims[i].ok == ok[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    size_t tiers = 0, algorithms = 0;
    while (hm_cpu_tier_at(tiers))
        tiers++;
    while (hm_algorithm_at(algorithms))
        algorithms++;

    const char *tier = hm_cpu_tier_at(fuzz_below(&in, tiers));
    const struct hm_algorithm *a = hm_algorithm_at(fuzz_below(&in, algorithms));
    unsigned kind = fuzz_byte(&in) % 4;
    size_t n = fuzz_below(&in, MOST + 1), usual = fuzz_below(&in, 1000);
    for (size_t i = 0; i < MOST && i < n + 1; i++) {
        struct message *m = &messages[i];
        m->algorithm = hm_algorithm_at(fuzz_byte(&in) % algorithms);
        m->len = length(&in, usual);
        m->data = room(m->len);
        m->out = room(HM_MAX_DIGEST_SIZE);
        fill(&in, m->data, m->len);
    }
    if (kind == 0)
        digests(n, a, tier);
    else if (kind == 1)
        pieces(a, 1 + fuzz_below(&in, 400), tier);
    else if (kind == 2)
        updates(&in, n, tier);
    else
        tags(&in, n, tier);
    hm_cpu_limit("native");
    for (size_t i = 0; i < MOST && i < n + 1; i++) {
        free(messages[i].data);
        free(messages[i].out);
    }
    return 0;
}
