/* SPDX-License-Identifier: MIT
 *
 * keys.h - the HMAC key: read from a file, prepared for each algorithm when it is first needed,
 * wiped. The only place where the key's bytes are.
 */
#ifndef MHASH_KEYS_H
#define MHASH_KEYS_H

#include <stdbool.h>
#include <stddef.h>

#include "msg.h"
#include "types.h"

/* More than any key; less than what a wrong file name costs. */
enum { KEY_LIMIT = 1024 * 1024 };

struct keyring {
    char *bytes; /* NULL: no key */
    size_t len;
    size_t n;
    struct hm_hmac_key prepared[HM_MAX_SET];
};

/* Every byte of the file is the key. False, and told, if it cannot be read. */
bool keyring_load(struct keyring *ring, const char *file, struct msg *msg);

/* Prepares the key for all algorithms of the list, in that order, and lets wanted->keys be it.
 * Lists prepared before lose their keys, unless the ring is prepared for just this one. */
bool keyring_is_prepared(const struct keyring *ring, const struct digest_list *wanted);
void keyring_prepare(struct keyring *ring, struct digest_list *wanted);

void keyring_wipe(struct keyring *ring);

#endif /* MHASH_KEYS_H */
