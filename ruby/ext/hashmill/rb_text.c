/* SPDX-License-Identifier: MIT
 *
 * rb_text.c - digests as Ruby Strings, and the one-shot that writes straight into one. Knows
 * encodings and text forms, no class.
 */
#include "hashmill_ext.h"

VALUE text_of(enum form form, const uint8_t *bytes, size_t len)
{
    VALUE text;
    switch (form) {
    case HEX:
        text = rb_usascii_str_new(NULL, (long)(2 * len));
        hm_hex(RSTRING_PTR(text), bytes, len);
        return text;
    case HEX_AS_BINARY:
        text = rb_str_new(NULL, (long)(2 * len));
        hm_hex(RSTRING_PTR(text), bytes, len);
        return text;
    case BASE64:
        text = rb_usascii_str_new(NULL, (long)HM_BASE64_SIZE(len) - 1);
        hm_base64(RSTRING_PTR(text), bytes, len, true);
        return text;
    default:
        return rb_str_new((const char *)bytes, (long)len);
    }
}

VALUE bubblebabble_of(VALUE bytes)
{
    StringValue(bytes);
    size_t len = (size_t)RSTRING_LEN(bytes);
    VALUE text = rb_str_new(NULL, (long)HM_BUBBLEBABBLE_SIZE(len) - 1);
    size_t n = hm_bubblebabble(RSTRING_PTR(text), RSTRING_PTR(bytes), len);
    RB_GC_GUARD(bytes);
    rb_str_set_len(text, (long)n);
    return text;
}

static void digest_long(const struct hm_algorithm *algorithm, VALUE string, uint8_t *out)
{
    struct hm_hasher hasher;
    VALUE snapshot = rb_str_new_frozen(string);
    hm_init(&hasher, algorithm);
    update_unlocked(&hasher, RSTRING_PTR(snapshot), (size_t)RSTRING_LEN(snapshot), PRIVATE);
    RB_GC_GUARD(snapshot);
    hm_final(&hasher, out);
}

VALUE digest_text(const struct hm_algorithm *algorithm, VALUE string, enum form form)
{
    uint8_t digest[HM_MAX_DIGEST_SIZE];
    size_t len = (size_t)RSTRING_LEN(string);
    if (len >= LONG_INPUT)
        digest_long(algorithm, string, digest);
    else
        hm_digest(algorithm, RSTRING_PTR(string), len, digest);
    RB_GC_GUARD(string);
    return text_of(form, digest, hm_algorithm_digest_size(algorithm));
}

/* Compares the bytes of two Strings in a time that depends on the lengths alone.
 * @return [Boolean] */
static VALUE secure_equal(VALUE self, VALUE a, VALUE b)
{
    StringValue(a);
    StringValue(b);
    if (RSTRING_LEN(a) != RSTRING_LEN(b))
        return Qfalse;
    return hm_equal(RSTRING_PTR(a), RSTRING_PTR(b), (size_t)RSTRING_LEN(a)) ? Qtrue : Qfalse;
}

void init_text(void)
{
    rb_define_singleton_method(mHashmill, "secure_equal?", secure_equal, 2);
}
