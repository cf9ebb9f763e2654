/* SPDX-License-Identifier: MIT
 *
 * check.c - judging. Pure: no I/O.
 */
#include "check.h"

#include <errno.h>
#include <string.h>

static bool matches(const struct record *record, const uint8_t *digest)
{
    size_t size = hm_algorithm_digest_size(record->algorithm);
    char text[HM_BUBBLEBABBLE_SIZE(HM_MAX_DIGEST_SIZE)];

    if (record->form == FORM_BYTES)
        return hm_equal(record->digest, digest, size);
    return hm_equal(record->text, text, hm_bubblebabble(text, digest, size));
}

enum verdict check_judge(const struct record *record, const struct result *result, size_t i,
                         bool ignore_missing)
{
    /* Only "not there" is excused, not "a part of the path is no folder" and the like. */
    if (result->fault == FAULT_OPEN && result->error == ENOENT && ignore_missing)
        return VERDICT_MISSING;
    if (result->fault != FAULT_NONE)
        return VERDICT_UNREADABLE;
    return matches(record, result->digests[i]) ? VERDICT_OK : VERDICT_MISMATCH;
}

void check_count(struct tally *tally, enum verdict verdict)
{
    tally->matched += verdict == VERDICT_OK;
    tally->mismatched += verdict == VERDICT_MISMATCH;
    tally->unreadable += verdict == VERDICT_UNREADABLE;
}

bool check_sum_passes(const struct tally *tally, bool strict)
{
    return !tally->broken && tally->matched && !tally->mismatched && !tally->unreadable &&
           !(strict && tally->malformed);
}

int check_exit_code(const struct tally *tally)
{
    if (tally->mismatched)
        return EXIT_MISMATCH;
    if (tally->malformed || tally->unverified)
        return EXIT_MALFORMED;
    if (tally->unreadable || tally->broken)
        return EXIT_UNREADABLE;
    return tally->matched ? EXIT_ALL_WELL : EXIT_MALFORMED;
}

int check_worse(int a, int b)
{
    static const int order[] = {EXIT_MISMATCH, EXIT_MALFORMED, EXIT_UNREADABLE};

    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (a == order[i] || b == order[i])
            return order[i];
    return EXIT_ALL_WELL;
}
