/* SPDX-License-Identifier: MIT
 *
 * manifest_json.c - our own JSON and JSON Lines lists (docs/output-formats.md). The text is cut
 * into the objects of files as it comes, so that memory is that of one of them; an object is then
 * read by the JSON library. Pure.
 */
#include "manifest_parts.h"

#include <jansson.h>
#include <stdlib.h>

bool json_begins(const char *line)
{
    line += strspn(line, " \t");
    if (*line != '{' && *line != '[')
        return false;
    const char *next = line + 1 + strspn(line + 1, " \t");
    return !*next || (*line == '{' ? *next == '"' || *next == '}' : strchr("{]", *next) != NULL);
}

/* The name, which is given a second time in base64 where it is not UTF-8. */
static bool take_name(struct manifest *m, const json_t *object)
{
    const json_t *name = json_object_get(object, "name");
    const json_t *exact = json_object_get(object, "name_base64");

    text_cut(&m->name, 0);
    if (!exact) {
        if (!json_is_string(name))
            return false;
        text_add(&m->name, json_string_value(name), json_string_length(name));
        return true;
    }
    if (!json_is_string(exact))
        return false;
    size_t len = json_string_length(exact), n;
    size_t size = 0;
    uint8_t *bytes = memory_grow(NULL, &size, len / 4 * 3 + 2, 1);
    bool good = hm_base64_decode(bytes, &n, json_string_value(exact), len) && !memchr(bytes, 0, n);
    if (good)
        text_add(&m->name, bytes, n);
    free(bytes);
    return good;
}

static bool take_digests(struct manifest *m, const json_t *digests, struct record *row,
                         bool *left_out)
{
    const char *tag;
    json_t *value;

    json_object_foreach((json_t *)(uintptr_t)digests, tag, value)
    {
        struct record one = *row;
        const struct hm_algorithm *a = manifest_tag(tag, strlen(tag), &one.keyed);
        if (!json_is_string(value))
            return false;
        if (!a)
            *left_out = true;
        else if (!manifest_decode(m, &a, 1, json_string_value(value), json_string_length(value),
                                  &one) ||
                 one.form != FORM_BYTES || !manifest_queue(m, &one))
            return false;
    }
    return true;
}

/* One file's object. */
static enum line_kind take_file(struct manifest *m, const json_t *object, struct record *record,
                                const char **reason)
{
    const json_t *digests = json_object_get(object, "digests");
    const json_t *size = json_object_get(object, "size");
    const json_t *type = json_object_get(object, "type");
    struct record row = {.has_size = size != NULL};
    bool left_out = false;

    if (!take_name(m, object))
        return malformed(reason, "an object without a good \"name\"");
    if (!m->name.len)
        return malformed(reason, "the name is empty");
    if (size && (!json_is_integer(size) || json_integer_value(size) < 0))
        return malformed(reason, "\"size\" is no number of bytes");
    if (json_object_get(object, "skipped"))
        return LINE_COMMENT;
    if (type && !(json_is_string(type) && strcmp(json_string_value(type), "link") == 0))
        return malformed(reason, "\"type\" is not \"link\"");
    row.link = type != NULL;
    row.size = (uint64_t)json_integer_value(size);
    if (digests && !json_is_object(digests))
        return malformed(reason, "\"digests\" is no object");
    if (digests && !take_digests(m, digests, &row, &left_out))
        return malformed(reason, "not a digest of its algorithm");
    if (!m->queued && !left_out) {
        *reason = "the list has no digest of this file; not verified";
        return LINE_UNSUPPORTED;
    }
    return manifest_queued(m, left_out, record, reason);
}

static enum line_kind take_object(struct manifest *m, const char *text, size_t len,
                                  struct record *record, const char **reason)
{
    json_error_t error;
    json_t *object = json_loadb(text, len, JSON_REJECT_DUPLICATES, &error);

    if (!object)
        return malformed(reason, "not a JSON object");
    enum line_kind kind = take_file(m, object, record, reason);
    json_decref(object);
    return kind;
}

/* ---- Cutting ------------------------------------------------------------------------------ */

enum { OBJECT_LIMIT = 64 * 1024 * 1024 };

/* Whether the text before an array, which began an object, ends in the key "files". */
static bool is_files_key(const char *text, size_t len)
{
    static const char key[] = "\"files\"";

    while (len && strchr(" \t\n\r", text[len - 1]))
        len--;
    if (!len || text[--len] != ':')
        return false;
    while (len && strchr(" \t\n\r", text[len - 1]))
        len--;
    return len >= sizeof key - 1 && memcmp(text + len - (sizeof key - 1), key, sizeof key - 1) == 0;
}

/* One character within an object, or within what follows the array of a document. True when the
 * object is complete. */
static bool inside(struct manifest *m, char c)
{
    if (m->in_string) {
        if (m->in_escape)
            m->in_escape = false;
        else if (c == '\\')
            m->in_escape = true;
        else if (c == '"')
            m->in_string = false;
        return false;
    }
    if (c == '"') {
        m->in_string = true;
    } else if (c == '{' || c == '[') {
        if (c == '[' && m->depth == 1 && m->cut == CUT_OBJECTS &&
            is_files_key(m->pending.data + m->start, m->at - 1 - m->start)) {
            m->cut = CUT_DOCUMENT;
            m->in_object = false;
            return false;
        }
        m->depth++;
    } else if (c == '}' || c == ']') {
        return --m->depth == 0;
    }
    return false;
}

/* One character between objects. False if it cannot stand there. */
static bool between(struct manifest *m, char c)
{
    if (strchr(" \t\n\r", c))
        return true;
    if (c == '{' && m->cut <= CUT_DOCUMENT) {
        m->in_object = true;
        m->start = m->at - 1;
        m->depth = 1;
        return true;
    }
    if (c == '[' && m->cut == CUT_OBJECTS && !m->had_records) {
        m->cut = CUT_ARRAY;
        return true;
    }
    if (m->cut != CUT_ARRAY && m->cut != CUT_DOCUMENT)
        return false;
    if (c != ']')
        return c == ',';
    if (m->cut == CUT_ARRAY) {
        m->cut = CUT_DONE;
        return true;
    }
    m->cut = CUT_REST;
    m->in_object = true;
    m->depth = 1;
    return true;
}

enum line_kind json_more(struct manifest *m, struct record *record, const char **reason)
{
    while (m->at < m->pending.len) {
        char c = m->pending.data[m->at++];
        if (!m->in_object) {
            if (between(m, c))
                continue;
            m->at = m->pending.len;
            return malformed(reason, "not a JSON object of a file");
        }
        if (!inside(m, c))
            continue;
        m->in_object = false;
        if (m->cut == CUT_REST) {
            m->cut = CUT_DONE;
            continue;
        }
        m->queued = m->next = 0;
        enum line_kind kind =
            take_object(m, m->pending.data + m->start, m->at - m->start, record, reason);
        if (kind != LINE_RECORD)
            m->queued = m->next = 0;
        if (kind != LINE_COMMENT)
            return kind;
    }
    return LINE_COMMENT;
}

enum line_kind dialect_json(struct manifest *m, char *line, size_t len, struct record *record,
                            const char **reason)
{
    /* JSON Lines after a line that was cut off. */
    bool broken = m->in_object && m->cut == CUT_OBJECTS && has_prefix(line, "{\"name\"");

    if (!m->in_object || m->cut == CUT_REST || broken) {
        text_cut(&m->pending, 0);
        m->at = m->start = 0;
    }
    if (broken)
        m->in_object = m->in_string = m->in_escape = false;
    text_add(&m->pending, line, len);
    text_add_char(&m->pending, '\n');
    if (broken)
        return malformed(reason, "the object before this line has no end");
    if (m->pending.len > OBJECT_LIMIT) {
        text_cut(&m->pending, 0);
        m->at = m->start = 0;
        m->in_object = m->in_string = m->in_escape = false;
        return malformed(reason, "an object longer than any entry");
    }
    return json_more(m, record, reason);
}

bool json_unfinished(const struct manifest *m)
{
    return m->in_object || m->cut == CUT_ARRAY || m->cut == CUT_DOCUMENT;
}
