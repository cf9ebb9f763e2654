/* SPDX-License-Identifier: MIT
 *
 * manifest_lines.c - lists in which each line is an entry by itself: GNU, BSD tagged and reversed,
 * name first, bare digests; and coreutils' reading (docs/sum-mode.md), for the sum names. Pure.
 */
#include "manifest_parts.h"

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

/* Undoes BagIt's escapes in place: %0A, %0D and %25, and no others (RFC 8493, 2.1.3). */
static void unescape_percent(char *name)
{
    char *to = name;

    for (const char *from = name; *from; from++) {
        char c = *from;
        if (c == '%' && from[1] == '2' && from[2] == '5') {
            from += 2;
        } else if (c == '%' && from[1] == '0' && strchr("AaDd", from[2]) && from[2]) {
            c = from[2] == 'A' || from[2] == 'a' ? '\n' : '\r';
            from += 2;
        }
        *to++ = c;
    }
    *to = '\0';
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

static enum line_kind tagged_record(char *name, char *close, bool escaped, struct record *record,
                                    const char **reason)
{
    if (escaped && !unescape(name, (size_t)(close - name)))
        return malformed(reason, "unknown escape in the name");
    *close = '\0';
    record->tagged = true;
    record->name = name;
    return LINE_RECORD;
}

static enum line_kind untagged_record(struct manifest *m, char *s, size_t len, bool escaped,
                                      struct record *record, const char **reason)
{
    if (m->layout == LAYOUT_NAME_FIRST)
        return malformed(reason, "the digest comes first, where the lines before had the name");
    char *name = split_untagged(m, s, len);
    if (!name)
        return malformed(reason, "one blank before the name, where the lines before had a mode");
    if (escaped && !unescape(name, len - (size_t)(name - s)))
        return malformed(reason, "unknown escape in the name");
    if (m->percent)
        unescape_percent(name);
    record->name = name;
    return LINE_RECORD;
}

/* ---- Under a sum name --------------------------------------------------------------------- */

static bool sum_digest(const struct hm_algorithm *a, const char *text, size_t len,
                       struct record *record)
{
    record->digest_len = hm_algorithm_digest_size(a);
    return len == 2 * record->digest_len && hm_hex_decode(record->digest, text, len);
}

/* coreutils' reading. The tests come in its order: a line that fails late has already decided the
 * layout. */
enum line_kind lines_sum(struct manifest *m, char *s, size_t len, struct record *record,
                         const char **reason)
{
    const struct hm_algorithm *a = record->algorithm = m->algorithms[0];
    const char *tag = hm_algorithm_tag(a);
    size_t tag_len = strlen(tag), digits = 2 * hm_algorithm_digest_size(a);

    if (len && *s == '#')
        return LINE_COMMENT;
    len -= len && s[len - 1] == '\r';
    if (!len)
        return LINE_COMMENT;
    s[len] = '\0';
    if (memchr(s, '\0', len))
        return malformed(reason, "NUL byte");
    while (is_blank(*s)) {
        s++;
        len--;
    }
    const bool escaped = *s == '\\';
    s += escaped;
    len -= escaped;
    if (len >= tag_len && memcmp(s, tag, tag_len) == 0) {
        char *name = s + tag_len, *close, *digest;
        if (*name == ' ')
            name++;
        if (*name++ != '(' || !split_tagged(name, len - (size_t)(name - s), &close, &digest) ||
            !sum_digest(a, digest, (size_t)(s + len - digest), record))
            return malformed(reason, "improperly formatted");
        return tagged_record(name, close, escaped, record, reason);
    }
    if (len < digits + 2 || !is_blank(s[digits]) || !sum_digest(a, s, digits, record))
        return malformed(reason, "improperly formatted");
    return untagged_record(m, s + digits + 1, len - digits - 1, escaped, record, reason);
}

/* ---- As mhash ----------------------------------------------------------------------------- */

static bool is_tag_char(char c)
{
    return is_digit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' ||
           c == '/' || c == '_';
}

/* FreeBSD's distinfo: "SIZE (NAME) = BYTES". */
static enum line_kind size_line(char *name, char *close, const char *digits, size_t len,
                                bool escaped, struct record *record, const char **reason)
{
    if (!manifest_number(digits, len, &record->size))
        return malformed(reason, "not a number of bytes");
    record->has_size = true;
    return tagged_record(name, close, escaped, record, reason);
}

/* A line that begins like a tagged one: with a tag and, after at most one blank, "(". */
static enum line_kind tagged_line(const struct manifest *m, char *s, size_t len, char *name,
                                  bool escaped, struct record *record, const char **reason)
{
    size_t tag_len = strcspn(s, " (");
    const struct hm_algorithm *a = manifest_tag(s, tag_len, &record->keyed);
    char *close, *digest;

    if (!split_tagged(name, len - (size_t)(name - s), &close, &digest))
        return malformed(reason, "no \") = DIGEST\" after the name");
    if (close == name)
        return malformed(reason, "the name is empty");
    size_t digest_len = (size_t)(s + len - digest);
    if (tag_len == 4 && memcmp(s, "SIZE", 4) == 0)
        return size_line(name, close, digest, digest_len, escaped, record, reason);
    if (!a && digest_len)
        return unsupported(reason);
    if (!a || !manifest_decode(m, &a, 1, digest, digest_len, record))
        return malformed(reason, "not a digest of the tag's algorithm");
    return tagged_record(name, close, escaped, record, reason);
}

/* A line with nothing but digests, of the file that the list is named for. */
static enum line_kind bare_line(struct manifest *m, const struct algorithm_span *span, char *s,
                                size_t len, struct record *record, const char **reason)
{
    if (!m->bare_name.len)
        return malformed(reason, "a digest without a name, in a list that is not called "
                                 "FILE.ALGORITHM");
    for (size_t i = 0; i < len;) {
        size_t n = strcspn(s + i, " \t");
        struct record one = {0};
        if (!manifest_digest(span->algorithms, span->n, s + i, n, &one) || !manifest_queue(m, &one))
            return malformed(reason, "not a digest");
        i += n;
        i += strspn(s + i, " \t");
    }
    text_cut(&m->name, 0);
    text_add(&m->name, m->bare_name.data, m->bare_name.len);
    return manifest_queued(m, false, record, reason);
}

/* Takes the last word of s[0..*len) if it is a hex digest of an algorithm that no later word has.
 * Hex alone: a word of a sentence can be base64. */
static bool pop_digest(struct manifest *m, const struct algorithm_span *span, const char *s,
                       size_t *len)
{
    struct record one = {0};
    size_t word = *len;

    while (word && !is_blank(s[word - 1]))
        word--;
    size_t end = word;
    while (end && is_blank(s[end - 1]))
        end--;
    if (!end || !manifest_decode(m, span->algorithms, span->n, s + word, *len - word, &one) ||
        *len - word != 2 * one.digest_len)
        return false;
    for (size_t i = 0; i < m->queued; i++)
        if (m->queue[i].algorithm == one.algorithm)
            return false;
    *len = end;
    return manifest_queue(m, &one);
}

/* "NAME DIGEST...": nothing at its begin is a digest or a tag, so the last word must be one. */
static enum line_kind name_first(struct manifest *m, const struct algorithm_span *span, char *s,
                                 size_t len, bool escaped, struct record *record,
                                 const char **reason)
{
    uint64_t number;

    if (has_prefix(s, "TIMESTAMP = ") && manifest_number(s + 12, len - 12, &number))
        return LINE_COMMENT; /* FreeBSD's distinfo */
    while (pop_digest(m, span, s, &len))
        continue;
    if (!m->queued)
        return malformed(reason, m->n ? "no digest of a chosen algorithm"
                                      : "neither an entry nor a comment");
    if (m->layout == LAYOUT_STANDARD || m->layout == LAYOUT_REVERSED) {
        m->queued = 0;
        return malformed(reason, "the name comes first, where the lines before had the digest");
    }
    m->layout = LAYOUT_NAME_FIRST;
    if (escaped && !unescape(s, len)) {
        m->queued = 0;
        return malformed(reason, "unknown escape in the name");
    }
    if (!escaped)
        s[len] = '\0';
    text_cut(&m->name, 0);
    text_add_string(&m->name, s);
    /* They were taken from the end. */
    for (size_t i = 0; i < m->queued / 2; i++) {
        struct record other = m->queue[i];
        m->queue[i] = m->queue[m->queued - 1 - i];
        m->queue[m->queued - 1 - i] = other;
    }
    return manifest_queued(m, false, record, reason);
}

enum line_kind lines_generic(struct manifest *m, char *s, size_t len, struct record *record,
                             const char **reason)
{
    struct algorithm_span span;
    size_t tag_len = 0, digest_len;

    while (is_blank(*s)) {
        s++;
        len--;
    }
    if (!len)
        return malformed(reason, "nothing but blanks");
    const bool escaped = !m->zero && *s == '\\';
    s += escaped;
    len -= escaped;
    while (is_tag_char(s[tag_len]))
        tag_len++;
    char *name = s + tag_len + (s[tag_len] == ' ');
    if (tag_len && *name == '(') {
        /* "d41d...42e (x" may be a reversed line, so a tag that is a digest is none. */
        bool keyed;
        if (manifest_tag(s, tag_len, &keyed) ||
            !manifest_digest(m->algorithms, m->n, s, tag_len, record))
            return tagged_line(m, s, len, name + 1, escaped, record, reason);
    }
    if (!m->n && m->named)
        manifest_span(&span, &m->named, 1);
    else
        manifest_span(&span, m->algorithms, m->n);
    digest_len = strcspn(s, " \t");
    *record = (struct record){0};
    if (!manifest_digest(span.algorithms, span.n, s, digest_len, record))
        return name_first(m, &span, s, len, escaped, record, reason);
    size_t rest = digest_len + strspn(s + digest_len, " \t");
    struct record second = {0};
    if (rest == len ||
        (m->bare_name.len && strpbrk(s, "-:") < s + digest_len &&
         manifest_digest(span.algorithms, span.n, s + rest, strcspn(s + rest, " \t"), &second)))
        return bare_line(m, &span, s, len, record, reason);
    /* Only now may the line be cut: a digest kept as text ends here. */
    s[digest_len++] = '\0';
    return untagged_record(m, s + digest_len, len - digest_len, escaped, record, reason);
}
