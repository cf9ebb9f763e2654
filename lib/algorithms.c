/* SPDX-License-Identifier: MIT
 *
 * algorithms.c - the map of what users can name: one row per algorithm. Knows names, sizes, initial
 * values and which core computes it; knows no kernel. Also the facts of each core.
 */
#include "algorithms.h"

/* clang-format off */
const struct hm_core hm_cores[HM_CORES] = {
    /*                 name      block length word words big-endian */
    [HM_CORE_MD5]    = {"md5",     64,  8,  4, 4, 0},
    [HM_CORE_SHA1]   = {"sha1",    64,  8,  4, 5, 1},
    [HM_CORE_SHA256] = {"sha256",  64,  8,  4, 8, 1},
    [HM_CORE_SHA512] = {"sha512", 128, 16,  8, 8, 1},
    [HM_CORE_RMD160] = {"rmd160",  64,  8,  4, 5, 0},
};

#define W32(...) {.w32 = {__VA_ARGS__}}
#define W64(...) {.w64 = {__VA_ARGS__}}

/* Order: enum hm_algorithm_id. Initial values: RFC 1321 3.3; FIPS 180-4 5.3.1 to 5.3.6; the
 * RIPEMD-160 paper, appendix A (the same five words as SHA-1). */
static const struct hm_algorithm algorithms[] = {
    {"MD5", "MD5", "", HM_CORE_MD5, 16, 64, {0},
     W32(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476)},
    {"SHA-1", "SHA1", "sha", HM_CORE_SHA1, 20, 64, {0},
     W32(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0)},
    {"SHA-224", "SHA224", "sha2224", HM_CORE_SHA256, 28, 64, {0},
     W32(0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, 0xffc00b31, 0x68581511, 0x64f98fa7,
         0xbefa4fa4)},
    {"SHA-256", "SHA256", "sha2256", HM_CORE_SHA256, 32, 64, {0},
     W32(0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab,
         0x5be0cd19)},
    {"SHA-384", "SHA384", "sha2384", HM_CORE_SHA512, 48, 128, {0},
     W64(0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17, 0x152fecd8f70e5939,
         0x67332667ffc00b31, 0x8eb44a8768581511, 0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4)},
    {"SHA-512", "SHA512", "sha2512", HM_CORE_SHA512, 64, 128, {0},
     W64(0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
         0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179)},
    {"SHA-512/224", "SHA512-224", "sha512t224 sha2512224", HM_CORE_SHA512, 28, 128, {0},
     W64(0x8c3d37c819544da2, 0x73e1996689dcd4d6, 0x1dfab7ae32ff9c82, 0x679dd514582f9fcf,
         0x0f6d2b697bd44da8, 0x77e36f7304c48942, 0x3f9d85a86a1d36c8, 0x1112e6ad91d692a1)},
    {"SHA-512/256", "SHA512-256", "sha512t256 sha2512256", HM_CORE_SHA512, 32, 128, {0},
     W64(0x22312194fc2bf72c, 0x9f555fa3c84c64c2, 0x2393b86b6f53b151, 0x963877195940eabd,
         0x96283ee2a88effe3, 0xbe5e1e2553863992, 0x2b0199fc2c85b8aa, 0x0eb72ddc81c52ca2)},
    {"RIPEMD-160", "RMD160", "ripemd rmd", HM_CORE_RMD160, 20, 64, {0},
     W32(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0)},
};
/* clang-format on */

/* Folds a spelling for comparison: lower case, without the separators people put in. ASCII only,
 * whatever the locale. Returns false if it does not fit. */
static bool fold(char *out, size_t size, const char *name)
{
    size_t n = 0;
    for (; *name; name++) {
        char c = *name;
        if (c == '-' || c == '_' || c == '/' || c == ' ')
            continue;
        if (n + 1 >= size)
            return false;
        out[n++] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
    }
    out[n] = '\0';
    return n > 0;
}

static bool is_word_of(const char *word, const char *list)
{
    size_t n = strlen(word);
    for (const char *p = list; (p = strstr(p, word)) != NULL; p += n)
        if ((p == list || p[-1] == ' ') && (p[n] == '\0' || p[n] == ' '))
            return true;
    return false;
}

const struct hm_algorithm *hm_algorithm_by_name(const char *name)
{
    char wanted[24];
    if (!name || !fold(wanted, sizeof wanted, name))
        return NULL;
    for (size_t i = 0; i < HM_COUNT(algorithms); i++) {
        char own[24];
        const struct hm_algorithm *a = &algorithms[i];
        if (fold(own, sizeof own, a->name) && !strcmp(own, wanted))
            return a;
        if (fold(own, sizeof own, a->tag) && !strcmp(own, wanted))
            return a;
        if (is_word_of(wanted, a->aliases))
            return a;
    }
    return NULL;
}

const struct hm_algorithm *hm_algorithm_at(size_t i)
{
    return i < HM_COUNT(algorithms) ? &algorithms[i] : NULL;
}

const char *hm_algorithm_name(const struct hm_algorithm *algorithm)
{
    return algorithm->name;
}

const char *hm_algorithm_tag(const struct hm_algorithm *algorithm)
{
    return algorithm->tag;
}

size_t hm_algorithm_digest_size(const struct hm_algorithm *algorithm)
{
    return algorithm->digest_size;
}

size_t hm_algorithm_block_size(const struct hm_algorithm *algorithm)
{
    return algorithm->block_size;
}
