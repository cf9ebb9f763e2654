/* SPDX-License-Identifier: MIT
 *
 * rb_digest.c - Hashmill::Base and its classes: instances, as Digest::Base has them. Knows the
 * rules of Digest (what resets, what is copied, what raises), no algorithm.
 *
 * The classes descend from Digest::Base but allocate a structure of their own type and override
 * every method of Digest::Base that looks inside. That leaves Digest's C interface (its metadata
 * changed type with Ruby 3.4) out of the picture, makes wrong receivers a TypeError, and gives the
 * state a place for the owner during long updates.
 */
#include "hashmill_ext.h"

static ID id_finish, id_clone, id_reset, id_digest, id_freeze, id_hexdigest;
static VALUE mInstance;

static void mark(void *p)
{
    const struct digest *d = p;
    if (d->owner)
        rb_gc_mark(d->owner);
}

static size_t memsize(const void *p)
{
    return sizeof(struct digest);
}

static const rb_data_type_t digest_type = {
    .wrap_struct_name = "Hashmill::Base",
    .function = {.dmark = mark, .dfree = RUBY_TYPED_DEFAULT_FREE, .dsize = memsize},
    .flags = RUBY_TYPED_FREE_IMMEDIATELY,
};

static VALUE allocate(VALUE klass)
{
    struct own *own = own_of_class(klass);
    struct digest *d;
    if (!own)
        rb_raise(rb_eNotImpError, "%" PRIsVALUE " is an abstract class", klass);
    VALUE self = TypedData_Make_Struct(klass, struct digest, &digest_type, d);
    d->own = own;
    hm_init(&d->hasher, own->algorithm);
    return self;
}

struct digest *digest_enter(VALUE self)
{
    struct digest *d = rb_check_typeddata(self, &digest_type);
    if (RB_UNLIKELY(d->owner != 0))
        wait_for_owner(&d->owner);
    return d;
}

static bool took_over(VALUE self, const struct digest *d)
{
    return d->own->takeover && RTEST(rb_obj_is_kind_of(self, d->own->takeover));
}

void digest_check_mutable(VALUE self, const struct digest *d)
{
    if (RB_UNLIKELY(OBJ_FROZEN(self)) && !took_over(self, d))
        rb_error_frozen_object(self);
}

bool digest_is_plain(VALUE self, const struct digest *d)
{
    VALUE klass = CLASS_OF(self);
    return (klass == d->own->klass || klass == d->own->takeover) && !d->own->patched;
}

/* ---- What Digest::Base defines ------------------------------------------------------------ */

static VALUE initialize(VALUE self)
{
    return self;
}

static VALUE initialize_copy(VALUE self, VALUE other)
{
    if (self == other)
        return self;
    rb_check_frozen(self);
    if (!rb_typeddata_is_kind_of(other, &digest_type)) {
        if (RTEST(rb_obj_is_kind_of(other, rb_path2class("Digest::Base"))))
            rb_raise(rb_eTypeError, "different algorithms");
        rb_raise(rb_eRuntimeError, "Digest::Base cannot be directly inherited in Ruby");
    }
    struct digest *d = digest_enter(self);
    const struct digest *o = digest_enter(other);
    if (d->own != o->own)
        rb_raise(rb_eTypeError, "different algorithms");
    d->hasher = o->hasher;
    return self;
}

/* Forgets what was appended.
 * @return [self] */
static VALUE reset(VALUE self)
{
    struct digest *d = digest_enter(self);
    digest_check_mutable(self, d);
    hm_init(&d->hasher, d->own->algorithm);
    return self;
}

struct long_update {
    struct digest *d;
    VALUE snapshot;
};

/* Works on a copy and commits at the end: an exception that another thread raises here leaves the
 * digest as it was. */
static VALUE long_update(VALUE p)
{
    struct long_update *u = (struct long_update *)p;
    struct hm_hasher hasher = u->d->hasher;
    update_unlocked(&hasher, RSTRING_PTR(u->snapshot), (size_t)RSTRING_LEN(u->snapshot), SHARED);
    u->d->hasher = hasher;
    return Qnil;
}

/* Appends a String; a long one without Ruby's global lock.
 * @param string [String]
 * @return [self]
 * @raise [FrozenError] if the digest is frozen */
static VALUE update(VALUE self, VALUE string)
{
    StringValue(string);
    struct digest *d = digest_enter(self);
    digest_check_mutable(self, d);
    size_t len = (size_t)RSTRING_LEN(string);
    if (len < LONG_INPUT) {
        hm_update(&d->hasher, RSTRING_PTR(string), len);
        RB_GC_GUARD(string);
    } else {
        struct long_update u = {d, rb_str_new_frozen(string)};
        with_owner(&d->owner, long_update, &u);
        RB_GC_GUARD(u.snapshot);
    }
    return self;
}

/* Private, and called by Digest::Instance on clones, which are frozen when the object is: so it
 * does not refuse frozen ones. The public methods that change the object do. */
static VALUE finish(VALUE self)
{
    uint8_t out[HM_MAX_DIGEST_SIZE];
    struct digest *d = digest_enter(self);
    hm_final(&d->hasher, out);
    hm_init(&d->hasher, d->own->algorithm);
    return text_of(BINARY, out, hm_algorithm_digest_size(d->own->algorithm));
}

/* @return [Integer] bytes of the digest */
static VALUE digest_length(VALUE self)
{
    const struct digest *d = rb_check_typeddata(self, &digest_type);
    return SIZET2NUM(hm_algorithm_digest_size(d->own->algorithm));
}

/* @return [Integer] bytes of a block */
static VALUE block_length(VALUE self)
{
    const struct digest *d = rb_check_typeddata(self, &digest_type);
    return SIZET2NUM(hm_algorithm_block_size(d->own->algorithm));
}

/* ---- What Digest::Instance defines on top: the short way, or super ------------------------- */

static VALUE current(const struct digest *d, enum form form)
{
    uint8_t out[HM_MAX_DIGEST_SIZE];
    hm_final(&d->hasher, out);
    return text_of(form, out, hm_algorithm_digest_size(d->own->algorithm));
}

static VALUE value_of(int argc, VALUE *argv, VALUE self, enum form form)
{
    rb_check_arity(argc, 0, 1);
    struct digest *d = digest_enter(self);
    if (argc == 0) {
        if (digest_is_plain(self, d))
            return current(d, form);
        return rb_call_super(argc, argv);
    }
    digest_check_mutable(self, d);
    /* A to_str may be at work on this very digest. */
    if (!digest_is_plain(self, d) || !RB_TYPE_P(argv[0], T_STRING))
        return rb_call_super(argc, argv);
    hm_init(&d->hasher, d->own->algorithm);
    return digest_text(d->own->algorithm, argv[0], form);
}

/* @overload digest
 *   @return [String] the binary digest of what was appended so far; more may follow
 * @overload digest(string)
 *   Resets, and gives the digest of string.
 *   @return [String] */
static VALUE digest(int argc, VALUE *argv, VALUE self)
{
    return value_of(argc, argv, self, BINARY);
}

/* As digest, in lower-case hex.
 * @return [String] */
static VALUE hexdigest(int argc, VALUE *argv, VALUE self)
{
    return value_of(argc, argv, self, HEX);
}

/* As digest, in Base64; nil and false count as no argument.
 * @return [String] */
static VALUE base64digest(int argc, VALUE *argv, VALUE self)
{
    return value_of(argc == 1 && !RTEST(argv[0]) ? 0 : argc, argv, self, BASE64);
}

static VALUE value_and_reset(VALUE self, enum form form)
{
    struct digest *d = digest_enter(self);
    digest_check_mutable(self, d);
    if (!digest_is_plain(self, d))
        return rb_call_super(0, NULL);
    VALUE value = current(d, form);
    hm_init(&d->hasher, d->own->algorithm);
    return value;
}

/* The digest of what was appended; then starts anew.
 * @return [String] */
static VALUE digest_bang(VALUE self)
{
    return value_and_reset(self, BINARY);
}

static VALUE hexdigest_bang(VALUE self)
{
    return value_and_reset(self, HEX);
}

static VALUE base64digest_bang(VALUE self)
{
    return value_and_reset(self, BASE64);
}

static VALUE bubblebabble(VALUE self)
{
    return bubblebabble_of(rb_funcall(self, id_digest, 0));
}

static bool same(VALUE a, VALUE b)
{
    StringValue(a);
    StringValue(b);
    return RSTRING_LEN(a) == RSTRING_LEN(b) &&
           hm_equal(RSTRING_PTR(a), RSTRING_PTR(b), (size_t)RSTRING_LEN(a));
}

/* What Digest::Instance#== compares: finish of a clone, without asking an overridden digest. */
static VALUE finished(VALUE object)
{
    if (rb_typeddata_is_kind_of(object, &digest_type)) {
        const struct digest *d = digest_enter(object);
        if (digest_is_plain(object, d))
            return current(d, BINARY);
    }
    return rb_funcall(rb_obj_clone(object), id_finish, 0);
}

/* Digest's rules - any digest by value, a String as lower-case hex - in constant time. */
static VALUE equal(VALUE self, VALUE other)
{
    if (RTEST(rb_obj_is_kind_of(other, mInstance)))
        return same(finished(self), finished(other)) ? Qtrue : Qfalse;
    VALUE hex = rb_check_string_type(other);
    if (NIL_P(hex))
        return Qfalse;
    /* Not to_s: Digest asks hexdigest, whatever a subclass makes of its text. */
    VALUE own = rb_funcall(self, id_hexdigest, 0);
    StringValue(own);
    /* A text in UTF-16 or alike is never equal to ASCII, whatever its bytes. */
    if (!rb_str_comparable(own, hex))
        return Qfalse;
    return same(own, hex) ? Qtrue : Qfalse;
}

/* @return [Base] another, empty instance; of a frozen one, an unfrozen one where frozen means
 * something. */
static VALUE fresh(VALUE self)
{
    struct digest *d = digest_enter(self);
    if (!OBJ_FROZEN(self) || took_over(self, d))
        return rb_call_super(0, NULL);
    VALUE options = rb_hash_new();
    rb_hash_aset(options, ID2SYM(id_freeze), Qfalse);
    VALUE copy = rb_funcallv_kw(self, id_clone, 1, &options, RB_PASS_KEYWORDS);
    return rb_funcall(copy, id_reset, 0);
}

static void define_methods(VALUE base)
{
    rb_define_method(base, "initialize", initialize, 0);
    rb_define_method(base, "initialize_copy", initialize_copy, 1);
    rb_define_method(base, "reset", reset, 0);
    rb_define_method(base, "update", update, 1);
    rb_define_method(base, "<<", update, 1);
    rb_define_private_method(base, "finish", finish, 0);
    rb_define_method(base, "digest_length", digest_length, 0);
    rb_define_method(base, "block_length", block_length, 0);
    rb_define_method(base, "digest", digest, -1);
    rb_define_method(base, "digest!", digest_bang, 0);
    rb_define_method(base, "hexdigest", hexdigest, -1);
    rb_define_method(base, "hexdigest!", hexdigest_bang, 0);
    rb_define_method(base, "base64digest", base64digest, -1);
    rb_define_method(base, "base64digest!", base64digest_bang, 0);
    rb_define_method(base, "bubblebabble", bubblebabble, 0);
    rb_define_method(base, "==", equal, 1);
    rb_define_method(base, "new", fresh, 0);
}

void init_digest(void)
{
    id_finish = rb_intern("finish");
    id_clone = rb_intern("clone");
    id_reset = rb_intern("reset");
    id_digest = rb_intern("digest");
    id_freeze = rb_intern("freeze");
    id_hexdigest = rb_intern("hexdigest");
    mInstance = rb_path2class("Digest::Instance");
    rb_gc_register_mark_object(mInstance);
    rb_define_alloc_func(cBase, allocate);
    define_methods(cBase);
    for (int i = 0; i < ALGORITHMS; i++) {
        struct own *own = &own_classes[i];
        /* The row is complete before any code can see the constant. */
        VALUE klass = rb_class_new_instance(1, &cBase, rb_cClass);
        rb_gc_register_mark_object(klass);
        own->klass = klass;
        rb_const_set(mHashmill, rb_intern(own->constant), klass);
    }
}
