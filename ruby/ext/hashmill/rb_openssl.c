/* SPDX-License-Identifier: MIT
 *
 * rb_openssl.c - the class that takes OpenSSL::HMAC's place on request: its names, argument order,
 * encodings, errors and copies. Knows OpenSSL through Ruby only.
 *
 * What is not one of our algorithms under one of OpenSSL's names for it - another algorithm, a
 * wrong type, a misspelling - goes to the original class: the object then works through one of the
 * original's, and errors are the original's in class and words, whatever its version.
 */
#include "hashmill_ext.h"

#include <strings.h>

#include "rb_hmac.h"

static VALUE cFacade, cOriginal, cOpenSSLDigest, cHMACError;
static char patched;
static ID id_new, id_name, id_update, id_append, id_reset, id_digest, id_hexdigest, id_algorithm;

/* What EVP_get_digestbyname() of OpenSSL 3.0 takes for our algorithms, whatever the case. Our own
 * hm_algorithm_by_name() takes more, which here would be a difference. */
static const struct {
    const char *name;
    enum hm_algorithm_id id;
} names[] = {
    {"SHA1", HM_SHA1},
    {"SHA256", HM_SHA256},
    {"MD5", HM_MD5},
    {"SHA512", HM_SHA512},
    {"SHA384", HM_SHA384},
    {"SHA224", HM_SHA224},
    {"RIPEMD160", HM_RMD160},
    {"SHA512-224", HM_SHA512_224},
    {"SHA512-256", HM_SHA512_256},
    {"SHA-1", HM_SHA1},
    {"SHA-224", HM_SHA224},
    {"SHA-256", HM_SHA256},
    {"SHA-384", HM_SHA384},
    {"SHA-512", HM_SHA512},
    {"SHA-512/224", HM_SHA512_224},
    {"SHA-512/256", HM_SHA512_256},
    {"SHA2-224", HM_SHA224},
    {"SHA2-256", HM_SHA256},
    {"SHA2-384", HM_SHA384},
    {"SHA2-512", HM_SHA512},
    {"SHA2-512/224", HM_SHA512_224},
    {"SHA2-512/256", HM_SHA512_256},
    {"RIPEMD", HM_RMD160},
    {"RMD160", HM_RMD160},
    {"RIPEMD-160", HM_RMD160},
    {"SSL3-MD5", HM_MD5},
    {"SSL3-SHA1", HM_SHA1},
    {"RSA-MD5", HM_MD5},
    {"RSA-SHA1", HM_SHA1},
    {"RSA-SHA1-2", HM_SHA1},
    {"RSA-SHA224", HM_SHA224},
    {"RSA-SHA256", HM_SHA256},
    {"RSA-SHA384", HM_SHA384},
    {"RSA-SHA512", HM_SHA512},
    {"RSA-SHA512/224", HM_SHA512_224},
    {"RSA-SHA512/256", HM_SHA512_256},
    {"RSA-RIPEMD160", HM_RMD160},
    {"md5WithRSAEncryption", HM_MD5},
    {"sha1WithRSAEncryption", HM_SHA1},
    {"sha224WithRSAEncryption", HM_SHA224},
    {"sha256WithRSAEncryption", HM_SHA256},
    {"sha384WithRSAEncryption", HM_SHA384},
    {"sha512WithRSAEncryption", HM_SHA512},
    {"sha512-224WithRSAEncryption", HM_SHA512_224},
    {"sha512-256WithRSAEncryption", HM_SHA512_256},
    {"ripemd160WithRSA", HM_RMD160},
    {"1.2.840.113549.2.5", HM_MD5},
    {"1.3.14.3.2.26", HM_SHA1},
    {"2.16.840.1.101.3.4.2.1", HM_SHA256},
    {"2.16.840.1.101.3.4.2.2", HM_SHA384},
    {"2.16.840.1.101.3.4.2.3", HM_SHA512},
    {"2.16.840.1.101.3.4.2.4", HM_SHA224},
    {"2.16.840.1.101.3.4.2.5", HM_SHA512_224},
    {"2.16.840.1.101.3.4.2.6", HM_SHA512_256},
    {"1.3.36.3.2.1", HM_RMD160},
};

/* Our algorithm for OpenSSL's digest argument, or NULL: ask the original. */
static const struct hm_algorithm *algorithm_of(VALUE argument)
{
    if (!RB_TYPE_P(argument, T_STRING)) {
        const struct own *own;
        if (RTEST(rb_obj_is_kind_of(argument, cOpenSSLDigest))) {
            argument = rb_funcall(argument, id_name, 0);
        } else {
            own = own_exactly(rb_obj_class(argument));
            return own && !own->takeover ? own->algorithm : NULL;
        }
    }
    if (!RB_TYPE_P(argument, T_STRING))
        return NULL;
    size_t len = (size_t)RSTRING_LEN(argument);
    const char *given = RSTRING_PTR(argument);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strlen(names[i].name) == len && strncasecmp(names[i].name, given, len) == 0)
            return hm_algorithm_at(names[i].id);
    }
    return NULL;
}

static void check_key(VALUE *key)
{
    StringValue(*key);
    /* OpenSSL takes the length as an int. */
    (void)RSTRING_LENINT(*key);
}

/* ---- One-shots ---------------------------------------------------------------------------- */

static VALUE one_shot(VALUE klass, VALUE digest, VALUE key, VALUE data, enum form form, ID method)
{
    if (klass == cFacade && !patched) {
        const struct hm_algorithm *algorithm;
        check_key(&key);
        algorithm = algorithm_of(digest);
        if (algorithm) {
            StringValue(data);
            return hmac_one_shot(algorithm, key, data, form);
        }
    }
    VALUE arguments[] = {key, digest};
    VALUE hmac = rb_funcallv(klass, id_new, 2, arguments);
    rb_funcall(hmac, id_append, 1, data);
    return rb_funcall(hmac, method, 0);
}

static VALUE s_digest(VALUE klass, VALUE digest, VALUE key, VALUE data)
{
    return one_shot(klass, digest, key, data, BINARY, id_digest);
}

static VALUE s_hexdigest(VALUE klass, VALUE digest, VALUE key, VALUE data)
{
    return one_shot(klass, digest, key, data, HEX_AS_BINARY, id_hexdigest);
}

static VALUE base64_of(VALUE bytes)
{
    StringValue(bytes);
    VALUE text = text_of(BASE64, (const uint8_t *)RSTRING_PTR(bytes), (size_t)RSTRING_LEN(bytes));
    RB_GC_GUARD(bytes);
    return text;
}

static VALUE s_base64digest(VALUE klass, VALUE digest, VALUE key, VALUE data)
{
    VALUE arguments[] = {digest, key, data};
    return base64_of(rb_funcallv(klass, id_digest, 3, arguments));
}

/* ---- Instances ---------------------------------------------------------------------------- */

static VALUE initialize(VALUE self, VALUE key, VALUE digest)
{
    struct hmac *h = hmac_enter(self);
    check_key(&key);
    const struct hm_algorithm *algorithm = algorithm_of(digest);
    if (algorithm) {
        hmac_start(h, algorithm, key);
        h->original = 0;
    } else {
        VALUE arguments[] = {key, digest};
        VALUE original = rb_funcallv(cOriginal, id_new, 2, arguments);
        /* Copies take it along. */
        rb_ivar_set(original, id_algorithm, rb_funcall(cOpenSSLDigest, id_new, 1, digest));
        hm_wipe(&h->key, sizeof h->key);
        h->original = original;
    }
    return self;
}

static VALUE initialize_copy(VALUE self, VALUE other)
{
    if (self == other)
        return self;
    rb_check_frozen(self);
    struct hmac *h = hmac_enter(self);
    if (RTEST(rb_obj_is_kind_of(other, cOriginal))) {
        hm_wipe(&h->key, sizeof h->key);
        h->original = rb_obj_dup(other);
        return self;
    }
    if (!RTEST(rb_obj_is_kind_of(other, cFacade))) {
        bool special = NIL_P(other) || other == Qtrue || other == Qfalse;
        VALUE is = special ? rb_inspect(other) : rb_class_path(rb_obj_class(other));
        rb_raise(rb_eTypeError, "wrong argument type %" PRIsVALUE " (expected OpenSSL/HMAC)", is);
    }
    const struct hmac *o = hmac_enter(other);
    VALUE original = o->original ? rb_obj_dup(o->original) : 0;
    h->key = o->key;
    h->hasher = o->hasher;
    h->original = original;
    return self;
}

static struct hmac *keyed(VALUE self)
{
    struct hmac *h = hmac_enter(self);
    if (!h->key.algorithm && !h->original)
        rb_raise(cHMACError, "the HMAC is not initialized");
    return h;
}

static VALUE update(VALUE self, VALUE string)
{
    StringValue(string);
    struct hmac *h = keyed(self);
    if (h->original)
        rb_funcall(h->original, id_update, 1, string);
    else
        hmac_update(h, string);
    return self;
}

static VALUE reset(VALUE self)
{
    struct hmac *h = keyed(self);
    if (h->original)
        rb_funcall(h->original, id_reset, 0);
    else
        hm_hmac_init(&h->hasher, &h->key);
    return self;
}

static VALUE digest(VALUE self)
{
    const struct hmac *h = keyed(self);
    return h->original ? rb_funcall(h->original, id_digest, 0) : hmac_current(h, BINARY);
}

static VALUE hexdigest(VALUE self)
{
    const struct hmac *h = keyed(self);
    return h->original ? rb_funcall(h->original, id_hexdigest, 0) : hmac_current(h, HEX_AS_BINARY);
}

static VALUE base64digest(VALUE self)
{
    return base64_of(rb_funcall(self, id_digest, 0));
}

/* The OpenSSL::Digest of an HMAC that works through the original class. */
static VALUE original_digest(const struct hmac *h)
{
    VALUE digest = rb_ivar_get(h->original, id_algorithm);
    if (NIL_P(digest))
        rb_raise(cHMACError, "a copy of an HMAC from before the takeover has no name");
    return digest;
}

static VALUE algorithm(VALUE self)
{
    const struct hmac *h = keyed(self);
    if (!h->original)
        return rb_call_super(0, NULL);
    return rb_to_symbol(rb_funcall(original_digest(h), id_name, 0));
}

static VALUE digest_length(VALUE self)
{
    const struct hmac *h = keyed(self);
    if (!h->original)
        return rb_call_super(0, NULL);
    VALUE bytes = rb_funcall(h->original, id_digest, 0);
    return LONG2NUM(RSTRING_LEN(bytes));
}

static VALUE block_length(VALUE self)
{
    const struct hmac *h = keyed(self);
    if (!h->original)
        return rb_call_super(0, NULL);
    return rb_funcall(original_digest(h), rb_intern("block_length"), 0);
}

static VALUE equal(VALUE self, VALUE other)
{
    if (!RTEST(rb_obj_is_kind_of(other, cFacade)) && !RTEST(rb_obj_is_kind_of(other, cOriginal)))
        return Qfalse;
    VALUE a = rb_funcall(self, id_digest, 0), b = rb_funcall(other, id_digest, 0);
    StringValue(a);
    StringValue(b);
    if (RSTRING_LEN(a) != RSTRING_LEN(b))
        return Qfalse;
    return hm_equal(RSTRING_PTR(a), RSTRING_PTR(b), (size_t)RSTRING_LEN(a)) ? Qtrue : Qfalse;
}

/* Objects from before the takeover are still OpenSSL::HMAC to a `case` - and to their own `==`,
 * which asks this of the other side. */
static VALUE s_case_equal(VALUE klass, VALUE object)
{
    if (klass == cFacade && RTEST(rb_obj_is_kind_of(object, cOriginal)))
        return Qtrue;
    return rb_obj_is_kind_of(object, klass);
}

static void define_methods(void)
{
    rb_define_singleton_method(cFacade, "===", s_case_equal, 1);
    rb_define_singleton_method(cFacade, "digest", s_digest, 3);
    rb_define_singleton_method(cFacade, "hexdigest", s_hexdigest, 3);
    rb_define_singleton_method(cFacade, "base64digest", s_base64digest, 3);
    rb_define_method(cFacade, "initialize", initialize, 2);
    rb_define_method(cFacade, "initialize_copy", initialize_copy, 1);
    rb_define_method(cFacade, "update", update, 1);
    rb_define_method(cFacade, "<<", update, 1);
    rb_define_method(cFacade, "reset", reset, 0);
    rb_define_method(cFacade, "digest", digest, 0);
    rb_define_method(cFacade, "hexdigest", hexdigest, 0);
    rb_define_method(cFacade, "to_s", hexdigest, 0);
    rb_define_method(cFacade, "inspect", hexdigest, 0);
    rb_define_method(cFacade, "base64digest", base64digest, 0);
    rb_define_method(cFacade, "==", equal, 1);
    rb_define_method(cFacade, "algorithm", algorithm, 0);
    rb_define_method(cFacade, "digest_length", digest_length, 0);
    rb_define_method(cFacade, "block_length", block_length, 0);
}

static VALUE pinned(const char *path)
{
    VALUE object = rb_path2class(path);
    rb_gc_register_mark_object(object);
    return object;
}

/* Hashmill.take_over_openssl_hmac -> the original class. As rb_oneshot.c does with Digest. */
static VALUE take_over(VALUE self)
{
    if (cFacade)
        return cOriginal;
    rb_check_frozen(rb_path2class("OpenSSL"));
    VALUE openssl = pinned("OpenSSL"), hmac = rb_path2class("Hashmill::HMAC");
    cOriginal = pinned("OpenSSL::HMAC");
    cOpenSSLDigest = pinned("OpenSSL::Digest");
    cHMACError = pinned("OpenSSL::HMACError");
    cFacade = rb_class_new_instance(1, &hmac, rb_cClass);
    rb_gc_register_mark_object(cFacade);
    define_methods();
    guard_watch(cFacade, &patched);
    rb_const_remove(openssl, rb_intern("HMAC"));
    rb_const_set(openssl, rb_intern("HMAC"), cFacade);
    return cOriginal;
}

void init_openssl_hmac(void)
{
    id_new = rb_intern("new");
    /* Without "@": Ruby code does not see it. */
    id_algorithm = rb_intern("hashmill_digest");
    id_name = rb_intern("name");
    id_update = rb_intern("update");
    id_append = rb_intern("<<");
    id_reset = rb_intern("reset");
    id_digest = rb_intern("digest");
    id_hexdigest = rb_intern("hexdigest");
    rb_define_private_method(rb_singleton_class(mHashmill), "take_over_openssl_hmac", take_over, 0);
}
