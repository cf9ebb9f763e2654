/* SPDX-License-Identifier: MIT
 *
 * signals.c - flags that handlers set, and nothing else in them.
 */
#include "signals.h"

#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdatomic.h>
#include <unistd.h>

static const int stops[] = {SIGINT, SIGTERM, SIGHUP};
enum { STOPS = sizeof stops / sizeof *stops };

/* Not sig_atomic_t: other threads read them. Lock-free, so fit for a handler. */
static atomic_int stop, asked;

static void on_stop(int number)
{
    int none = 0;
    atomic_compare_exchange_strong(&stop, &none, number);
    alarm(1);
}

/* A signal that came just before a call that waits has not interrupted it. */
static void on_alarm(int number)
{
    (void)number;
    alarm(1);
}

static void on_asked(int number)
{
    (void)number;
    atomic_store(&asked, 1);
}

static void watch(int number, void (*handler)(int), int flags)
{
    struct sigaction old, action = {.sa_handler = handler, .sa_flags = flags};

    sigemptyset(&action.sa_mask);
    if (sigaction(number, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
        sigaction(number, &action, NULL);
}

void signals_watch(void)
{
    for (size_t i = 0; i < STOPS; i++)
        watch(stops[i], on_stop, (int)SA_RESETHAND);
    watch(SIGALRM, on_alarm, 0);
    watch(SIGUSR1, on_asked, 0);
}

void signals_hold(bool hold)
{
    sigset_t set;

    sigemptyset(&set);
    for (size_t i = 0; i < STOPS; i++)
        sigaddset(&set, stops[i]);
    sigaddset(&set, SIGALRM);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(hold ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

int signals_stop(void)
{
    return atomic_load_explicit(&stop, memory_order_relaxed);
}

bool signals_asked(void)
{
    return atomic_load_explicit(&asked, memory_order_relaxed) && atomic_exchange(&asked, 0);
}

void signals_die(void)
{
    int number = signals_stop();

    if (!number)
        return;
    alarm(0);
    signal(number, SIG_DFL);
    raise(number);
}
