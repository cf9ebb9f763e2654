/* SPDX-License-Identifier: MIT
 *
 * rb_many.h - the one function behind all that takes many Strings.
 */
#ifndef RB_MANY_H
#define RB_MANY_H

struct many {
    const struct hm_algorithm *algorithm;
    const struct hm_hmac_key *key; /* NULL: plain digests */
};

/* An Array of the results, in order. May raise; the key must be the caller's to wipe. */
VALUE many_texts(const struct many *many, VALUE strings, enum form form);

#endif
