/* SPDX-License-Identifier: MIT
 *
 * styles_json.c - a file as a record of JSON (docs/output-formats.md). The only user of the JSON
 * library among the writers.
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "styles.h"
#include "writers.h"

/* Memory for the library that is there, or the end of the program. */
static void *get_memory(size_t n)
{
    size_t size = n;
    return memory_grow(NULL, &size, n, 1);
}

static json_t *new_object(void)
{
    json_set_alloc_funcs(get_memory, free);
    return json_object();
}

static int append(const char *bytes, size_t n, void *out)
{
    text_add(out, bytes, n);
    return 0;
}

static void write_record(struct text *out, json_t *record)
{
    json_dump_callback(record, append, out, JSON_COMPACT);
    json_decref(record);
}

static void set_text(json_t *object, const char *key, struct text *value)
{
    json_object_set_new(object, key, json_stringn(value->data, value->len));
    text_free(value);
}

/* A name is bytes, a string of JSON is Unicode. Names that are not UTF-8 are given in base64 and in
 * no other form, so that nobody takes a mended name for the real one. */
static void set_name(json_t *record, const char *name)
{
    json_t *string = json_string(name);

    if (string) {
        json_object_set_new(record, "name", string);
    } else {
        size_t len = strlen(name);
        char *encoded = get_memory(HM_BASE64_SIZE(len));
        hm_base64(encoded, name, len, true);
        json_object_set_new(record, "name_base64", json_string(encoded));
        free(encoded);
    }
}

void json_result(struct text *out, const struct line_format *format,
                 const struct digest_list *wanted, const struct entry *entry,
                 const struct result *result)
{
    json_t *record = new_object(), *digests = json_object();
    struct text column = {0}, value = {0};

    set_name(record, entry->name);
    if (entry->source == SOURCE_LINK)
        json_object_set_new(record, "type", json_string("link"));
    json_object_set_new(record, "size", json_integer((json_int_t)result->size));
    if (result->has_mtime) {
        write_time(&value, &result->mtime);
        set_text(record, "mtime", &value);
    }
    for (size_t i = 0; i < wanted->n; i++) {
        text_cut(&column, 0);
        write_column(&column, format, wanted->algorithms[i]);
        write_encoded(&value, format, wanted->algorithms[i], result->digests[i]);
        set_text(digests, column.data, &value);
    }
    text_free(&column);
    json_object_set_new(record, "digests", digests);
    write_record(out, record);
}

void json_fault(struct text *out, const struct entry *entry, const char *reason, bool skipped)
{
    json_t *record = new_object();

    set_name(record, entry->name);
    json_object_set_new(record, skipped ? "skipped" : "error", json_string(reason));
    write_record(out, record);
}
