/* SPDX-License-Identifier: MIT
 *
 * test_cpuid.c - the judge of CPUID registers, fed with tables: real CPUs, and what hypervisors
 * make of them. The bits that it must give are spelled out, never computed.
 */
#include <string.h>

#include "cpu.h"
#include "harness.h"
#include "x86/cpuid.h"

#if HM_X86_64

enum {
    SHA = HM_CPU_SHA,
    SSE = HM_CPU_SSE2 | HM_CPU_SSSE3 | HM_CPU_SSE41,
    BMI = HM_CPU_BMI1 | HM_CPU_BMI2,
    AVX2 = HM_CPU_AVX | HM_CPU_AVX2,
    AVX512 = HM_CPU_AVX512F | HM_CPU_AVX512VL | HM_CPU_AVX512BW | HM_CPU_AVX512DQ,
};

#define INTEL                                                                                      \
    {                                                                                              \
        'G', 'e', 'n', 'u', 'i', 'n', 'e', 'I', 'n', 't', 'e', 'l'                                 \
    }
#define AMD                                                                                        \
    {                                                                                              \
        'A', 'u', 't', 'h', 'e', 'n', 't', 'i', 'c', 'A', 'M', 'D'                                 \
    }

/* A CPU with everything, for the altered tables. */
#define ECX_ALL 0x7ffefbffu
#define EDX_ALL 0xbfebfbffu
#define EBX7_ALL 0xf1bf97a9u
#define XCR0_ALL 0xe7u

#define BIT(n) (1u << (n))
enum { SSSE3 = 9, SSE41 = 19, OSXSAVE = 27, AVX = 28, SSE2 = 26 };
enum { BMI1 = 3, LEAF7_AVX2 = 5, BMI2 = 8, F = 16, DQ = 17, LEAF7_SHA = 29, BW = 30, VL = 31 };

/* clang-format off */
static const struct {
    const char *name;
    struct hm_cpuid regs; /* max leaf, vendor, leaf 1 eax ecx edx, leaf 7 ebx ecx, XCR0 */
    uint32_t want;
} tables[] = {
    /* As these CPUs report themselves. */
    {"Core 2 (Merom)", {0xa, INTEL, 0x6f6, 0x0000e3bd, 0xbfebfbff, 0, 0, 0},
     HM_CPU_SSE2 | HM_CPU_SSSE3},
    {"Nehalem", {0xb, INTEL, 0x106a5, 0x0098e3bd, 0xbfebfbff, 0, 0, 0}, SSE},
    {"Sandy Bridge", {0xd, INTEL, 0x206a7, 0x1fbae3ff, 0xbfebfbff, 0, 0, 7}, SSE | HM_CPU_AVX},
    {"Haswell", {0xd, INTEL, 0x306c3, 0x7fdafbff, 0xbfebfbff, 0x27ab, 0, 7}, SSE | AVX2 | BMI},
    {"Goldmont", {0x15, INTEL, 0x506c9, 0x4ff8ebbf, 0xbfebfbff, 0x2294e283, 0, 3}, SSE | SHA},
    {"Skylake-SP", {0x16, INTEL, 0x50654, 0x7ffefbff, 0xbfebfbff, 0xd39ffffb, 8, 0x2ff},
     SSE | AVX2 | BMI | AVX512 | HM_QUIRK_SLOW_ZMM},
    {"Zen", {0xd, AMD, 0x800f11, 0x7ed8320b, 0x178bfbff, 0x209c01a9, 0, 7},
     SSE | SHA | AVX2 | BMI},
    {"Zen 4", {0x10, AMD, 0xa60f12, 0x7ef8320b, 0x178bfbff, 0xf1bf97a9, 0x405fce, 0x2e7},
     SSE | SHA | AVX2 | BMI | AVX512},

    /* What a hypervisor or an operating system can take away, one by one. */
    {"everything", {7, AMD, 0, ECX_ALL, EDX_ALL, EBX7_ALL, 0, XCR0_ALL},
     SSE | SHA | AVX2 | BMI | AVX512},
    {"AVX2 without AVX", {7, AMD, 0, ECX_ALL & ~BIT(AVX), EDX_ALL, EBX7_ALL, 0, XCR0_ALL},
     SSE | SHA | BMI},
    {"AVX2 without OSXSAVE", {7, AMD, 0, ECX_ALL & ~BIT(OSXSAVE), EDX_ALL, EBX7_ALL, 0, 0},
     SSE | SHA | BMI},
    {"a stale XCR0 without OSXSAVE",
     {7, AMD, 0, ECX_ALL & ~BIT(OSXSAVE), EDX_ALL, EBX7_ALL, 0, XCR0_ALL}, SSE | SHA | BMI},
    {"XCR0 without the YMM halves", {7, AMD, 0, ECX_ALL, EDX_ALL, EBX7_ALL, 0, 0xe3},
     SSE | SHA | BMI},
    {"XCR0 without the XMM registers", {7, AMD, 0, ECX_ALL, EDX_ALL, EBX7_ALL, 0, 0xe5},
     SSE | SHA | BMI},
    {"XCR0 without the mask registers", {7, AMD, 0, ECX_ALL, EDX_ALL, EBX7_ALL, 0, 0xc7},
     SSE | SHA | AVX2 | BMI},
    {"XCR0 without the ZMM halves", {7, AMD, 0, ECX_ALL, EDX_ALL, EBX7_ALL, 0, 0xa7},
     SSE | SHA | AVX2 | BMI},
    {"XCR0 without ZMM 16 to 31", {7, AMD, 0, ECX_ALL, EDX_ALL, EBX7_ALL, 0, 0x67},
     SSE | SHA | AVX2 | BMI},
    {"XCR0 of AVX alone", {7, AMD, 0, ECX_ALL, EDX_ALL, EBX7_ALL, 0, 7}, SSE | SHA | AVX2 | BMI},
    {"AVX-512 without AVX2",
     {7, AMD, 0, ECX_ALL, EDX_ALL, EBX7_ALL & ~BIT(LEAF7_AVX2), 0, XCR0_ALL},
     SSE | SHA | HM_CPU_AVX | BMI},
    {"AVX-512 without F", {7, AMD, 0, ECX_ALL, EDX_ALL, EBX7_ALL & ~BIT(F), 0, XCR0_ALL},
     SSE | SHA | AVX2 | BMI},
    {"AVX-512 without VL", {7, AMD, 0, ECX_ALL, EDX_ALL, EBX7_ALL & ~BIT(VL), 0, XCR0_ALL},
     SSE | SHA | AVX2 | BMI | (AVX512 & ~HM_CPU_AVX512VL)},
    {"AVX-512 without BW and DQ",
     {7, AMD, 0, ECX_ALL, EDX_ALL, EBX7_ALL & ~BIT(BW) & ~BIT(DQ), 0, XCR0_ALL},
     SSE | SHA | AVX2 | BMI | HM_CPU_AVX512F | HM_CPU_AVX512VL},
    {"no BMI1", {7, AMD, 0, ECX_ALL, EDX_ALL, EBX7_ALL & ~BIT(BMI1), 0, XCR0_ALL},
     SSE | SHA | AVX2 | HM_CPU_BMI2 | AVX512},
    {"no BMI2", {7, AMD, 0, ECX_ALL, EDX_ALL, EBX7_ALL & ~BIT(BMI2), 0, XCR0_ALL},
     SSE | SHA | AVX2 | HM_CPU_BMI1 | AVX512},
    {"no SHA", {7, AMD, 0, ECX_ALL, EDX_ALL, EBX7_ALL & ~BIT(LEAF7_SHA), 0, XCR0_ALL},
     SSE | AVX2 | BMI | AVX512},
    {"SHA without SSE4.1", {7, AMD, 0, ECX_ALL & ~BIT(SSE41), EDX_ALL, EBX7_ALL, 0, XCR0_ALL},
     HM_CPU_SSE2 | HM_CPU_SSSE3 | SHA | AVX2 | BMI | AVX512},
    {"SHA without SSSE3", {7, AMD, 0, ECX_ALL & ~BIT(SSSE3), EDX_ALL, EBX7_ALL, 0, XCR0_ALL},
     HM_CPU_SSE2 | HM_CPU_SSE41 | SHA | AVX2 | BMI | AVX512},
    {"no SSE2", {7, AMD, 0, ECX_ALL, EDX_ALL & ~BIT(SSE2), EBX7_ALL, 0, XCR0_ALL},
     HM_CPU_SSSE3 | HM_CPU_SSE41 | SHA | AVX2 | BMI | AVX512},
    {"leaf 7 cut off", {4, AMD, 0, ECX_ALL, EDX_ALL, EBX7_ALL, 0, XCR0_ALL}, SSE | HM_CPU_AVX},
    {"nothing", {0, {0}, 0, 0, 0, 0, 0, 0}, 0},
};
/* clang-format on */

/* Which families of rows may run; the judge's single bits must never open one by mistake. */
static uint32_t families(uint32_t bits)
{
    static const uint32_t needs[] = {HM_NEEDS_SHANI, HM_NEEDS_AVX2, HM_NEEDS_AVX512};
    uint32_t open = 0;
    for (size_t i = 0; i < COUNT(needs); i++)
        if ((bits & needs[i]) == needs[i])
            open |= BIT(i);
    return open;
}

static void judge(void **state)
{
    size_t i = (size_t)(uintptr_t)*state;
    uint32_t got = hm_cpuid_judge(&tables[i].regs);
    if (families(got) != families(tables[i].want))
        fail_msg("families of rows %#x, want %#x", families(got), families(tables[i].want));
    if (got != tables[i].want)
        fail_msg("bits %#x, want %#x", got, tables[i].want);
}

static void this_cpu(void **state)
{
    (void)state;
    struct hm_cpuid regs;
    hm_cpuid_read(&regs);
    print_message("# this CPU: %.12s, leaves %#x, leaf 1 %#x %#x %#x, leaf 7 %#x %#x, XCR0 %#llx\n",
                  regs.vendor, regs.max_leaf, regs.leaf1_eax, regs.leaf1_ecx, regs.leaf1_edx,
                  regs.leaf7_ebx, regs.leaf7_ecx, (unsigned long long)regs.xcr0);
    assert_int_equal(hm_cpuid_judge(&regs), hm_cpu_native());
    /* The compiler's own detection is independent, and strict about what the system saves. */
    __builtin_cpu_init();
    uint32_t bits = hm_cpu_native();
    assert_int_equal(!!(bits & HM_CPU_AVX2), !!__builtin_cpu_supports("avx2"));
    assert_int_equal(!!(bits & HM_CPU_AVX512F), !!__builtin_cpu_supports("avx512f"));
    assert_int_equal(!!(bits & HM_CPU_AVX512VL), !!__builtin_cpu_supports("avx512vl"));
    assert_int_equal(!!(bits & HM_CPU_SSSE3), !!__builtin_cpu_supports("ssse3"));
    assert_int_equal(!!(bits & HM_CPU_BMI2), !!__builtin_cpu_supports("bmi2"));
}

int main(void)
{
    struct test_list list = {0};
    for (size_t i = 0; i < COUNT(tables); i++)
        add_test(&list, judge, (void *)(uintptr_t)i, "%s", tables[i].name);
    add_test(&list, this_cpu, NULL, "this CPU");
    return run_list("cpuid", &list);
}

#else

static void not_x86(void **state)
{
    (void)state;
    skip_because("CPUID is x86's");
}

int main(void)
{
    struct test_list list = {0};
    add_test(&list, not_x86, NULL, "CPUID");
    return run_list("cpuid", &list);
}

#endif
