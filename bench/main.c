/* SPDX-License-Identifier: MIT
 *
 * main.c - the command line of hashmill-bench. Measures nothing.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suites.h"

#define USAGE 64

static const char help[] =
    "Usage: hashmill-bench [OPTION]... [SUITE]...\n"
    "\n"
    "library  times libhashmill beside the peer libraries this build found\n"
    "hmac     10,000 HMACs with each library, and the memory that each adds to a process\n"
    "tool     times mhash beside the system's tools\n"
    "Without a SUITE, all.\n"
    "\n"
    "      --quick             seconds rather than minutes: fewer sizes, fewer rounds\n"
    "      --only=SECTION,...  library: single, batch, memory, tiers, hmac-many, sets, portable, "
    "bars\n"
    "                          tool: harness, start, files, io, sets, trees, cold, many, lists,\n"
    "                          bars\n"
    "      --bar=ID            measure one bar alone, or all whose ids begin so\n"
    "      --list-bars         list the bars and their ids\n"
    "      --derive-cutovers   library: measure from how many messages on each lanes kernel\n"
    "                          pays, and print the rows of kernels.def\n"
    "      --results=DIR       write the results to DIR/SUITE.json as well\n"
    "      --budget=SECONDS    tool: for the rounds of one row (8, quick 1.5)\n"
    "      --dir=DIR           tool: make the test files in DIR\n"
    "      --help              print this\n"
    "\n"
    "Answers are compared before anything is timed. Exit status: 0; 1 after a wrong answer or a\n"
    "measurement that failed; 2 if results cannot be written; 64 for wrong usage.\n";

enum { MAX_SECTIONS = 12 };

struct suite {
    const char *name;
    int (*run)(const struct options *options);
    const char *sections[MAX_SECTIONS];
};

enum { LIBRARY, HMAC, TOOL, N_SUITES };

static const struct suite suites[N_SUITES] = {
    {"library",
     library_suite,
     {"single", "batch", "memory", "tiers", "hmac-many", "sets", "portable", "bars"}},
    {"hmac", hmac_suite, {"hmac"}},
    {"tool",
     tool_suite,
     {"harness", "start", "files", "io", "sets", "trees", "cold", "many", "lists", "bars"}},
};

bool asked(const struct options *options, const char *section)
{
    size_t len = strlen(section);
    if (options->bar)
        return strcmp(section, "bars") == 0;
    if (!options->only)
        return true;
    for (const char *p = options->only; p; p = strchr(p, ',') ? strchr(p, ',') + 1 : NULL)
        if (strncmp(p, section, len) == 0 && (p[len] == ',' || p[len] == '\0'))
            return true;
    return false;
}

bool bar_matches(const struct options *options, const char *id)
{
    return !options->bar || strncmp(id, options->bar, strlen(options->bar)) == 0;
}

static bool section_of(const struct suite *suite, const char *name, size_t len)
{
    for (size_t i = 0; i < MAX_SECTIONS && suite->sections[i]; i++)
        if (strncmp(suite->sections[i], name, len) == 0 && !suite->sections[i][len])
            return true;
    return false;
}

/* Every section that was asked for must belong to one of the suites that will run. */
static bool sections_known(const char *only, const bool chosen[])
{
    for (const char *p = only; p; p = strchr(p, ',') ? strchr(p, ',') + 1 : NULL) {
        size_t len = strcspn(p, ",");
        bool known = false;
        for (size_t s = 0; s < N_SUITES; s++)
            known = known || (chosen[s] && section_of(&suites[s], p, len));
        if (!known) {
            fprintf(stderr, "hashmill-bench: no such section: %.*s\n", (int)len, p);
            return false;
        }
    }
    return true;
}

/* Marks the suites that the operands name, all if there are none. */
static bool choose(char *const names[], bool chosen[])
{
    for (size_t s = 0; s < N_SUITES; s++)
        chosen[s] = !names[0];
    for (size_t i = 0; names[i]; i++) {
        size_t s = 0;
        while (s < N_SUITES && strcmp(suites[s].name, names[i]) != 0)
            s++;
        if (s == N_SUITES) {
            fprintf(stderr, "hashmill-bench: no such suite: %s\n", names[i]);
            return false;
        }
        chosen[s] = true;
    }
    return true;
}

int main(int argc, char **argv)
{
    static const struct option longs[] = {
        {"quick", no_argument, NULL, 'q'},
        {"only", required_argument, NULL, 'o'},
        {"bar", required_argument, NULL, 'b'},
        {"list-bars", no_argument, NULL, 'l'},
        {"derive-cutovers", no_argument, NULL, 'c'},
        {"results", required_argument, NULL, 'r'},
        {"budget", required_argument, NULL, 'B'},
        {"dir", required_argument, NULL, 'd'},
        {"help", no_argument, NULL, 'h'},
        {0},
    };
    struct options options = {.argv = argv};
    bool chosen[N_SUITES];
    int option, status = 0;
    char *end;

    while ((option = getopt_long(argc, argv, "", longs, NULL)) != -1) {
        switch (option) {
        case 'q':
            options.quick = true;
            break;
        case 'o':
            options.only = optarg;
            break;
        case 'b':
            options.bar = optarg;
            break;
        case 'l':
            options.list = true;
            break;
        case 'c':
            options.cutovers = true;
            break;
        case 'r':
            options.results = optarg;
            break;
        case 'B':
            options.budget_s = strtod(optarg, &end);
            if (end == optarg || *end || !(options.budget_s > 0)) {
                fprintf(stderr, "hashmill-bench: --budget takes seconds, not %s\n", optarg);
                return USAGE;
            }
            break;
        case 'd':
            options.dir = optarg;
            break;
        case 'h':
            fputs(help, stdout);
            return 0;
        default:
            fputs("Try 'hashmill-bench --help'.\n", stderr);
            return USAGE;
        }
    }
    if (options.list) {
        bars_list();
        return 0;
    }
    if (options.bar && !bars_library(&options) && !bars_tool(&options)) {
        fprintf(stderr, "hashmill-bench: no such bar: %s (--list-bars lists them)\n", options.bar);
        return USAGE;
    }
    if (!choose(argv + optind, chosen) || !sections_known(options.only, chosen)) {
        fputs("Try 'hashmill-bench --help'.\n", stderr);
        return USAGE;
    }
    chosen[LIBRARY] = chosen[LIBRARY] && (!options.bar || bars_library(&options));
    chosen[HMAC] = chosen[HMAC] && !options.bar && !options.cutovers && asked(&options, "hmac");
    chosen[TOOL] = chosen[TOOL] && (!options.bar || bars_tool(&options)) && !options.cutovers;
    for (size_t s = 0; !status && s < N_SUITES; s++)
        if (chosen[s])
            status = suites[s].run(&options);
    return status;
}
