/* SPDX-License-Identifier: MIT
 *
 * secret.c - wiping and constant-time comparison. Knows nothing of digests.
 */
#include "base.h"
#include "hashmill.h"

void hm_wipe(void *p, size_t len)
{
    if (!len)
        return;
    memset(p, 0, len);
    /* The asm may read the memory, so the stores before it are not dead. */
    __asm__ __volatile__("" : : "r"(p) : "memory");
}

HM_NOINLINE void hm_wipe_stack(size_t n)
{
    /* The stack grows towards lower addresses: what lay next to the caller is at the end. */
    uint8_t below[HM_WIPE_STACK_MAX];
    hm_wipe(below + sizeof below - n, n);
}

bool hm_equal(const void *a, const void *b, size_t len)
{
    const uint8_t *x = a, *y = b;
    uint32_t difference = 0;
    for (size_t i = 0; i < len; i++) {
        difference |= (uint32_t)(x[i] ^ y[i]);
        /* Hides the value, so that no compiler makes it leave early. */
        __asm__("" : "+r"(difference));
    }
    return difference == 0;
}
