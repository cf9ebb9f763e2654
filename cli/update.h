/* SPDX-License-Identifier: MIT
 *
 * update.h - what to do with each file when a list is brought up to date. Pure.
 *
 * What is known of a file beside its digest stands in a comment before its entry:
 *
 *   # mhash: size=3 mtime=1700000000.123456789 inode=55 checked=1700000100
 *
 * size in bytes, mtime and checked (when the digest was last computed) in seconds since 1970.
 */
#ifndef MHASH_UPDATE_H
#define MHASH_UPDATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text.h"

struct facts {
    bool known;
    uint64_t size, inode;
    int64_t sec;
    uint32_t nsec;
    int64_t checked; /* 0: not yet */
};

/* Reads such a comment. False if it is another, or malformed. */
bool facts_read(struct facts *facts, const char *line);
void facts_write(struct text *out, const struct facts *facts);

/* Whether these are certainly those of the same content. A file that was changed within the second
 * in which it was hashed may have been changed after that. */
bool facts_same(const struct facts *old, const struct facts *now);

/* What to do with a file that is there. */
enum update_task {
    TASK_KEEP,
    TASK_ADD,    /* hash it: not listed */
    TASK_RENEW,  /* hash it: size, time or inode differ */
    TASK_VERIFY, /* hash it: nothing is known of it but the digest */
    TASK_SCRUB,  /* hash it: nothing differs, but it is due */
};
enum update_task update_judge(const struct facts *old, const struct facts *now, bool listed,
                              bool due);

/* What came out. */
enum update_kind {
    UPDATE_KEPT,
    UPDATE_VERIFIED,
    UPDATE_ADDED,
    UPDATE_CHANGED,
    UPDATE_CORRUPT, /* another digest, though size and times are the same */
    UPDATE_DIFFERS, /* another digest, and nothing is known that would excuse it */
    UPDATE_MISSING,
    UPDATE_PRUNED,
    UPDATE_UNREADABLE,
    UPDATE_UNSEEN, /* listed and there, but not among the files that were looked at */
    UPDATE_KINDS,
};
enum update_kind update_outcome(enum update_task task, bool same_digest);

/* Marks those that are due: percent of the n facts, the longest unchecked first, but none that was
 * checked at or after before. */
void update_choose(const struct facts *facts, size_t n, unsigned percent, int64_t before,
                   bool *due);

#endif /* MHASH_UPDATE_H */
