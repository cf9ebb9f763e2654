/* SPDX-License-Identifier: MIT
 *
 * rb_nogvl.c - long work without Ruby's global lock. Knows hashers and threads, no class.
 *
 * Rules: what runs unlocked touches neither Ruby nor an object that Ruby can reach; Strings come as
 * frozen snapshots (rb_str_new_frozen shares the bytes, a later change of the original copies
 * them), hashers as copies that are committed under the lock. rb_str_locktmp was rejected: two
 * threads could not hash one String, and newer Rubies refuse it for frozen ones.
 */
#include "hashmill_ext.h"

#include <ruby/thread.h>

/* Bytes between two looks at the interrupts: 20 to 100 ms. */
#define STEP ((size_t)32 << 20)

struct update {
    struct hm_hasher *hasher;
    const char *data;
    size_t len;
};

static void *update_step(void *p)
{
    struct update *u = p;
    hm_update(u->hasher, u->data, u->len);
    return NULL;
}

void call_unlocked(void *(*f)(void *), void *argument, enum sharing sharing)
{
#ifdef RB_NOGVL_OFFLOAD_SAFE
    rb_nogvl(f, argument, NULL, NULL, sharing == PRIVATE ? RB_NOGVL_OFFLOAD_SAFE : 0);
#else
    (void)sharing;
    rb_thread_call_without_gvl(f, argument, NULL, NULL);
#endif
}

void update_unlocked(struct hm_hasher *hasher, const char *data, size_t len, enum sharing sharing)
{
    while (len) {
        struct update u = {hasher, data, len < STEP ? len : STEP};
        call_unlocked(update_step, &u, sharing);
        data += u.len;
        len -= u.len;
    }
}

/* In the child of a fork only the forking thread goes on. Any other owner will never clear its
 * mark; what it had in hand was a copy, so the object is as it was before. */
static bool is_alive(VALUE thread)
{
    return RTEST(rb_funcall(thread, rb_intern("alive?"), 0));
}

void wait_for_owner(VALUE *owner)
{
    struct timeval pause = {0, 100};
    while (*owner) {
        if (!is_alive(*owner)) {
            *owner = 0;
            return;
        }
        if (*owner == rb_thread_current())
            rb_raise(rb_eThreadError, "the digest is in use further up in the same thread");
        /* rb_thread_schedule() would spin: the owner computes and holds no lock. */
        rb_thread_wait_for(pause);
        if (pause.tv_usec < 5000)
            pause.tv_usec *= 2;
    }
}

static VALUE clear_owner(VALUE p)
{
    *(VALUE *)p = 0;
    return Qnil;
}

void with_owner(VALUE *owner, VALUE (*body)(VALUE), void *argument)
{
    *owner = rb_thread_current();
    rb_ensure(body, (VALUE)argument, clear_owner, (VALUE)owner);
}
