/* SPDX-License-Identifier: MIT
 *
 * template.h - the text of --format: escapes and fields. Pure.
 */
#ifndef MHASH_TEMPLATE_H
#define MHASH_TEMPLATE_H

#include "text.h"
#include "types.h"

/* What is wrong with a template for these algorithms, or NULL. */
const char *template_flaw(const char *template, const struct hm_algorithm *const *algorithms,
                          size_t n);

/* Appends the template filled in: once, or, if it speaks of "the digest", once for each. */
void template_write(struct text *out, const struct line_format *format,
                    const struct digest_list *wanted, const struct entry *entry,
                    const struct result *result);

#endif /* MHASH_TEMPLATE_H */
