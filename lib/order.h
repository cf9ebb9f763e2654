/* SPDX-License-Identifier: MIT
 *
 * order.h - sorts a window of jobs, longest first, without allocation. Knows numbers only.
 */
#ifndef HM_ORDER_H
#define HM_ORDER_H

#include "base.h"

HM_HIDDEN_BEGIN

/* A job of the window. */
struct hm_place {
    uint16_t key;    /* greater for longer jobs */
    uint16_t offset; /* which job it is */
};

/* A key for a length: exact to 8,191, then with 10 bits of precision. */
HM_INLINE uint16_t hm_order_key(uint64_t length)
{
    if (length < 8192)
        return (uint16_t)length;
    unsigned exponent = 63 - (unsigned)__builtin_clzll(length);
    return (uint16_t)(8192 + (exponent - 13) * 1024 + ((length >> (exponent - 10)) & 1023));
}

/* Sorts n < 2^16 places by descending key; equal keys keep their order. scratch has n places too.
 */
void hm_order_sort(struct hm_place *order, struct hm_place *scratch, size_t n);

HM_HIDDEN_END

#endif /* HM_ORDER_H */
