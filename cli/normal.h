/* SPDX-License-Identifier: MIT
 *
 * normal.h - names that look the same but are other bytes, since systems differ in how they compose
 * accents (NFC, NFD). For a hint alone: nothing is opened under another name than the list's.
 */
#ifndef MHASH_NORMAL_H
#define MHASH_NORMAL_H

#include <stdbool.h>

#include "text.h"

/* Whether two different names in UTF-8 are the same to a reader: equal after canonical
 * decomposition, the order of accents on one letter aside. */
bool normal_equal(const char *a, const char *b);

/* If the file does not exist but its folder has a name that is equal so, puts that into found. */
bool normal_find(const char *path, struct text *found);

#endif /* MHASH_NORMAL_H */
