/* SPDX-License-Identifier: MIT
 *
 * writers.h - the lines of standard output: digest lines in each style, status lines of a check.
 * Knows how a line looks and how it reaches the descriptor; not why it is written.
 */
#ifndef MHASH_WRITERS_H
#define MHASH_WRITERS_H

#include <stdbool.h>

#include "text.h"
#include "types.h"

/* Standard output, a line at a time: each line goes out with one write as soon as it is done, so
 * that lines of several processes do not mix. */
struct output {
    struct text line;
    bool patient; /* wait if the descriptor does not block, where coreutils fails */
    bool used;    /* something was to be written */
    bool dead;    /* a write failed: nothing more will get out */
    int error;    /* errno value of that write */
};

/* Writes the line out and empties it. False if the output is dead. */
bool output_line(struct output *out);

/* Closes standard output. True if everything got out. *close_error is the errno value of the close
 * if that failed, else 0. */
bool output_close(struct output *out, int *close_error);

/* Appends one digest line, its end included. With ENCODING_RAW the bytes alone. */
void write_digest(struct text *line, const struct line_format *format,
                  const struct hm_algorithm *algorithm, const char *name, const uint8_t *digest);

/* Appends "NAME: STATUS\n". */
void write_status(struct text *line, const char *name, const char *status);

#endif /* MHASH_WRITERS_H */
