/* SPDX-License-Identifier: MIT
 *
 * msg.h - messages on standard error: who speaks, how names are quoted, one write a message.
 */
#ifndef MHASH_MSG_H
#define MHASH_MSG_H

#include <stdbool.h>

#include "progress.h"
#include "text.h"

struct msg {
    const char *program;
    bool failed;               /* a message was lost */
    struct progress *progress; /* the line that must make way, or NULL */
    struct text line;
};

/* "PROGRAM: TEXT" */
void msg_say(struct msg *m, const char *text);

/* "PROGRAM: TEXT 'WORD'", the word quoted always. */
void msg_say_word(struct msg *m, const char *text, const char *word);

/* "PROGRAM: TEXT: strerror", without the last part if error is 0. */
void msg_error(struct msg *m, const char *text, int error);

/* "PROGRAM: NAME: strerror" */
void msg_file_error(struct msg *m, const char *name, int error);

/* "PROGRAM: NAME: TEXT" */
void msg_file(struct msg *m, const char *name, const char *text);

/* "PROGRAM: LIST: LINE: TEXT" */
void msg_list_line(struct msg *m, const char *list, unsigned long long line, const char *text);

/* "PROGRAM: WARNING: N ONE" or "N MANY". */
void msg_count(struct msg *m, unsigned long long n, const char *one, const char *many);

/* "PROGRAM: interrupted: no digest of NAME and N more files" */
void msg_interrupted(struct msg *m, const char *name, unsigned long long more);

/* "Try 'PROGRAM --help' for more information." */
void msg_try_help(struct msg *m);

#endif /* MHASH_MSG_H */
