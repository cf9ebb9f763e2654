/* SPDX-License-Identifier: MIT
 *
 * update.c - what to do with each file when a list is brought up to date. Pure.
 */
#include "update.h"

#include <stdlib.h>
#include <string.h>

static const char mark[] = "# mhash: ";

static bool read_number(const char **at, int64_t *number)
{
    const char *start = *at;
    bool minus = **at == '-';
    int64_t n = 0;

    *at += minus;
    while (**at >= '0' && **at <= '9' && n < INT64_MAX / 10 - 1)
        n = 10 * n + (*(*at)++ - '0');
    *number = minus ? -n : n;
    return *at > start + minus;
}

static bool read_key(const char **at, const char *key, int64_t *number)
{
    size_t len = strlen(key);

    if (strncmp(*at, key, len) != 0)
        return false;
    *at += len;
    return read_number(at, number);
}

bool facts_read(struct facts *facts, const char *line)
{
    int64_t size, nsec, inode;

    *facts = (struct facts){.known = true};
    if (strncmp(line, mark, sizeof mark - 1) != 0)
        return false;
    line += sizeof mark - 1;
    if (!read_key(&line, "size=", &size) || !read_key(&line, " mtime=", &facts->sec) ||
        !read_key(&line, ".", &nsec) || !read_key(&line, " inode=", &inode) ||
        !read_key(&line, " checked=", &facts->checked) || (*line && *line != '\r') || size < 0 ||
        nsec < 0 || nsec > 999999999)
        return false;
    facts->size = (uint64_t)size;
    facts->nsec = (uint32_t)nsec;
    facts->inode = (uint64_t)inode;
    return true;
}

static void add_signed(struct text *out, int64_t n)
{
    if (n < 0)
        text_add_char(out, '-');
    text_add_number(out, n < 0 ? 0 - (uint64_t)n : (uint64_t)n);
}

void facts_write(struct text *out, const struct facts *facts)
{
    text_add_string(out, mark);
    text_add_string(out, "size=");
    text_add_number(out, facts->size);
    text_add_string(out, " mtime=");
    add_signed(out, facts->sec);
    text_add_char(out, '.');
    for (uint32_t digit = 100000000; digit; digit /= 10)
        text_add_char(out, (char)('0' + facts->nsec / digit % 10));
    text_add_string(out, " inode=");
    add_signed(out, (int64_t)facts->inode);
    text_add_string(out, " checked=");
    add_signed(out, facts->checked);
}

bool facts_same(const struct facts *old, const struct facts *now)
{
    return old->known && old->size == now->size && old->sec == now->sec && old->nsec == now->nsec &&
           old->inode == now->inode && old->sec < old->checked;
}

enum update_task update_judge(const struct facts *old, const struct facts *now, bool listed,
                              bool due)
{
    if (!listed)
        return TASK_ADD;
    if (!old->known)
        return TASK_VERIFY;
    if (!facts_same(old, now))
        return TASK_RENEW;
    return due ? TASK_SCRUB : TASK_KEEP;
}

enum update_kind update_outcome(enum update_task task, bool same_digest)
{
    switch (task) {
    case TASK_ADD:
        return UPDATE_ADDED;
    case TASK_RENEW:
        return same_digest ? UPDATE_VERIFIED : UPDATE_CHANGED;
    case TASK_VERIFY:
        return same_digest ? UPDATE_VERIFIED : UPDATE_DIFFERS;
    case TASK_SCRUB:
        return same_digest ? UPDATE_VERIFIED : UPDATE_CORRUPT;
    case TASK_KEEP:
        break;
    }
    return UPDATE_KEPT;
}

struct age {
    int64_t checked;
    size_t i;
};

static int by_age(const void *a, const void *b)
{
    const struct age *p = a, *q = b;

    if (p->checked != q->checked)
        return p->checked < q->checked ? -1 : 1;
    return (p->i > q->i) - (p->i < q->i);
}

void update_choose(const struct facts *facts, size_t n, unsigned percent, int64_t before, bool *due)
{
    size_t size = 0, count = 0, known = 0;
    struct age *ages = memory_grow(NULL, &size, n + 1, sizeof *ages);

    for (size_t i = 0; i < n; i++) {
        known += facts[i].known;
        if (facts[i].known && facts[i].checked < before)
            ages[count++] = (struct age){facts[i].checked, i};
    }
    if (count)
        qsort(ages, count, sizeof *ages, by_age);
    size_t want = known / 100 * percent + (known % 100 * percent + 99) / 100;
    for (size_t i = 0; i < count && i < want; i++)
        due[ages[i].i] = true;
    free(ages);
}
