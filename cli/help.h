/* SPDX-License-Identifier: MIT
 *
 * help.h - the texts of --help and --version. Words only.
 */
#ifndef MHASH_HELP_H
#define MHASH_HELP_H

#include "text.h"
#include "types.h"

void help_mhash(struct text *out);
void help_sum(struct text *out, const char *program, const struct hm_algorithm *algorithm);
void version_mhash(struct text *out);
void version_sum(struct text *out, const char *name);

#endif /* MHASH_HELP_H */
