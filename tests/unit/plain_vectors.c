/* SPDX-License-Identifier: MIT
 *
 * plain_vectors.c - the known answers where there is no cmocka: cross builds under an emulator, and
 * the library as the plain cc line builds it. Prints TAP.
 */
#include <stdio.h>

#include "hashmill.h"
#include "support.h"
#include "vector_checks.h"

static const struct {
    const char *name;
    vector_check *check;
} checks[] = {
    {"published digests", check_published},
    {"every length", check_lengths},
    {"HMACs", check_hmacs},
    {"every key length", check_keys},
};

static int number, failed;

static void report(bool ok, const char *name, const char *of, const char *why)
{
    printf("%s %d - %s, %s\n", ok ? "ok" : "not ok", ++number, name, of);
    if (!ok)
        printf("# %s\n", why);
    failed += !ok;
}

int main(void)
{
    const struct hm_algorithm *a;
    char why[WHY_SIZE] = "";
    for (size_t i = 0; (a = hm_algorithm_at(i)) != NULL; i++)
        for (size_t j = 0; j < COUNT(checks); j++)
            report(checks[j].check(a, why), checks[j].name, hm_algorithm_name(a), why);
    report(check_encodings(NULL, why), "encodings", "all", why);
    report(hm_self_test(), "self-test", hm_version(), "hm_self_test() is false");
    printf("1..%d\n", number);
    return failed != 0;
}
