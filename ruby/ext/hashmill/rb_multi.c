/* SPDX-License-Identifier: MIT
 *
 * rb_multi.c - Hashmill::Multi: several digests of one stream in one pass. Knows digest sets, no
 * class of a single algorithm beyond its row.
 */
#include "hashmill_ext.h"

#include "rb_files.h"

struct multi {
    struct hm_multi set;
    size_t n; /* 0: not initialised */
    struct own *own[HM_MAX_SET];
    VALUE owner;
};

static void mark(void *p)
{
    const struct multi *m = p;
    if (m->owner)
        rb_gc_mark(m->owner);
}

static size_t memsize(const void *p)
{
    return sizeof(struct multi);
}

static const rb_data_type_t multi_type = {
    .wrap_struct_name = "Hashmill::Multi",
    .function = {.dmark = mark, .dfree = RUBY_TYPED_DEFAULT_FREE, .dsize = memsize},
    .flags = RUBY_TYPED_FREE_IMMEDIATELY,
};

static VALUE allocate(VALUE klass)
{
    struct multi *m;
    return TypedData_Make_Struct(klass, struct multi, &multi_type, m);
}

static struct multi *enter(VALUE self)
{
    struct multi *m = rb_check_typeddata(self, &multi_type);
    if (RB_UNLIKELY(m->owner != 0))
        wait_for_owner(&m->owner);
    if (m->n == 0)
        rb_raise(rb_eRuntimeError, "%" PRIsVALUE " is not initialized", rb_obj_class(self));
    return m;
}

static void start(struct multi *m)
{
    const struct hm_algorithm *algorithms[HM_MAX_SET];
    for (size_t i = 0; i < m->n; i++)
        algorithms[i] = m->own[i]->algorithm;
    hm_multi_init(&m->set, algorithms, m->n);
}

/* @overload initialize(*algorithms)
 *   @param algorithms [Array<Symbol, String, Class>] 1 to 16 */
static VALUE initialize(int argc, VALUE *argv, VALUE self)
{
    struct multi *m = rb_check_typeddata(self, &multi_type);
    struct own *own[HM_MAX_SET];
    rb_check_frozen(self);
    if (argc < 1 || argc > HM_MAX_SET)
        rb_raise(rb_eArgError, "a digest set takes 1 to %d algorithms, given %d", HM_MAX_SET, argc);
    for (int i = 0; i < argc; i++)
        own[i] = own_to_compute(argv[i]);
    if (m->owner)
        wait_for_owner(&m->owner);
    memcpy(m->own, own, sizeof *own * (size_t)argc);
    m->n = (size_t)argc;
    start(m);
    return self;
}

static VALUE initialize_copy(VALUE self, VALUE other)
{
    if (self == other)
        return self;
    rb_check_frozen(self);
    const struct multi *o = enter(other);
    struct multi *m = rb_check_typeddata(self, &multi_type);
    if (m->owner)
        wait_for_owner(&m->owner);
    *m = *o;
    m->owner = 0;
    return self;
}

static VALUE reset(VALUE self)
{
    struct multi *m = enter(self);
    rb_check_frozen(self);
    start(m);
    return self;
}

struct step {
    struct hm_multi *set;
    const char *data;
    size_t len;
};

static void *update_step(void *p)
{
    const struct step *s = p;
    hm_multi_update(s->set, s->data, s->len);
    return NULL;
}

struct long_update {
    struct multi *m;
    VALUE snapshot;
};

/* Several digests at once are slower than one: shorter steps than update_unlocked() takes. */
#define STEP ((size_t)16 << 20)

/* As in rb_digest.c: a copy, committed at the end. */
static VALUE long_update(VALUE p)
{
    const struct long_update *u = (const struct long_update *)p;
    struct hm_multi set = u->m->set;
    size_t len = (size_t)RSTRING_LEN(u->snapshot);
    for (size_t done = 0; done < len;) {
        struct step s = {&set, RSTRING_PTR(u->snapshot) + done,
                         len - done < STEP ? len - done : STEP};
        call_unlocked(update_step, &s, SHARED);
        done += s.len;
    }
    u->m->set = set;
    return Qnil;
}

static VALUE update(VALUE self, VALUE string)
{
    StringValue(string);
    struct multi *m = enter(self);
    rb_check_frozen(self);
    if ((size_t)RSTRING_LEN(string) < LONG_INPUT) {
        hm_multi_update(&m->set, RSTRING_PTR(string), (size_t)RSTRING_LEN(string));
        RB_GC_GUARD(string);
    } else {
        struct long_update u = {m, rb_str_new_frozen(string)};
        with_owner(&m->owner, long_update, &u);
        RB_GC_GUARD(u.snapshot);
    }
    return self;
}

static VALUE results(VALUE self, enum form form)
{
    const struct multi *m = enter(self);
    VALUE hash = rb_hash_new();
    for (size_t i = 0; i < m->n; i++) {
        uint8_t out[HM_MAX_DIGEST_SIZE];
        hm_multi_final(&m->set, i, out);
        rb_hash_aset(hash, m->own[i]->symbol,
                     text_of(form, out, hm_algorithm_digest_size(m->own[i]->algorithm)));
    }
    return hash;
}

/* @return [Hash{Symbol => String}] binary digests */
static VALUE digests(VALUE self)
{
    return results(self, BINARY);
}

/* @return [Hash{Symbol => String}] hex digests */
static VALUE hexdigests(VALUE self)
{
    return results(self, HEX);
}

static VALUE base64digests(VALUE self)
{
    return results(self, BASE64);
}

static VALUE algorithms(VALUE self)
{
    const struct multi *m = enter(self);
    VALUE list = rb_ary_new_capa((long)m->n);
    for (size_t i = 0; i < m->n; i++)
        rb_ary_push(list, m->own[i]->symbol);
    return list;
}

static void absorb_set(void *set, const void *data, size_t len)
{
    hm_multi_update(set, data, len);
}

struct long_read {
    struct multi *m;
    struct file_read read;
};

static VALUE long_read(VALUE p)
{
    struct long_read *r = (struct long_read *)p;
    struct hm_multi set = r->m->set;
    r->read.sink = &set;
    file_read_step(&r->read);
    r->m->set = set;
    return Qnil;
}

/* absorb_descriptor(fd) -> true at the end of the file, false if Ruby must read the rest */
static VALUE absorb_descriptor(VALUE self, VALUE fd)
{
    struct multi *m = enter(self);
    struct long_read r = {m, {.fd = NUM2INT(fd), .absorb = absorb_set}};
    rb_check_frozen(self);
    do {
        m = enter(self);
        with_owner(&m->owner, long_read, &r);
    } while (file_read_goes_on(&r.read));
    return r.read.at_end ? Qtrue : Qfalse;
}

void init_multi(void)
{
    VALUE klass = rb_define_class_under(mHashmill, "Multi", rb_cObject);
    rb_define_alloc_func(klass, allocate);
    rb_define_method(klass, "initialize", initialize, -1);
    rb_define_method(klass, "initialize_copy", initialize_copy, 1);
    rb_define_method(klass, "reset", reset, 0);
    rb_define_method(klass, "update", update, 1);
    rb_define_method(klass, "<<", update, 1);
    rb_define_method(klass, "digests", digests, 0);
    rb_define_method(klass, "hexdigests", hexdigests, 0);
    rb_define_method(klass, "base64digests", base64digests, 0);
    rb_define_method(klass, "algorithms", algorithms, 0);
    rb_define_private_method(klass, "absorb_descriptor", absorb_descriptor, 1);
}
