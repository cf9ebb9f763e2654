/* SPDX-License-Identifier: MIT
 *
 * styles.c - what hashing writes, in each style but JSON's records.
 *
 * Styles of other tools are written so that these tools read them. Where they have no way to hold a
 * name, because it has a line end in it, there is no line rather than a wrong one.
 */
#include "styles.h"

#include <string.h>

#include "template.h"
#include "writers.h"

static bool has_line_end(const char *name)
{
    return name[strcspn(name, "\n\r")] != '\0';
}

/* ---- CSV (RFC 4180) ----------------------------------------------------------------------- */

static void add_csv_field(struct text *out, const char *field)
{
    size_t len = strlen(field);

    /* Blanks at the ends need no quotes, but some readers take them away. */
    if (!field[strcspn(field, ",\"\r\n")] && (!len || (*field != ' ' && field[len - 1] != ' '))) {
        text_add_string(out, field);
        return;
    }
    text_add_char(out, '"');
    for (; *field; field++) {
        if (*field == '"')
            text_add_char(out, '"');
        text_add_char(out, *field);
    }
    text_add_char(out, '"');
}

static void add_csv_header(const struct styler *s, struct text *out)
{
    text_add_string(out, "name,size,mtime");
    for (size_t i = 0; i < s->wanted->n; i++) {
        text_add_char(out, ',');
        write_column(out, s->format, s->wanted->algorithms[i]);
    }
    text_add_string(out, "\r\n");
}

static void add_csv(const struct styler *s, struct text *out, const struct entry *entry,
                    const struct result *result)
{
    add_csv_field(out, entry->name);
    text_add_char(out, ',');
    text_add_number(out, result->size);
    text_add_char(out, ',');
    if (result->has_mtime)
        write_time(out, &result->mtime);
    for (size_t i = 0; i < s->wanted->n; i++) {
        text_add_char(out, ',');
        write_encoded(out, s->format, s->wanted->algorithms[i], result->digests[i]);
    }
    text_add_string(out, "\r\n");
}

/* ---- hashdeep ----------------------------------------------------------------------------- */

static void add_hashdeep_header(const struct styler *s, struct text *out)
{
    text_add_string(out, "%%%% HASHDEEP-1.0\n%%%% size");
    for (size_t i = 0; i < s->wanted->n; i++) {
        text_add_char(out, ',');
        write_column(out, s->format, s->wanted->algorithms[i]);
    }
    text_add_string(out, ",filename\n## Written by mhash (Hashmill ");
    text_add_string(out, hm_version());
    text_add_string(out, ")\n##\n");
}

static void add_hashdeep(const struct styler *s, struct text *out, const struct entry *entry,
                         const struct result *result)
{
    text_add_number(out, result->size);
    for (size_t i = 0; i < s->wanted->n; i++) {
        text_add_char(out, ',');
        write_encoded(out, s->format, s->wanted->algorithms[i], result->digests[i]);
    }
    text_add_char(out, ',');
    text_add_string(out, entry->name);
    text_add_char(out, '\n');
}

/* ---- The order of SFV --------------------------------------------------------------------- */

static void add_sfv(const struct styler *s, struct text *out, const struct entry *entry,
                    const struct result *result)
{
    /* A line that begins with a semicolon is a comment. */
    if (*entry->name == ';')
        text_add_string(out, "./");
    text_add_string(out, entry->name);
    for (size_t i = 0; i < s->wanted->n; i++) {
        text_add_char(out, ' ');
        write_encoded(out, s->format, s->wanted->algorithms[i], result->digests[i]);
    }
    text_add_char(out, '\n');
}

/* ---- Lines of one digest each ------------------------------------------------------------- */

/* OpenSSL 3 calls SHA-256 "SHA2-256", SHA-1 "SHA1", and the others what we call them. */
static void add_openssl_tag(struct text *out, const struct line_format *format,
                            const struct hm_algorithm *algorithm)
{
    const char *name = hm_algorithm_name(algorithm);

    if (format->keyed)
        text_add_string(out, "HMAC-");
    if (strcmp(name, "SHA-1") == 0) {
        text_add_string(out, "SHA1");
    } else if (strncmp(name, "SHA-", 4) == 0) {
        text_add_string(out, "SHA2-");
        text_add_string(out, name + 4);
    } else {
        text_add_string(out, name);
    }
}

static void add_openssl(const struct styler *s, struct text *out, const struct entry *entry,
                        const struct hm_algorithm *algorithm, const uint8_t *digest)
{
    /* OpenSSL has no escapes. Ours are read back by mhash, and by nobody for another name. */
    const bool escape = !s->format->zero && has_line_end(entry->name);

    if (escape)
        text_add_char(out, '\\');
    add_openssl_tag(out, s->format, algorithm);
    text_add_char(out, '(');
    if (escape)
        write_escaped(out, entry->name);
    else
        text_add_string(out, entry->name);
    text_add_string(out, ")= ");
    write_encoded(out, s->format, algorithm, digest);
    text_add_char(out, s->format->zero ? '\0' : '\n');
}

static void add_certutil(const struct styler *s, struct text *out, const struct entry *entry,
                         const struct hm_algorithm *algorithm, const uint8_t *digest)
{
    write_tag(out, s->format, algorithm);
    text_add_string(out, " hash of ");
    text_add_string(out, entry->name);
    text_add_string(out, ":\r\n");
    write_encoded(out, s->format, algorithm, digest);
    text_add_string(out, "\r\nCertUtil: -hashfile command completed successfully.\r\n");
}

enum { ALGORITHM_WIDTH = 15, HASH_WIDTH = 70 };

static void pad(struct text *out, size_t start, size_t width)
{
    do
        text_add_char(out, ' ');
    while (out->len - start <= width);
}

static void add_get_filehash(const struct styler *s, struct text *out, const struct entry *entry,
                             const struct hm_algorithm *algorithm, const uint8_t *digest)
{
    size_t start = out->len;

    write_tag(out, s->format, algorithm);
    pad(out, start, ALGORITHM_WIDTH);
    start = out->len;
    write_encoded(out, s->format, algorithm, digest);
    pad(out, start, HASH_WIDTH);
    text_add_string(out, entry->name);
    text_add_string(out, "\r\n");
}

static void add_get_filehash_header(struct text *out)
{
    size_t start;

    text_add_string(out, "\r\n");
    for (int line = 0; line < 2; line++) {
        start = out->len;
        text_add_string(out, line ? "---------" : "Algorithm");
        pad(out, start, ALGORITHM_WIDTH);
        start = out->len;
        text_add_string(out, line ? "----" : "Hash");
        pad(out, start, HASH_WIDTH);
        text_add_string(out, line ? "----\r\n" : "Path\r\n");
    }
}

static void add_digest(const struct styler *s, struct text *out, const struct entry *entry,
                       const struct hm_algorithm *algorithm, const uint8_t *digest)
{
    switch (s->format->style) {
    case STYLE_OPENSSL:
        add_openssl(s, out, entry, algorithm, digest);
        break;
    case STYLE_CERTUTIL:
        add_certutil(s, out, entry, algorithm, digest);
        break;
    case STYLE_GET_FILEHASH:
        add_get_filehash(s, out, entry, algorithm, digest);
        break;
    case STYLE_BARE:
        write_encoded(out, s->format, algorithm, digest);
        text_add_char(out, s->format->zero ? '\0' : '\n');
        break;
    default:
        write_digest(out, s->format, algorithm, entry->name, digest);
    }
}

/* ---- All of them -------------------------------------------------------------------------- */

/* What separates a record from the one before. */
static void next_record(struct styler *s, struct text *out)
{
    if (s->format->style == STYLE_JSON)
        text_add_string(out, s->any ? ",\n" : "\n");
    s->any = true;
}

void style_begin(struct styler *s, struct text *out)
{
    switch (s->format->style) {
    case STYLE_CSV:
        add_csv_header(s, out);
        break;
    case STYLE_HASHDEEP:
        add_hashdeep_header(s, out);
        break;
    case STYLE_JSON:
        text_add_char(out, '[');
        break;
    case STYLE_GET_FILEHASH:
        add_get_filehash_header(out);
        break;
    default:
        break;
    }
}

bool style_result(struct styler *s, struct text *out, const struct entry *entry,
                  const struct result *result)
{
    switch (s->format->style) {
    case STYLE_HASHDEEP:
    case STYLE_SFV:
    case STYLE_CERTUTIL:
    case STYLE_GET_FILEHASH:
        if (has_line_end(entry->name))
            return false;
        break;
    default:
        break;
    }
    switch (s->format->style) {
    case STYLE_CSV:
        add_csv(s, out, entry, result);
        break;
    case STYLE_HASHDEEP:
        add_hashdeep(s, out, entry, result);
        break;
    case STYLE_SFV:
        add_sfv(s, out, entry, result);
        break;
    case STYLE_TEMPLATE:
        template_write(out, s->format, s->wanted, entry, result);
        break;
    case STYLE_JSON:
    case STYLE_JSONL:
        next_record(s, out);
        json_result(out, s->format, s->wanted, entry, result);
        if (s->format->style == STYLE_JSONL)
            text_add_char(out, '\n');
        break;
    default:
        for (size_t i = 0; i < s->wanted->n; i++)
            add_digest(s, out, entry, s->wanted->algorithms[i], result->digests[i]);
    }
    return true;
}

void style_fault(struct styler *s, struct text *out, const struct entry *entry, const char *reason,
                 bool skipped)
{
    if (s->format->style != STYLE_JSON && s->format->style != STYLE_JSONL)
        return;
    next_record(s, out);
    json_fault(out, entry, reason, skipped);
    if (s->format->style == STYLE_JSONL)
        text_add_char(out, '\n');
}

void style_end(struct styler *s, struct text *out)
{
    if (s->format->style == STYLE_JSON)
        text_add_string(out, s->any ? "\n]\n" : "]\n");
    else if (s->format->style == STYLE_GET_FILEHASH)
        text_add_string(out, "\r\n");
}
