/* SPDX-License-Identifier: MIT
 *
 * test_names.c - algorithms by name and number, their facts, tiers, kernel names, versions.
 */
#include <stdio.h>
#include <string.h>

#include "harness.h"

/* FIPS 180-4 figure 1, RFC 1321, ISO/IEC 10118-3. */
static const struct {
    const char *name, *tag;
    size_t digest, block;
} facts[] = {
    [HM_MD5] = {"MD5", "MD5", 16, 64},
    [HM_SHA1] = {"SHA-1", "SHA1", 20, 64},
    [HM_SHA224] = {"SHA-224", "SHA224", 28, 64},
    [HM_SHA256] = {"SHA-256", "SHA256", 32, 64},
    [HM_SHA384] = {"SHA-384", "SHA384", 48, 128},
    [HM_SHA512] = {"SHA-512", "SHA512", 64, 128},
    [HM_SHA512_224] = {"SHA-512/224", "SHA512-224", 28, 128},
    [HM_SHA512_256] = {"SHA-512/256", "SHA512-256", 32, 128},
    [HM_RMD160] = {"RIPEMD-160", "RMD160", 20, 64},
};

static void enumeration(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(facts); i++) {
        const struct hm_algorithm *a = hm_algorithm_at(i);
        assert_non_null(a);
        assert_string_equal(hm_algorithm_name(a), facts[i].name);
        assert_string_equal(hm_algorithm_tag(a), facts[i].tag);
        assert_int_equal(hm_algorithm_digest_size(a), facts[i].digest);
        assert_int_equal(hm_algorithm_block_size(a), facts[i].block);
        assert_true(hm_algorithm_digest_size(a) <= HM_MAX_DIGEST_SIZE);
        assert_true(hm_algorithm_block_size(a) <= HM_MAX_BLOCK_SIZE);
        assert_ptr_equal(hm_algorithm_by_name(hm_algorithm_name(a)), a);
        assert_ptr_equal(hm_algorithm_by_name(hm_algorithm_tag(a)), a);
    }
    assert_null(hm_algorithm_at(COUNT(facts)));
    assert_null(hm_algorithm_at(COUNT(facts) + 1));
    assert_null(hm_algorithm_at(SIZE_MAX));
}

static void spellings(void **state)
{
    (void)state;
    static const struct {
        enum hm_algorithm_id id;
        const char *names[12];
    } known[] = {
        {HM_MD5, {"MD5", "md5", "Md5", "MD-5", "md_5", "md 5"}},
        {HM_SHA1, {"SHA-1", "SHA1", "sha1", "sha-1", "sha_1", "SHA", "sha"}},
        {HM_SHA224, {"SHA-224", "sha224", "SHA2-224", "sha2_224"}},
        {HM_SHA256, {"SHA-256", "sha256", "sha-256", "SHA256", "SHA2-256", "sHa256"}},
        {HM_SHA384, {"SHA-384", "sha384", "SHA2-384"}},
        {HM_SHA512, {"SHA-512", "sha512", "SHA2-512"}},
        {HM_SHA512_224,
         {"SHA-512/224", "SHA512/224", "sha512-224", "SHA512t224", "sha512_224", "SHA-512-224",
          "SHA-512t224", "SHA2-512/224"}},
        {HM_SHA512_256,
         {"SHA-512/256", "SHA512/256", "sha512-256", "SHA512t256", "sha512_256", "SHA-512-256",
          "SHA-512t256", "SHA2-512/256"}},
        {HM_RMD160,
         {"RIPEMD-160", "RMD160", "ripemd160", "ripemd-160", "rmd-160", "RIPEMD", "ripemd_160"}},
    };
    for (size_t i = 0; i < COUNT(known); i++)
        for (size_t j = 0; j < COUNT(known[i].names) && known[i].names[j]; j++)
            if (hm_algorithm_by_name(known[i].names[j]) != hm_algorithm_at(known[i].id))
                fail_msg("\"%s\" is not %s", known[i].names[j], facts[known[i].id].name);
}

static void rejects(void **state)
{
    (void)state;
    static const char *const unknown[] = {
        "",
        "-",
        "/",
        " ",
        "--",
        "MD",
        "MD55",
        "MD4",
        "md5x",
        "xmd5",
        "SHA-2",
        "SHA-25",
        "SHA-2567",
        "SHA-0",
        "SHA3256",
        "SHA3-256",
        "SHA-512/25",
        "SHA512/2567",
        "SHA-1 1",
        "RIPEMD-128",
        "RMD-16",
        "160",
        "256",
        "sha\t256",
        "sha256\n",
        "sha.256",
        "md5,sha1",
        "md5 sha1",
        "BLAKE2b",
        "\305\277ha256",
        "sha512t224 sha2512224",
        "2512224",
        "sha512t",
        "a name that is longer than any that could be an algorithm's, and then some more of it",
    };
    assert_null(hm_algorithm_by_name(NULL));
    for (size_t i = 0; i < COUNT(unknown); i++)
        if (hm_algorithm_by_name(unknown[i]))
            fail_msg("\"%s\" is taken for %s", unknown[i],
                     hm_algorithm_name(hm_algorithm_by_name(unknown[i])));
}

static void tiers(void **state)
{
    (void)state;
    static const char *const named[] = {"portable", "sse2",       "shani",        "avx2",
                                        "avx512",   "avx2-shani", "avx512-shani", "native"};
    size_t n = 0;
    for (; hm_cpu_tier_at(n); n++)
        assert_true(hm_cpu_limit(hm_cpu_tier_at(n)));
    assert_int_equal(n, COUNT(named));
    assert_null(hm_cpu_tier_at(SIZE_MAX));
    for (size_t i = 0; i < COUNT(named); i++)
        assert_true(hm_cpu_limit(named[i]));

    assert_true(hm_cpu_limit("portable"));
    assert_string_equal(hm_kernel_name(hm_algorithm_at(HM_SHA256), 1), "portable");
    /* An unknown tier changes nothing. */
    assert_false(hm_cpu_limit("avx1024"));
    assert_false(hm_cpu_limit(""));
    assert_false(hm_cpu_limit("Portable"));
    assert_false(hm_cpu_limit(NULL));
    assert_string_equal(hm_kernel_name(hm_algorithm_at(HM_SHA256), 1), "portable");
    assert_true(hm_cpu_limit("native"));
}

static void portable_tier_is_portable(void **state)
{
    (void)state;
    const struct hm_algorithm *a;
    assert_true(hm_cpu_limit("portable"));
    for (size_t i = 0; (a = hm_algorithm_at(i)) != NULL; i++)
        for (size_t messages = 1; messages < 100; messages++)
            assert_string_equal(hm_kernel_name(a, messages), "portable");
    assert_true(hm_cpu_limit("native"));
}

static void kernel_names(void **state)
{
    (void)state;
    const struct hm_algorithm *a;
    for (size_t t = 0; hm_cpu_tier_at(t); t++) {
        assert_true(hm_cpu_limit(hm_cpu_tier_at(t)));
        for (size_t i = 0; (a = hm_algorithm_at(i)) != NULL; i++) {
            assert_true(hm_kernel_name(a, 1)[0] != '\0');
            assert_true(hm_kernel_name(a, 64)[0] != '\0');
            print_message("# %s, %s: %s; of 64: %s\n", hm_cpu_tier_at(t), hm_algorithm_name(a),
                          hm_kernel_name(a, 1), hm_kernel_name(a, 64));
        }
    }
    assert_true(hm_cpu_limit("native"));
}

static void version(void **state)
{
    (void)state;
    char want[32];
    snprintf(want, sizeof want, "%d.%d.%d", HM_VERSION_MAJOR, HM_VERSION_MINOR, HM_VERSION_PATCH);
    assert_string_equal(HM_VERSION, want);
    assert_string_equal(hm_version(), HM_VERSION);
}

static void layout(void **state)
{
    (void)state;
    /* "aligned to at most 8 bytes": an array of bytes with that alignment may hold one. */
    assert_true(_Alignof(struct hm_hasher) <= 8);
    assert_true(_Alignof(struct hm_multi) <= 8);
    assert_true(_Alignof(struct hm_hmac_key) <= 8);
}

int main(void)
{
    struct test_list list = {0};
    add_test(&list, enumeration, NULL, "enumeration");
    add_test(&list, spellings, NULL, "spellings");
    add_test(&list, rejects, NULL, "unknown names");
    add_test(&list, tiers, NULL, "tiers");
    add_test(&list, portable_tier_is_portable, NULL, "the portable tier is portable");
    add_test(&list, kernel_names, NULL, "kernel names");
    add_test(&list, version, NULL, "version");
    add_test(&list, layout, NULL, "alignment of the objects");
    return run_list("names", &list);
}
