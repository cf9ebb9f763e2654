/* SPDX-License-Identifier: MIT
 *
 * test_trial.c - the process runner of the benchmarks, with tools that sleep, allocate, print wrong
 * digests, crash, hang, flood. Judges no speed: times are compared only with what a sleep takes at
 * least.
 */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "process.h"
#include "trial.h"

/* What the suites take from their peers' map. */
void *bench_alloc(size_t size);
void *bench_alloc(size_t size)
{
    void *p = malloc(size ? size : 1);
    assert_non_null(p);
    return p;
}

#define SUMS "sh:find '{d}' -type f -exec {a}sum {} +"

static char folder[] = "/tmp/hashmill-trial-XXXXXX";
static struct workload workload;

static int set_up(void **state)
{
    static const struct workload_part parts[WORKLOAD_PARTS] = {{3, 100}, {1, 0}};
    (void)state;
    process_launcher = LAUNCHER;
    return mkdtemp(folder) && workload_make(&workload, folder, parts) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    workload_remove(&workload);
    return rmdir(folder);
}

static enum trial_end run(struct trial *t, const char *subject, const char *peer)
{
    const struct tool tools[] = {{"subject", subject, 0}, {"peer", peer, 0}, {0}};

    memset(t, 0, sizeof *t);
    t->workload = &workload;
    t->algorithm = "md5";
    t->mask = 1;
    t->rounds = 3;
    t->time_out_s = 20;
    t->processors = 1;
    return trial_run(t, tools, false);
}

static struct trial trial;

static void right_answers_are_timed(void **state)
{
    (void)state;
    assert_int_equal(run(&trial, SUMS, "sh:find '{d}' -type f -exec {a}sum --tag {} +"),
                     TRIAL_DONE);
    assert_int_equal(trial.n, 2);
    assert_int_equal(trial.n_absent, 0);
    for (size_t i = 0; i < 2; i++)
        for (unsigned r = 0; r < 3; r++)
            assert_true(trial.entrants[i].wall_ms[r] > 0);
}

static void wrong_digests_stop_the_run(void **state)
{
    (void)state;
    assert_int_equal(run(&trial, SUMS, SUMS " | sed 's/^./x/; s/^x0/x1/; s/^x/0/'"), TRIAL_FAILED);
    assert_int_equal(run(&trial, SUMS, SUMS " | head -n 3"), TRIAL_FAILED);
    assert_int_equal(run(&trial, SUMS, "true"), TRIAL_FAILED);
    assert_int_equal(run(&trial, "true", SUMS), TRIAL_FAILED);
}

static void out_of_the_row(const char *peer, const char *why)
{
    assert_int_equal(run(&trial, SUMS, peer), TRIAL_DONE);
    assert_int_equal(trial.n, 1);
    assert_int_equal(trial.n_absent, 1);
    assert_string_equal(trial.absent[0].name, "peer");
    assert_non_null(strstr(trial.absent[0].why, why));
}

static void failing_peers_leave_the_row(void **state)
{
    (void)state;
    out_of_the_row("/nonexistent/tool", "cannot be started");
    out_of_the_row("false", "exit status 1");
    out_of_the_row("sh:kill -SEGV $$", "signal 11");
    out_of_the_row("sh:yes | head -c 100000000", "prints more than");
    /* The second of its timed rounds fails: the first run is that of the check. */
    out_of_the_row("sh:echo >> '{t}/n'; [ $(wc -l < '{t}/n') -lt 3 ] && find '{d}' -type f -exec "
                   "md5sum {} +",
                   "round 2: exit status 1");
}

static void a_subject_without_the_option_is_skipped(void **state)
{
    (void)state;
    assert_int_equal(run(&trial, "sh:exit 64", SUMS), TRIAL_SKIPPED);
    assert_int_equal(run(&trial, "false", SUMS), TRIAL_FAILED);
    assert_int_equal(run(&trial, "/nonexistent/tool", SUMS), TRIAL_FAILED);
}

static void hanging_commands_are_killed_with_their_children(void **state)
{
    (void)state;
    struct process_result result;
    const char *const argv[] = {"sh", "-c", "sleep 1000 | cat; sleep 1000", NULL};

    assert_true(process_run(argv, PROCESS_KEEP, 1, &result));
    assert_true(result.record.wall_ns >= 1000000000u);
    assert_true(result.record.wall_ns < 500 * (uint64_t)1000000000);
    assert_int_equal(result.record.status & 0x7f, 9);
    process_free(&result);
}

/* A child that measures a command which never ends; gives its pid and, once it runs, the command's.
 */
static pid_t measure_forever(pid_t *command)
{
    int ends[2];
    char text[32] = "", line[64];

    assert_int_equal(pipe(ends), 0);
    snprintf(line, sizeof line, "echo $$ >&%d; sleep 1000 | cat", ends[1]);
    pid_t child = fork();
    if (child == 0) {
        struct process_result result;
        const char *const argv[] = {"sh", "-c", line, NULL};
        process_stop_on_signals();
        bool ran = process_run(argv, PROCESS_KEEP, 600, &result);
        process_free(&result);
        if (ran || process_run(argv, PROCESS_KEEP, 600, &result))
            _exit(1);
        process_end();
        _exit(2);
    }
    close(ends[1]);
    assert_true(read(ends[0], text, sizeof text - 1) > 0);
    close(ends[0]);
    *command = (pid_t)atol(text);
    assert_true(*command > 1);
    return child;
}

/* Returns when no process of the group is left; the test's own time-out is the limit. */
static void wait_for_none(pid_t group)
{
    while (kill(-group, 0) == 0 || errno != ESRCH)
        usleep(10000);
}

static void interrupted_runs_leave_nobody_behind(void **state)
{
    (void)state;
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    pid_t command;
    int status;

    for (size_t i = 0; i < 3; i++) {
        pid_t child = measure_forever(&command);
        assert_int_equal(kill(child, numbers[i]), 0);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        assert_int_equal(WTERMSIG(status), numbers[i]);
        wait_for_none(command);
    }
    pid_t child = measure_forever(&command);
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    wait_for_none(command);
}

static void numbers_are_read(void **state)
{
    (void)state;
    double number = 0;

    memset(&trial, 0, sizeof trial);
    trial.time_out_s = 20;
    assert_true(trial_number(&trial, "echo 5.25", &number));
    assert_true(number == 5.25);
    assert_false(trial_number(&trial, "echo many", &number));
    assert_false(trial_number(&trial, "echo 5 apples", &number));
    assert_false(trial_number(&trial, "false", &number));
    assert_false(trial_number(&trial, "/nonexistent/tool", &number));
}

static void accounts_are_the_childs(void **state)
{
    (void)state;
    struct process_result result;
    const char *const sleeper[] = {"sleep", "0.2", NULL};
    const char *const eater[] = {"dd", "if=/dev/zero", "of=/dev/null", "bs=48M", "count=1", NULL};

    assert_true(process_run(sleeper, PROCESS_DISCARD, 20, &result));
    assert_true(result.record.wall_ns >= 200000000u);
    assert_true(result.record.user_us + result.record.sys_us < 200000);
    uint64_t small = result.record.peak_kib;
    process_free(&result);
    assert_true(process_run(eater, PROCESS_DISCARD, 20, &result));
    assert_true(result.record.peak_kib >= 48 * 1024);
    assert_true(small < 48 * 1024);
    process_free(&result);
}

static void output_is_kept_whole(void **state)
{
    (void)state;
    struct process_result result;
    const char *const argv[] = {"sh", "-c", "yes 0123456 | head -c 1000000; echo end >&2", NULL};

    assert_true(process_run(argv, PROCESS_BOTH, 20, &result));
    assert_int_equal(result.length, 1000004);
    assert_string_equal(result.output + 999992, "0123456\nend\n");
    assert_false(result.flooded);
    process_free(&result);
    assert_true(process_run(argv, PROCESS_DISCARD, 20, &result));
    assert_int_equal(result.length, 0);
    process_free(&result);
}

static void budgets_cut_rounds(void **state)
{
    (void)state;
    const struct tool tools[] = {{"sleeper", "sleep 0.05", TOOL_OTHER}, {0}};

    memset(&trial, 0, sizeof trial);
    trial.workload = &workload;
    trial.rounds = TRIAL_MAX_ROUNDS;
    trial.min_rounds = 2;
    trial.budget_s = 0.01;
    trial.time_out_s = 20;
    assert_int_equal(trial_run(&trial, tools, false), TRIAL_DONE);
    assert_int_equal(trial.rounds, 2);
}

static void verdicts_respect_the_noise(void **state)
{
    (void)state;
    const double fast[] = {1, 1, 1}, slow[] = {2, 2.02, 1.98}, near[] = {1.005, 1, 0.995};
    const double wild[] = {0.5, 1.3, 2.4}, odd[] = {1.05, 1.051, 1.6};
    struct timing_summary s = timing_ratios(slow, fast, 3);
    assert_int_equal(timing_verdict(&s), 1);
    s = timing_ratios(fast, slow, 3);
    assert_int_equal(timing_verdict(&s), -1);
    s = timing_ratios(near, fast, 3);
    assert_int_equal(timing_verdict(&s), 0);
    s = timing_ratios(wild, fast, 3);
    assert_int_equal(timing_verdict(&s), 0);
    s = timing_ratios(odd, fast, 3);
    assert_int_equal(timing_verdict(&s), 0);
    s = timing_ratios(fast, fast, 0);
    assert_int_equal(timing_verdict(&s), 0);
}

static void cold_shares_are_shares(void **state)
{
    (void)state;
    double share = workload_drop(&workload);
    assert_true(share >= 0 && share <= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_answers_are_timed),
        cmocka_unit_test(wrong_digests_stop_the_run),
        cmocka_unit_test(failing_peers_leave_the_row),
        cmocka_unit_test(a_subject_without_the_option_is_skipped),
        cmocka_unit_test(hanging_commands_are_killed_with_their_children),
        cmocka_unit_test(interrupted_runs_leave_nobody_behind),
        cmocka_unit_test(numbers_are_read),
        cmocka_unit_test(accounts_are_the_childs),
        cmocka_unit_test(output_is_kept_whole),
        cmocka_unit_test(budgets_cut_rounds),
        cmocka_unit_test(verdicts_respect_the_noise),
        cmocka_unit_test(cold_shares_are_shares),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
