/* SPDX-License-Identifier: MIT
 *
 * jsontext.h - strings as JSON text. Pure.
 */
#ifndef MHASH_JSONTEXT_H
#define MHASH_JSONTEXT_H

#include "text.h"

/* Appends s as a JSON string, quotes included. Bytes that are not UTF-8 become U+FFFD. */
void json_add_string(struct text *out, const char *s);

/* Appends "name":S and, where S is not UTF-8, ,"name_base64":... with its bytes; so for any key. */
void json_add_name(struct text *out, const char *key, const char *name);

#endif /* MHASH_JSONTEXT_H */
