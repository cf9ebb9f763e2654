/* SPDX-License-Identifier: MIT
 *
 * options_check.c - the options of the jobs that read lists, and what they rule out.
 */
#include "options_check.h"

#include <stdlib.h>
#include <string.h>

#include "manifest.h"
#include "text.h"

bool options_check_take(struct options *o, struct given_check *given, int option, char *argument,
                        const char **reason)
{
    static const char *const reports[] = {"text", "short", "json", "jsonl"};

    switch (option) {
    case OPT_EXPECT:
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

const char *options_check_conflict(struct options *o, const struct given_check *given)
{
    const bool check = o->action == ACTION_CHECK;
    const bool lists = check;

    if (given->expect) {
        if (check)
            return "--check and --expect are two jobs";
        if (o->operand_count > 1)
            return "--expect is for one file";
        if (!manifest_digest(o->algorithms, o->algorithm_count, given->expect,
                             strlen(given->expect), &o->expected))
            return "the text after --expect is not a digest of a known or chosen algorithm";
    }
    if (o->report == REPORT_SHORT && (check || given->expect))
        return "--report short is for --audit";
    if ((given->strict_algorithms || given->report) && !lists && !given->expect)
        return "--strict-algorithms and --report are for jobs that read lists";
    if ((given->only || given->fail_fast || given->confine) && !check)
        return "--only, --fail-fast and --confine need --check";
    if (given->relative_to && !lists)
        return "--relative-to is for jobs that read lists";
    return NULL;
}

void options_check_free(struct options *o)
{
    free(o->only);
}
