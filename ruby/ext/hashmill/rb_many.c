/* SPDX-License-Identifier: MIT
 *
 * rb_many.c - many Strings at once: digests and hexdigests, of plain digests and of HMACs, and the
 * pieces of one String. Knows Arrays and groups, no instance.
 *
 * Strings are taken in groups: pointers are gathered, hashed through the library's lanes, and the
 * results made, with nothing of Ruby in between. A group of long Strings runs without the lock, on
 * frozen snapshots; one of short Strings takes less time than a thread switch.
 */
#include "hashmill_ext.h"
#include "rb_many.h"

#define GROUP 2048
/* From here on a group runs unlocked: some 0.5 to 10 ms of work, against 0.1 ms for snapshots. */
#define LONG_GROUP ((size_t)4 << 20)
/* Bytes hashed between two looks at the interrupts. */
#define STEP ((size_t)64 << 20)

struct group {
    const struct many *many;
    size_t n, size;                /* messages, bytes of a digest */
    struct hm_message *digests;    /* this, */
    struct hm_hmac_message *hmacs; /* or this */
    VALUE *pinned;                 /* the Strings: see below */
    uint8_t *out;
};

static void *run(void *p)
{
    const struct group *g = p;
    if (g->many->key)
        hm_hmac_many(g->hmacs, g->n);
    else
        hm_digest_many(g->many->algorithm, g->digests, g->n);
    return NULL;
}

/* ---- A group of very long Strings, in steps ------------------------------------------------ */

struct steps {
    const struct group *g;
    struct hm_hasher *hashers;
    struct hm_chunk *chunks;
    size_t live; /* chunks of this step */
};

static const void *data_of(const struct group *g, size_t i, size_t *len)
{
    *len = g->many->key ? g->hmacs[i].len : g->digests[i].len;
    return g->many->key ? g->hmacs[i].data : g->digests[i].data;
}

static void *run_step(void *p)
{
    const struct steps *s = p;
    hm_update_many(s->chunks, s->live);
    return NULL;
}

/* Every message goes on by the same number of bytes, all through the lanes. */
static VALUE run_steps(VALUE p)
{
    struct steps *s = (struct steps *)p;
    const struct group *g = s->g;
    size_t share = STEP / g->n / HM_MAX_BLOCK_SIZE * HM_MAX_BLOCK_SIZE, done = 0;
    for (size_t i = 0; i < g->n; i++) {
        if (g->many->key)
            hm_hmac_init(&s->hashers[i], g->many->key);
        else
            hm_init(&s->hashers[i], g->many->algorithm);
    }
    do {
        s->live = 0;
        for (size_t i = 0; i < g->n; i++) {
            size_t len;
            const char *data = data_of(g, i, &len);
            if (len <= done)
                continue;
            size_t n = len - done < share ? len - done : share;
            s->chunks[s->live++] = (struct hm_chunk){&s->hashers[i], data + done, n};
        }
        call_unlocked(run_step, s, PRIVATE);
        done += share;
    } while (s->live);
    for (size_t i = 0; i < g->n; i++) {
        if (g->many->key)
            hm_hmac_final(&s->hashers[i], g->many->key, g->out + i * g->size);
        else
            hm_final(&s->hashers[i], g->out + i * g->size);
    }
    return Qnil;
}

static VALUE wipe_steps(VALUE p)
{
    const struct steps *s = (const struct steps *)p;
    hm_wipe(s->hashers, s->g->n * sizeof *s->hashers);
    return Qnil;
}

static void run_long_group(const struct group *g)
{
    VALUE buffer;
    struct steps s = {.g = g};
    s.hashers = rb_alloc_tmp_buffer(&buffer, (long)(g->n * (sizeof *s.hashers + sizeof *s.chunks)));
    s.chunks = (struct hm_chunk *)(s.hashers + g->n);
    rb_ensure(run_steps, (VALUE)&s, wipe_steps, (VALUE)&s);
    rb_free_tmp_buffer(&buffer);
}

/* ---- Groups -------------------------------------------------------------------------------- */

static void run_group(struct group *g, VALUE strings, long first)
{
    size_t total = 0;
    for (size_t i = 0; i < g->n; i++)
        total += (size_t)RSTRING_LEN(RARRAY_AREF(strings, first + (long)i));
    bool unlocked = total >= LONG_GROUP;
    for (size_t i = 0; unlocked && i < g->n; i++) {
        long at = first + (long)i;
        rb_ary_store(strings, at, rb_str_new_frozen(RARRAY_AREF(strings, at)));
    }
    for (size_t i = 0; i < g->n; i++) {
        VALUE string = g->pinned[i] = RARRAY_AREF(strings, first + (long)i);
        const char *data = RSTRING_PTR(string);
        size_t len = (size_t)RSTRING_LEN(string);
        uint8_t *out = g->out + i * g->size;
        if (g->many->key)
            g->hmacs[i] = (struct hm_hmac_message){g->many->key, data, len, out};
        else
            g->digests[i] = (struct hm_message){data, len, out};
    }
    if (total > STEP)
        run_long_group(g);
    else if (unlocked)
        call_unlocked(run, g, PRIVATE);
    else
        run(g);
}

/* A copy of the Array with nothing but Strings, which no other code can change. */
static VALUE strings_of(VALUE argument)
{
    if (NIL_P(argument))
        rb_raise(rb_eTypeError, "no implicit conversion of nil into Array");
    VALUE list = rb_ary_dup(rb_convert_type(argument, T_ARRAY, "Array", "to_a"));
    for (long i = 0; i < RARRAY_LEN(list); i++) {
        VALUE item = RARRAY_AREF(list, i);
        if (!RB_TYPE_P(item, T_STRING))
            rb_ary_store(list, i, rb_str_to_str(item));
    }
    return list;
}

VALUE many_texts(const struct many *many, VALUE argument, enum form form)
{
    VALUE buffer, strings = strings_of(argument);
    long n = RARRAY_LEN(strings);
    VALUE results = rb_ary_new_capa(n);
    struct group g = {.many = many, .size = hm_algorithm_digest_size(many->algorithm)};
    size_t most = (size_t)(n < GROUP ? n : GROUP);
    size_t one = many->key ? sizeof *g.hmacs : sizeof *g.digests;
    /* Ruby scans temporary buffers for references and does not move what it finds. Without that,
     * another thread's compaction moves short Strings, whose bytes are inside the object. */
    char *room = rb_alloc_tmp_buffer(&buffer, (long)(most * (one + sizeof(VALUE) + g.size)));
    g.digests = (struct hm_message *)room;
    g.hmacs = (struct hm_hmac_message *)room;
    g.pinned = (VALUE *)(room + most * one);
    g.out = (uint8_t *)(g.pinned + most);
    for (long first = 0; first < n; first += GROUP) {
        g.n = (size_t)(n - first < GROUP ? n - first : GROUP);
        run_group(&g, strings, first);
        for (size_t i = 0; i < g.n; i++)
            rb_ary_push(results, text_of(form, g.out + i * g.size, g.size));
        rb_thread_check_ints();
    }
    rb_free_tmp_buffer(&buffer);
    RB_GC_GUARD(strings);
    return results;
}

/* The class's own one-shots, one after another. */
static VALUE asked_of(VALUE klass, VALUE argument, enum form form)
{
    VALUE strings = strings_of(argument), results = rb_ary_new_capa(RARRAY_LEN(strings));
    ID one_shot = rb_intern(form == HEX ? "hexdigest" : "digest");
    for (long i = 0; i < RARRAY_LEN(strings); i++)
        rb_ary_push(results, rb_funcall(klass, one_shot, 1, RARRAY_AREF(strings, i)));
    return results;
}

static VALUE digests_as(VALUE algorithm, VALUE strings, enum form form)
{
    VALUE klass = overriding_class(algorithm);
    if (!NIL_P(klass))
        return asked_of(klass, strings, form);
    struct many many = {own_of_argument(algorithm)->algorithm, NULL};
    return many_texts(&many, strings, form);
}

/* Digests of many Strings at once, through the SIMD lanes of the CPU.
 * @param algorithm [Symbol, String, Class]
 * @param strings [Array<String>]
 * @return [Array<String>] binary digests, in order */
static VALUE digests(VALUE self, VALUE algorithm, VALUE strings)
{
    return digests_as(algorithm, strings, BINARY);
}

/* As digests, in hex.
 * @return [Array<String>] */
static VALUE hexdigests(VALUE self, VALUE algorithm, VALUE strings)
{
    return digests_as(algorithm, strings, HEX);
}

/* ---- Pieces ------------------------------------------------------------------------------ */

struct pieces {
    const struct hm_algorithm *algorithm;
    const char *data;
    size_t len, piece;
    uint8_t *out;
};

static void *run_pieces(void *p)
{
    const struct pieces *w = p;
    hm_digest_pieces(w->algorithm, w->data, w->len, w->piece, w->out);
    return NULL;
}

/* One piece that is longer than a step. */
static void long_piece(const struct pieces *w)
{
    struct hm_hasher hasher;
    hm_init(&hasher, w->algorithm);
    update_unlocked(&hasher, w->data, w->len, PRIVATE);
    hm_final(&hasher, w->out);
}

/* Hashmill.string_pieces(algorithm, string, piece) -> String: the digests one after another. */
static VALUE string_pieces(VALUE self, VALUE algorithm, VALUE string, VALUE size)
{
    const struct hm_algorithm *a = own_of_argument(algorithm)->algorithm;
    size_t digest_size = hm_algorithm_digest_size(a);
    size_t piece;
    StringValue(string);
    if (NUM2LL(size) <= 0)
        rb_raise(rb_eArgError, "the size of a piece must be positive: %" PRIsVALUE, size);
    piece = NUM2SIZET(size);
    VALUE snapshot = rb_str_new_frozen(string);
    size_t len = (size_t)RSTRING_LEN(snapshot);
    size_t count = len / piece + (len % piece != 0);
    VALUE result = rb_str_new(NULL, (long)(count * digest_size));
    size_t step = piece > STEP ? piece : STEP / piece * piece;
    for (size_t done = 0, given = 0; done < len;) {
        size_t n = len - done < step ? len - done : step;
        struct pieces w = {a, RSTRING_PTR(snapshot) + done, n, piece,
                           (uint8_t *)RSTRING_PTR(result) + given};
        if (n > STEP)
            long_piece(&w);
        else if (n >= LONG_INPUT)
            call_unlocked(run_pieces, &w, PRIVATE);
        else
            run_pieces(&w);
        done += n;
        given += (n / piece + (n % piece != 0)) * digest_size;
    }
    RB_GC_GUARD(snapshot);
    return result;
}

void init_many(void)
{
    rb_define_singleton_method(mHashmill, "digests", digests, 2);
    rb_define_singleton_method(mHashmill, "hexdigests", hexdigests, 2);
    rb_define_private_method(rb_singleton_class(mHashmill), "string_pieces", string_pieces, 3);
}
