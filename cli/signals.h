/* SPDX-License-Identifier: MIT
 *
 * signals.h - what the user says to a running program: stop, or how far are you. Signals are the
 * process's, so this is too.
 */
#ifndef MHASH_SIGNALS_H
#define MHASH_SIGNALS_H

#include <stdbool.h>

/* Lets SIGINT, SIGTERM and SIGHUP end the run in good order, where they are not ignored; a second
 * one ends the program at once. SIGUSR1 asks for a status line. Calls of the system that wait are
 * interrupted, again and again until the run is over. */
void signals_watch(void);

/* Keeps the signals away from a thread that is to be started by the caller, and lets them in
 * again: they are for the main thread, which waits. */
void signals_hold(bool hold);

/* The signal that asked for the end, or 0. */
int signals_stop(void);

/* Whether a status line was asked for since the last call. */
bool signals_asked(void);

/* Dies of the signal, if there was one. */
void signals_die(void);

#endif /* MHASH_SIGNALS_H */
