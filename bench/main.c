/* SPDX-License-Identifier: MIT
 *
 * main.c - the command line of hashmill-bench. Measures nothing.
 */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "suites.h"

#define USAGE 64

static const char help[] =
    "Usage: hashmill-bench library [OPTION]...\n"
    "       hashmill-bench tool [OPTION]...\n"
    "\n"
    "library  times libhashmill beside the peer libraries this build found\n"
    "tool     times mhash beside the system's tools\n"
    "\n"
    "      --quick             seconds rather than minutes: fewer sizes, fewer rounds\n"
    "      --only=SECTION,...  library: single, batch, tiers, hmac-many, sets, portable, bars\n"
    "                          tool: files, start, bars\n"
    "      --bar=ID            measure one bar alone\n"
    "      --list-bars         list the bars and their ids\n"
    "      --derive-cutovers   library: measure from how many messages on each lanes kernel\n"
    "                          pays, and print the rows of kernels.def\n"
    "      --json=FILE         write the results to FILE as well\n"
    "      --dir=DIR           tool: make the test files in DIR\n"
    "      --help              print this\n"
    "\n"
    "Answers are compared before anything is timed. Exit status: 0; 1 after a wrong answer or a\n"
    "measurement that failed; 2 if results cannot be written; 64 for wrong usage.\n";

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

static bool sections_known(const char *only, const char *const known[])
{
    for (const char *p = only; p; p = strchr(p, ',') ? strchr(p, ',') + 1 : NULL) {
        size_t len = strcspn(p, ","), i = 0;
        while (known[i] && (strncmp(known[i], p, len) != 0 || known[i][len]))
            i++;
        if (!known[i]) {
            fprintf(stderr, "hashmill-bench: no such section: %.*s\n", (int)len, p);
            return false;
        }
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
        {"json", required_argument, NULL, 'j'},
        {"dir", required_argument, NULL, 'd'},
        {"help", no_argument, NULL, 'h'},
        {0},
    };
    static const char *const library_sections[] = {"single", "batch",    "tiers", "hmac-many",
                                                   "sets",   "portable", "bars",  NULL};
    static const char *const tool_sections[] = {"files", "start", "bars", NULL};
    struct options options = {.argv = argv};
    int option;

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
        case 'j':
            options.json = optarg;
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
    if (options.bar && !bars_known(options.bar)) {
        fprintf(stderr, "hashmill-bench: no such bar: %s (--list-bars lists them)\n", options.bar);
        return USAGE;
    }
    const char *suite = optind + 1 == argc ? argv[optind] : "";
    if (strcmp(suite, "library") == 0 && sections_known(options.only, library_sections))
        return library_suite(&options);
    if (strcmp(suite, "tool") == 0 && sections_known(options.only, tool_sections))
        return tool_suite(&options);
    fputs("hashmill-bench: name one suite: library or tool\n"
          "Try 'hashmill-bench --help'.\n",
          stderr);
    return USAGE;
}
