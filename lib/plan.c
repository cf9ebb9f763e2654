/* SPDX-License-Identifier: MIT
 *
 * plan.c - splits a digest set into groups that one kernel each absorbs, for the least time in all.
 * Knows rows by their cycles in kernels.def; knows no state and no data. Splits of sets without two
 * algorithms of one core, which are nearly all sets, are kept: planning takes microseconds, as long
 * as a kilobyte of data.
 */
#include "plan.h"

#include <stdatomic.h>

#include "dispatch.h"

/* The states still to be placed are counted per core, and a count per core is a number in a mixed
 * radix. The cheapest split of each number follows from smaller ones. Of n <= 16 states in 5 cores
 * there are at most 5 * 4^4 numbers, of the usual four different algorithms 16. */
enum { ROWS = 1 << HM_CORES, NUMBERS = 5 * 4 * 4 * 4 * 4 };

struct option {
    uint16_t cycles;
    uint16_t step; /* what the group takes off the number */
    uint8_t cores;
    uint8_t row;
};

/* The rows worth considering: usable, of cores in the set, the first of its cores (best first). */
static size_t options(const uint8_t count[HM_CORES], const uint16_t radix[HM_CORES],
                      struct option *out)
{
    uint32_t have = 0;
    size_t n = 0;

    for (unsigned c = 0; c < HM_CORES; c++)
        if (count[c])
            have |= HM_CORE_BIT(c);
    for (size_t i = 0; i < hm_kernel_count && n < ROWS; i++) {
        const struct hm_kernel *k = &hm_kernels[i];
        size_t same = 0;
        if (k->form == HM_FORM_LANES || (k->cores & ~have) || !hm_kernel_usable(k))
            continue;
        while (same < n && out[same].cores != k->cores)
            same++;
        if (same < n)
            continue;
        out[n] = (struct option){(uint16_t)k->cycles, 0, (uint8_t)k->cores, (uint8_t)i};
        for (unsigned c = 0; c < HM_CORES; c++)
            if (k->cores & HM_CORE_BIT(c))
                out[n].step = (uint16_t)(out[n].step + radix[c]);
        n++;
    }
    return n;
}

static bool fits(size_t number, const struct option *o, const uint8_t count[HM_CORES],
                 const uint16_t radix[HM_CORES])
{
    for (unsigned c = 0; c < HM_CORES; c++)
        if ((o->cores & HM_CORE_BIT(c)) && number / radix[c] % (count[c] + 1u) == 0)
            return false;
    return true;
}

/* The rows of the cheapest split, in rows[]; returns how many. */
static size_t cheapest_rows(const uint8_t count[HM_CORES], uint8_t rows[HM_MAX_SET])
{
    uint16_t radix[HM_CORES], cheapest[NUMBERS];
    uint8_t choice[NUMBERS];
    struct option option[ROWS];
    size_t numbers = 1, n = 0, n_options;

    for (unsigned c = 0; c < HM_CORES; c++) {
        radix[c] = (uint16_t)numbers;
        numbers *= count[c] + 1u;
    }
    n_options = options(count, radix, option);

    cheapest[0] = 0;
    for (size_t i = 1; i < numbers; i++) {
        cheapest[i] = UINT16_MAX;
        for (size_t j = 0; j < n_options; j++) {
            const struct option *o = &option[j];
            if (!fits(i, o, count, radix) || o->cycles + cheapest[i - o->step] >= cheapest[i])
                continue;
            cheapest[i] = (uint16_t)(o->cycles + cheapest[i - o->step]);
            choice[i] = (uint8_t)j;
        }
    }
    for (size_t i = numbers - 1; i; i -= option[choice[i]].step)
        rows[n++] = option[choice[i]].row;
    return n;
}

/* By the cores of a set, each once: the rows of its split, one byte each from the lowest, as row
 * plus one; 0 is not known yet. Threads that race store the same. */
static _Atomic uint64_t known[1 << HM_CORES];

void hm_plan_reset(void)
{
    for (size_t i = 0; i < HM_COUNT(known); i++)
        atomic_store_explicit(&known[i], 0, memory_order_relaxed);
}

static uint64_t pack(const uint8_t *rows, size_t n)
{
    uint64_t packed = 0;
    while (n--)
        packed = packed << 8 | (rows[n] + 1u);
    return packed;
}

static size_t unpack(uint64_t packed, uint8_t *rows)
{
    size_t n = 0;
    for (; packed; packed >>= 8)
        rows[n++] = (uint8_t)(packed - 1);
    return n;
}

/* Appends the row of a group and, for each of its cores, the next state of that core. */
static size_t place(uint8_t row, const uint8_t cores[], size_t n, uint8_t next[HM_CORES],
                    uint8_t *plan)
{
    size_t size = 0;
    plan[size++] = row;
    for (unsigned c = 0; c < HM_CORES; c++) {
        if (!(hm_kernels[row].cores & HM_CORE_BIT(c)))
            continue;
        while (next[c] < n && cores[next[c]] != c)
            next[c]++;
        plan[size++] = next[c]++;
    }
    return size;
}

size_t hm_plan(const uint8_t cores[], size_t n, uint8_t *plan)
{
    uint8_t count[HM_CORES] = {0}, next[HM_CORES] = {0}, rows[HM_MAX_SET];
    uint32_t set = 0;
    size_t size = 0, n_rows = 0;
    bool repeats = false;

    for (size_t i = 0; i < n; i++) {
        repeats = repeats || count[cores[i]];
        count[cores[i]]++;
        set |= HM_CORE_BIT(cores[i]);
    }
    if (!repeats)
        n_rows = unpack(atomic_load_explicit(&known[set], memory_order_relaxed), rows);
    if (!n_rows) {
        n_rows = cheapest_rows(count, rows);
        if (!repeats)
            atomic_store_explicit(&known[set], pack(rows, n_rows), memory_order_relaxed);
    }
    for (size_t i = 0; i < n_rows; i++)
        size += place(rows[i], cores, n, next, plan + size);
    return size;
}
