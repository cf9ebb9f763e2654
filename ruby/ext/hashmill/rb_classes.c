/* SPDX-License-Identifier: MIT
 *
 * rb_classes.c - the table of classes and everything that finds a row of it: by class, by name, by
 * argument. Its order is that of enum hm_algorithm_id.
 */
#include "hashmill_ext.h"

struct own own_classes[ALGORITHMS] = {
    [HM_MD5] = {.constant = "MD5", .in_digest = true},
    [HM_SHA1] = {.constant = "SHA1", .in_digest = true},
    [HM_SHA224] = {.constant = "SHA224"},
    [HM_SHA256] = {.constant = "SHA256", .in_digest = true},
    [HM_SHA384] = {.constant = "SHA384", .in_digest = true},
    [HM_SHA512] = {.constant = "SHA512", .in_digest = true},
    [HM_SHA512_224] = {.constant = "SHA512_224"},
    [HM_SHA512_256] = {.constant = "SHA512_256"},
    [HM_RMD160] = {.constant = "RMD160", .in_digest = true},
};

VALUE mHashmill, cBase;

struct own *own_of_class(VALUE klass)
{
    for (; RTEST(klass); klass = rb_class_superclass(klass)) {
        struct own *own = own_exactly(klass);
        if (own)
            return own;
    }
    return NULL;
}

/* The row of a class name in its usual spelling, found without looking into the letters' case. */
static struct own *own_of_constant(VALUE name)
{
    size_t len = (size_t)RSTRING_LEN(name);
    for (int i = 0; i < ALGORITHMS; i++) {
        const char *constant = own_classes[i].constant;
        if (strlen(constant) == len && memcmp(constant, RSTRING_PTR(name), len) == 0)
            return &own_classes[i];
    }
    return NULL;
}

static struct own *own_of_name(VALUE name)
{
    struct own *own = own_of_constant(name);
    if (own)
        return own;
    const struct hm_algorithm *algorithm = hm_algorithm_by_name(StringValueCStr(name));
    for (int i = 0; algorithm && i < ALGORITHMS; i++) {
        if (own_classes[i].algorithm == algorithm)
            return &own_classes[i];
    }
    return NULL;
}

/* Digest::SHA256 of the stdlib, or an instance of it: found by the last part of its name. */
static struct own *own_of_stdlib_class(VALUE klass)
{
    VALUE path = rb_class_path(klass);
    const char *name = StringValueCStr(path);
    static const char prefix[] = "Digest::";
    if (strncmp(name, prefix, sizeof prefix - 1) != 0)
        return NULL;
    return own_of_name(rb_str_new_cstr(name + sizeof prefix - 1));
}

struct own *own_of_argument(VALUE argument)
{
    struct own *own;
    if (SYMBOL_P(argument)) {
        for (int i = 0; i < ALGORITHMS; i++) {
            if (own_classes[i].symbol == argument)
                return &own_classes[i];
        }
        own = own_of_name(rb_sym2str(argument));
    } else if (RB_TYPE_P(argument, T_STRING)) {
        own = own_of_name(argument);
    } else {
        VALUE klass = RB_TYPE_P(argument, T_CLASS) ? argument : rb_obj_class(argument);
        own = own_of_class(klass);
        if (!own)
            own = own_of_stdlib_class(klass);
        if (!own && rb_respond_to(argument, rb_intern("to_str")))
            own = own_of_name(rb_str_to_str(argument));
        else if (!own && !RTEST(rb_class_inherited_p(klass, rb_path2class("Digest::Instance"))))
            rb_raise(rb_eTypeError, "no digest algorithm: %+" PRIsVALUE, argument);
    }
    if (!own)
        rb_raise(rb_eArgError, "unknown digest algorithm: %+" PRIsVALUE, argument);
    return own;
}

static bool may_override(VALUE argument)
{
    if (SYMBOL_P(argument) || RB_TYPE_P(argument, T_STRING))
        return false;
    VALUE klass = RB_TYPE_P(argument, T_CLASS) ? argument : rb_obj_class(argument);
    const struct own *own = own_exactly(klass);
    return own ? own->patched : own_of_class(klass) != NULL;
}

static VALUE ask_overrides(const char *method, VALUE argument)
{
    VALUE overrides = rb_const_get(mHashmill, rb_intern("Overrides"));
    return rb_funcall(overrides, rb_intern(method), 1, argument);
}

VALUE overriding_class(VALUE argument)
{
    return may_override(argument) ? ask_overrides("class_of", argument) : Qnil;
}

struct own *own_to_compute(VALUE argument)
{
    struct own *own = own_of_argument(argument);
    if (may_override(argument))
        ask_overrides("refuse", argument);
    return own;
}

/* @return [Array<Symbol>] the names of the classes */
static VALUE algorithms(VALUE self)
{
    VALUE list = rb_ary_new_capa(ALGORITHMS);
    for (int i = 0; i < ALGORITHMS; i++)
        rb_ary_push(list, own_classes[i].symbol);
    return list;
}

/* @param argument [Symbol, String, Class, Digest::Instance] in any usual spelling
 * @return [Symbol] the name of its class
 * @raise [ArgumentError] if there is none */
static VALUE algorithm(VALUE self, VALUE argument)
{
    return own_of_argument(argument)->symbol;
}

/* @overload kernel(algorithm, messages = 1)
 *   @return [String] what computes so many at once on this CPU: "sha-ni", "avx512x16", "portable"
 */
static VALUE kernel(int argc, VALUE *argv, VALUE self)
{
    rb_check_arity(argc, 1, 2);
    size_t messages = argc == 2 ? NUM2SIZET(argv[1]) : 1;
    return rb_usascii_str_new_cstr(hm_kernel_name(own_of_argument(argv[0])->algorithm, messages));
}

static VALUE self_test(VALUE self)
{
    return hm_self_test() ? Qtrue : Qfalse;
}

void init_classes(void)
{
    VALUE digest_base = rb_path2class("Digest::Base");
    mHashmill = rb_define_module("Hashmill");
    rb_gc_register_mark_object(mHashmill);
    cBase = rb_define_class_under(mHashmill, "Base", digest_base);
    rb_gc_register_mark_object(cBase);
    rb_define_const(mHashmill, "LIBRARY_VERSION",
                    rb_obj_freeze(rb_usascii_str_new_cstr(hm_version())));
    for (int i = 0; i < ALGORITHMS; i++) {
        struct own *own = &own_classes[i];
        own->algorithm = hm_algorithm_at((size_t)i);
        own->symbol = ID2SYM(rb_intern(own->constant));
    }
    rb_define_singleton_method(mHashmill, "algorithms", algorithms, 0);
    rb_define_singleton_method(mHashmill, "algorithm", algorithm, 1);
    rb_define_singleton_method(mHashmill, "kernel", kernel, -1);
    rb_define_singleton_method(mHashmill, "self_test", self_test, 0);
}
