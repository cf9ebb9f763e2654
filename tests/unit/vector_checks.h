/* SPDX-License-Identifier: MIT
 *
 * vector_checks.h - the committed known answers against the library. Knows no test framework: the
 * cmocka suite runs these under every tier, plain_vectors.c where there is no cmocka.
 *
 * Each returns true if all is well, else false with what was wrong in why[0..WHY_SIZE).
 */
#ifndef HM_TEST_VECTOR_CHECKS_H
#define HM_TEST_VECTOR_CHECKS_H

#include <stdbool.h>

#include "hashmill.h"

enum { WHY_SIZE = 512 };

typedef bool vector_check(const struct hm_algorithm *algorithm, char *why);

vector_check check_published; /* tests/vectors/digests.h */
vector_check check_monte;     /* NIST's Monte Carlo checkpoints */
vector_check check_hmacs;     /* tests/vectors/hmacs.h */
vector_check check_lengths;   /* tests/vectors/folds.h: every length */
vector_check check_keys;      /* tests/vectors/folds.h: every key length */

/* tests/vectors/encodings.h; the argument is not used. */
vector_check check_encodings;

#endif /* HM_TEST_VECTOR_CHECKS_H */
