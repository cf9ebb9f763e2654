/* SPDX-License-Identifier: MIT
 *
 * options_engine.c - the options that say how files are read, and what they rule out.
 */
#include "options_engine.h"

#include <string.h>

#include "budget.h"
#include "options_select.h"

/* As many as there may be threads. */
enum { MAX_READERS = 1024 };

bool options_engine_is_size(const char *word)
{
    uint64_t size;
    return word && selection_parse_size(word, &size);
}

static bool take_piece(struct options *o, int option, const char *argument, struct msg *msg)
{
    const bool etag = option == OPT_S3_ETAG;
    uint64_t size = o->engine.piece;

    if ((argument || !etag) &&
        (!selection_parse_size(argument, &size) || !size || size > INT64_MAX)) {
        usage_error(o, msg, "not the size of a piece:", argument);
        return false;
    }
    if ((o->engine.piece || o->etag) && o->etag != etag) {
        usage_error(o, msg, "--pieces and --s3-etag are two things", NULL);
        return false;
    }
    o->engine.piece = size;
    o->etag = etag;
    return true;
}

bool options_engine_take(struct options *o, int option, const char *argument, struct msg *msg)
{
    static const char *const ways[] = {"auto", "read", "mmap", "direct"};
    uint64_t number;

    switch (option) {
    case OPT_NO_CACHE:
        return o->engine.no_cache = true;
    case OPT_MAX_MEMORY:
        if (selection_parse_size(argument, &number) && number >= LEAST_MEMORY) {
            o->engine.max_memory = number;
            return true;
        }
        usage_error(o, msg, "--max-memory takes a size of at least 8M, not", argument);
        return false;
    case OPT_READERS:
        if (strspn(argument, "0123456789") == strlen(argument) &&
            selection_parse_size(argument, &number) && number >= 1 && number <= MAX_READERS) {
            o->engine.readers = (unsigned)number;
            return true;
        }
        usage_error(o, msg, "--readers takes a number from 1 to 1024, not", argument);
        return false;
    case OPT_IO:
        for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
            if (strcmp(argument, ways[i]) == 0) {
                o->engine.io = (enum io)i;
                return true;
            }
        usage_error(o, msg, "--io takes auto, read, mmap or direct, not", argument);
        return false;
    default:
        return take_piece(o, option, argument, msg);
    }
}

const char *options_engine_conflict(const struct options *o)
{
    const struct line_format *f = &o->format;

    if (!o->engine.piece && !o->etag)
        return NULL;
    if (o->action != ACTION_HASH && !(o->etag && o->action == ACTION_EXPECT))
        return o->etag ? "--s3-etag checks one file, with --expect; it reads no lists"
                       : "--pieces computes digests: it checks nothing";
    if (!o->engine.piece && o->action == ACTION_HASH)
        return "--s3-etag needs the size of a part, unless --expect tells the tag";
    if (o->key.from != KEY_NONE)
        return "--pieces and --s3-etag have no keyed form";
    if (!o->etag)
        return f->encoding == ENCODING_RAW ? "--encoding raw is for one digest, not for pieces"
                                           : NULL;
    for (size_t i = 0; i < o->algorithm_count; i++)
        if (o->algorithms[i] != hm_algorithm_at(HM_MD5))
            return "--s3-etag is made of MD5 digests";
    if (f->encoding != ENCODING_HEX || f->upper)
        return "--s3-etag is in lower-case hex";
    return f->style == STYLE_GNU || f->style == STYLE_BARE
               ? NULL
               : "--s3-etag has --style gnu and --bare only";
}
