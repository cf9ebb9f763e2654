/* SPDX-License-Identifier: MIT
 *
 * options_check.c - the options of the jobs that read lists, those of keys, and what they rule out.
 */
#include "options_check.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "manifest.h"
#include "text.h"

/* A whole number and nothing else. */
static bool take_number(const char *text, uint64_t *number)
{
    char *end;

    *number = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && !*end;
}

static bool take_key(struct options *o, struct given_check *given, int option, const char *argument,
                     const char **reason)
{
    static const char *const forms[] = {"raw", "hex", "base64"};
    uint64_t number;

    switch (option) {
    case OPT_HMAC:
        if (o->key.from == KEY_NONE)
            o->key.from = KEY_PROMPT;
        return true;
    case OPT_KEY_FILE:
    case OPT_KEY_FD:
    case OPT_KEY_ENV:
        *reason = "--hmac-key-fd takes the number of a descriptor, not";
        if (option == OPT_KEY_FD && (!take_number(argument, &number) || number > INT_MAX))
            return false;
        given->keys++;
        o->key.from = option == OPT_KEY_FILE ? KEY_FILE
                      : option == OPT_KEY_FD ? KEY_DESCRIPTOR
                                             : KEY_ENVIRONMENT;
        o->key.word = argument;
        return true;
    case OPT_TAG_BYTES:
        *reason = "--tag-bytes takes a number of bytes from 10 to 64, not";
        if (!take_number(argument, &number) || number < 10 || number > HM_MAX_DIGEST_SIZE)
            return false;
        o->tag_bytes = o->format.tag_bytes = (size_t)number;
        return true;
    default:
        *reason = "--hmac-key-format takes raw, hex or base64, not";
        for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
            if (strcmp(argument, forms[i]) == 0) {
                o->key.form = (enum key_form)i;
                return given->key_format = true;
            }
        return false;
    }
}

bool options_check_take(struct options *o, struct given_check *given, int option, char *argument,
                        const char **reason)
{
    static const char *const reports[] = {"text", "short", "json", "jsonl"};
    uint64_t number = 0;

    if (option >= OPT_HMAC)
        return take_key(o, given, option, argument, reason);
    switch (option) {
    case OPT_AUDIT:
    case OPT_UPDATE:
        given->jobs += o->action != ACTION_HASH;
        o->action = option == OPT_AUDIT ? ACTION_AUDIT : ACTION_UPDATE;
        return true;
    case OPT_PRUNE:
        return o->prune = given->update_only = true;
    case OPT_ACCEPT:
        return o->accept = given->update_only = true;
    case OPT_RESUME:
        return o->resume = given->update_only = true;
    case OPT_SCRUB:
        o->scrub = given->update_only = true;
        *reason = "--scrub takes a percentage from 1 to 100, not";
        o->scrub_percent = 100;
        if (argument && take_number(argument, &number))
            o->scrub_percent = (unsigned)number;
        return !argument || (number && number <= 100);
    case OPT_OLDER_THAN:
        given->update_only = given->older_than = true;
        *reason = "--older-than takes a number of days, not";
        if (!take_number(argument, &number) || number > 1000000)
            return false;
        o->older_than = number * 86400;
        return true;
    case OPT_EXPECT:
        given->jobs += o->action != ACTION_HASH;
        o->action = ACTION_EXPECT;
        given->expect = argument;
        return true;
    case OPT_ONLY:
        o->only = memory_grow(o->only, &o->only_size, o->only_count + 1, sizeof *o->only);
        o->only[o->only_count++] = argument;
        return given->only = true;
    case OPT_FAIL_FAST:
        return o->fail_fast = given->fail_fast = true;
    case OPT_RELATIVE_TO:
        o->relative_to = argument;
        return given->relative_to = true;
    case OPT_CONFINE:
        return o->confine = given->confine = true;
    case OPT_STRICT_ALGORITHMS:
        return o->strict_algorithms = given->strict_algorithms = true;
    default:
        for (size_t i = 0; i < sizeof reports / sizeof *reports; i++)
            if (strcmp(argument, reports[i]) == 0) {
                o->report = (enum report)i;
                return given->report = true;
            }
        *reason = "--report takes text, short, json or jsonl, not";
        return false;
    }
}

static const char *key_conflict(struct options *o, const struct given_check *given)
{
    if (given->keys > 1)
        return "there can be one key";
    if (o->key.from == KEY_NONE && (given->key_format || o->tag_bytes))
        return "--hmac-key-format and --tag-bytes need a key";
    for (size_t i = 0; o->tag_bytes && i < o->algorithm_count; i++)
        if (2 * o->tag_bytes < hm_algorithm_digest_size(o->algorithms[i]))
            return "--tag-bytes must be at least half of the digest";
    if (o->tag_bytes && !o->algorithm_count && 2 * o->tag_bytes < 32)
        return "--tag-bytes must be at least half of the digest";
    o->key.twice = o->action == ACTION_HASH || o->action == ACTION_UPDATE;
    return NULL;
}

const char *options_check_conflict(struct options *o, const struct given_check *given)
{
    const bool check = o->action == ACTION_CHECK;
    const bool folder = o->action == ACTION_AUDIT || o->action == ACTION_UPDATE;

    const char *key = key_conflict(o, given);

    if (key)
        return key;
    if (given->jobs)
        return "--check, --expect, --audit and --update are jobs of their own";
    if (given->expect && o->operand_count > 1)
        return "--expect is for one file";
    const char *flaw =
        given->expect && o->etag ? etag_read(&o->expected_etag, given->expect) : NULL;
    if (flaw)
        return flaw;
    if (given->expect && !o->etag &&
        !manifest_digest(o->algorithms, o->algorithm_count, given->expect, strlen(given->expect),
                         &o->expected))
        return "the text after --expect is not a digest of a known or chosen algorithm";
    if (folder && o->operand_count != 2)
        return "--audit and --update take a list and a folder";
    if (o->report == REPORT_SHORT && !folder)
        return "--report short is for --audit and --update";
    if ((given->strict_algorithms || given->report) && o->action == ACTION_HASH)
        return "--strict-algorithms and --report are for jobs that read lists";
    if ((given->only || given->fail_fast) && !check)
        return "--only and --fail-fast need --check";
    if ((given->relative_to || given->confine) && !check && !folder)
        return "--relative-to and --confine are for jobs that read lists";
    if (given->update_only && o->action != ACTION_UPDATE)
        return "--prune, --scrub, --older-than, --accept and --resume need --update";
    if (given->older_than && !o->scrub)
        return "--older-than needs --scrub";
    return NULL;
}

void options_check_free(struct options *o)
{
    free(o->only);
}
