/* SPDX-License-Identifier: MIT
 *
 * order.c - see order.h.
 */
#include "order.h"

enum { FEW = 40 }; /* for which insertion is faster than counting */

static void insertion_sort(struct hm_place *order, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        struct hm_place own = order[i];
        size_t at = i;
        for (; at > 0 && order[at - 1].key < own.key; at--)
            order[at] = order[at - 1];
        order[at] = own;
    }
}

/* One pass of a counting sort, descending by eight bits of the keys. */
static void counting_pass(const struct hm_place *from, struct hm_place *to, size_t n,
                          unsigned shift)
{
    uint16_t start[256] = {0};
    uint16_t sum = 0;
    for (size_t i = 0; i < n; i++)
        start[from[i].key >> shift & 255]++;
    for (size_t v = 256; v-- > 0;) {
        uint16_t count = start[v];
        start[v] = sum;
        sum = (uint16_t)(sum + count);
    }
    for (size_t i = 0; i < n; i++)
        to[start[from[i].key >> shift & 255]++] = from[i];
}

void hm_order_sort(struct hm_place *order, struct hm_place *scratch, size_t n)
{
    uint16_t all = 0;
    if (n <= FEW) {
        insertion_sort(order, n);
        return;
    }
    for (size_t i = 0; i < n; i++)
        all |= order[i].key;
    counting_pass(order, scratch, n, 0);
    if (all >> 8)
        counting_pass(scratch, order, n, 8);
    else
        memcpy(order, scratch, n * sizeof *order);
}
