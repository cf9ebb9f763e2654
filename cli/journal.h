/* SPDX-License-Identifier: MIT
 *
 * journal.h - what an update has hashed so far, in a file beside the list, so that an interrupted
 * one can be taken up again. The file also keeps two updates of one list apart.
 */
#ifndef MHASH_JOURNAL_H
#define MHASH_JOURNAL_H

#include <stdbool.h>

#include "text.h"

struct journal {
    int fd;
    struct text path;
};

/* Opens or makes the journal of a list and locks it. False with errno set; EWOULDBLOCK: another
 * update is running. */
bool journal_open(struct journal *j, const char *list);

/* Appends a text that ends in a line feed. What a crash leaves of it is at most a part of it. */
bool journal_add(struct journal *j, const struct text *text);

/* Forgets what it holds. */
bool journal_clear(struct journal *j);

/* Closes it; done: and takes it away. */
void journal_close(struct journal *j, bool done);

#endif /* MHASH_JOURNAL_H */
