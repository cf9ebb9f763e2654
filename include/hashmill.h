/* SPDX-License-Identifier: MIT
 *
 * hashmill.h - message digests and HMACs at the speed of the silicon.
 *
 * The only public header. It needs a C11 or C++17 compiler and nothing else.
 *
 * Rules that hold for every function here:
 *
 *  - Sizes and lengths are in bytes. A pointer to no bytes (length 0) may be NULL.
 *  - Nothing is allocated, nothing is kept: every object is the caller's, and no function stores
 *    a pointer it was given beyond its own return, except that a hasher, a digest set and an HMAC
 *    key remember their algorithm, whose descriptor is constant and lives as long as the program.
 *  - No function sets errno, reads the environment or writes to a file.
 *  - Functions on distinct objects may run in any number of threads at once. Functions that take
 *    an object by pointer to const may share it between threads. There is no init call: the first
 *    use detects the CPU, with relaxed atomics, from any thread. hm_cpu_limit() is the exception.
 *  - Input may have any alignment. An output buffer may overlap the input of its own message,
 *    never that of another message of the same call.
 *  - Misuse (a NULL algorithm, a hasher of another algorithm than the key's) is an assert in
 *    debug builds and undefined otherwise. Functions that cannot fail return void.
 *  - Stack use is bounded: less than 4 KiB for single messages, less than 16 KiB for
 *    digest sets (8 KiB of message schedules made ahead), less than 64 KiB for the functions that
 *    take many messages.
 */
#ifndef HASHMILL_H
#define HASHMILL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HM_VERSION_MAJOR 0
#define HM_VERSION_MINOR 1
#define HM_VERSION_PATCH 0
#define HM_VERSION "0.1.0"

/* Who compiles the sources into a shared object of their own defines HM_API as nothing, and with
 * -fvisibility=hidden none of these names can meet another copy in the same process. */
#if !defined(HM_API)
#if defined(__GNUC__) && !defined(_WIN32)
#define HM_API __attribute__((visibility("default")))
#else
#define HM_API
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Algorithms ------------------------------------------------------------------------- */

#define HM_MAX_DIGEST_SIZE 64 /* SHA-512 */
#define HM_MAX_BLOCK_SIZE 128 /* SHA-384, SHA-512 and their truncations */
#define HM_MAX_SET 16         /* algorithms in one digest set (struct hm_multi) */

/* What users name: "SHA-256". Opaque, constant, shared by all threads. */
struct hm_algorithm;

/* Places of the algorithms in hm_algorithm_at(): part of the ABI, new ones are appended. */
enum hm_algorithm_id {
    HM_MD5,        /* RFC 1321 */
    HM_SHA1,       /* FIPS 180-4 */
    HM_SHA224,     /* FIPS 180-4 */
    HM_SHA256,     /* FIPS 180-4 */
    HM_SHA384,     /* FIPS 180-4 */
    HM_SHA512,     /* FIPS 180-4 */
    HM_SHA512_224, /* FIPS 180-4, 5.3.6.1 */
    HM_SHA512_256, /* FIPS 180-4, 5.3.6.2 */
    HM_RMD160      /* Dobbertin, Bosselaers, Preneel 1996; ISO/IEC 10118-3 */
};

/* Finds an algorithm by any usual spelling: case, '-', '_', '/' and ' ' do not matter, so
 * "SHA-256", "sha256", "SHA2-256", "RMD160", "ripemd-160", "SHA512/256" and "SHA512t256" are all
 * found. Returns NULL if the name is unknown or NULL. */
HM_API const struct hm_algorithm *hm_algorithm_by_name(const char *name);

/* The i-th algorithm (an enum hm_algorithm_id will do), NULL past the end: how to enumerate. */
HM_API const struct hm_algorithm *hm_algorithm_at(size_t i);

/* Canonical name: "SHA-256", "SHA-512/256", "RIPEMD-160". A constant string. */
HM_API const char *hm_algorithm_name(const struct hm_algorithm *algorithm);

/* The tag of BSD-style lists that Hashmill writes: "SHA256", "SHA512-256", "RMD160". */
HM_API const char *hm_algorithm_tag(const struct hm_algorithm *algorithm);

/* Bytes of a digest, at most HM_MAX_DIGEST_SIZE. */
HM_API size_t hm_algorithm_digest_size(const struct hm_algorithm *algorithm);

/* Bytes of a block, at most HM_MAX_BLOCK_SIZE: also the block size of HMAC. */
HM_API size_t hm_algorithm_block_size(const struct hm_algorithm *algorithm);

/* ---- One message ------------------------------------------------------------------------ */

/* Digest of data[0..len): writes hm_algorithm_digest_size() bytes to out. */
HM_API void hm_digest(const struct hm_algorithm *algorithm, const void *data, size_t len,
                      uint8_t *out);

/* The same as lower-case hex: writes twice the digest size and a NUL. Returns the number of
 * characters without the NUL. */
HM_API size_t hm_digest_hex(const struct hm_algorithm *algorithm, const void *data, size_t len,
                            char *out);

/* Chaining state of a core. Private: its members are here for their size alone. */
union hm_state {
    uint32_t w32[8];
    uint64_t w64[8];
};

/* A message in progress. The caller's, of fixed size, without pointers into itself: assignment
 * and memcpy copy it, and the copy is an independent message. Members are private. It needs no
 * release; hm_wipe() it if the message was secret. */
struct hm_hasher {
    const struct hm_algorithm *algorithm;
    uint64_t count;    /* bytes absorbed, low 64 bits */
    uint64_t count_hi; /* bytes absorbed, high 64 bits */
    union hm_state state;
    uint8_t buffer[HM_MAX_BLOCK_SIZE];
    uint64_t reserved[5];
};

/* Starts a message. */
HM_API void hm_init(struct hm_hasher *hasher, const struct hm_algorithm *algorithm);

/* Appends len bytes. A message may be as long as its standard allows (2^61 - 1 bytes for SHA-1,
 * SHA-224 and SHA-256; 2^125 - 1 for the SHA-512 family; MD5 and RIPEMD-160 count modulo 2^64
 * bits). */
HM_API void hm_update(struct hm_hasher *hasher, const void *data, size_t len);

/* Digest of what was appended so far. Does not end the message: more may be appended after. */
HM_API void hm_final(const struct hm_hasher *hasher, uint8_t *out);

/* ---- Many messages at once -------------------------------------------------------------- */

/* Results are those of the single-message functions, to the bit, for any mix of lengths. */

struct hm_message {
    const void *data;
    size_t len;
    uint8_t *out; /* digest size bytes */
};

struct hm_chunk {
    struct hm_hasher *hasher;
    const void *data;
    size_t len;
};

/* Digests of n messages through the SIMD lanes of this CPU. The same data may be given several
 * times. Returns when all are done; n may be 0. */
HM_API void hm_digest_many(const struct hm_algorithm *algorithm, const struct hm_message *messages,
                           size_t n);

/* hm_update() of n distinct hashers at once: any mix of algorithms, any progress. */
HM_API void hm_update_many(const struct hm_chunk *chunks, size_t n);

/* Digests of the consecutive pieces of piece bytes (the last may be shorter) of data: what S3
 * multipart ETags, torrents and block-level checks need. piece must not be 0. Writes one digest
 * after another to out, which must not overlap data. Returns the number of pieces: len / piece
 * rounded up, 0 for no data. */
HM_API size_t hm_digest_pieces(const struct hm_algorithm *algorithm, const void *data, size_t len,
                               size_t piece, uint8_t *out);

/* ---- Several digests of one message ----------------------------------------------------- */

/* A digest set: one message, several algorithms, one pass over the data. Copied by assignment,
 * like a hasher; members are private. */
struct hm_multi {
    const struct hm_algorithm *algorithms[HM_MAX_SET];
    union hm_state states[HM_MAX_SET];
    uint64_t count;
    uint64_t count_hi;
    uint8_t buffer[HM_MAX_BLOCK_SIZE];
    uint32_t n;
    uint32_t plan_size;
    uint8_t plan[64]; /* groups of states that one kernel absorbs together */
    uint64_t reserved[8];
};

/* Starts one message under n algorithms, 1 <= n <= HM_MAX_SET. An algorithm may repeat. */
HM_API void hm_multi_init(struct hm_multi *set, const struct hm_algorithm *const algorithms[],
                          size_t n);

/* Appends len bytes to all of them. */
HM_API void hm_multi_update(struct hm_multi *set, const void *data, size_t len);

/* Digest of the i-th algorithm; does not end the message. */
HM_API void hm_multi_final(const struct hm_multi *set, size_t i, uint8_t *out);

/* Starts a set that goes on where n hashers of one message are, 1 <= n <= HM_MAX_SET: a message
 * that was hashed beside others and is alone now. False, and the set is undefined, unless all have
 * absorbed the same number of bytes, a multiple of HM_MAX_BLOCK_SIZE. */
HM_API bool hm_multi_join(struct hm_multi *set, const struct hm_hasher *const hashers[], size_t n);

/* A hasher that goes on where the i-th algorithm of the set is, whatever was absorbed. */
HM_API void hm_multi_leave(const struct hm_multi *set, size_t i, struct hm_hasher *hasher);

/* ---- HMAC (RFC 2104, FIPS 198-1) --------------------------------------------------------- */

/* A prepared key: the key's two blocks are absorbed once. Secret: hm_wipe() it after use. Copied
 * by assignment; members are private. */
struct hm_hmac_key {
    const struct hm_algorithm *algorithm;
    union hm_state inner;
    union hm_state outer;
    uint64_t reserved[3];
};

/* One-shot: writes a full tag of digest size bytes. Keys of any length, the empty one too. */
HM_API void hm_hmac(const struct hm_algorithm *algorithm, const void *key, size_t key_len,
                    const void *data, size_t len, uint8_t *out);

/* Prepares a key for any number of messages. */
HM_API void hm_hmac_prepare(struct hm_hmac_key *prepared, const struct hm_algorithm *algorithm,
                            const void *key, size_t key_len);

/* Tag of one message under a prepared key. */
HM_API void hm_hmac_with(const struct hm_hmac_key *key, const void *data, size_t len, uint8_t *out);

/* Starts a message; hm_update() and hm_update_many() append to it. */
HM_API void hm_hmac_init(struct hm_hasher *hasher, const struct hm_hmac_key *key);

/* Tag of what was appended so far, under the key given to hm_hmac_init(). Does not end the
 * message. (hm_final() on such a hasher gives the inner digest, which is no tag.) */
HM_API void hm_hmac_final(const struct hm_hasher *hasher, const struct hm_hmac_key *key,
                          uint8_t *out);

/* True if tag is the message's tag cut to want_len bytes. want_len is the caller's decision and
 * never the input's: it must lie between the larger of 10 bytes and half the digest (RFC 2104,
 * section 5) and the digest size, and tag_len must equal it; otherwise the answer is false.
 * The comparison takes the same time wherever the bytes differ. */
HM_API bool hm_hmac_verify(const struct hm_hmac_key *key, const void *data, size_t len,
                           const uint8_t *tag, size_t tag_len, size_t want_len);

struct hm_hmac_message {
    const struct hm_hmac_key *key; /* the same for all, or one each; algorithms may differ */
    const void *data;
    size_t len;
    uint8_t *out; /* digest size bytes */
};

/* Tags of n messages at once. */
HM_API void hm_hmac_many(const struct hm_hmac_message *messages, size_t n);

struct hm_hmac_claim {
    const struct hm_hmac_key *key;
    const void *data;
    size_t len;
    const uint8_t *tag;
    size_t tag_len;
    bool ok; /* the answer */
};

/* hm_hmac_verify() of n claims at once: sets each ok. Returns true if all are. */
HM_API bool hm_hmac_verify_many(struct hm_hmac_claim *claims, size_t n, size_t want_len);

/* ---- Text forms ------------------------------------------------------------------------- */

/* Room that the encoders need, their NUL included. */
#define HM_HEX_SIZE(n) (2 * (size_t)(n) + 1)
#define HM_BASE64_SIZE(n) (((size_t)(n) + 2) / 3 * 4 + 1)
#define HM_BUBBLEBABBLE_SIZE(n) ((size_t)(n) / 2 * 6 + 5 + 1)

/* The encoders write a NUL-terminated text and return its length without the NUL. out must not
 * overlap data. Their time depends on len alone, hm_bubblebabble()'s on the bytes too. */
HM_API size_t hm_hex(char *out, const void *data, size_t len);                 /* lower case */
HM_API size_t hm_base64(char *out, const void *data, size_t len, bool pad);    /* RFC 4648, 4 */
HM_API size_t hm_base64url(char *out, const void *data, size_t len, bool pad); /* RFC 4648, 5 */
HM_API size_t hm_bubblebabble(char *out, const void *data, size_t len);        /* Huima 2000 */

/* Strict: an even number of hex digits of either case and nothing else. Writes text_len / 2
 * bytes; false, with out undefined, if the text is malformed. */
HM_API bool hm_hex_decode(uint8_t *out, const char *text, size_t text_len);

/* Strict: the alphabet's characters, padding in full or not at all, no blanks, unused bits zero.
 * Writes at most text_len / 4 * 3 + 2 bytes and their number to *out_len; false, with out
 * undefined, if the text is malformed. */
HM_API bool hm_base64_decode(uint8_t *out, size_t *out_len, const char *text, size_t text_len);
HM_API bool hm_base64url_decode(uint8_t *out, size_t *out_len, const char *text, size_t text_len);

/* ---- Secrets ---------------------------------------------------------------------------- */

/* Compares len bytes in a time that depends on len alone. */
HM_API bool hm_equal(const void *a, const void *b, size_t len);

/* Overwrites len bytes with zeros; the compiler may not leave it out. */
HM_API void hm_wipe(void *p, size_t len);

/* ---- The machine ------------------------------------------------------------------------ */

/* The kernel in use for so many messages at once (1: single messages): "sha-ni", "avx512x16",
 * "portable". A constant string. */
HM_API const char *hm_kernel_name(const struct hm_algorithm *algorithm, size_t messages);

/* The stitched kernels in use for a digest set, as text: "md5+sha256:sha-ni rmd160:portable".
 * Writes at most size bytes with the NUL; returns the length that was needed, without it. */
HM_API size_t hm_multi_describe(const struct hm_multi *set, char *out, size_t size);

/* Limits the CPU features in use to a tier and chooses all kernels anew: "portable", "sse2",
 * "shani", "avx2", "avx512" (each with those before it), "avx2-shani" and "avx512-shani" (without
 * SHA-NI), "native" (no limit). A limit never adds what the CPU lacks. Returns false, and changes
 * nothing, if the tier is unknown. For tests and benchmarks; call it only while no other thread
 * uses the library. */
HM_API bool hm_cpu_limit(const char *tier);

/* The i-th name that hm_cpu_limit() takes, NULL past the end. */
HM_API const char *hm_cpu_tier_at(size_t i);

/* Known answers through every kernel that this CPU can run. True if all are right. */
HM_API bool hm_self_test(void);

/* "0.1.0": the version of the library in use, which may differ from HM_VERSION. */
HM_API const char *hm_version(void);

#ifdef __cplusplus
}
#endif

#endif /* HASHMILL_H */
