/* SPDX-License-Identifier: MIT
 *
 * launch.c - runs one command and reports its wall time, CPU time and peak memory. A program of
 * its own, small and static: Linux counts what the parent had resident at the start into the
 * child's peak.
 *
 *   launch SECONDS COMMAND [ARGUMENT]...
 *
 * The command inherits standard input, output and error; a struct launch_record goes to descriptor
 * 3, which the command does not see. The command gets a process group of its own; after SECONDS, at
 * a signal or when the parent dies the whole group is killed, so that a pipeline leaves nobody
 * behind.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "launch.h"

static volatile sig_atomic_t child;

static void end_group(int signal_number)
{
    (void)signal_number;
    if (child > 0)
        kill(-(pid_t)child, SIGKILL);
}

static uint64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint64_t microseconds(struct timeval t)
{
    return (uint64_t)t.tv_sec * 1000000u + (uint64_t)t.tv_usec;
}

int main(int argc, char **argv)
{
    struct launch_record record;
    struct rusage usage;
    struct sigaction action;
    sigset_t signals, before;
    volatile int error = 0;

    if (argc < 3)
        return 64;
    memset(&record, 0, sizeof record);
    memset(&action, 0, sizeof action);
    action.sa_handler = end_group;
    action.sa_flags = SA_RESTART;
    sigaction(SIGALRM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    fcntl(LAUNCH_FD, F_SETFD, FD_CLOEXEC);
    /* Held back until the handler knows whom to kill. */
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    sigprocmask(SIG_BLOCK, &signals, &before);
    prctl(PR_SET_PDEATHSIG, SIGTERM);

    uint64_t start = now();
    pid_t pid = vfork();
    if (pid == 0) {
        setpgid(0, 0);
        sigprocmask(SIG_SETMASK, &before, NULL);
        execvp(argv[2], argv + 2);
        error = errno; /* the parent's variable: vfork shares it */
        _exit(127);
    }
    if (pid < 0) {
        record.error = errno;
    } else {
        child = pid;
        sigprocmask(SIG_SETMASK, &before, NULL);
        alarm((unsigned)strtoul(argv[1], NULL, 10));
        int status = 0;
        while (wait4(pid, &status, 0, &usage) < 0 && errno == EINTR)
            ;
        record.wall_ns = now() - start;
        alarm(0);
        record.user_us = microseconds(usage.ru_utime);
        record.sys_us = microseconds(usage.ru_stime);
        record.peak_kib = (uint64_t)usage.ru_maxrss;
        record.status = status;
        record.error = error;
    }
    return write(LAUNCH_FD, &record, sizeof record) == (ssize_t)sizeof record ? 0 : 1;
}
