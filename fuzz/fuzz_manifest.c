/* SPDX-License-Identifier: MIT
 *
 * fuzz_manifest.c - the parser of lists on any text, line by line with what the lines before have
 * left, under every way of reading. A record has a name and a digest; judging it against the digest
 * it claims says OK, against another one not; what is not taken has a reason.
 */
#include <string.h>

#include "../cli/check.h"
#include "../cli/manifest.h"
#include "fuzz.h"

static void judge(const struct record *record)
{
    struct result result = {.fault = FAULT_NONE, .size = record->size};
    size_t size = hm_algorithm_digest_size(record->algorithm);

    if (record->form == FORM_BYTES) {
        FUZZ_CHECK(record->digest_len <= size && record->digest_len >= 10);
        FUZZ_CHECK(record->keyed || record->digest_len == size);
        memcpy(result.digests[0], record->digest, record->digest_len);
        FUZZ_CHECK(check_judge(record, &result, 0, false) == VERDICT_OK);
        result.digests[0][record->digest_len - 1] ^= 1;
    }
    /* A digest given as text that is no digest's text matches nothing. */
    enum verdict verdict = check_judge(record, &result, 0, false);
    FUZZ_CHECK(verdict == VERDICT_MISMATCH ||
               (record->form == FORM_BUBBLEBABBLE && verdict == VERDICT_OK));
    result.size++;
    FUZZ_CHECK(!record->has_size || check_judge(record, &result, 0, false) == VERDICT_MISMATCH);
}

static void take(const struct manifest *m, struct claims *claims, enum line_kind kind,
                 const struct record *record, const char *reason)
{
    switch (kind) {
    case LINE_RECORD:
        FUZZ_CHECK(record->name);
        FUZZ_CHECK(record->algorithm || record->has_size);
        FUZZ_CHECK(!m->sum || (record->algorithm == m->algorithms[0] && !record->keyed &&
                               record->form == FORM_BYTES));
        if (record->algorithm)
            judge(record);
        claims_add(claims, record, 1);
        check_refusal(record, true, true);
        break;
    case LINE_COMMENT:
        break;
    case LINE_UNSUPPORTED:
    case LINE_NOTE:
        FUZZ_CHECK(!m->sum && reason);
        break;
    case LINE_MALFORMED:
        FUZZ_CHECK(reason);
        break;
    }
}

static void take_more(struct manifest *m, struct claims *claims)
{
    struct record record;
    const char *reason = NULL;
    enum line_kind kind;

    while ((kind = manifest_more(m, &record, &reason)) != LINE_COMMENT)
        take(m, claims, kind, &record, reason);
}

static void one_line(struct manifest *m, struct claims *claims, const uint8_t *text, size_t len)
{
    char *line = malloc(len + 1);
    struct record record;
    const char *reason = NULL;

    FUZZ_CHECK(line);
    if (len)
        memcpy(line, text, len);
    line[len] = 'x';
    enum line_kind kind = manifest_line(m, line, len, &record, &reason);
    if (m->sum && kind == LINE_RECORD)
        FUZZ_CHECK(record.name > line && strlen(record.name) <= (size_t)(line + len - record.name));
    FUZZ_CHECK(kind != LINE_RECORD || !memchr(text, '\0', len));
    take(m, claims, kind, &record, reason);
    if (!m->sum)
        take_more(m, claims);
    free(line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const paths[] = {NULL,
                                        "list",
                                        "d/f.sha256",
                                        "f.rmd160",
                                        "f.integrity",
                                        "manifest-sha256.txt",
                                        "tagmanifest-md5.txt",
                                        "manifest-.txt"};
    struct fuzz_input in = {data, size};
    const struct hm_algorithm *algorithms[2] = {hm_algorithm_at(fuzz_byte(&in) % (HM_RMD160 + 1)),
                                                hm_algorithm_at(fuzz_byte(&in) % (HM_RMD160 + 1))};
    unsigned mode = fuzz_byte(&in);
    struct manifest m = {.sum = mode % 2,
                         .algorithms = algorithms,
                         .n = mode % 2 ? 1 : mode / 2 % 3,
                         .tag_bytes = mode / 8 % 4 ? mode / 8 % 4 * 10 : 0};
    struct claims claims = {0};
    const char *reason = NULL;

    manifest_open(&m, paths[mode / 32]);
    while (in.n) {
        const uint8_t *end = memchr(in.p, '\n', in.n);
        size_t len = end ? (size_t)(end - in.p) : in.n;
        one_line(&m, &claims, in.p, len);
        in.p += len + (end != NULL);
        in.n -= len + (end != NULL);
    }
    if (!m.sum) {
        enum line_kind kind = manifest_end(&m, &reason);
        FUZZ_CHECK(kind == LINE_COMMENT || reason);
        take_more(&m, &claims);
    }
    manifest_close(&m);
    claims_free(&claims);
    return 0;
}
