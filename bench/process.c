/* SPDX-License-Identifier: MIT
 *
 * process.c - see process.h. The clock and the accounting are the launcher's.
 */
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

const char *process_launcher;
volatile sig_atomic_t process_stopped;
static volatile sig_atomic_t running; /* the launcher */

static void stop(int number)
{
    process_stopped = number;
    if (running > 0)
        kill((pid_t)running, SIGTERM);
}

void process_stop_on_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action;

    memset(&action, 0, sizeof action);
    action.sa_handler = stop;
    action.sa_flags = SA_RESTART;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i], &action, NULL);
}

void process_end(void)
{
    if (process_stopped) {
        signal(process_stopped, SIG_DFL);
        raise(process_stopped);
    }
}

void process_neighbour(const char *name, char *path, size_t size)
{
    char self[2048];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = '\0';
    char *slash = strrchr(self, '/');
    if (slash)
        slash[1] = '\0';
    else
        self[0] = '\0';
    snprintf(path, size, "%s%s", self, name);
}

/* Everything up to the end of the file; what does not fit is dropped. */
static size_t drain(int fd, char *buffer, size_t size)
{
    char rest[4096];
    size_t have = 0;
    for (;;) {
        bool room = have < size;
        ssize_t n = read(fd, room ? buffer + have : rest, room ? size - have : sizeof rest);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return have;
        if (room)
            have += (size_t)n;
    }
}

/* Likewise, into memory that grows. */
static void keep(int fd, struct process_result *result)
{
    enum { STEP = 1 << 16 };
    size_t room = 0;
    for (;;) {
        char *more = NULL;
        if (result->length + STEP > room && room < PROCESS_MAX_OUTPUT) {
            room = room ? room * 2 : STEP;
            more = realloc(result->output, room + STEP);
            if (!more)
                break;
            result->output = more;
        }
        if (result->length >= PROCESS_MAX_OUTPUT)
            break;
        ssize_t n = read(fd, result->output + result->length, STEP);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        result->length += (size_t)n;
    }
    result->flooded = drain(fd, NULL, 0) > 0 || result->length >= PROCESS_MAX_OUTPUT;
    if (result->output)
        result->output[result->length] = '\0';
}

static int start(const char *const argv[], enum process_output what, unsigned limit, int out,
                 int record, pid_t *pid)
{
    enum { MOST = 32 };
    char launcher[4096], seconds[16];
    char *args[MOST];
    size_t n = 0;
    posix_spawn_file_actions_t actions;

    if (process_launcher)
        snprintf(launcher, sizeof launcher, "%s", process_launcher);
    else
        process_neighbour("bench/launch", launcher, sizeof launcher);
    snprintf(seconds, sizeof seconds, "%u", limit);
    args[n++] = launcher;
    args[n++] = seconds;
    for (size_t i = 0; argv[i] && n < MOST - 1; i++)
        args[n++] = (char *)(uintptr_t)argv[i];
    args[n] = NULL;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    if (what == PROCESS_DISCARD)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    else
        posix_spawn_file_actions_adddup2(&actions, out, 1);
    if (what == PROCESS_BOTH)
        posix_spawn_file_actions_adddup2(&actions, out, 2);
    else
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, record, LAUNCH_FD);
    int error = posix_spawn(pid, launcher, &actions, NULL, args, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error)
        fprintf(stderr, "hashmill-bench: cannot start %s: %s\n", launcher, strerror(error));
    return error;
}

/* A pipe whose ends lie above the launcher's descriptor and are closed in the command. */
static bool high_pipe(int ends[2])
{
    int low[2];
    if (pipe(low) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        ends[i] = fcntl(low[i], F_DUPFD_CLOEXEC, LAUNCH_FD + 1);
        close(low[i]);
    }
    return ends[0] >= 0 && ends[1] >= 0;
}

bool process_run(const char *const argv[], enum process_output what, unsigned seconds,
                 struct process_result *result)
{
    int out[2], record[2], status;
    pid_t pid;

    memset(result, 0, sizeof *result);
    if (process_stopped)
        return false;
    if (!high_pipe(out) || !high_pipe(record)) {
        perror("hashmill-bench: pipe");
        return false;
    }
    bool started = start(argv, what, seconds, out[1], record[1], &pid) == 0;
    close(out[1]);
    close(record[1]);
    size_t got = 0;
    if (started) {
        running = pid;
        if (process_stopped) /* came before the handler knew whom to tell */
            kill(pid, SIGTERM);
        keep(out[0], result);
        got = drain(record[0], (char *)&result->record, sizeof result->record);
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
            ;
        running = 0;
    }
    close(out[0]);
    close(record[0]);
    if (process_stopped)
        return false;
    if (started && got != sizeof result->record)
        fprintf(stderr, "hashmill-bench: the launcher said nothing about %s\n", argv[0]);
    return started && got == sizeof result->record;
}

void process_free(struct process_result *result)
{
    free(result->output);
    result->output = NULL;
}
