/* SPDX-License-Identifier: MIT
 *
 * rb_guard.c - may a fast path be taken? Knows which methods the fast paths skip and how Ruby code
 * can get before them.
 *
 * Digest promises that a one-shot goes through new, reset, update and finish, so overriding any of
 * them must show. Ruby tells C extensions nothing cheap about redefinition (the flag behind
 * rb_method_basic_definition_p is only set for methods defined before Ruby runs), so the classes
 * watch: Ruby announces added and removed methods, and prepend, include and extend are overridden
 * on the classes and on their singleton classes. Once anything was changed, the class takes the
 * long way for good. Only exact classes and objects without singleton class are ever plain;
 * subclasses need no watching.
 */
#include "hashmill_ext.h"

#define WATCHED_MAX 4

static struct {
    VALUE klass;
    char *patched;
} watched[WATCHED_MAX];
static int watched_count;

/* Digest::Instance and Digest::Class, where the long way ends. */
static VALUE mInstance, cClass;

static ID skipped_ids[16];
static int skipped_count;

static bool is_skipped(VALUE name)
{
    ID id = rb_check_id(&name);
    for (int i = 0; i < skipped_count; i++) {
        if (skipped_ids[i] == id)
            return true;
    }
    return false;
}

static bool concerns(VALUE changed, VALUE klass)
{
    return klass && (changed == klass || changed == rb_singleton_class(klass));
}

static void note(VALUE changed)
{
    bool all =
        concerns(changed, cBase) || concerns(changed, mInstance) || concerns(changed, cClass);
    for (int i = 0; i < ALGORITHMS; i++) {
        struct own *own = &own_classes[i];
        if (all || concerns(changed, own->klass) || concerns(changed, own->takeover))
            own->patched = 1;
    }
    for (int i = 0; i < watched_count; i++) {
        if (concerns(changed, watched[i].klass))
            *watched[i].patched = 1;
    }
}

static VALUE method_changed(VALUE self, VALUE name)
{
    if (is_skipped(name))
        note(self);
    return rb_call_super(1, &name);
}

static VALUE modules_changed(int argc, VALUE *argv, VALUE self)
{
    VALUE result = rb_call_super(argc, argv);
    note(self);
    return result;
}

void guard_install(VALUE base)
{
    static const char *const hooks[] = {
        "method_added",           "method_removed",           "method_undefined",
        "singleton_method_added", "singleton_method_removed", "singleton_method_undefined"};
    VALUE meta = rb_singleton_class(base);
    for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++)
        rb_define_private_method(meta, hooks[i], method_changed, 1);
    rb_define_singleton_method(base, "prepend", modules_changed, -1);
    rb_define_singleton_method(base, "include", modules_changed, -1);
    rb_define_singleton_method(base, "extend", modules_changed, -1);
    /* class << Digest::MD5; prepend Counting; end */
    rb_define_singleton_method(meta, "prepend", modules_changed, -1);
    rb_define_singleton_method(meta, "include", modules_changed, -1);

    if (!skipped_count) {
        static const char *const names[] = {"initialize", "update",           "reset",
                                            "finish",     "digest",           "initialize_copy",
                                            "<<",         "initialize_clone", "hexdigest",
                                            "new",        "base64digest",     "digest!",
                                            "hexdigest!", "base64digest!"};
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            skipped_ids[skipped_count++] = rb_intern(names[i]);
    }
}

void guard_install_above(void)
{
    mInstance = rb_path2class("Digest::Instance");
    cClass = rb_path2class("Digest::Class");
    rb_gc_register_mark_object(mInstance);
    rb_gc_register_mark_object(cClass);
    guard_install(mInstance);
    guard_install(cClass);
}

void guard_watch(VALUE klass, char *patched)
{
    if (watched_count == WATCHED_MAX)
        rb_bug("hashmill: too many watched classes");
    watched[watched_count].klass = klass;
    watched[watched_count].patched = patched;
    watched_count++;
    guard_install(klass);
}
