/* SPDX-License-Identifier: MIT
 *
 * fuzz_manifest.c - the parser of lists on any text, under every way of reading: what it takes lies
 * within the line, and judging a record against the digest it claims says OK, against another one
 * not.
 */
#include <string.h>

#include "../cli/check.h"
#include "../cli/manifest.h"
#include "fuzz.h"

static void judge(const struct record *record)
{
    struct result result = {.fault = FAULT_NONE};
    size_t size = hm_algorithm_digest_size(record->algorithm);

    if (record->form == FORM_BYTES) {
        memcpy(result.digests[0], record->digest, size);
        FUZZ_CHECK(check_judge(record, &result, 0, false) == VERDICT_OK);
        result.digests[0][size - 1] ^= 1;
    }
    /* A digest given as text that is no digest's text matches nothing. */
    enum verdict verdict = check_judge(record, &result, 0, false);
    FUZZ_CHECK(verdict == VERDICT_MISMATCH ||
               (record->form == FORM_BUBBLEBABBLE && verdict == VERDICT_OK));
}

static void one_line(struct manifest *m, const uint8_t *text, size_t len)
{
    char *line = malloc(len + 1);
    struct record record;
    const char *reason = NULL;

    FUZZ_CHECK(line);
    if (len)
        memcpy(line, text, len);
    line[len] = 'x';
    switch (manifest_line(m, line, len, &record, &reason)) {
    case LINE_RECORD:
        FUZZ_CHECK(record.algorithm && record.name > line && record.name <= line + len);
        FUZZ_CHECK(strlen(record.name) <= (size_t)(line + len - record.name));
        FUZZ_CHECK(!memchr(text, '\0', len));
        FUZZ_CHECK(!m->sum || (record.algorithm == m->algorithms[0] && !record.keyed &&
                               record.form == FORM_BYTES));
        judge(&record);
        break;
    case LINE_COMMENT:
        FUZZ_CHECK(!len || text[0] == '#' || (len == 1 && text[0] == '\r'));
        break;
    case LINE_UNSUPPORTED:
        FUZZ_CHECK(!m->sum && reason);
        break;
    case LINE_MALFORMED:
        FUZZ_CHECK(reason);
        break;
    }
    free(line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    const struct hm_algorithm *algorithms[2] = {hm_algorithm_at(fuzz_byte(&in) % (HM_RMD160 + 1)),
                                                hm_algorithm_at(fuzz_byte(&in) % (HM_RMD160 + 1))};
    unsigned mode = fuzz_byte(&in);
    struct manifest m = {
        .sum = mode % 2, .algorithms = algorithms, .n = mode % 2 ? 1 : mode / 2 % 3};

    while (in.n) {
        const uint8_t *end = memchr(in.p, '\n', in.n);
        size_t len = end ? (size_t)(end - in.p) : in.n;
        one_line(&m, in.p, len);
        in.p += len + (end != NULL);
        in.n -= len + (end != NULL);
    }
    return 0;
}
