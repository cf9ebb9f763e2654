/* SPDX-License-Identifier: MIT
 *
 * hashmill_ext.h - what the files of the binding share: the table of classes, releasing the lock,
 * guards of fast paths, text forms. Sees Ruby and hashmill.h, nothing of the library's insides.
 */
#ifndef HASHMILL_EXT_H
#define HASHMILL_EXT_H

#include <ruby.h>

#include "hashmill.h"

/* Ruby 3.3 may embed the structure in the object; before, there was only the pointer. */
#ifndef RTYPEDDATA_GET_DATA
#define RTYPEDDATA_GET_DATA(object) RTYPEDDATA_DATA(object)
#endif

/* ---- Classes of algorithms --------------------------------------------------------------- */

#define ALGORITHMS 9

/* One row per class. The objects are pinned, so that these addresses hold under compaction. */
struct own {
    const char *constant; /* "SHA256" */
    bool in_digest;       /* the stdlib has it too, for a takeover */
    const struct hm_algorithm *algorithm;
    VALUE klass;    /* Hashmill::SHA256 */
    VALUE takeover; /* what became Digest::SHA256, 0 before that */
    VALUE symbol;   /* :SHA256 */
    char patched;   /* Ruby code has changed what the fast paths skip: see rb_guard.c */
};

extern struct own own_classes[ALGORITHMS];
extern VALUE mHashmill, cBase;

/* The row whose class this is, exactly; NULL for any other, a subclass too. */
static inline struct own *own_exactly(VALUE klass)
{
    for (int i = 0; i < ALGORITHMS; i++) {
        if (own_classes[i].klass == klass || own_classes[i].takeover == klass)
            return &own_classes[i];
    }
    return NULL;
}

/* The row that a class descends from, or NULL. */
struct own *own_of_class(VALUE klass);

/* From a name (Symbol, String), a class or an instance; raises ArgumentError or TypeError. */
struct own *own_of_argument(VALUE argument);
/* The same, for work that asks no object: ArgumentError for a class that overrides how it computes.
 */
struct own *own_to_compute(VALUE argument);
/* The class of such an argument, or nil. */
VALUE overriding_class(VALUE argument);

/* ---- One message in progress (rb_digest.c) ------------------------------------------------ */

struct digest {
    struct hm_hasher hasher;
    struct own *own;
    VALUE owner; /* the thread that is at work on it without the lock, or 0 */
};

/* The structure of an instance that nobody is at work on; waits for that if need be. */
struct digest *digest_enter(VALUE self);
/* FrozenError where frozen objects are protected: not in classes that took over stdlib names. */
void digest_check_mutable(VALUE self, const struct digest *d);
/* True if no Ruby code comes between this object and the C functions. */
bool digest_is_plain(VALUE self, const struct digest *d);

/* ---- Without the global lock (rb_nogvl.c) ---------------------------------------------------- */

/* From this many bytes on it pays to let other threads run: about half a millisecond of SHA-256.
 * Getting the lock back may take 100 ms when another thread computes. */
#define LONG_INPUT ((size_t)1 << 20)

/* Whether other code can see the object whose work is done. If not, Ruby 3.4 and later may move the
 * work to another thread and let other fibers of this one run meanwhile; an object in use would
 * then wait for a fiber that cannot come to its turn. */
enum sharing { SHARED, PRIVATE };

/* hm_update() without the lock, in steps after which interrupts are handled, so this may raise.
 * The bytes must not move: give a frozen snapshot, and a hasher that is nobody else's. */
void update_unlocked(struct hm_hasher *hasher, const char *data, size_t len, enum sharing sharing);

/* Waits until *owner is 0, and makes it so if that thread has not survived a fork; ThreadError if
 * it is the caller's own thread. */
void wait_for_owner(VALUE *owner);

/* Runs body(argument) with *owner set to this thread, cleared afterwards whatever happens. */
void with_owner(VALUE *owner, VALUE (*body)(VALUE), void *argument);

/* Calls f(argument) without the lock. */
void call_unlocked(void *(*f)(void *), void *argument, enum sharing sharing);

/* ---- Guards (rb_guard.c) --------------------------------------------------------------------- */

/* Lets a class and its singleton class note whatever puts Ruby code before the C functions. */
void guard_install(VALUE base);
/* The same for what Digest itself defines and the fast paths skip. */
void guard_install_above(void);
/* The same for one class outside the table, with a flag of its own. */
void guard_watch(VALUE klass, char *patched);

/* ---- Text forms (rb_text.c) -------------------------------------------------------------------
 */

enum form { BINARY, HEX, BASE64, HEX_AS_BINARY };

/* The one String of a result. HEX and BASE64 are US-ASCII, BINARY is ASCII-8BIT, and so is
 * HEX_AS_BINARY, which is OpenSSL's idea of hex. */
VALUE text_of(enum form form, const uint8_t *bytes, size_t len);
VALUE bubblebabble_of(VALUE bytes);

/* A one-shot of any length into its result string. */
VALUE digest_text(const struct hm_algorithm *algorithm, VALUE string, enum form form);

/* ---- The parts ---------------------------------------------------------------------------- */

void init_classes(void);
void init_digest(void);
void init_oneshot(void);
void init_text(void);
void init_many(void);
void init_multi(void);
void init_files(void);
void init_hmac(void);
void init_openssl_hmac(void);

#endif
