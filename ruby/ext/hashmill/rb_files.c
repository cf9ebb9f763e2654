/* SPDX-License-Identifier: MIT
 *
 * rb_files.c - descriptors: one file into one digest, many files into many digests at once. Opens
 * nothing and reports nothing: Ruby opens the files and, when read(2) fails, reads again itself, so
 * that every error has Ruby's own class and message.
 *
 * Reads run with rb_thread_call_without_gvl2, which does not raise on return: what was read is
 * absorbed and committed before interrupts are handled.
 */
#include "hashmill_ext.h"

#include <errno.h>
#include <ruby/thread.h>
#include <stdlib.h>
#include <unistd.h>

#include "rb_files.h"

#define READ_SIZE ((size_t)256 << 10)
#define STEP ((size_t)64 << 20)

static void *read_step(void *p)
{
    struct file_read *r = p;
    uint8_t *buffer = malloc(READ_SIZE);
    if (!buffer) {
        r->refused = true;
        return NULL;
    }
    for (size_t done = 0; done < STEP;) {
        ssize_t n = read(r->fd, buffer, READ_SIZE);
        if (n <= 0) {
            r->at_end = n == 0;
            r->refused = n < 0 && errno != EINTR;
            break;
        }
        r->absorb(r->sink, buffer, (size_t)n);
        done += (size_t)n;
    }
    free(buffer);
    return NULL;
}

void file_read_step(struct file_read *r)
{
    rb_thread_call_without_gvl2(read_step, r, RUBY_UBF_IO, NULL);
}

bool file_read_goes_on(const struct file_read *r)
{
    rb_thread_check_ints();
    return !r->at_end && !r->refused;
}

/* ---- One file, one digest ----------------------------------------------------------------- */

static void absorb_hasher(void *hasher, const void *data, size_t len)
{
    hm_update(hasher, data, len);
}

struct long_read {
    struct digest *d;
    struct file_read read;
};

static VALUE long_read(VALUE p)
{
    struct long_read *r = (struct long_read *)p;
    struct hm_hasher hasher = r->d->hasher;
    r->read.sink = &hasher;
    file_read_step(&r->read);
    r->d->hasher = hasher;
    return Qnil;
}

/* absorb_descriptor(fd) -> true at the end of the file, false if Ruby must read the rest: update is
 * overridden, or read(2) failed. */
static VALUE absorb_descriptor(VALUE self, VALUE fd)
{
    struct digest *d = digest_enter(self);
    struct long_read r = {d, {.fd = NUM2INT(fd), .absorb = absorb_hasher}};
    digest_check_mutable(self, d);
    if (!digest_is_plain(self, d))
        return Qfalse;
    do {
        d = digest_enter(self);
        with_owner(&d->owner, long_read, &r);
    } while (file_read_goes_on(&r.read));
    return r.read.at_end ? Qtrue : Qfalse;
}

/* ---- Many files, many digests -------------------------------------------------------------- */

#define FILES_MAX 32
#define SHARE ((size_t)64 << 10)

struct files {
    size_t n;
    int fds[FILES_MAX];
    struct hm_hasher hashers[FILES_MAX];
    enum { LIVE, AT_END, REFUSED } states[FILES_MAX];
    bool until_all_end; /* no more files wait for a place */
    bool no_memory;
};

/* Reads a share of every live file, then hashes all shares in the lanes; until files have ended,
 * whose places others may take, or for some tens of MiB. */
static void *files_step(void *p)
{
    struct files *f = p;
    uint8_t *buffer = malloc(f->n * SHARE);
    struct hm_chunk chunks[FILES_MAX];
    size_t ended = 0, live = f->n, done = 0;
    f->no_memory = !buffer;
    while (buffer && live && done < STEP && (f->until_all_end || !ended)) {
        size_t n = 0;
        live = 0;
        for (size_t i = 0; i < f->n; i++) {
            if (f->states[i] != LIVE)
                continue;
            ssize_t got = read(f->fds[i], buffer + i * SHARE, SHARE);
            if (got > 0) {
                chunks[n++] = (struct hm_chunk){&f->hashers[i], buffer + i * SHARE, (size_t)got};
                done += (size_t)got;
                live++;
            } else if (got == 0 || errno != EINTR) {
                f->states[i] = got == 0 ? AT_END : REFUSED;
                ended++;
            } else {
                /* A signal: let Ruby see it, go on afterwards. */
                done = STEP;
                live++;
            }
        }
        hm_update_many(chunks, n);
    }
    free(buffer);
    return NULL;
}

/* absorb_files(digests, fds, last) -> [true: at its end | false: Ruby must read | nil: more]. The
 * digests are plain ones that no other code has. */
static VALUE absorb_files(VALUE self, VALUE digests, VALUE fds, VALUE last)
{
    struct files f = {.until_all_end = RTEST(last)};
    Check_Type(digests, T_ARRAY);
    Check_Type(fds, T_ARRAY);
    f.n = (size_t)RARRAY_LEN(digests);
    if (f.n > FILES_MAX || RARRAY_LEN(fds) != RARRAY_LEN(digests))
        rb_raise(rb_eArgError, "too many files at once");
    for (size_t i = 0; i < f.n; i++) {
        f.hashers[i] = digest_enter(RARRAY_AREF(digests, (long)i))->hasher;
        f.fds[i] = NUM2INT(RARRAY_AREF(fds, (long)i));
    }
    rb_thread_call_without_gvl2(files_step, &f, RUBY_UBF_IO, NULL);
    if (f.no_memory)
        rb_raise(rb_eNoMemError, "failed to allocate memory");
    VALUE states = rb_ary_new_capa((long)f.n);
    for (size_t i = 0; i < f.n; i++) {
        digest_enter(RARRAY_AREF(digests, (long)i))->hasher = f.hashers[i];
        rb_ary_push(states, f.states[i] == LIVE ? Qnil : f.states[i] == AT_END ? Qtrue : Qfalse);
    }
    rb_thread_check_ints();
    return states;
}

void init_files(void)
{
    rb_define_private_method(cBase, "absorb_descriptor", absorb_descriptor, 1);
    rb_define_private_method(rb_singleton_class(mHashmill), "absorb_files", absorb_files, 3);
    rb_define_const(mHashmill, "FILES_AT_ONCE", INT2FIX(FILES_MAX));
    rb_funcall(mHashmill, rb_intern("private_constant"), 1, ID2SYM(rb_intern("FILES_AT_ONCE")));
}
