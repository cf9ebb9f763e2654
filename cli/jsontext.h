/* SPDX-License-Identifier: MIT
 *
 * jsontext.h - strings as JSON text. Pure.
 */
#ifndef MHASH_JSONTEXT_H
#define MHASH_JSONTEXT_H

#include "text.h"

/* Appends s as a JSON string, quotes included. Bytes that are not UTF-8 become U+FFFD. */
void json_add_string(struct text *out, const char *s);

/* Appends "KEY":NAME or, where the name is not UTF-8, "KEY_base64":NAME with its bytes. */
void json_add_name(struct text *out, const char *key, const char *name);

#endif /* MHASH_JSONTEXT_H */
