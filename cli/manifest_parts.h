/* SPDX-License-Identifier: MIT
 *
 * manifest_parts.h - what the files of the list parser share. For cli/manifest*.c alone.
 */
#ifndef MHASH_MANIFEST_PARTS_H
#define MHASH_MANIFEST_PARTS_H

#include <string.h>

#include "manifest.h"

static inline bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool has_prefix(const char *s, const char *prefix)
{
    return strncmp(s, prefix, strlen(prefix)) == 0;
}

static inline enum line_kind malformed(const char **reason, const char *why)
{
    *reason = why;
    return LINE_MALFORMED;
}

static inline enum line_kind unsupported(const char **reason)
{
    *reason = "no such algorithm here; not verified";
    return LINE_UNSUPPORTED;
}

/* The algorithm of a tag; *keyed if it is that of an HMAC. NULL if there is none of that name. */
const struct hm_algorithm *manifest_tag(const char *tag, size_t len, bool *keyed);

/* A digest without prefix, of one of the algorithms; cut to tag_bytes if the record is keyed. */
bool manifest_decode(const struct manifest *m, const struct hm_algorithm *const *algorithms,
                     size_t n, const char *text, size_t len, struct record *record);

/* Every algorithm, if n is 0. */
struct algorithm_span {
    const struct hm_algorithm *const *algorithms;
    size_t n;
    const struct hm_algorithm *every[HM_MAX_SET];
};
void manifest_span(struct algorithm_span *span, const struct hm_algorithm *const *algorithms,
                   size_t n);

/* A decimal number to the end of the text. */
bool manifest_number(const char *text, size_t len, uint64_t *number);

/* Queues a record of the current line; the name is m->name.data, set by the time of the answer.
 * False if there are too many. */
bool manifest_queue(struct manifest *m, const struct record *record);

/* The first queued record, named; LINE_UNSUPPORTED if there is none but others were left out. */
enum line_kind manifest_queued(struct manifest *m, bool left_out, struct record *record,
                               const char **reason);

/* The dialects. Each reads a line of its own; len is strlen(line) but for JSON and CSV, where the
 * line is only at least so long. */
typedef enum line_kind dialect_line(struct manifest *m, char *line, size_t len,
                                    struct record *record, const char **reason);
dialect_line lines_sum, lines_generic, lines_gentoo, dialect_hashdeep, dialect_debian,
    dialect_table, dialect_properties, dialect_csv, dialect_json;
enum line_kind json_more(struct manifest *m, struct record *record, const char **reason);

/* certutil's lines. False if it is none. */
bool lines_certutil(struct manifest *m, char *line, size_t len, struct record *record,
                    const char **reason, enum line_kind *kind);

/* Looks whether the first line of a list tells a dialect; *kind is then the answer for it. */
bool dialect_begins(struct manifest *m, char *line, size_t len, enum line_kind *kind,
                    const char **reason);
bool json_begins(const char *line);
bool json_unfinished(const struct manifest *m);

#endif /* MHASH_MANIFEST_PARTS_H */
