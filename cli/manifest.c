/* SPDX-License-Identifier: MIT
 *
 * manifest.c - what all lists share: which dialect a list is of, its armour (PGP, signify), the
 * queue of a line that holds several records. What lines of each dialect mean is known by the
 * other files of this name. Pure.
 */
#include "manifest_parts.h"

#include <stdlib.h>

/* ---- Opening ------------------------------------------------------------------------------ */

/* "manifest-sha256.txt", "tagmanifest-md5.txt" (RFC 8493, 2.1.3). */
static const struct hm_algorithm *bag_algorithm(const char *base)
{
    const char *at = has_prefix(base, "tag") ? base + 3 : base;
    size_t len = strlen(at);
    char name[32];

    if (!has_prefix(at, "manifest-") || len < 14 || strcmp(at + len - 4, ".txt") != 0 ||
        len - 13 >= sizeof name)
        return NULL;
    memcpy(name, at + 9, len - 13);
    name[len - 13] = '\0';
    return hm_algorithm_by_name(name);
}

void manifest_open(struct manifest *m, const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;
    const char *base = slash ? slash + 1 : path;
    const char *dot = base ? strrchr(base, '.') : NULL;

    *m = (struct manifest){.sum = m->sum,
                           .algorithms = m->algorithms,
                           .n = m->n,
                           .zero = m->zero,
                           .tag_bytes = m->tag_bytes};
    if (!base || m->sum)
        return;
    m->named = bag_algorithm(base);
    m->percent = m->named != NULL;
    if (m->percent || !dot || dot == base)
        return;
    m->named = hm_algorithm_by_name(dot + 1);
    if (m->named || strcmp(dot, ".sri") == 0 || strcmp(dot, ".integrity") == 0)
        text_add(&m->bare_name, base, (size_t)(dot - base));
}

void manifest_close(struct manifest *m)
{
    text_free(&m->bare_name);
    text_free(&m->pending);
    text_free(&m->name);
}

/* ---- Several records of one line ---------------------------------------------------------- */

bool manifest_queue(struct manifest *m, const struct record *record)
{
    if (m->queued == sizeof m->queue / sizeof *m->queue)
        return false;
    m->queue[m->queued++] = *record;
    return true;
}

enum line_kind manifest_queued(struct manifest *m, bool left_out, struct record *record,
                               const char **reason)
{
    if (m->next == m->queued)
        return left_out ? unsupported(reason) : malformed(reason, "no digest in the entry");
    *record = m->queue[m->next++];
    record->name = m->name.data;
    return LINE_RECORD;
}

enum line_kind manifest_more(struct manifest *m, struct record *record, const char **reason)
{
    if (m->next < m->queued)
        return manifest_queued(m, false, record, reason);
    return m->dialect == DIALECT_JSON ? json_more(m, record, reason) : LINE_COMMENT;
}

/* ---- Armour ------------------------------------------------------------------------------- */

static const char pgp_begin[] = "-----BEGIN PGP SIGNED MESSAGE-----";
static const char pgp_signature[] = "-----BEGIN PGP SIGNATURE-----";
static const char pgp_end[] = "-----END PGP SIGNATURE-----";

/* Deals with what a signature adds to a list. False if the line, from which a dash-escape is
 * taken (RFC 9580, 7.1), is left for the dialect. The signatures are not checked: that needs the
 * signer's key and a tool that keeps such keys. */
static bool armour_line(struct manifest *m, char **line, size_t *len, enum line_kind *kind,
                        const char **reason)
{
    *kind = LINE_COMMENT;
    switch (m->armour) {
    case ARMOUR_NONE:
        if (strcmp(*line, pgp_begin) != 0)
            return false;
        m->armour = ARMOUR_HEADERS;
        if (m->begun)
            *kind = malformed(reason, "the lines before this one are not part of what was signed");
        return true;
    case ARMOUR_HEADERS:
        if (!**line)
            m->armour = ARMOUR_BODY;
        else if (!strstr(*line, ": "))
            *kind = malformed(reason, "not a header of a signed message");
        return true;
    case ARMOUR_BODY:
        if (has_prefix(*line, "- ")) {
            *line += 2;
            *len -= 2;
            return false;
        }
        if (strcmp(*line, pgp_signature) == 0) {
            m->armour = ARMOUR_SIGNATURE;
            *kind = LINE_NOTE;
            *reason = "the PGP signature is not checked; gpg --verify does that";
            return true;
        }
        if (**line == '-') {
            *kind = malformed(reason, "a dash that is not escaped in a signed message");
            return true;
        }
        return false;
    case ARMOUR_SIGNATURE:
        if (strcmp(*line, pgp_end) == 0)
            m->armour = ARMOUR_DONE;
        return true;
    case ARMOUR_DONE:
        if (**line)
            *kind = malformed(reason, "behind the signature: not part of what was signed");
        return true;
    }
    return false;
}

/* The two lines that signify(1) puts before a message. */
static bool signify_line(struct manifest *m, const char *line, size_t len, enum line_kind *kind,
                         const char **reason)
{
    uint8_t signature[HM_BASE64_SIZE(74) / 4 * 3 + 2];
    size_t n;

    if (!m->signify) {
        m->signify = !m->begun && has_prefix(line, "untrusted comment: ");
        *kind = LINE_COMMENT;
        return m->signify;
    }
    m->signify = false;
    m->begun = true;
    *kind = LINE_NOTE;
    *reason = "the signify signature is not checked; signify -C does that";
    /* "Ed", a key number of 8 bytes, 64 bytes of signature */
    if (len != HM_BASE64_SIZE(74) - 1 || !hm_base64_decode(signature, &n, line, len) || n != 74 ||
        memcmp(signature, "Ed", 2) != 0)
        *kind = malformed(reason, "not a signature, as the line before promised");
    return true;
}

/* ---- Lines -------------------------------------------------------------------------------- */

static dialect_line *const dialects[] = {[DIALECT_LINES] = lines_generic,
                                         [DIALECT_JSON] = dialect_json,
                                         [DIALECT_CSV] = dialect_csv,
                                         [DIALECT_HASHDEEP] = dialect_hashdeep,
                                         [DIALECT_DEBIAN] = dialect_debian,
                                         [DIALECT_TABLE] = dialect_table,
                                         [DIALECT_PROPERTIES] = dialect_properties};

/* A line of a list of lines. */
static enum line_kind one_line(struct manifest *m, char *line, size_t len, struct record *record,
                               const char **reason)
{
    enum line_kind kind;

    if (lines_certutil(m, line, len, record, reason, &kind))
        return kind;
    if (!len || *line == '#' || *line == ';')
        return LINE_COMMENT;
    kind = lines_gentoo(m, line, len, record, reason);
    return kind == LINE_COMMENT ? lines_generic(m, line, len, record, reason) : kind;
}

static enum line_kind any_line(struct manifest *m, char *line, size_t len, struct record *record,
                               const char **reason)
{
    enum line_kind kind;

    if (armour_line(m, &line, &len, &kind, reason) || signify_line(m, line, len, &kind, reason))
        return kind;
    if (!m->begun && len && *line != '#' && *line != ';') {
        m->begun = true;
        if (dialect_begins(m, line, len, &kind, reason))
            return kind;
    }
    if (m->dialect == DIALECT_LINES)
        return one_line(m, line, len, record, reason);
    return dialects[m->dialect](m, line, len, record, reason);
}

enum line_kind manifest_line(struct manifest *m, char *line, size_t len, struct record *record,
                             const char **reason)
{
    *record = (struct record){0};
    if (m->sum)
        return lines_sum(m, line, len, record, reason);
    m->queued = m->next = 0;
    line[len] = '\0';
    if (memchr(line, '\0', len))
        return malformed(reason, "NUL byte (a list whose lines end in NUL needs --zero)");
    /* A quoted field goes over lines as they are. */
    if (!m->zero && !(m->dialect == DIALECT_CSV && m->waiting) && len && line[len - 1] == '\r')
        line[--len] = '\0';
    enum line_kind kind = any_line(m, line, len, record, reason);
    m->had_records |= kind == LINE_RECORD || kind == LINE_UNSUPPORTED;
    if (kind != LINE_RECORD)
        m->queued = m->next = 0; /* digests before what was wrong with the line */
    return kind;
}

enum line_kind manifest_end(struct manifest *m, const char **reason)
{
    struct record record = {0};

    switch (m->armour) {
    case ARMOUR_NONE:
    case ARMOUR_DONE:
        break;
    default:
        return malformed(reason, "the signed message has no end");
    }
    if (m->signify)
        return malformed(reason, "the signature is missing");
    switch (m->dialect) {
    case DIALECT_JSON:
        if (json_unfinished(m))
            return malformed(reason, "the JSON text has no end");
        break;
    case DIALECT_PROPERTIES:
        if (m->waiting) {
            enum line_kind kind = dialect_properties(m, (char[]){""}, 0, &record, reason);
            if (kind != LINE_RECORD)
                return kind;
            m->queued = m->next = 0;
            manifest_queue(m, &record);
        }
        break;
    default:
        if (m->waiting)
            return malformed(reason, "the last entry has no end");
    }
    return LINE_COMMENT;
}
