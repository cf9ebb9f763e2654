/* SPDX-License-Identifier: MIT
 *
 * quote.c - names made safe to show. Produces what coreutils 9.1 prints in its messages (tested
 * against it with random names), found by looking at its output.
 *
 * The locale is set here, at the first byte beyond ASCII, and nowhere else: names of plain ASCII
 * are the rule, and loading a locale would be a third of the time it takes to hash a small file.
 */
#define _GNU_SOURCE /* wcwidth */
#include "quote.h"

#include <limits.h>
#include <locale.h>
#include <stdbool.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

/* What a character asks for. */
enum {
    IN_QUOTES = 1,     /* quotes around the name */
    NOT_IN_DOUBLE = 2, /* and if so, not double ones */
    APOSTROPHE = 4,
    HIDDEN = 8, /* to be shown as an escape */
};

static void use_locale(void)
{
    static bool done;
    if (!done)
        setlocale(LC_CTYPE, "");
    done = true;
}

/* The wide character at s and its length. An invalid or incomplete one has length 1 and WEOF. */
static size_t decode(const char *s, wint_t *wide)
{
    mbstate_t state;
    wchar_t wc;
    size_t n;

    use_locale();
    memset(&state, 0, sizeof state);
    n = mbrtowc(&wc, s, strlen(s), &state);
    *wide = WEOF;
    if (n == 0 || n > MB_LEN_MAX)
        return 1;
    *wide = (wint_t)wc;
    return n;
}

/* What the character at name[i] asks for, and its length in bytes. */
static unsigned wishes(const char *name, size_t i, size_t *len)
{
    unsigned char c = (unsigned char)name[i];
    wint_t wide;

    *len = 1;
    if (c >= 0x80) {
        *len = decode(name + i, &wide);
        return wide != WEOF && iswprint(wide) ? 0 : HIDDEN | IN_QUOTES | NOT_IN_DOUBLE;
    }
    if (c < 0x20 || c == 0x7f)
        return HIDDEN | IN_QUOTES | NOT_IN_DOUBLE;
    switch (c) {
    case '\'':
        return APOSTROPHE | IN_QUOTES;
    case ' ':
    case ':': /* it would look like the end of the name */
        return IN_QUOTES;
    case '{':
    case '}': /* special only as a word */
        return name[1] ? NOT_IN_DOUBLE : NOT_IN_DOUBLE | IN_QUOTES;
    case '#':
    case '~': /* special only at the beginning of a word */
        return i ? NOT_IN_DOUBLE : IN_QUOTES;
    default:
        return strchr("!\"$&()*;<=>?[\\^`|", c) ? IN_QUOTES | NOT_IN_DOUBLE : 0;
    }
}

static void add_hidden(struct text *out, unsigned char c)
{
    static const char codes[] = "\a\b\t\n\v\f\r", letters[] = "abtnvfr";
    const char *at = strchr(codes, c);

    text_add_char(out, '\\');
    if (at) {
        text_add_char(out, letters[at - codes]);
    } else {
        text_add_char(out, (char)('0' + (c >> 6)));
        text_add_char(out, (char)('0' + (c >> 3 & 7)));
        text_add_char(out, (char)('0' + (c & 7)));
    }
}

/* escaping: whether to begin as if within $'...'. */
static void add_single_quoted(struct text *out, const char *name, bool escaping)
{
    size_t len;

    text_add_char(out, '\'');
    for (size_t i = 0; name[i]; i += len) {
        unsigned wish = wishes(name, i, &len);
        if (wish & HIDDEN) {
            if (!escaping)
                text_add_string(out, "'$'");
            escaping = true;
            for (size_t j = 0; j < len; j++)
                add_hidden(out, (unsigned char)name[i + j]);
            continue;
        }
        if (wish & APOSTROPHE) {
            text_add_string(out, "'\\''");
        } else {
            if (escaping)
                text_add_string(out, "''");
            text_add(out, name + i, len);
        }
        escaping = false;
    }
    text_add_char(out, '\'');
}

static void quote(struct text *out, const char *name, bool always)
{
    unsigned wish = *name && !always ? 0 : IN_QUOTES, last = 0;
    size_t len;

    for (size_t i = 0; name[i]; i += len)
        wish |= last = wishes(name, i, &len);
    if (!(wish & IN_QUOTES)) {
        text_add_string(out, name);
    } else if ((wish & APOSTROPHE) && !(wish & NOT_IN_DOUBLE)) {
        text_add_char(out, '"');
        text_add_string(out, name);
        text_add_char(out, '"');
    } else {
        /* GNU looks at a name with an apostrophe twice, and does not forget in between that the
         * first look ended within an escape. */
        add_single_quoted(out, name, (wish & APOSTROPHE) && (last & HIDDEN));
    }
}

void quote_name(struct text *out, const char *name)
{
    quote(out, name, false);
}

void quote_word(struct text *out, const char *word)
{
    quote(out, word, true);
}

size_t quote_character(const char *s, size_t *columns)
{
    wint_t wide;
    size_t len;
    int n;

    *columns = 1;
    if (!((unsigned char)*s & 0x80))
        return 1;
    len = decode(s, &wide);
    if (wide != WEOF && (n = wcwidth((wchar_t)wide)) >= 0)
        *columns = (size_t)n;
    return len;
}

bool quote_has_control(const char *name)
{
    size_t len = 1;
    wint_t wide;

    for (size_t i = 0; name[i]; i += len) {
        unsigned char c = (unsigned char)name[i];
        len = 1;
        if (c >= 0x80) {
            len = decode(name + i, &wide);
            if (wide != WEOF && iswcntrl(wide))
                return true;
        } else if ((c < 0x20 && c != '\n') || c == 0x7f) {
            return true;
        }
    }
    return false;
}
