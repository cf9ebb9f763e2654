/* SPDX-License-Identifier: MIT
 *
 * roster.h - a whole list in memory, for the jobs that compare it with a folder. Memory: for each
 * entry its name, its digest and about 60 bytes; the lines too, if they are kept.
 */
#ifndef MHASH_ROSTER_H
#define MHASH_ROSTER_H

#include "msg.h"
#include "options.h"
#include "text.h"
#include "types.h"

struct roster_record {
    size_t name;   /* its place in names, cleaned of "./" and doubled slashes */
    size_t digest; /* its place in digests */
    const struct hm_algorithm *algorithm;
    uint64_t line; /* counted from 1 */
    size_t digest_len;
    bool tagged;
};

struct roster {
    struct text names, digests;
    struct roster_record *records;
    size_t n, size;
    /* With lines kept: the text of each, without its end. */
    bool keep;
    struct text lines;
    size_t *starts; /* of line i + 1 within lines; one more than there are lines */
    size_t line_count, line_size;
    uint64_t malformed, unverified; /* lines, already told */
    bool foreign;                   /* not lines of one entry each, digest before name or tagged */
};

/* Cleans a name of "./" and doubled slashes, in place. ".." stays. */
void clean_name(char *name);

/* Reads an open list to its end. keyed: whether there is a key. Tells bad lines. Returns an errno
 * value, or 0. */
int roster_read(struct roster *r, int fd, const char *list, const struct options *o, bool keyed,
                struct msg *msg);

/* The algorithms that occur, each once. */
void roster_algorithms(const struct roster *r, struct digest_list *wanted);

static inline const char *roster_name(const struct roster *r, const struct roster_record *record)
{
    return r->names.data + record->name;
}

static inline const uint8_t *roster_digest(const struct roster *r,
                                           const struct roster_record *record)
{
    return (const uint8_t *)r->digests.data + record->digest;
}

void roster_free(struct roster *r);

#endif /* MHASH_ROSTER_H */
