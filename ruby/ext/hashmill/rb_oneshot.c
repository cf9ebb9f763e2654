/* SPDX-License-Identifier: MIT
 *
 * rb_oneshot.c - digest, hexdigest, base64digest of the classes, and the takeover of Digest's
 * constants. Knows when the short way is the same as Digest's long one.
 *
 * The short way allocates the result and nothing else. It is taken for exactly our classes, with
 * exactly one argument, while no Ruby code has overridden what it skips (rb_guard.c); everything
 * else is Digest's own code, through super.
 */
#include "hashmill_ext.h"

static ID id_digest;

static inline VALUE one_shot(int argc, VALUE *argv, VALUE klass, enum form form)
{
    const struct own *own = own_exactly(klass);
    if (RB_UNLIKELY(!own || own->patched || argc != 1))
        return rb_call_super(argc, argv);
    VALUE string = argv[0];
    StringValue(string);
    return digest_text(own->algorithm, string, form);
}

/* @overload digest(string)
 *   @param string [String]
 *   @return [String] the binary digest */
static VALUE digest(int argc, VALUE *argv, VALUE klass)
{
    return one_shot(argc, argv, klass, BINARY);
}

/* @overload hexdigest(string)
 *   @param string [String]
 *   @return [String] the digest in lower-case hex */
static VALUE hexdigest(int argc, VALUE *argv, VALUE klass)
{
    return one_shot(argc, argv, klass, HEX);
}

/* @overload base64digest(string)
 *   @param string [String]
 *   @return [String] the digest in Base64, padded, without line feeds */
static VALUE base64digest(int argc, VALUE *argv, VALUE klass)
{
    return one_shot(argc, argv, klass, BASE64);
}

/* @overload bubblebabble(string)
 *   @param string [String]
 *   @return [String] the digest in Bubble Babble */
static VALUE bubblebabble(int argc, VALUE *argv, VALUE klass)
{
    if (argc == 0)
        rb_raise(rb_eArgError, "no data given");
    return bubblebabble_of(rb_funcallv(klass, id_digest, argc, argv));
}

/* Swaps the constants of Digest for subclasses of ours. Anonymous classes take the constant's name,
 * so inspect and name stay right. No Ruby code runs between a removal and the next assignment:
 * the classes are made beforehand, and the pairs below call none. Main Ractor only, like any
 * change of constants. */
static VALUE take_over(VALUE self)
{
    VALUE digest_module = rb_path2class("Digest");
    VALUE made[ALGORITHMS] = {0};
    /* All that can fail comes before the first change. */
    rb_check_frozen(digest_module);
    for (int i = 0; i < ALGORITHMS; i++) {
        struct own *own = &own_classes[i];
        if (!own->in_digest || own->takeover)
            continue;
        made[i] = rb_class_new_instance(1, &own->klass, rb_cClass);
        rb_gc_register_mark_object(made[i]);
    }
    for (int i = 0; i < ALGORITHMS; i++) {
        struct own *own = &own_classes[i];
        if (!made[i])
            continue;
        ID id = rb_intern(own->constant);
        own->takeover = made[i];
        if (rb_const_defined_at(digest_module, id))
            rb_const_remove(digest_module, id);
        rb_const_set(digest_module, id, made[i]);
    }
    return Qnil;
}

void init_oneshot(void)
{
    id_digest = rb_intern("digest");
    rb_define_singleton_method(cBase, "digest", digest, -1);
    rb_define_singleton_method(cBase, "hexdigest", hexdigest, -1);
    rb_define_singleton_method(cBase, "base64digest", base64digest, -1);
    rb_define_singleton_method(cBase, "bubblebabble", bubblebabble, -1);
    rb_define_private_method(rb_singleton_class(mHashmill), "take_over_digest", take_over, 0);
}
