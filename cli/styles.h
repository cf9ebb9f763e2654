/* SPDX-License-Identifier: MIT
 *
 * styles.h - what hashing writes, in each style (docs/output-formats.md): the frame around it, the
 * lines or the record of each file. Appends to a text; writes nothing out.
 */
#ifndef MHASH_STYLES_H
#define MHASH_STYLES_H

#include "text.h"
#include "types.h"

struct styler {
    const struct line_format *format;
    const struct digest_list *wanted;
    bool any; /* a record was written */
};

/* What stands before all files. */
void style_begin(struct styler *s, struct text *out);

/* One file. False if the style cannot hold its name: nothing was appended. */
bool style_result(struct styler *s, struct text *out, const struct entry *entry,
                  const struct result *result);

/* One file without digests, where the style has a place for that. skipped: by design. */
void style_fault(struct styler *s, struct text *out, const struct entry *entry, const char *reason,
                 bool skipped);

/* What stands behind all files. */
void style_end(struct styler *s, struct text *out);

/* styles_json.c: one record of JSON, without an end. */
void json_result(struct text *out, const struct line_format *format,
                 const struct digest_list *wanted, const struct entry *entry,
                 const struct result *result);
void json_fault(struct text *out, const struct entry *entry, const char *reason, bool skipped);

#endif /* MHASH_STYLES_H */
