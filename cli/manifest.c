/* SPDX-License-Identifier: MIT
 *
 * manifest.c - lines of lists into records. Pure. Two readings share the parts below: that of
 * coreutils (docs/sum-mode.md), for the sum names, and our own, which takes any algorithm.
 */
#include "manifest.h"

#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_tag_char(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' ||
           c == '/' || c == '_';
}

/* Undoes the escapes in place. False for any but \\, \n and \r. */
static bool unescape(char *name, size_t len)
{
    char *to = name;

    for (size_t i = 0; i < len; i++) {
        char c = name[i];
        if (c == '\\') {
            if (++i == len)
                return false;
            if (name[i] == 'n')
                c = '\n';
            else if (name[i] == 'r')
                c = '\r';
            else if (name[i] != '\\')
                return false;
        }
        *to++ = c;
    }
    *to = '\0';
    return true;
}

/* The part of a tagged line behind its "(": "NAME) = DIGEST". The last ")" ends the name. */
static bool split_tagged(char *s, size_t len, char **close, char **digest)
{
    char *at = s + len;

    do
        if (at == s)
            return false;
    while (*--at != ')');
    *close = at++;
    at += strspn(at, " \t");
    if (*at++ != '=')
        return false;
    *digest = at + strspn(at, " \t");
    return true;
}

/* The part of an untagged line behind its digest and the blank after it: the mode character, if
 * this layout has one, and the name. Decides the layout if it is open. NULL if this line is of
 * the other one. */
static char *split_untagged(struct manifest *m, char *s, size_t len)
{
    if (len == 1 || (*s != ' ' && *s != '*')) {
        if (m->layout == LAYOUT_STANDARD)
            return NULL;
        m->layout = LAYOUT_REVERSED;
    } else if (m->layout != LAYOUT_REVERSED) {
        m->layout = LAYOUT_STANDARD;
        s++;
    }
    return s;
}

static bool decode_hex(const struct hm_algorithm *a, const char *text, size_t len,
                       struct record *record)
{
    record->form = FORM_BYTES;
    return len == 2 * hm_algorithm_digest_size(a) && hm_hex_decode(record->digest, text, len);
}

static bool decode_base64(const struct hm_algorithm *a, const char *text, size_t len,
                          struct record *record)
{
    uint8_t digest[HM_BASE64_SIZE(HM_MAX_DIGEST_SIZE) / 4 * 3 + 2];
    size_t size = hm_algorithm_digest_size(a), n;

    if (len >= HM_BASE64_SIZE(HM_MAX_DIGEST_SIZE) || !hm_base64_decode(digest, &n, text, len) ||
        n != size)
        return false;
    record->form = FORM_BYTES;
    memcpy(record->digest, digest, size);
    return true;
}

/* BubbleBabble is compared as text: its decoder would have no other user. */
static bool decode_bubblebabble(const struct hm_algorithm *a, const char *text, size_t len,
                                struct record *record)
{
    if (len + 1 != HM_BUBBLEBABBLE_SIZE(hm_algorithm_digest_size(a)) || text[0] != 'x' ||
        text[len - 1] != 'x')
        return false;
    for (size_t i = 1; i + 1 < len; i++)
        if (i % 6 == 5 ? text[i] != '-' : text[i] < 'a' || text[i] > 'z')
            return false;
    record->form = FORM_BUBBLEBABBLE;
    record->text = text;
    return true;
}

typedef bool decoder(const struct hm_algorithm *, const char *, size_t, struct record *);

/* Reads a digest of one of the algorithms. Hex comes first for all of them: 64 hex digits are
 * SHA-256 and not, by chance, SHA-384 in base64. */
static bool decode_digest(const struct hm_algorithm *const *algorithms, size_t n, const char *text,
                          size_t len, struct record *record)
{
    static decoder *const decoders[] = {decode_hex, decode_base64, decode_bubblebabble};

    for (size_t d = 0; d < sizeof decoders / sizeof *decoders; d++)
        for (size_t i = 0; i < n; i++)
            if (decoders[d](algorithms[i], text, len, record)) {
                record->algorithm = algorithms[i];
                return true;
            }
    return false;
}

static enum line_kind malformed(const char **reason, const char *why)
{
    *reason = why;
    return LINE_MALFORMED;
}

static enum line_kind tagged_record(char *name, char *close, bool escaped, struct record *record,
                                    const char **reason)
{
    if (escaped && !unescape(name, (size_t)(close - name)))
        return malformed(reason, "unknown escape in the name");
    *close = '\0';
    record->name = name;
    return LINE_RECORD;
}

static enum line_kind untagged_record(struct manifest *m, char *s, size_t len, bool escaped,
                                      struct record *record, const char **reason)
{
    char *name = split_untagged(m, s, len);

    if (!name)
        return malformed(reason, "one blank before the name, where the lines before had a mode");
    if (escaped && !unescape(name, len - (size_t)(name - s)))
        return malformed(reason, "unknown escape in the name");
    record->name = name;
    return LINE_RECORD;
}

/* coreutils' reading. The tests come in its order: a line that fails late has already decided the
 * layout. */
static enum line_kind sum_line(struct manifest *m, char *s, size_t len, bool escaped,
                               struct record *record, const char **reason)
{
    const struct hm_algorithm *a = record->algorithm = m->algorithms[0];
    const char *tag = hm_algorithm_tag(a);
    size_t tag_len = strlen(tag), digits = 2 * hm_algorithm_digest_size(a);

    if (len >= tag_len && memcmp(s, tag, tag_len) == 0) {
        char *name = s + tag_len, *close, *digest;
        if (*name == ' ')
            name++;
        if (*name++ != '(' || !split_tagged(name, len - (size_t)(name - s), &close, &digest) ||
            !decode_hex(a, digest, (size_t)(s + len - digest), record))
            return malformed(reason, "improperly formatted");
        return tagged_record(name, close, escaped, record, reason);
    }
    if (len < digits + 2 || !is_blank(s[digits]) || !decode_hex(a, s, digits, record))
        return malformed(reason, "improperly formatted");
    return untagged_record(m, s + digits + 1, len - digits - 1, escaped, record, reason);
}

/* The algorithm of a tag; *keyed if it is that of an HMAC. NULL if there is none of that name. */
static const struct hm_algorithm *find_tag(const char *tag, size_t len, bool *keyed)
{
    static const char hmac[] = "HMAC-";
    char name[32];

    *keyed = len > sizeof hmac - 1 && memcmp(tag, hmac, sizeof hmac - 1) == 0;
    if (*keyed) {
        tag += sizeof hmac - 1;
        len -= sizeof hmac - 1;
    }
    if (len >= sizeof name)
        return NULL;
    memcpy(name, tag, len);
    name[len] = '\0';
    return hm_algorithm_by_name(name);
}

/* A line that begins like a tagged one: with a tag and, after at most one blank, "(". */
static enum line_kind tagged_line(char *s, size_t len, char *name, bool escaped,
                                  struct record *record, const char **reason)
{
    size_t tag_len = strcspn(s, " (");
    const struct hm_algorithm *a = find_tag(s, tag_len, &record->keyed);
    char *close, *digest;

    if (!split_tagged(name, len - (size_t)(name - s), &close, &digest))
        return malformed(reason, "no \") = DIGEST\" after the name");
    size_t digest_len = (size_t)(s + len - digest);
    if (!a && digest_len) {
        *reason = "no such algorithm here; not verified";
        return LINE_UNSUPPORTED;
    }
    if (!a || !decode_digest(&a, 1, digest, digest_len, record))
        return malformed(reason, "not a digest of the tag's algorithm");
    if (close == name)
        return malformed(reason, "the name is empty");
    return tagged_record(name, close, escaped, record, reason);
}

static enum line_kind any_line(struct manifest *m, char *s, size_t len, bool escaped,
                               struct record *record, const char **reason)
{
    const struct hm_algorithm *every[HM_MAX_SET];
    const struct hm_algorithm *const *algorithms = m->algorithms;
    size_t n = m->n, tag_len = 0, digest_len = strcspn(s, " \t");

    while (is_tag_char(s[tag_len]))
        tag_len++;
    char *name = s + tag_len + (s[tag_len] == ' ');
    if (tag_len && *name == '(') {
        /* "d41d...42e (x" may be a reversed line, so a tag that is a digest is none. */
        bool keyed;
        if (find_tag(s, tag_len, &keyed) || !decode_digest(algorithms, n, s, tag_len, record))
            return tagged_line(s, len, name + 1, escaped, record, reason);
    }
    if (!n) {
        while (n < HM_MAX_SET && hm_algorithm_at(n)) {
            every[n] = hm_algorithm_at(n);
            n++;
        }
        algorithms = every;
    }
    if (digest_len == len)
        return malformed(reason, "neither a checksum line nor a comment");
    if (!decode_digest(algorithms, n, s, digest_len, record))
        return malformed(reason, m->n ? "does not begin with a digest of a chosen algorithm"
                                      : "does not begin with a digest or a tag");
    /* Only now may the line be cut: a digest kept as text ends here. */
    s[digest_len++] = '\0';
    if (digest_len == len)
        return malformed(reason, "the name is empty");
    return untagged_record(m, s + digest_len, len - digest_len, escaped, record, reason);
}

enum line_kind manifest_line(struct manifest *m, char *line, size_t len, struct record *record,
                             const char **reason)
{
    bool escaped;

    if (len && line[0] == '#')
        return LINE_COMMENT;
    len -= len && line[len - 1] == '\r';
    if (!len)
        return LINE_COMMENT;
    line[len] = '\0';
    if (memchr(line, '\0', len))
        return malformed(reason, "NUL byte");
    *record = (struct record){0};
    while (is_blank(*line)) {
        line++;
        len--;
    }
    escaped = *line == '\\';
    line += escaped;
    len -= escaped;
    return (m->sum ? sum_line : any_line)(m, line, len, escaped, record, reason);
}
