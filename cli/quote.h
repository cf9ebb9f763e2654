/* SPDX-License-Identifier: MIT
 *
 * quote.h - names made safe to show: the shell quoting of GNU messages, in the user's locale.
 */
#ifndef MHASH_QUOTE_H
#define MHASH_QUOTE_H

#include <stdbool.h>

#include "text.h"

/* Appends name, quoted as for a POSIX shell if it needs it: empty, or with a character that is
 * special to a shell, a colon, or one that the locale cannot print. */
void quote_name(struct text *out, const char *name);

/* The same, but with quotes in any case: for words within a sentence. */
void quote_word(struct text *out, const char *word);

/* Bytes of the character at s, which is not the end, and the columns that it takes on a terminal.
 */
size_t quote_character(const char *s, size_t *columns);

/* Whether name holds a control character (of the locale) other than LF. */
bool quote_has_control(const char *name);

#endif /* MHASH_QUOTE_H */
