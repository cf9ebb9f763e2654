/* SPDX-License-Identifier: MIT
 *
 * stats.c - order statistics of a few hundred values. Knows no clock.
 */
#include "timing.h"

#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts values; the mean of the middle two if their number is even. */
static double sort_median(double *values, unsigned n)
{
    qsort(values, n, sizeof *values, ascending);
    return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

struct timing_summary timing_summarise(const double *values, unsigned n)
{
    struct timing_summary s = {0};
    double sorted[TIMING_MAX_ROUNDS];

    if (n > TIMING_MAX_ROUNDS)
        n = TIMING_MAX_ROUNDS;
    if (!n)
        return s;
    memcpy(sorted, values, n * sizeof *sorted);
    s.n = n;
    s.median = sort_median(sorted, n);
    s.min = sorted[0];
    s.max = sorted[n - 1];
    for (unsigned i = 0; i < n; i++)
        sorted[i] = values[i] > s.median ? values[i] - s.median : s.median - values[i];
    s.mad = sort_median(sorted, n);
    return s;
}

struct timing_summary timing_ratios(const double *a, const double *b, unsigned n)
{
    double ratios[TIMING_MAX_ROUNDS];
    if (n > TIMING_MAX_ROUNDS)
        n = TIMING_MAX_ROUNDS;
    for (unsigned i = 0; i < n; i++)
        ratios[i] = b[i] > 0 ? a[i] / b[i] : 0;
    return timing_summarise(ratios, n);
}

enum { FEW = 5 };

double timing_spread(const struct timing_summary *s)
{
    double width = s->n < FEW ? s->max - s->min : 2 * s->mad;
    return s->median > 0 ? width / s->median : 0;
}

int timing_verdict(const struct timing_summary *ratio)
{
    double width = ratio->n < FEW ? (ratio->max - ratio->min) / 2 : 2 * ratio->mad;
    double noise = width > 0.01 ? width : 0.01;
    if (!ratio->n)
        return 0;
    return (ratio->median > 1 + noise) - (ratio->median < 1 - noise);
}
