/* SPDX-License-Identifier: MIT
 *
 * manifest.h - lines of lists into records. Pure: no I/O, no messages. docs/manifest-formats.md
 * tells the dialects.
 *
 * The sum names call manifest_line() alone, line by line. `mhash` opens a manifest for each list,
 * asks manifest_more() after each line until it has no more, and manifest_end() at the end.
 */
#ifndef MHASH_MANIFEST_H
#define MHASH_MANIFEST_H

#include <stdbool.h>
#include <stddef.h>

#include "text.h"
#include "types.h"

enum line_kind {
    LINE_RECORD,
    LINE_COMMENT, /* or empty, or no more */
    LINE_MALFORMED,
    LINE_UNSUPPORTED, /* well-formed, but of an algorithm that the library lacks */
    LINE_NOTE,        /* nothing to verify, but reason is worth telling */
};

/* What kind of list it is, once that is known. */
enum dialect {
    DIALECT_LINES, /* GNU, BSD, reversed, name first, bare, Gentoo, certutil: each line tells */
    DIALECT_JSON,
    DIALECT_CSV, /* ours, and that of Export-Csv */
    DIALECT_HASHDEEP,
    DIALECT_DEBIAN,
    DIALECT_TABLE,      /* Get-FileHash, Format-Table */
    DIALECT_PROPERTIES, /* Get-FileHash, Format-List */
};

enum { MANIFEST_COLUMNS = 32 };

/* One run's, for the members up to layout; one list's, for the rest. */
struct manifest {
    /* As coreutils reads: one algorithm, its own tag spelled exactly, hex digests. Otherwise any
     * algorithm's tag in any spelling, base64 and BubbleBabble digests too. */
    bool sum;
    /* The algorithms of untagged lines, chosen by the digest's length. None: every one, the first
     * of a length in the library's order (40, 56 and 64 digits are SHA-1, SHA-224, SHA-256). */
    const struct hm_algorithm *const *algorithms;
    size_t n;
    bool zero; /* the lines ended in NUL: names stand as they are, line ends and backslashes too */
    size_t tag_bytes; /* HMACs are cut to so many bytes; 0: full length */
    /* Untagged lines are "DIGEST MNAME" or, reversed, "DIGEST NAME". The first one decides for the
     * rest, so that a file whose name begins with a blank cannot stand in for another. */
    enum { LAYOUT_UNDECIDED, LAYOUT_STANDARD, LAYOUT_REVERSED, LAYOUT_NAME_FIRST } layout;

    /* ---- Private to manifest*.c, set by manifest_open() ---- */
    enum dialect dialect;
    bool begun;       /* a line that is no comment was seen */
    bool had_records; /* some line was an entry */
    enum { ARMOUR_NONE, ARMOUR_HEADERS, ARMOUR_BODY, ARMOUR_SIGNATURE, ARMOUR_DONE } armour;
    bool signify; /* the next line is a signify signature */
    bool percent; /* BagIt: %0A, %0D and %25 in names */
    struct text bare_name;
    const struct hm_algorithm *named; /* the algorithm that the list's own name tells */
    struct text pending;              /* of a record that goes over several lines */
    struct text name;
    const struct hm_algorithm *algorithm; /* of a section, or of what is pending */
    bool waiting;                         /* something is pending */
    bool unknown, wide; /* the section's algorithm is none of ours; its lines have five fields */
    struct {
        enum column { COLUMN_SKIP, COLUMN_NAME, COLUMN_SIZE, COLUMN_DIGEST, COLUMN_TAG } kind;
        const struct hm_algorithm *algorithm; /* NULL: one we lack */
        bool keyed;
    } columns[MANIFEST_COLUMNS];
    size_t column_count;
    size_t at;    /* JSON: what of pending was looked at */
    size_t start; /* JSON: where the current object begins */
    size_t depth; /* JSON: of brackets within it */
    bool in_string, in_escape, in_object;
    enum { CUT_OBJECTS, CUT_ARRAY, CUT_DOCUMENT, CUT_REST, CUT_DONE } cut; /* JSON */
    struct record queue[HM_MAX_SET];
    size_t queued, next;
};

/* Begins a list; path is its name as given, for what a name tells: NAME.sha256, manifest-md5.txt.
 * May be NULL. What the run said is kept. */
void manifest_open(struct manifest *m, const char *path);
void manifest_close(struct manifest *m);

/* Reads one line, delimiter removed; line[len] must be writable. Changes the line: the record's
 * strings lie in it, or in the manifest until the next call for a line. *reason, a constant string,
 * is set unless the answer is LINE_RECORD or LINE_COMMENT. */
enum line_kind manifest_line(struct manifest *m, char *line, size_t len, struct record *record,
                             const char **reason);

/* The next record of the same line; LINE_COMMENT if there is none. */
enum line_kind manifest_more(struct manifest *m, struct record *record, const char **reason);

/* What is to be said at the end of the list: LINE_MALFORMED if something was left unfinished.
 * manifest_more() may have a last record then. */
enum line_kind manifest_end(struct manifest *m, const char **reason);

/* Reads a digest in any spelling: hex, base64, BubbleBabble, or one of these after the algorithm
 * and '-' or ':', as in "sha256-47DEQ..." (SRI) and "sha256:e3b0...". Without such a prefix the
 * algorithm is the first of the n whose digest it can be; n 0 means every one. */
bool manifest_digest(const struct hm_algorithm *const *algorithms, size_t n, const char *text,
                     size_t len, struct record *record);

#endif /* MHASH_MANIFEST_H */
