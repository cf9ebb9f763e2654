/* SPDX-License-Identifier: MIT
 *
 * quote.c - names made safe to show. Produces what coreutils 9.1 prints in its messages (tested
 * against it with random names), found by looking at its output.
 *
 * The locale is set here, at the first byte beyond ASCII, and nowhere else: names of plain ASCII
 * are the rule, and loading a locale would be a third of the time it takes to hash a small file.
 */
#include "quote.h"

#include <limits.h>
#include <locale.h>
#include <stdbool.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

enum kind {
    PLAIN,   /* shown as it is, in double quotes too */
    SPECIAL, /* shown as it is, within single quotes */
    APOSTROPHE,
    HIDDEN, /* shown as an escape */
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

/* The character at name[i]: its kind, and its length in bytes. */
static enum kind kind_at(const char *name, size_t i, size_t *len)
{
    unsigned char c = (unsigned char)name[i];
    wint_t wide;

    *len = 1;
    if (c >= 0x80) {
        *len = decode(name + i, &wide);
        return wide != WEOF && iswprint(wide) ? PLAIN : HIDDEN;
    }
    if (c < 0x20 || c == 0x7f)
        return HIDDEN;
    if (c == '\'')
        return APOSTROPHE;
    if (c == '{' || c == '}')
        return name[1] ? PLAIN : SPECIAL;
    if (c == '#' || c == '~')
        return i ? PLAIN : SPECIAL;
    return strchr(" !\"$&()*;<=>?[\\^`|:", c) ? SPECIAL : PLAIN;
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

static void add_single_quoted(struct text *out, const char *name)
{
    size_t len;
    bool escaping = false; /* within $'...' */

    text_add_char(out, '\'');
    for (size_t i = 0; name[i]; i += len) {
        enum kind kind = kind_at(name, i, &len);
        if (kind == HIDDEN) {
            if (!escaping)
                text_add_string(out, "'$'");
            escaping = true;
            for (size_t j = 0; j < len; j++)
                add_hidden(out, (unsigned char)name[i + j]);
            continue;
        }
        if (kind == APOSTROPHE) {
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
    bool seen[HIDDEN + 1] = {false};
    size_t len;

    for (size_t i = 0; name[i]; i += len)
        seen[kind_at(name, i, &len)] = true;
    if (*name && !always && !seen[SPECIAL] && !seen[APOSTROPHE] && !seen[HIDDEN]) {
        text_add_string(out, name);
    } else if (seen[APOSTROPHE] && !seen[SPECIAL] && !seen[HIDDEN]) {
        text_add_char(out, '"');
        text_add_string(out, name);
        text_add_char(out, '"');
    } else {
        add_single_quoted(out, name);
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
