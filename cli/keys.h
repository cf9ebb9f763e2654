/* SPDX-License-Identifier: MIT
 *
 * keys.h - the HMAC key: read from where the user says, prepared for each algorithm when it is
 * first needed, wiped. The only place where the key's bytes are. Never the command line: that is
 * seen by everybody on the machine.
 */
#ifndef MHASH_KEYS_H
#define MHASH_KEYS_H

#include <stdbool.h>
#include <stddef.h>

#include "msg.h"
#include "types.h"

/* More than any key; less than what a wrong file name costs. */
enum { KEY_LIMIT = 1024 * 1024 };

enum key_form { KEY_RAW, KEY_HEX, KEY_BASE64 };

struct key_source {
    enum key_from { KEY_NONE, KEY_FILE, KEY_DESCRIPTOR, KEY_ENVIRONMENT, KEY_PROMPT } from;
    const char *word; /* the file, number or variable */
    enum key_form form;
    bool twice; /* a prompt asks twice: what is made with a mistyped key is lost */
};

struct keyring {
    char *bytes; /* NULL: no key */
    size_t len;
    size_t n;
    struct hm_hmac_key prepared[HM_MAX_SET];
};

/* Reads the key, if there is a source; every byte is part of a raw one. False, and told, if that
 * fails. */
bool keyring_load(struct keyring *ring, const struct key_source *source, struct msg *msg);

/* Prepares the key for all algorithms of the list, in that order, and lets wanted->keys be it.
 * Lists prepared before lose their keys, unless the ring is prepared for just this one. */
bool keyring_is_prepared(const struct keyring *ring, const struct digest_list *wanted);
void keyring_prepare(struct keyring *ring, struct digest_list *wanted);

void keyring_wipe(struct keyring *ring);

#endif /* MHASH_KEYS_H */
