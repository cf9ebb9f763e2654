/* SPDX-License-Identifier: MIT
 *
 * rb_hmac.h - an HMAC in progress, for its own class and for the one that takes OpenSSL::HMAC's
 * place.
 */
#ifndef RB_HMAC_H
#define RB_HMAC_H

struct hmac {
    struct hm_hmac_key key; /* algorithm NULL: not initialised */
    struct hm_hasher hasher;
    VALUE owner;    /* the thread at work on it without the lock, or 0 */
    VALUE original; /* takeover only: the object of OpenSSL that does the work instead, or 0 */
};

struct hmac_update {
    struct hmac *h;
    VALUE snapshot;
};

extern const rb_data_type_t hmac_type;

/* The structure of an instance that nobody is at work on. It may be without key. */
struct hmac *hmac_enter(VALUE self);
void hmac_start(struct hmac *h, const struct hm_algorithm *algorithm, VALUE key);
void hmac_update(struct hmac *h, VALUE string);
VALUE hmac_current(const struct hmac *h, enum form form);

/* Strings in, the tag out; no other object is made for short data. */
VALUE hmac_one_shot(const struct hm_algorithm *algorithm, VALUE key, VALUE data, enum form form);
VALUE hmac_text(const struct hm_hmac_key *key, VALUE data, enum form form);

#endif
