/* SPDX-License-Identifier: MIT
 *
 * trial.c - see trial.h. Measures through the launcher, prints only what keeps a command out.
 */
#include "trial.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "process.h"

#define USAGE 64 /* exit status of a tool that does not know an option */

/* ---- Command lines ---------------------------------------------------------------------- */

struct command {
    char text[8192]; /* the words, one after the other */
    const char *argv[TRIAL_MAX_ARGS + 1];
};

static const char *value(const struct trial *t, const char *key, unsigned processors, char *room,
                         size_t size)
{
    switch (key[1]) {
    case 'a':
        return t->algorithm ? t->algorithm : "";
    case 'f':
        return t->workload ? t->workload->first : "";
    case 'l':
        return t->workload ? t->workload->last : "";
    case 'd':
        snprintf(room, size, "%.2040s/d", t->workload ? t->workload->folder : "");
        return room;
    case 't':
        return t->workload ? t->workload->folder : "";
    case 'p':
        snprintf(room, size, "%u", processors);
        return room;
    case 'b':
        process_neighbour("", room, size);
        return room;
    default:
        return NULL;
    }
}

static void expand(const struct trial *t, const char *text, size_t len, unsigned processors,
                   char *out, size_t size)
{
    char room[2100];
    size_t n = 0;

    for (size_t i = 0; i < len && n + 1 < size;) {
        const char *insert = NULL;
        if (text[i] == '{' && i + 2 < len && text[i + 2] == '}')
            insert = value(t, text + i, processors, room, sizeof room);
        if (insert) {
            n += (size_t)snprintf(out + n, size - n, "%s", insert);
            i += 3;
        } else {
            out[n++] = text[i++];
        }
    }
    out[n < size ? n : size - 1] = '\0';
}

static void make_command(const struct trial *t, const char *line, unsigned processors,
                         struct command *c)
{
    size_t n = 0;
    char *end = c->text;

    if (strncmp(line, "sh:", 3) == 0) {
        c->argv[n++] = "sh";
        c->argv[n++] = "-c";
        expand(t, line + 3, strlen(line + 3), processors, end, sizeof c->text);
        c->argv[n++] = end;
    } else {
        while (*line && n < TRIAL_MAX_ARGS) {
            size_t len = strcspn(line, " ");
            expand(t, line, len, processors, end, sizeof c->text - (size_t)(end - c->text));
            c->argv[n++] = end;
            end += strlen(end) + 1;
            line += len + strspn(line + len, " ");
        }
    }
    c->argv[n] = NULL;
}

bool trial_prepare(const struct trial *t, const char *line)
{
    struct process_result result;
    struct command command;

    make_command(t, line, t->processors, &command);
    bool ran = process_run(command.argv, PROCESS_DISCARD, t->time_out_s, &result);
    bool ok = ran && !result.record.error && result.record.status == 0;
    process_free(&result);
    return ok;
}

bool trial_number(const struct trial *t, const char *line, double *number)
{
    struct process_result result;
    struct command command;
    char rest;

    make_command(t, line, t->processors, &command);
    bool ok = process_run(command.argv, PROCESS_KEEP, t->time_out_s, &result) &&
              !result.record.error && result.record.status == 0 && result.output &&
              sscanf(result.output, "%lf %c", number, &rest) == 1;
    process_free(&result);
    return ok;
}

bool trial_version(const char *line, char *text, size_t size)
{
    static const struct trial none;
    struct process_result result;
    struct command command;

    make_command(&none, line, 1, &command);
    bool ok = process_run(command.argv, PROCESS_BOTH, 10, &result) && !result.record.error &&
              result.output && result.length;
    if (ok)
        snprintf(text, size, "%.*s", (int)strcspn(result.output, "\n"), result.output);
    process_free(&result);
    return ok;
}

/* ---- Answers ---------------------------------------------------------------------------- */

__attribute__((format(printf, 3, 4))) static void leave_out(struct trial *t, const char *name,
                                                            const char *format, ...)
{
    struct trial_absent *absent = &t->absent[t->n_absent++];
    va_list args;

    snprintf(absent->name, sizeof absent->name, "%s", name);
    va_start(args, format);
    vsnprintf(absent->why, sizeof absent->why, format, args);
    va_end(args);
    printf("  %s: not measured: %s\n", absent->name, absent->why);
}

static void failure(const struct trial *t, const struct launch_record *record, char *text,
                    size_t size)
{
    if (record->error)
        snprintf(text, size, "cannot be started: %s", strerror(record->error));
    else if (WIFEXITED(record->status))
        snprintf(text, size, "exit status %d", WEXITSTATUS(record->status));
    else if (record->wall_ns >= t->time_out_s * (uint64_t)1000000000)
        snprintf(text, size, "killed after %u seconds", t->time_out_s);
    else
        snprintf(text, size, "ended by signal %d", WTERMSIG(record->status));
}

enum answer { RIGHT, WRONG, ABSENT, UNKNOWN_OPTION };

/* One run, which also brings the files into the cache. *ms is how long it took. */
static enum answer check(struct trial *t, const struct trial_entrant *e, bool subject, double *ms)
{
    struct process_result result;
    struct command command;
    const char *why = "";
    char text[96];
    bool any = t->check == CHECK_STATUS || (e->tool->flags & TOOL_OTHER);
    enum answer answer = RIGHT;

    make_command(t, e->tool->line, 1, &command);
    if (!process_run(command.argv, any ? PROCESS_DISCARD : PROCESS_KEEP, t->time_out_s, &result)) {
        process_free(&result);
        return WRONG;
    }
    *ms = (double)result.record.wall_ns / 1e6;
    if (result.record.error || result.record.status != 0) {
        bool usage = WIFEXITED(result.record.status) && WEXITSTATUS(result.record.status) == USAGE;
        failure(t, &result.record, text, sizeof text);
        answer = ABSENT;
        if (subject && !result.record.error && usage)
            answer = UNKNOWN_OPTION;
        else if (subject)
            fprintf(stderr, "hashmill-bench: %s: %s\n", e->name, text);
        leave_out(t, e->name, "%s", text);
    } else if (result.flooded) {
        leave_out(t, e->name, "it prints more than %d MiB", PROCESS_MAX_OUTPUT >> 20);
        answer = ABSENT;
    } else if (!any && !workload_verify(t->workload, t->check, t->mask,
                                        result.output ? result.output : "", &why)) {
        fprintf(stderr, "hashmill-bench: WRONG ANSWER: %s, %s: %s\n", e->name,
                t->algorithm ? t->algorithm : "", why);
        answer = WRONG;
    }
    process_free(&result);
    return answer;
}

/* ---- Rounds ----------------------------------------------------------------------------- */

static bool measure(struct trial *t, struct trial_entrant *e, unsigned round, char *why,
                    size_t size)
{
    struct process_result result;
    struct command command;

    if (t->cold) {
        double share = workload_drop(t->workload);
        t->resident = share > t->resident ? share : t->resident;
    }
    make_command(t, e->tool->line, t->processors, &command);
    bool ok = process_run(command.argv, PROCESS_DISCARD, t->time_out_s, &result);
    if (!ok) {
        snprintf(why, size, "the launcher failed");
    } else if (result.record.error || result.record.status != 0) {
        failure(t, &result.record, why, size);
        ok = false;
    }
    process_free(&result);
    if (!ok)
        return false;
    double peak = (double)result.record.peak_kib / 1024;
    e->wall_ms[round] = (double)result.record.wall_ns / 1e6;
    e->cpu_ms[round] = (double)(result.record.user_us + result.record.sys_us) / 1e3;
    e->peak_mib = peak > e->peak_mib ? peak : e->peak_mib;
    return true;
}

static void remove_entrant(struct trial *t, size_t i)
{
    memmove(&t->entrants[i], &t->entrants[i + 1], (t->n - i - 1) * sizeof t->entrants[0]);
    t->n--;
}

/* All rounds. A peer that fails in one leaves the row; the subject ends it. */
static bool take_turns(struct trial *t)
{
    char why[96];
    bool failed[TRIAL_MAX] = {false};

    for (unsigned r = 0; r < t->rounds; r++) {
        for (size_t k = 0; k < t->n; k++) {
            size_t i = timing_turn(r, k, t->n);
            if (failed[i] || measure(t, &t->entrants[i], r, why, sizeof why))
                continue;
            if (process_stopped)
                return false;
            failed[i] = true;
            if (i == 0)
                fprintf(stderr, "hashmill-bench: %s: round %u: %s\n", t->entrants[0].name, r + 1,
                        why);
            leave_out(t, t->entrants[i].name, "round %u: %s", r + 1, why);
            if (i == 0)
                return false;
        }
    }
    for (size_t i = t->n; i-- > 1;)
        if (failed[i])
            remove_entrant(t, i);
    return true;
}

static void fit_budget(struct trial *t, double round_ms)
{
    double fit = t->budget_s * 1000 / (round_ms > 0 ? round_ms : 1);
    unsigned least = t->min_rounds ? t->min_rounds : 1;

    if (t->rounds > TRIAL_MAX_ROUNDS)
        t->rounds = TRIAL_MAX_ROUNDS;
    if (t->budget_s > 0 && fit < t->rounds)
        t->rounds = fit > least ? (unsigned)fit : least;
}

enum trial_end trial_run(struct trial *t, const struct tool *tools, bool judged)
{
    double round_ms = 0, ms = 0;

    t->n = t->n_absent = 0;
    t->resident = 0;
    for (size_t i = 0; tools[i].name && t->n < TRIAL_MAX && t->n_absent < TRIAL_MAX; i++) {
        struct trial_entrant *e = &t->entrants[t->n];
        if (i && judged && !(tools[i].flags & TOOL_JUDGED))
            continue;
        memset(e, 0, sizeof *e);
        e->tool = &tools[i];
        expand(t, tools[i].name, strlen(tools[i].name), 1, e->name, sizeof e->name);
        enum answer answer = check(t, e, i == 0, &ms);
        if (answer == UNKNOWN_OPTION)
            return TRIAL_SKIPPED;
        if (answer == WRONG || (answer == ABSENT && i == 0))
            return TRIAL_FAILED;
        if (answer == RIGHT) {
            t->n++;
            round_ms += ms;
        }
    }
    fit_budget(t, round_ms);
    return take_turns(t) ? TRIAL_DONE : TRIAL_FAILED;
}

struct timing_summary trial_ratio(const struct trial *t, size_t a, size_t b, bool cpu)
{
    const struct trial_entrant *x = &t->entrants[a], *y = &t->entrants[b];
    return timing_ratios(cpu ? x->cpu_ms : x->wall_ms, cpu ? y->cpu_ms : y->wall_ms, t->rounds);
}
