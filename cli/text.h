/* SPDX-License-Identifier: MIT
 *
 * text.h - a growing string of bytes: paths, output lines, messages. Knows nothing of their
 * meaning. Running out of memory ends the program.
 */
#ifndef MHASH_TEXT_H
#define MHASH_TEXT_H

#include <stddef.h>

struct text {
    char *data; /* NUL-terminated once anything was added */
    size_t len;
    size_t size;
};

void text_add(struct text *t, const void *bytes, size_t n);
void text_add_string(struct text *t, const char *s);
void text_add_char(struct text *t, char c);
void text_add_number(struct text *t, unsigned long long n);
void text_cut(struct text *t, size_t len);
void text_free(struct text *t);

/* Memory that is there, or the end of the program. grow() doubles: *size becomes at least need. */
void *memory_grow(void *p, size_t *size, size_t need, size_t element);

/* What the end of memory says and returns; set once by main(). */
void memory_set_failure(const char *program, int status);

#endif /* MHASH_TEXT_H */
