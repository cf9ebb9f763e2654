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

struct group {
    const struct many *many;
    size_t n, size;                /* messages, bytes of a digest */
    struct hm_message *digests;    /* this, */
    struct hm_hmac_message *hmacs; /* or this */
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
        VALUE string = RARRAY_AREF(strings, first + (long)i);
        const char *data = RSTRING_PTR(string);
        size_t len = (size_t)RSTRING_LEN(string);
        uint8_t *out = g->out + i * g->size;
        if (g->many->key)
            g->hmacs[i] = (struct hm_hmac_message){g->many->key, data, len, out};
        else
            g->digests[i] = (struct hm_message){data, len, out};
    }
    if (unlocked)
        call_unlocked(run, g, false);
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
    char *room = rb_alloc_tmp_buffer(&buffer, (long)(most * (one + g.size)));
    g.digests = (struct hm_message *)room;
    g.hmacs = (struct hm_hmac_message *)room;
    g.out = (uint8_t *)room + most * one;
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

static VALUE digests_as(VALUE algorithm, VALUE strings, enum form form)
{
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

/* Bytes hashed between two looks at the interrupts, in whole pieces; at least one piece. */
#define PIECES_STEP ((size_t)64 << 20)

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
    size_t step = piece >= PIECES_STEP ? piece : PIECES_STEP / piece * piece;
    for (size_t done = 0, given = 0; done < len;) {
        size_t n = len - done < step ? len - done : step;
        struct pieces w = {a, RSTRING_PTR(snapshot) + done, n, piece,
                           (uint8_t *)RSTRING_PTR(result) + given};
        if (n >= LONG_INPUT)
            call_unlocked(run_pieces, &w, false);
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
