/* SPDX-License-Identifier: MIT
 *
 * check.c - judging. Pure: no I/O.
 */
#include "check.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

static bool matches(const struct record *record, const uint8_t *digest)
{
    size_t size = hm_algorithm_digest_size(record->algorithm);
    char text[HM_BUBBLEBABBLE_SIZE(HM_MAX_DIGEST_SIZE)];

    if (record->form == FORM_BYTES)
        return hm_equal(record->digest, digest, record->digest_len);
    return hm_equal(record->text, text, hm_bubblebabble(text, digest, size));
}

bool check_size_differs(const struct record *record, const struct result *result)
{
    return record->has_size && record->size != result->size;
}

enum verdict check_judge(const struct record *record, const struct result *result, size_t i,
                         bool ignore_missing)
{
    /* Only "not there" is excused, not "a part of the path is no folder" and the like. */
    if (result->fault == FAULT_OPEN && result->error == ENOENT && ignore_missing)
        return VERDICT_MISSING;
    if (result->fault != FAULT_NONE)
        return VERDICT_UNREADABLE;
    if (check_size_differs(record, result))
        return VERDICT_MISMATCH;
    if (!record->algorithm)
        return VERDICT_UNVERIFIED;
    return matches(record, result->digests[i]) ? VERDICT_OK : VERDICT_MISMATCH;
}

void check_count(struct tally *tally, enum verdict verdict)
{
    tally->matched += verdict == VERDICT_OK;
    tally->mismatched += verdict == VERDICT_MISMATCH;
    tally->unreadable += verdict == VERDICT_UNREADABLE;
    tally->missing += verdict == VERDICT_MISSING;
    tally->unverified += verdict == VERDICT_UNVERIFIED;
}

/* ---- Contradictions ----------------------------------------------------------------------- */

static uint64_t mix(uint64_t h, const void *data, size_t len)
{
    const unsigned char *p = data;

    /* FNV-1a, by words as far as they go, whose upper bits are folded down each time, and a finish
     * that spreads the bits (that of SplitMix64). */
    for (uint64_t word; len >= sizeof word; p += sizeof word, len -= sizeof word) {
        memcpy(&word, p, sizeof word);
        h = (h ^ word) * 0x9e3779b97f4a7c15;
        h ^= h >> 32;
    }
    for (size_t i = 0; i < len; i++)
        h = (h ^ p[i]) * 0x100000001b3;
    h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9;
    h = (h ^ h >> 27) * 0x94d049bb133111eb;
    return h ^ h >> 31;
}

static struct claim *find_claim(struct claim *slots, size_t size, uint64_t key)
{
    size_t i = key & (size - 1);

    while (slots[i].line && slots[i].key != key)
        i = (i + 1) & (size - 1);
    return &slots[i];
}

static void grow_claims(struct claims *claims)
{
    size_t size = claims->size ? 2 * claims->size : 1024, room = 0;
    struct claim *slots = memory_grow(NULL, &room, size, sizeof *slots);

    memset(slots, 0, size * sizeof *slots);
    for (size_t i = 0; i < claims->size; i++)
        if (claims->slots[i].line)
            *find_claim(slots, size, claims->slots[i].key) = claims->slots[i];
    free(claims->slots);
    claims->slots = slots;
    claims->size = size;
}

uint32_t claims_add(struct claims *claims, const struct record *record, uint64_t line)
{
    if (!record->algorithm)
        return 0;
    const char *name = record->name;
    while (name[0] == '.' && name[1] == '/')
        name += 2;
    uint64_t key = mix(0xcbf29ce484222325, name, strlen(name));
    /* A spelling by another tag or in another form is no other claim, so BubbleBabble is left out
     * rather than decoded. */
    key = mix(key ^ record->keyed, hm_algorithm_tag(record->algorithm),
              strlen(hm_algorithm_tag(record->algorithm)));
    if (record->form != FORM_BYTES)
        return 0;
    uint32_t digest = (uint32_t)mix(key, record->digest, record->digest_len);
    if (2 * claims->n >= claims->size)
        grow_claims(claims);
    struct claim *claim = find_claim(claims->slots, claims->size, key);
    if (claim->line)
        return claim->digest != digest ? claim->line : 0;
    *claim = (struct claim){key, digest, line < UINT32_MAX ? (uint32_t)line : UINT32_MAX};
    claims->n++;
    return 0;
}

void claims_free(struct claims *claims)
{
    free(claims->slots);
    *claims = (struct claims){0};
}

/* ---- Refusals ----------------------------------------------------------------------------- */

/* Whether the name, taken step by step, is ever outside of where it starts. */
static bool leaves(const char *name)
{
    size_t depth = 0;

    if (*name == '/')
        return true;
    while (*name) {
        size_t n = strcspn(name, "/");
        if (n == 2 && name[0] == '.' && name[1] == '.') {
            if (!depth--)
                return true;
        } else if (n && !(n == 1 && name[0] == '.')) {
            depth++;
        }
        name += n + (name[n] == '/');
    }
    return false;
}

const char *check_refusal(const struct record *record, bool confine, bool strict)
{
    const struct hm_algorithm *a = record->algorithm;

    if (confine && leaves(record->name))
        return "the name leads out of its folder (--confine); not verified";
    if (strict && (a == hm_algorithm_at(HM_MD5) || a == hm_algorithm_at(HM_SHA1)))
        return "MD5 and SHA-1 are refused (--strict-algorithms); not verified";
    return NULL;
}

/* ---- Lists -------------------------------------------------------------------------------- */

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
