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

/* The output, a line at a time. Standard output gets each line with one write as soon as it is
 * done, so that lines of several processes do not mix; a file of --output gets them in bulk. */
struct output {
    struct text line;
    int fd;
    bool bulk;
    bool patient;   /* wait if the descriptor does not block, where coreutils fails */
    bool used;      /* something was to be written */
    bool dead;      /* a write failed: nothing more will get out */
    int error;      /* errno value of that write */
    bool color;     /* status lines may be coloured */
    bool abandoned; /* the job failed before it began: a file of --output stays as it was */
};

/* Writes the line out and empties it, or leaves it for later. False if the output is dead. */
bool output_line(struct output *out);

/* Writes out what was left for later. */
bool output_flush(struct output *out);

/* Closes standard output. True if everything got out. *close_error is the errno value of the close
 * if that failed, else 0. */
bool output_close(struct output *out, int *close_error);

/* Appends one digest line, its end included. With ENCODING_RAW the bytes alone. */
void write_digest(struct text *line, const struct line_format *format,
                  const struct hm_algorithm *algorithm, const char *name, const uint8_t *digest);

/* Appends "NAME: STATUS\n". */
void write_status(struct text *line, const char *name, const char *status);

/* Appends "NAME: STATUS\n", the status green or red if the output is coloured. */
void write_colored_status(struct text *line, const char *name, const char *status, bool color,
                          bool good);

/* ---- Parts of lines ----------------------------------------------------------------------- */

/* LF, CR and the backslash of a name as \n, \r and \\. */
void write_escaped(struct text *line, const char *name);

/* A digest in the format's encoding. */
void write_encoded(struct text *line, const struct line_format *format,
                   const struct hm_algorithm *algorithm, const uint8_t *digest);

/* "SHA256", "HMAC-SHA256" */
void write_tag(struct text *line, const struct line_format *format,
               const struct hm_algorithm *algorithm);

/* The same in lower case: how CSV, JSON and hashdeep call it. */
void write_column(struct text *line, const struct line_format *format,
                  const struct hm_algorithm *algorithm);

/* RFC 3339, UTC, nine digits of a second: "2026-11-30T16:20:25.000000000Z". */
void write_time(struct text *line, const struct timespec *time);

/* Seconds since 1970 with nine digits behind the point. */
void write_seconds(struct text *line, const struct timespec *time);

#endif /* MHASH_WRITERS_H */
