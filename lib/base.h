/* SPDX-License-Identifier: MIT
 *
 * base.h - compilers and architectures: loads, stores, rotates, and switching an instruction set
 * on inside a source file. Knows no digest and no CPU detection.
 */
#ifndef HM_BASE_H
#define HM_BASE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if !defined(__GNUC__)
#error "Hashmill needs GCC 12 or clang 14 or later"
#endif

#if defined(__x86_64__) && defined(__LP64__)
#define HM_X86_64 1
#else
#define HM_X86_64 0
#endif

/* ISA_BEGIN("avx2") ... ISA_END compiles the functions between them for that instruction set,
 * whatever the command line says, so that `cc -O2 lib/.c` is all a build needs. Include intrinsics
 * headers before the region. The argument is a string in GCC's target syntax. */
#define HM_PRAGMA(x) _Pragma(#x)
#if defined(__clang__)
#define ISA_BEGIN(isa)                                                                             \
    HM_PRAGMA(clang attribute push(__attribute__((target(isa))), apply_to = function))
#define ISA_END HM_PRAGMA(clang attribute pop)
#else
#define ISA_BEGIN(isa) HM_PRAGMA(GCC push_options) HM_PRAGMA(GCC target(isa))
#define ISA_END HM_PRAGMA(GCC pop_options)
#endif

#define HM_INLINE static inline __attribute__((always_inline))
#define HM_NOINLINE __attribute__((noinline))
#define HM_ALIGNED(n) __attribute__((aligned(n)))
#define HM_LIKELY(x) __builtin_expect(!!(x), 1)
#define HM_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define HM_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Internal symbols stay out of the shared library even when it is built without
 * -fvisibility=hidden: every internal header puts its declarations between these. */
#define HM_HIDDEN_BEGIN HM_PRAGMA(GCC visibility push(hidden))
#define HM_HIDDEN_END HM_PRAGMA(GCC visibility pop)

HM_INLINE uint32_t hm_rotl32(uint32_t x, unsigned n)
{
    return (x << n) | (x >> (32 - n));
}

HM_INLINE uint32_t hm_rotr32(uint32_t x, unsigned n)
{
    return (x >> n) | (x << (32 - n));
}

HM_INLINE uint64_t hm_rotr64(uint64_t x, unsigned n)
{
    return (x >> n) | (x << (64 - n));
}

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define HM_LE32(x) (x)
#define HM_LE64(x) (x)
#define HM_BE32(x) __builtin_bswap32(x)
#define HM_BE64(x) __builtin_bswap64(x)
#else
#define HM_LE32(x) __builtin_bswap32(x)
#define HM_LE64(x) __builtin_bswap64(x)
#define HM_BE32(x) (x)
#define HM_BE64(x) (x)
#endif

/* Words at any address; memcpy of a fixed size is one instruction. */
HM_INLINE uint32_t hm_load_le32(const void *p)
{
    uint32_t v;
    memcpy(&v, p, sizeof v);
    return HM_LE32(v);
}

HM_INLINE uint32_t hm_load_be32(const void *p)
{
    uint32_t v;
    memcpy(&v, p, sizeof v);
    return HM_BE32(v);
}

HM_INLINE uint64_t hm_load_be64(const void *p)
{
    uint64_t v;
    memcpy(&v, p, sizeof v);
    return HM_BE64(v);
}

HM_INLINE void hm_store_le32(void *p, uint32_t v)
{
    v = HM_LE32(v);
    memcpy(p, &v, sizeof v);
}

HM_INLINE void hm_store_be32(void *p, uint32_t v)
{
    v = HM_BE32(v);
    memcpy(p, &v, sizeof v);
}

HM_INLINE void hm_store_le64(void *p, uint64_t v)
{
    v = HM_LE64(v);
    memcpy(p, &v, sizeof v);
}

HM_INLINE void hm_store_be64(void *p, uint64_t v)
{
    v = HM_BE64(v);
    memcpy(p, &v, sizeof v);
}

/* The n < 8 bytes at p as they lie in memory, then zeros: one word in native order. */
HM_INLINE uint64_t hm_load_part(const uint8_t *p, size_t n)
{
    uint64_t v = 0;
    if (n >= 4)
        v = hm_load_le32(p) | (uint64_t)hm_load_le32(p + n - 4) << 8 * (n - 4);
    else if (n)
        v = p[0] | (uint64_t)p[n / 2] << 8 * (n / 2) | (uint64_t)p[n - 1] << 8 * (n - 1);
    return HM_LE64(v);
}

HM_INLINE uint64_t hm_load_64(const void *p)
{
    uint64_t v;
    memcpy(&v, p, sizeof v);
    return v;
}

/* Two words in one store. Vector kernels load 16 bytes at a time, and a load that follows closely
 * gets its bytes from the store buffer only if one store wrote all of them; otherwise it waits
 * until everything before it has left the pipeline, a third of the time of a short message. */
HM_INLINE void hm_store_pair(void *p, uint64_t first, uint64_t second)
{
    typedef uint64_t pair __attribute__((vector_size(16)));
    pair v = {first, second};
    memcpy(p, &v, sizeof v);
}

/* hm_wipe() of a size the compiler knows: a few vector stores in place of a call. */
HM_INLINE void hm_wipe_fixed(void *p, size_t constant)
{
    memset(p, 0, constant);
    /* The asm may read the memory, so the stores before it are not dead. */
    __asm__ __volatile__("" : : "r"(p) : "memory");
}

/* Overwrites the n <= HM_WIPE_STACK_MAX bytes of stack below its caller's frame, where the
 * functions that the caller called had theirs: kernels spill chaining states. In secret.c. */
enum { HM_WIPE_STACK_MAX = 3072 };
HM_HIDDEN_BEGIN
void hm_wipe_stack(size_t n);
HM_HIDDEN_END

#endif /* HM_BASE_H */
