/* SPDX-License-Identifier: MIT
 *
 * manifest_tables.c - lists whose lines have columns or belong together: Gentoo, Debian, hashdeep,
 * CSV, certutil, Get-FileHash. Pure.
 */
#include "manifest_parts.h"

/* The word at *s, which moves to the next one. */
static char *next_word(char **s, size_t *len)
{
    char *word = *s + strspn(*s, " \t");

    *len = strcspn(word, " \t");
    *s = word + *len;
    *s += strspn(*s, " \t");
    return word;
}

static void set_name(struct manifest *m, const char *name, size_t len)
{
    text_cut(&m->name, 0);
    text_add(&m->name, name, len);
}

/* ---- Gentoo: TYPE NAME SIZE (ALGORITHM DIGEST)... (GLEP 74) ------------------------------- */

enum line_kind lines_gentoo(struct manifest *m, char *line, size_t len, struct record *record,
                            const char **reason)
{
    static const char *const types[] = {"DIST", "AUX", "EBUILD", "MISC", "DATA", "MANIFEST", NULL};
    char *at = line, *name, *word = next_word(&at, &len);
    struct record one = {.has_size = true};
    size_t type = 0, name_len, word_len;
    bool left_out = false;

    while (types[type] && (strlen(types[type]) != len || memcmp(types[type], word, len) != 0))
        type++;
    if (!types[type])
        return LINE_COMMENT;
    name = next_word(&at, &name_len);
    word = next_word(&at, &word_len);
    if (!manifest_number(word, word_len, &one.size) || !*at)
        return LINE_COMMENT; /* no such line: a GNU one, perhaps */
    /* The files of an AUX line are in the folder "files". */
    set_name(m, "files/", type == 1 ? 6 : 0);
    text_add(&m->name, name, name_len);
    while (*at) {
        size_t tag_len;
        char *tag = next_word(&at, &tag_len);
        word = next_word(&at, &word_len);
        const struct hm_algorithm *a = manifest_tag(tag, tag_len, &one.keyed);
        if (!word_len)
            return malformed(reason, "an algorithm without digest");
        if (!a)
            left_out = true;
        else if (!manifest_decode(m, &a, 1, word, word_len, &one))
            return malformed(reason, "not a digest of its algorithm");
        else if (!manifest_queue(m, &one))
            return malformed(reason, "too many digests");
    }
    return manifest_queued(m, left_out, record, reason);
}

/* ---- hashdeep ----------------------------------------------------------------------------- */

static void add_column(struct manifest *m, const char *name, size_t len)
{
    enum column kind = COLUMN_DIGEST;
    bool keyed = false;
    const struct hm_algorithm *a = manifest_tag(name, len, &keyed);

    if ((len == 4 && memcmp(name, "name", 4) == 0) ||
        (len == 8 && memcmp(name, "filename", 8) == 0))
        kind = COLUMN_NAME;
    else if (len == 4 && memcmp(name, "size", 4) == 0)
        kind = COLUMN_SIZE;
    else if ((len == 5 && (memcmp(name, "mtime", 5) == 0 || memcmp(name, "error", 5) == 0)))
        kind = COLUMN_SKIP;
    m->columns[m->column_count].kind = kind;
    m->columns[m->column_count].algorithm = a;
    m->columns[m->column_count++].keyed = keyed;
}

/* Columns by their names. False if there are too many or not one for the name. */
static bool read_columns(struct manifest *m, const char *names)
{
    bool named = false;

    m->column_count = 0;
    for (;;) {
        size_t len = strcspn(names, ",");
        if (m->column_count == MANIFEST_COLUMNS)
            return false;
        add_column(m, names, len);
        if (m->columns[m->column_count - 1].kind == COLUMN_NAME) {
            if (named)
                return false;
            named = true;
        }
        if (!names[len])
            return named;
        names += len + 1;
    }
}

/* One field of a row. False if it is malformed. */
static bool take_field(struct manifest *m, size_t column, const char *text, size_t len,
                       struct record *row, bool *left_out)
{
    struct record one = *row;

    switch (m->columns[column].kind) {
    case COLUMN_NAME:
        set_name(m, text, len);
        return true;
    case COLUMN_SIZE:
        row->has_size = len > 0;
        return !len || manifest_number(text, len, &row->size);
    case COLUMN_DIGEST:
        if (!len)
            return true;
        one.keyed = m->columns[column].keyed;
        if (!m->columns[column].algorithm) {
            *left_out = true;
            return true;
        }
        return manifest_decode(m, &m->columns[column].algorithm, 1, text, len, &one) &&
               manifest_queue(m, &one);
    case COLUMN_TAG:
    case COLUMN_SKIP:
        break;
    }
    return true;
}

/* The row's size belongs to each of its digests, whatever the order of the columns. */
static enum line_kind row_done(struct manifest *m, const struct record *row, bool left_out,
                               struct record *record, const char **reason)
{
    if (!m->name.len)
        return malformed(reason, "the name is empty");
    for (size_t i = 0; i < m->queued; i++) {
        m->queue[i].has_size = row->has_size;
        m->queue[i].size = row->size;
    }
    if (!m->queued && !left_out) {
        *reason = "the list has no digest of this file; not verified";
        return LINE_UNSUPPORTED;
    }
    return manifest_queued(m, left_out, record, reason);
}

enum line_kind dialect_hashdeep(struct manifest *m, char *line, size_t len, struct record *record,
                                const char **reason)
{
    struct record row = {0};
    bool left_out = false;

    if (has_prefix(line, "%%%% HASHDEEP-") || !len || *line == '#')
        return LINE_COMMENT;
    if (has_prefix(line, "%%%% ")) {
        /* The name is last, since it may hold commas. */
        if (!read_columns(m, line + 5) || m->columns[m->column_count - 1].kind != COLUMN_NAME) {
            m->column_count = 0;
            return malformed(reason, "not a header of hashdeep's columns");
        }
        return LINE_COMMENT;
    }
    if (!m->column_count)
        return malformed(reason, "an entry before the header");
    for (size_t i = 0; i < m->column_count; i++) {
        bool last = i + 1 == m->column_count;
        size_t n = last ? strlen(line) : strcspn(line, ",");
        if (!last && !line[n])
            return malformed(reason, "fewer columns than the header has");
        if (!take_field(m, i, line, n, &row, &left_out))
            return malformed(reason, "not a size or digest as the header says");
        line += n + !last;
    }
    return row_done(m, &row, left_out, record, reason);
}

/* ---- CSV (RFC 4180) ----------------------------------------------------------------------- */

/* Takes one field off *s into m->name as scratch. False if a quote has no end or text after it. */
static bool csv_field(struct text *field, char **s, bool *more)
{
    char *at = *s;

    text_cut(field, 0);
    text_add(field, "", 0);
    if (*at == '"') {
        for (at++; *at && (*at != '"' || at[1] == '"'); at++) {
            text_add_char(field, *at);
            at += *at == '"';
        }
        if (*at++ != '"' || (*at && *at != ','))
            return false;
    } else {
        size_t n = strcspn(at, ",");
        text_add(field, at, n);
        at += n;
    }
    *more = *at == ',';
    *s = at + *more;
    return true;
}

/* Whether all quotes of the text are closed. */
static bool quotes_closed(const char *s)
{
    bool open = false;

    for (; *s; s++)
        open ^= *s == '"';
    return !open;
}

/* A field of Export-Csv's Algorithm, Hash, Path. */
static bool take_powershell(struct manifest *m, size_t i, const struct text *field,
                            struct record *row, bool *left_out)
{
    if (m->columns[i].kind == COLUMN_TAG) {
        m->algorithm = manifest_tag(field->data, field->len, &row->keyed);
        return true;
    }
    if (m->columns[i].kind != COLUMN_DIGEST)
        return take_field(m, i, field->data, field->len, row, left_out);
    struct record one = *row;
    if (!m->algorithm) {
        *left_out = true;
        return true;
    }
    return manifest_decode(m, &m->algorithm, 1, field->data, field->len, &one) &&
           manifest_queue(m, &one);
}

static enum line_kind csv_row(struct manifest *m, char *line, struct record *record,
                              const char **reason)
{
    bool left_out = false, more = true, powershell = m->columns[0].kind == COLUMN_TAG;
    struct record row = {0};
    struct text field = {0};
    size_t i = 0;

    while (more && i < m->column_count && csv_field(&field, &line, &more) &&
           (powershell ? take_powershell(m, i, &field, &row, &left_out)
                       : take_field(m, i, field.data, field.len, &row, &left_out)))
        i++;
    text_free(&field);
    if (more || i < m->column_count)
        return malformed(reason, "not a row as the header says");
    return row_done(m, &row, left_out, record, reason);
}

enum line_kind dialect_csv(struct manifest *m, char *line, size_t len, struct record *record,
                           const char **reason)
{
    if (!m->waiting) {
        if (!len)
            return LINE_COMMENT;
        if (quotes_closed(line))
            return csv_row(m, line, record, reason);
        text_cut(&m->pending, 0);
        text_add(&m->pending, line, len);
        m->waiting = true;
        return LINE_COMMENT;
    }
    text_add_char(&m->pending, '\n');
    text_add(&m->pending, line, len);
    if (quotes_closed(line))
        return LINE_COMMENT;
    m->waiting = false;
    if (m->pending.data[m->pending.len - 1] == '\r')
        text_cut(&m->pending, m->pending.len - 1);
    return csv_row(m, m->pending.data, record, reason);
}

/* ---- Debian: sections of " DIGEST SIZE NAME" ---------------------------------------------- */

/* The fields that a Release, .dsc or .changes file, or a part of one, may begin with. */
static bool is_debian_field(const char *line)
{
    static const char *const fields[] = {
        "Origin",    "Label",      "Suite",       "Version", "Codename",        "Date",
        "Format",    "Source",     "Package",     "Archive", "Acquire-By-Hash", "Architectures",
        "MD5Sum",    "SHA1",       "SHA256",      "SHA512",  "Files",           "Changelogs",
        "Component", "Components", "Valid-Until", NULL};

    if (has_prefix(line, "Checksums-"))
        return true;
    for (size_t i = 0; fields[i]; i++)
        if (has_prefix(line, fields[i]) && line[strlen(fields[i])] == ':')
            return true;
    return false;
}

/* "SHA256:", "Checksums-Sha256:", "Files:". Other fields have no digests. */
static enum line_kind debian_field(struct manifest *m, const char *line, const char **reason)
{
    size_t len = strcspn(line, ":"), skip = has_prefix(line, "Checksums-") ? 10 : 0;
    bool keyed;

    if (!line[len] || strcspn(line, " \t") < len)
        return malformed(reason, "neither a field nor the continuation of one");
    const char *rest = line + len + 1;
    m->unknown = m->wide = false;
    m->algorithm = NULL;
    if (rest[strspn(rest, " \t")])
        return LINE_COMMENT;
    if (len == 5 && memcmp(line, "Files", 5) == 0) {
        m->algorithm = hm_algorithm_at(HM_MD5);
        m->wide = true;
    } else if (len == 6 && memcmp(line, "MD5Sum", 6) == 0) {
        m->algorithm = hm_algorithm_at(HM_MD5);
    } else {
        m->algorithm = manifest_tag(line + skip, len - skip, &keyed);
        m->unknown = skip && !m->algorithm;
    }
    return LINE_COMMENT;
}

enum line_kind dialect_debian(struct manifest *m, char *line, size_t len, struct record *record,
                              const char **reason)
{
    char *at = line, *digest, *name;
    size_t digest_len, n;

    if (!len || *line == '#')
        return LINE_COMMENT;
    if (!is_blank(*line))
        return debian_field(m, line, reason);
    if (m->unknown)
        return unsupported(reason);
    if (!m->algorithm)
        return LINE_COMMENT;
    digest = next_word(&at, &digest_len);
    name = next_word(&at, &n);
    record->has_size = true;
    if (!manifest_number(name, n, &record->size) || !*at ||
        !manifest_decode(m, &m->algorithm, 1, digest, digest_len, record))
        return malformed(reason, "not DIGEST SIZE NAME, as in this section");
    /* .changes has the section and the priority before the name. */
    if (m->wide) {
        char *section = at, *priority, *after = at;
        size_t word;
        next_word(&after, &word);
        priority = next_word(&after, &word);
        if (*priority && *after)
            at = after;
        else
            at = section;
    }
    record->name = at;
    return LINE_RECORD;
}

/* ---- certutil ----------------------------------------------------------------------------- */

bool lines_certutil(struct manifest *m, char *line, size_t len, struct record *record,
                    const char **reason, enum line_kind *kind)
{
    static const char hash_of[] = " hash of ", file[] = "file ";
    bool keyed;

    if (!m->waiting) {
        char *at = strstr(line, hash_of);
        *kind = LINE_COMMENT;
        if (has_prefix(line, "CertUtil: -hashfile "))
            return true;
        if (!at || line[len - 1] != ':' || strcspn(line, " ") != (size_t)(at - line))
            return false;
        m->algorithm = manifest_tag(line, (size_t)(at - line), &keyed);
        at += sizeof hash_of - 1;
        at += has_prefix(at, file) ? sizeof file - 1 : 0;
        set_name(m, at, (size_t)(line + len - at - 1));
        m->waiting = true;
        return true;
    }
    m->waiting = false;
    size_t n = 0;
    for (size_t i = 0; i < len; i++)
        if (line[i] != ' ')
            line[n++] = line[i];
    line[n] = '\0';
    record->name = m->name.data;
    if (!m->algorithm)
        *kind = unsupported(reason);
    else if (m->name.len && manifest_decode(m, &m->algorithm, 1, line, n, record))
        *kind = LINE_RECORD;
    else
        *kind = malformed(reason, "not the digest that the line before promised");
    return true;
}

/* ---- Get-FileHash ------------------------------------------------------------------------- */

/* "SHA256          BA7816...          C:\name": columns of a width that the header told. */
enum line_kind dialect_table(struct manifest *m, char *line, size_t len, struct record *record,
                             const char **reason)
{
    size_t tag_len, digest_len;
    bool keyed;

    if (!len || has_prefix(line, "----"))
        return LINE_COMMENT;
    if (has_prefix(line, "Algorithm ") && strstr(line, " Hash "))
        return LINE_COMMENT;
    char *tag = next_word(&line, &tag_len), *digest = next_word(&line, &digest_len);
    const struct hm_algorithm *a = manifest_tag(tag, tag_len, &keyed);
    if (!*line || digest_len < 8 || strspn(digest, "0123456789ABCDEFabcdef") != digest_len)
        return malformed(reason, "not a row of algorithm, hash and path");
    if (!a)
        return unsupported(reason);
    if (!manifest_decode(m, &a, 1, digest, digest_len, record))
        return malformed(reason, "not a digest of its algorithm; tables cut what is too wide");
    /* The table pads the last column. */
    len = strlen(line);
    while (len && line[len - 1] == ' ')
        line[--len] = '\0';
    record->name = line;
    return LINE_RECORD;
}

/* What "Algorithm : ", "Hash : " and "Path : " said, gathered in pending as three strings. */
static enum line_kind properties_done(struct manifest *m, struct record *record,
                                      const char **reason)
{
    const char *digest = m->pending.data;

    m->waiting = false;
    record->name = m->name.data;
    if (!m->name.len || !m->pending.len)
        return malformed(reason, "no hash or no path before this line");
    if (!m->algorithm)
        return unsupported(reason);
    if (!manifest_decode(m, &m->algorithm, 1, digest, m->pending.len, record))
        return malformed(reason, "not a digest of its algorithm before this line");
    return LINE_RECORD;
}

enum line_kind dialect_properties(struct manifest *m, char *line, size_t len, struct record *record,
                                  const char **reason)
{
    size_t word;
    char *at = line, *key = next_word(&at, &word);
    bool keyed;

    if (!len) {
        enum line_kind kind = m->waiting ? properties_done(m, record, reason) : LINE_COMMENT;
        return kind;
    }
    /* Continued lines are indented as deep as the values. */
    if (is_blank(*line) && m->waiting) {
        text_add(m->wide ? &m->name : &m->pending, key, strlen(key));
        return LINE_COMMENT;
    }
    if (*at++ != ':' || (*at && *at++ != ' '))
        return malformed(reason, "not Algorithm, Hash or Path");
    if (word == 9 && memcmp(key, "Algorithm", 9) == 0) {
        enum line_kind kind = m->waiting ? properties_done(m, record, reason) : LINE_COMMENT;
        m->algorithm = manifest_tag(at, strlen(at), &keyed);
        if (kind == LINE_RECORD)
            m->queue[0] = *record;
        text_cut(&m->pending, 0);
        m->waiting = true;
        if (kind != LINE_RECORD)
            text_cut(&m->name, 0);
        return kind;
    }
    if (!m->waiting)
        return malformed(reason, "a property without Algorithm before it");
    m->wide = word == 4 && memcmp(key, "Path", 4) == 0;
    if (m->wide) {
        set_name(m, at, strlen(at));
        return LINE_COMMENT;
    }
    if (word != 4 || memcmp(key, "Hash", 4) != 0)
        return malformed(reason, "not Algorithm, Hash or Path");
    text_cut(&m->pending, 0);
    text_add(&m->pending, at, strlen(at));
    return LINE_COMMENT;
}

/* ---- Which dialect ------------------------------------------------------------------------ */

/* "name,size,mtime,SHA256": every column known by our own names. */
static bool begins_csv(struct manifest *m, char *line)
{
    static const char powershell[] = "\"Algorithm\",\"Hash\",\"Path\"";

    if (has_prefix(line, powershell) || has_prefix(line, "Algorithm,Hash,Path")) {
        m->column_count = 0;
        for (size_t i = 0; i < 3; i++)
            add_column(m, "mtime", 5);
        m->columns[0].kind = COLUMN_TAG;
        m->columns[1].kind = COLUMN_DIGEST;
        m->columns[2].kind = COLUMN_NAME;
        return true;
    }
    return has_prefix(line, "name,") && read_columns(m, line);
}

bool dialect_begins(struct manifest *m, char *line, size_t len, enum line_kind *kind,
                    const char **reason)
{
    (void)len;
    (void)reason;
    *kind = LINE_COMMENT;
    if (json_begins(line)) {
        m->dialect = DIALECT_JSON;
        return false;
    }
    if (has_prefix(line, "%%%% ")) {
        m->dialect = DIALECT_HASHDEEP;
        return false;
    }
    if (begins_csv(m, line)) {
        m->dialect = DIALECT_CSV;
        return true;
    }
    if (has_prefix(line, "Algorithm ")) {
        const char *at = line + 9 + strspn(line + 9, " ");
        if (*at == ':')
            m->dialect = DIALECT_PROPERTIES;
        else if (has_prefix(at, "Hash "))
            m->dialect = DIALECT_TABLE;
    } else if (is_debian_field(line)) {
        m->dialect = DIALECT_DEBIAN;
    }
    return false;
}
