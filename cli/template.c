/* SPDX-License-Identifier: MIT
 *
 * template.c - the text of --format. Read anew for each file: it is short, and a compiled form
 * would have to be kept somewhere.
 */
#include "template.h"

#include <string.h>

#include "writers.h"

enum field {
    FIELD_NAME,
    FIELD_ENAME,
    FIELD_BASE,
    FIELD_SIZE,
    FIELD_MTIME,
    FIELD_EPOCH,
    FIELD_ALGORITHM,
    FIELD_DIGEST,
    FIELD_ONE_DIGEST, /* named by its algorithm */
    FIELD_NONE,
};

struct piece {
    bool is_field;
    char byte;
    enum field field;
    const struct hm_algorithm *algorithm; /* of FIELD_ONE_DIGEST */
};

static int hex_value(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* Reads what is behind a backslash. Returns what is behind that, NULL if it means nothing. */
static const char *read_escape(const char *t, char *byte)
{
    static const char letters[] = "ntr0\\{}", bytes[] = "\n\t\r\0\\{}";
    const char *at = *t ? strchr(letters, *t) : NULL;

    if (at) {
        *byte = bytes[at - letters];
        return t + 1;
    }
    if (*t != 'x' || hex_value(t[1]) < 0 || hex_value(t[2]) < 0)
        return NULL;
    *byte = (char)(hex_value(t[1]) * 16 + hex_value(t[2]));
    return t + 3;
}

static enum field find_field(const char *name, const struct hm_algorithm **algorithm)
{
    static const char *const names[] = {
        [FIELD_NAME] = "name",     [FIELD_ENAME] = "ename",        [FIELD_BASE] = "base",
        [FIELD_SIZE] = "size",     [FIELD_MTIME] = "mtime",        [FIELD_EPOCH] = "epoch",
        [FIELD_DIGEST] = "digest", [FIELD_ALGORITHM] = "algorithm"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return (enum field)i;
    *algorithm = hm_algorithm_by_name(name);
    return *algorithm ? FIELD_ONE_DIGEST : FIELD_NONE;
}

/* Reads the next piece. Returns what is behind it, NULL if it is wrong: *flaw tells. */
static const char *read_piece(const char *t, struct piece *piece, const char **flaw)
{
    char name[32];

    *piece = (struct piece){.byte = *t};
    if (*t == '\\') {
        t = read_escape(t + 1, &piece->byte);
        if (!t)
            *flaw = "unknown escape in the format:";
        return t;
    }
    if (*t != '{' && *t != '}')
        return t + 1;
    size_t len = strcspn(t + 1, "{}");
    if (*t == '}' || t[1 + len] != '}' || len >= sizeof name) {
        *flaw = "unpaired brace in the format (\\{ and \\} are plain ones):";
        return NULL;
    }
    memcpy(name, t + 1, len);
    name[len] = '\0';
    piece->is_field = true;
    piece->field = find_field(name, &piece->algorithm);
    if (piece->field == FIELD_NONE) {
        *flaw = "unknown field in the format:";
        return NULL;
    }
    return t + len + 2;
}

const char *template_flaw(const char *t, const struct hm_algorithm *const *algorithms, size_t n)
{
    const char *flaw;
    struct piece piece;

    while (*t) {
        size_t i = 0;
        t = read_piece(t, &piece, &flaw);
        if (!t)
            return flaw;
        if (!piece.is_field || piece.field != FIELD_ONE_DIGEST)
            continue;
        while (i < n && algorithms[i] != piece.algorithm)
            i++;
        if (i == n)
            return "the format asks for a digest that --algorithm does not name:";
    }
    return NULL;
}

static bool asks_for(const char *t, enum field a, enum field b)
{
    const char *flaw;
    struct piece piece;

    while (t && *t) {
        t = read_piece(t, &piece, &flaw);
        if (t && piece.is_field && (piece.field == a || piece.field == b))
            return true;
    }
    return false;
}

/* One file with its results. */
struct filling {
    const struct line_format *format;
    const struct digest_list *wanted;
    const struct entry *entry;
    const struct result *result;
};

static void add_field(struct text *out, const struct filling *f, const struct piece *piece,
                      size_t i)
{
    const struct result *result = f->result;
    const char *name = f->entry->name, *slash = strrchr(name, '/');

    switch (piece->field) {
    case FIELD_NAME:
        text_add_string(out, name);
        return;
    case FIELD_ENAME:
        write_escaped(out, name);
        return;
    case FIELD_BASE:
        text_add_string(out, slash ? slash + 1 : name);
        return;
    case FIELD_SIZE:
        text_add_number(out, result->size);
        return;
    case FIELD_MTIME:
        if (result->has_mtime)
            write_time(out, &result->mtime);
        return;
    case FIELD_EPOCH:
        if (result->has_mtime)
            write_seconds(out, &result->mtime);
        return;
    case FIELD_ALGORITHM:
        write_tag(out, f->format, f->wanted->algorithms[i]);
        return;
    case FIELD_ONE_DIGEST:
        for (i = 0; f->wanted->algorithms[i] != piece->algorithm;)
            i++;
        break;
    default:
        break;
    }
    write_encoded(out, f->format, f->wanted->algorithms[i], result->digests[i]);
}

static void fill(struct text *out, const struct filling *f, size_t i)
{
    const char *t = f->format->template, *flaw;
    struct piece piece;

    while (t && *t) {
        t = read_piece(t, &piece, &flaw);
        if (!piece.is_field)
            text_add_char(out, piece.byte);
        else
            add_field(out, f, &piece, i);
    }
}

void template_write(struct text *out, const struct line_format *format,
                    const struct digest_list *wanted, const struct entry *entry,
                    const struct result *result)
{
    const struct filling filling = {format, wanted, entry, result};
    size_t n = asks_for(format->template, FIELD_ALGORITHM, FIELD_DIGEST) ? wanted->n : 1;

    for (size_t i = 0; i < n; i++)
        fill(out, &filling, i);
}
