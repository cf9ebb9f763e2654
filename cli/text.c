/* SPDX-License-Identifier: MIT
 *
 * text.c - growing strings, and the end of memory.
 */
#include "text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The only state of the tool that is not passed: every allocation may need it. */
static const char *failure_program = "mhash";
static int failure_status = 2;

void memory_set_failure(const char *program, int status)
{
    failure_program = program;
    failure_status = status;
}

static _Noreturn void memory_exhausted(void)
{
    static const char what[] = ": memory exhausted\n";
    if (write(STDERR_FILENO, failure_program, strlen(failure_program)) >= 0 &&
        write(STDERR_FILENO, what, sizeof what - 1) >= 0)
        _exit(failure_status);
    _exit(failure_status);
}

void *memory_grow(void *p, size_t *size, size_t need, size_t element)
{
    size_t n = *size ? *size : 64;
    if (p && need <= *size)
        return p;
    while (n < need) {
        if (n > SIZE_MAX / 2)
            memory_exhausted();
        n *= 2;
    }
    if (n > SIZE_MAX / element)
        memory_exhausted();
    p = realloc(p, n * element);
    if (!p)
        memory_exhausted();
    *size = n;
    return p;
}

void text_add(struct text *t, const void *bytes, size_t n)
{
    if (n > SIZE_MAX - t->len - 1)
        memory_exhausted();
    t->data = memory_grow(t->data, &t->size, t->len + n + 1, 1);
    if (n)
        memcpy(t->data + t->len, bytes, n);
    t->len += n;
    t->data[t->len] = '\0';
}

void text_add_string(struct text *t, const char *s)
{
    text_add(t, s, strlen(s));
}

void text_add_char(struct text *t, char c)
{
    text_add(t, &c, 1);
}

void text_add_number(struct text *t, unsigned long long n)
{
    char digits[3 * sizeof n];
    size_t i = sizeof digits;
    do
        digits[--i] = (char)('0' + n % 10);
    while (n /= 10);
    text_add(t, digits + i, sizeof digits - i);
}

void text_cut(struct text *t, size_t len)
{
    t->len = len;
    if (t->data)
        t->data[len] = '\0';
}

void text_free(struct text *t)
{
    free(t->data);
    *t = (struct text){0};
}
