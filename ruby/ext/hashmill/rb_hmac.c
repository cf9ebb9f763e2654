/* SPDX-License-Identifier: MIT
 *
 * rb_hmac.c - Hashmill::HMAC and Hashmill::HMAC::Key. Knows keys and tags, nothing of OpenSSL but
 * what rb_openssl.c asks of the structure.
 *
 * Whatever was derived from a key is wiped: on the stack after use, in objects when they die.
 */
#include "hashmill_ext.h"

#include "rb_hmac.h"
#include "rb_many.h"

static VALUE cHMAC, cKey;

/* ---- Keys --------------------------------------------------------------------------------- */

static void wipe_key(void *p)
{
    hm_wipe(p, sizeof(struct hm_hmac_key));
    xfree(p);
}

static size_t key_size(const void *p)
{
    return sizeof(struct hm_hmac_key);
}

static const rb_data_type_t key_type = {
    .wrap_struct_name = "Hashmill::HMAC::Key",
    .function = {.dfree = wipe_key, .dsize = key_size},
    .flags = RUBY_TYPED_FREE_IMMEDIATELY | RUBY_TYPED_WB_PROTECTED | RUBY_TYPED_FROZEN_SHAREABLE,
};

static VALUE key_allocate(VALUE klass)
{
    struct hm_hmac_key *key;
    return TypedData_Make_Struct(klass, struct hm_hmac_key, &key_type, key);
}

static const struct hm_hmac_key *key_of(VALUE self)
{
    const struct hm_hmac_key *key = rb_check_typeddata(self, &key_type);
    if (!key->algorithm)
        rb_raise(rb_eRuntimeError, "the HMAC key is not initialized");
    return key;
}

/* Prepares a key for any number of messages. The object is frozen, and may be shared between
 * Ractors.
 * @overload initialize(key, algorithm)
 *   @param key [String]
 *   @param algorithm [Symbol, String, Class] */
static VALUE key_initialize(VALUE self, VALUE key, VALUE algorithm)
{
    struct hm_hmac_key *prepared = rb_check_typeddata(self, &key_type);
    rb_check_frozen(self);
    StringValue(key);
    const struct own *own = own_to_compute(algorithm);
    hm_hmac_prepare(prepared, own->algorithm, RSTRING_PTR(key), (size_t)RSTRING_LEN(key));
    RB_GC_GUARD(key);
    return rb_obj_freeze(self);
}

static VALUE key_initialize_copy(VALUE self, VALUE other)
{
    if (self == other)
        return self;
    rb_check_frozen(self);
    const struct hm_hmac_key *from = key_of(other);
    *(struct hm_hmac_key *)rb_check_typeddata(self, &key_type) = *from;
    return rb_obj_freeze(self);
}

/* ---- One-shots ---------------------------------------------------------------------------- */

struct long_hmac {
    struct hm_hmac_key key;
    struct hm_hasher hasher;
    VALUE snapshot;
    uint8_t *out;
};

static VALUE long_hmac(VALUE p)
{
    struct long_hmac *l = (struct long_hmac *)p;
    hm_hmac_init(&l->hasher, &l->key);
    update_unlocked(&l->hasher, RSTRING_PTR(l->snapshot), (size_t)RSTRING_LEN(l->snapshot),
                    PRIVATE);
    hm_hmac_final(&l->hasher, &l->key, l->out);
    return Qnil;
}

static VALUE wipe_long_hmac(VALUE p)
{
    struct long_hmac *l = (struct long_hmac *)p;
    hm_wipe(&l->key, sizeof l->key);
    hm_wipe(&l->hasher, sizeof l->hasher);
    return Qnil;
}

VALUE hmac_text(const struct hm_hmac_key *key, VALUE data, enum form form)
{
    uint8_t out[HM_MAX_DIGEST_SIZE];
    if ((size_t)RSTRING_LEN(data) < LONG_INPUT) {
        hm_hmac_with(key, RSTRING_PTR(data), (size_t)RSTRING_LEN(data), out);
        RB_GC_GUARD(data);
    } else {
        struct long_hmac l = {.key = *key, .snapshot = rb_str_new_frozen(data), .out = out};
        rb_ensure(long_hmac, (VALUE)&l, wipe_long_hmac, (VALUE)&l);
        RB_GC_GUARD(l.snapshot);
    }
    return text_of(form, out, hm_algorithm_digest_size(key->algorithm));
}

VALUE hmac_one_shot(const struct hm_algorithm *algorithm, VALUE key, VALUE data, enum form form)
{
    uint8_t out[HM_MAX_DIGEST_SIZE];
    if ((size_t)RSTRING_LEN(data) < LONG_INPUT) {
        hm_hmac(algorithm, RSTRING_PTR(key), (size_t)RSTRING_LEN(key), RSTRING_PTR(data),
                (size_t)RSTRING_LEN(data), out);
        RB_GC_GUARD(key);
        RB_GC_GUARD(data);
        return text_of(form, out, hm_algorithm_digest_size(algorithm));
    }
    struct long_hmac l = {.snapshot = rb_str_new_frozen(data), .out = out};
    hm_hmac_prepare(&l.key, algorithm, RSTRING_PTR(key), (size_t)RSTRING_LEN(key));
    rb_ensure(long_hmac, (VALUE)&l, wipe_long_hmac, (VALUE)&l);
    RB_GC_GUARD(l.snapshot);
    return text_of(form, out, hm_algorithm_digest_size(algorithm));
}

/* @param data [String]
 * @return [String] the binary tag */
static VALUE key_digest(VALUE self, VALUE data)
{
    StringValue(data);
    return hmac_text(key_of(self), data, BINARY);
}

/* @param data [String]
 * @return [String] the tag in hex */
static VALUE key_hexdigest(VALUE self, VALUE data)
{
    StringValue(data);
    return hmac_text(key_of(self), data, HEX);
}

static VALUE key_base64digest(VALUE self, VALUE data)
{
    StringValue(data);
    return hmac_text(key_of(self), data, BASE64);
}

static VALUE key_many(VALUE self, VALUE strings, enum form form)
{
    const struct hm_hmac_key *key = key_of(self);
    struct many many = {key->algorithm, key};
    VALUE result = many_texts(&many, strings, form);
    RB_GC_GUARD(self);
    return result;
}

/* @param strings [Array<String>]
 * @return [Array<String>] binary tags, in order, computed at once */
static VALUE key_digests(VALUE self, VALUE strings)
{
    return key_many(self, strings, BINARY);
}

static VALUE key_hexdigests(VALUE self, VALUE strings)
{
    return key_many(self, strings, HEX);
}

static VALUE symbol_of(const struct hm_algorithm *algorithm)
{
    for (int i = 0; i < ALGORITHMS; i++) {
        if (own_classes[i].algorithm == algorithm)
            return own_classes[i].symbol;
    }
    return Qnil;
}

static VALUE key_algorithm(VALUE self)
{
    return symbol_of(key_of(self)->algorithm);
}

static VALUE one_shot(VALUE algorithm, VALUE key, VALUE data, enum form form)
{
    const struct own *own = own_to_compute(algorithm);
    StringValue(key);
    StringValue(data);
    return hmac_one_shot(own->algorithm, key, data, form);
}

/* @param algorithm [Symbol, String, Class]
 * @param key [String]
 * @param data [String]
 * @return [String] the binary tag */
static VALUE s_digest(VALUE klass, VALUE algorithm, VALUE key, VALUE data)
{
    return one_shot(algorithm, key, data, BINARY);
}

static VALUE s_hexdigest(VALUE klass, VALUE algorithm, VALUE key, VALUE data)
{
    return one_shot(algorithm, key, data, HEX);
}

static VALUE s_base64digest(VALUE klass, VALUE algorithm, VALUE key, VALUE data)
{
    return one_shot(algorithm, key, data, BASE64);
}

/* ---- Streaming ----------------------------------------------------------------------------- */

static void hmac_mark(void *p)
{
    const struct hmac *h = p;
    if (h->owner)
        rb_gc_mark(h->owner);
    if (h->original)
        rb_gc_mark(h->original);
}

static void hmac_free(void *p)
{
    hm_wipe(p, sizeof(struct hmac));
    xfree(p);
}

static size_t hmac_size(const void *p)
{
    return sizeof(struct hmac);
}

const rb_data_type_t hmac_type = {
    .wrap_struct_name = "Hashmill::HMAC",
    .function = {.dmark = hmac_mark, .dfree = hmac_free, .dsize = hmac_size},
    .flags = RUBY_TYPED_FREE_IMMEDIATELY,
};

static VALUE hmac_allocate(VALUE klass)
{
    struct hmac *h;
    return TypedData_Make_Struct(klass, struct hmac, &hmac_type, h);
}

struct hmac *hmac_enter(VALUE self)
{
    struct hmac *h = rb_check_typeddata(self, &hmac_type);
    if (RB_UNLIKELY(h->owner != 0))
        wait_for_owner(&h->owner);
    return h;
}

static struct hmac *keyed(VALUE self)
{
    struct hmac *h = hmac_enter(self);
    if (!h->key.algorithm)
        rb_raise(rb_eRuntimeError, "the HMAC is not initialized");
    return h;
}

void hmac_start(struct hmac *h, const struct hm_algorithm *algorithm, VALUE key)
{
    hm_hmac_prepare(&h->key, algorithm, RSTRING_PTR(key), (size_t)RSTRING_LEN(key));
    RB_GC_GUARD(key);
    hm_hmac_init(&h->hasher, &h->key);
}

/* @overload initialize(key, algorithm)
 *   @param key [String]
 *   @param algorithm [Symbol, String, Class]
 * @overload initialize(prepared)
 *   @param prepared [HMAC::Key] */
static VALUE initialize(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 1, 2);
    rb_check_frozen(self);
    struct hmac *h = hmac_enter(self);
    VALUE key = argv[0];
    if (argc == 1) {
        h->key = *key_of(key);
        hm_hmac_init(&h->hasher, &h->key);
        return self;
    }
    StringValue(key);
    hmac_start(h, own_to_compute(argv[1])->algorithm, key);
    return self;
}

static VALUE initialize_copy(VALUE self, VALUE other)
{
    if (self == other)
        return self;
    rb_check_frozen(self);
    const struct hmac *o = hmac_enter(other);
    struct hmac *h = hmac_enter(self);
    h->key = o->key;
    h->hasher = o->hasher;
    return self;
}

static VALUE long_update(VALUE p)
{
    const struct hmac_update *u = (const struct hmac_update *)p;
    struct hm_hasher hasher = u->h->hasher;
    update_unlocked(&hasher, RSTRING_PTR(u->snapshot), (size_t)RSTRING_LEN(u->snapshot), SHARED);
    u->h->hasher = hasher;
    return Qnil;
}

void hmac_update(struct hmac *h, VALUE string)
{
    size_t len = (size_t)RSTRING_LEN(string);
    if (len < LONG_INPUT) {
        hm_update(&h->hasher, RSTRING_PTR(string), len);
        RB_GC_GUARD(string);
    } else {
        struct hmac_update u = {h, rb_str_new_frozen(string)};
        with_owner(&h->owner, long_update, &u);
        RB_GC_GUARD(u.snapshot);
    }
}

VALUE hmac_current(const struct hmac *h, enum form form)
{
    uint8_t out[HM_MAX_DIGEST_SIZE];
    hm_hmac_final(&h->hasher, &h->key, out);
    return text_of(form, out, hm_algorithm_digest_size(h->key.algorithm));
}

/* Appends a String.
 * @return [self] */
static VALUE update(VALUE self, VALUE string)
{
    StringValue(string);
    struct hmac *h = keyed(self);
    rb_check_frozen(self);
    hmac_update(h, string);
    return self;
}

/* Starts another message under the same key.
 * @return [self] */
static VALUE reset(VALUE self)
{
    struct hmac *h = keyed(self);
    rb_check_frozen(self);
    hm_hmac_init(&h->hasher, &h->key);
    return self;
}

static VALUE digest(VALUE self)
{
    return hmac_current(keyed(self), BINARY);
}

static VALUE hexdigest(VALUE self)
{
    return hmac_current(keyed(self), HEX);
}

static VALUE base64digest(VALUE self)
{
    return hmac_current(keyed(self), BASE64);
}

static VALUE algorithm(VALUE self)
{
    return symbol_of(keyed(self)->key.algorithm);
}

static VALUE digest_length(VALUE self)
{
    return SIZET2NUM(hm_algorithm_digest_size(keyed(self)->key.algorithm));
}

static VALUE block_length(VALUE self)
{
    return SIZET2NUM(hm_algorithm_block_size(keyed(self)->key.algorithm));
}

/* With another HMAC or a hex String, in constant time.
 * @return [Boolean] */
static VALUE equal(VALUE self, VALUE other)
{
    uint8_t own[HM_MAX_DIGEST_SIZE], theirs[HM_MAX_DIGEST_SIZE];
    const struct hmac *h = keyed(self);
    size_t size = hm_algorithm_digest_size(h->key.algorithm);
    hm_hmac_final(&h->hasher, &h->key, own);
    if (rb_typeddata_is_kind_of(other, &hmac_type)) {
        const struct hmac *o = hmac_enter(other);
        if (!o->key.algorithm || hm_algorithm_digest_size(o->key.algorithm) != size)
            return Qfalse;
        hm_hmac_final(&o->hasher, &o->key, theirs);
    } else {
        VALUE hex = rb_check_string_type(other);
        if (NIL_P(hex) || (size_t)RSTRING_LEN(hex) != 2 * size ||
            !hm_hex_decode(theirs, RSTRING_PTR(hex), 2 * size))
            return Qfalse;
    }
    bool same = hm_equal(own, theirs, size);
    hm_wipe(own, sizeof own);
    return same ? Qtrue : Qfalse;
}

static void define_key(void)
{
    cKey = rb_define_class_under(cHMAC, "Key", rb_cObject);
    rb_define_alloc_func(cKey, key_allocate);
    rb_define_method(cKey, "initialize", key_initialize, 2);
    rb_define_method(cKey, "initialize_copy", key_initialize_copy, 1);
    rb_define_method(cKey, "digest", key_digest, 1);
    rb_define_method(cKey, "hexdigest", key_hexdigest, 1);
    rb_define_method(cKey, "base64digest", key_base64digest, 1);
    rb_define_method(cKey, "digests", key_digests, 1);
    rb_define_method(cKey, "hexdigests", key_hexdigests, 1);
    rb_define_method(cKey, "algorithm", key_algorithm, 0);
}

void init_hmac(void)
{
    cHMAC = rb_define_class_under(mHashmill, "HMAC", rb_cObject);
    rb_define_alloc_func(cHMAC, hmac_allocate);
    rb_define_singleton_method(cHMAC, "digest", s_digest, 3);
    rb_define_singleton_method(cHMAC, "hexdigest", s_hexdigest, 3);
    rb_define_singleton_method(cHMAC, "base64digest", s_base64digest, 3);
    rb_define_method(cHMAC, "initialize", initialize, -1);
    rb_define_method(cHMAC, "initialize_copy", initialize_copy, 1);
    rb_define_method(cHMAC, "update", update, 1);
    rb_define_method(cHMAC, "<<", update, 1);
    rb_define_method(cHMAC, "reset", reset, 0);
    rb_define_method(cHMAC, "digest", digest, 0);
    rb_define_method(cHMAC, "hexdigest", hexdigest, 0);
    rb_define_method(cHMAC, "to_s", hexdigest, 0);
    rb_define_method(cHMAC, "base64digest", base64digest, 0);
    rb_define_method(cHMAC, "algorithm", algorithm, 0);
    rb_define_method(cHMAC, "digest_length", digest_length, 0);
    rb_define_method(cHMAC, "block_length", block_length, 0);
    rb_define_method(cHMAC, "==", equal, 1);
    define_key();
}
