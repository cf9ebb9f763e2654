/* SPDX-License-Identifier: MIT
 *
 * etag_check.c - the job of checking one file against an entity tag of S3. The tag tells how many
 * parts there were, so the file's size tells which sizes they may have had: the likeliest is tried
 * alone, as fast as pieces are hashed, and if it is wrong all others together, in one reading more.
 */
#include "etag_check.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "signals.h"
#include "verdicts.h"

struct etag_check {
    const struct options *options;
    struct msg *msg;
    struct verdicts verdicts;
    const char *name; /* of the file; "-": standard input */

    bool known; /* how many bytes the file has: */
    uint64_t bytes;
    bool sizes_derived; /* from that */
    uint64_t sizes[ETAG_SIZES];
    size_t n;

    struct etag *tags; /* of the reading that goes on */
    struct result result;
    struct etag_claim found; /* the one that matches, or the last */
    uint64_t size;           /* of its parts */
};

/* ---- Reading ------------------------------------------------------------------------------ */

static bool handle_part(void *context, const struct entry *entry, const struct digest_list *wanted,
                        const struct result *result, uint64_t number, uint64_t offset, size_t which)
{
    struct etag_check *c = context;

    (void)entry;
    (void)wanted;
    (void)number;
    (void)offset;
    etag_add(&c->tags[which], result->size, result->digests[0]);
    return true;
}

static bool handle_file(void *context, const struct entry *entry, const struct digest_list *wanted,
                        const struct result *result, void *item)
{
    struct etag_check *c = context;

    (void)entry;
    (void)wanted;
    (void)item;
    c->result = *result;
    return true;
}

/* Reads the file once for parts of n sizes; without any, as one piece. False if a signal stopped
 * the run. */
static bool read_file(struct etag_check *c, const uint64_t *sizes, size_t n)
{
    const struct digest_list wanted = {.n = 1, .algorithms = {hm_algorithm_at(HM_MD5)}};
    const struct entry entry = {.name = c->name,
                                .base = c->name,
                                .dir = AT_FDCWD,
                                .source = strcmp(c->name, "-") == 0 ? SOURCE_STDIN : SOURCE_PATH};
    struct engine_options options = c->options->engine;
    struct engine engine;

    options.piece = n ? sizes[0] : 0;
    options.piece_sizes = sizes;
    options.piece_size_count = n;
    options.on_piece = handle_part;
    for (size_t i = 0; i < n; i++)
        etag_start(&c->tags[i], sizes[i]);
    if (options.progress && c->known) {
        /* Each reading is all of it again. */
        atomic_fetch_add(&options.progress->total_bytes, c->bytes);
        atomic_fetch_add(&options.progress->total_files, 1);
        atomic_store(&options.progress->totals, TOTALS_KNOWN);
    }
    engine_start(&engine, &options, handle_file, c);
    engine_submit(&engine, &entry, &wanted, NULL);
    engine_finish(&engine);
    if (signals_stop())
        msg_interrupted(c->msg, engine.unfinished, engine.unfinished_more);
    free(engine.unfinished);
    if (c->sizes_derived && c->result.fault == FAULT_NONE && c->result.size != c->bytes)
        c->result.fault = FAULT_CHANGED;
    return !signals_stop();
}

/* The same; then compares. */
static bool try_sizes(struct etag_check *c, const uint64_t *sizes, size_t n, bool *matches)
{
    const struct etag_claim *wanted = &c->options->expected_etag;

    *matches = false;
    if (!read_file(c, sizes, n))
        return false;
    if (!n) {
        memcpy(c->found.digest, c->result.digests[0], ETAG_DIGEST);
        *matches = etag_equal(&c->found, wanted);
    }
    for (size_t i = 0; i < n && !*matches; i++) {
        etag_of_parts(&c->tags[i], &c->found);
        c->size = sizes[i];
        *matches = etag_equal(&c->found, wanted);
    }
    return true;
}

/* ---- Sizes -------------------------------------------------------------------------------- */

/* Bytes to come of what is named. False: not known, nothing, or no file to ask. */
static bool know_bytes(const struct etag_check *c, struct stat *st)
{
    const bool is_stdin = strcmp(c->name, "-") == 0;
    off_t at;

    if ((is_stdin ? fstat(STDIN_FILENO, st) : stat(c->name, st)) != 0) {
        st->st_mode = 0;
        return false;
    }
    if (!S_ISREG(st->st_mode))
        return false;
    if (is_stdin && (at = lseek(STDIN_FILENO, 0, SEEK_CUR)) > 0)
        st->st_size = at < st->st_size ? st->st_size - at : 0;
    return true;
}

/* Finds out which sizes to try. NULL, or why that cannot be known. */
static const char *find_sizes(struct etag_check *c)
{
    const uint64_t parts = c->options->expected_etag.parts;
    struct stat st;

    c->known = know_bytes(c, &st);
    c->bytes = c->known ? (uint64_t)st.st_size : 0;
    if (!parts)
        return NULL; /* sent in one piece, whatever size parts would have had */
    c->n = 1;
    c->sizes[0] = c->options->engine.piece;
    if (c->sizes[0])
        return NULL;
    c->sizes_derived = true;
    if (c->known) {
        c->n = etag_sizes(c->bytes, parts, c->sizes);
        return NULL;
    }
    /* What cannot be read is told when it is tried, and is another file if that works. */
    c->sizes[0] = 1;
    return !st.st_mode || S_ISDIR(st.st_mode)
               ? NULL
               : "is no regular file, so that the size of its parts must be told: --s3-etag SIZE";
}

/* ---- Telling ------------------------------------------------------------------------------ */

/* "8 MiB", "1000 bytes" */
static void add_size(struct text *out, uint64_t size)
{
    static const char *const units[] = {" bytes", " KiB", " MiB", " GiB"};
    size_t unit = 0;

    while (unit < 3 && size && size % 1024 == 0) {
        size /= 1024;
        unit++;
    }
    text_add_number(out, size);
    text_add_string(out, size == 1 && !unit ? " byte" : units[unit]);
}

static void add_parts(struct text *out, const struct etag_check *c)
{
    const uint64_t parts = c->found.parts;

    if (!parts) {
        text_add_string(out, "one piece");
    } else if (parts == 1) {
        text_add_string(out, "1 part"); /* of its bytes or more */
    } else {
        text_add_number(out, parts);
        text_add_string(out, " parts of ");
        add_size(out, c->size);
    }
}

static void add_failure(struct text *out, const struct etag_check *c)
{
    const struct etag_claim *wanted = &c->options->expected_etag;

    text_add_string(out, "entity tag expected ");
    etag_claim_write(wanted, out);
    if (wanted->parts && !c->n) {
        text_add_string(out, ", but ");
        text_add_number(out, c->bytes);
        text_add_string(out, c->bytes == 1 ? " byte makes no " : " bytes make no ");
        text_add_number(out, wanted->parts);
        text_add_string(out, " parts of one size");
    } else if (c->n < 2) {
        text_add_string(out, ", found ");
        etag_claim_write(&c->found, out);
        text_add_string(out, ", ");
        add_parts(out, c);
    } else {
        text_add_string(out, ", which none of the sizes gives that were tried for the parts: ");
        for (size_t i = 0; i < c->n; i++) {
            text_add_string(out, i ? ", " : "");
            add_size(out, c->sizes[i]);
        }
    }
}

static void add_number(struct text *out, const char *key, uint64_t n)
{
    text_add_string(out, key);
    text_add_number(out, n);
}

static void add_members(struct text *out, const struct etag_check *c, bool matches)
{
    const struct etag_claim *wanted = &c->options->expected_etag;
    const bool one = matches || !wanted->parts || c->n == 1;

    text_add_string(out, ",\"algorithm\":\"S3-ETAG\",\"expected\":\"");
    etag_claim_write(wanted, out);
    text_add_char(out, '"');
    if (c->result.fault != FAULT_NONE)
        return;
    if (one) {
        text_add_string(out, ",\"found\":\"");
        etag_claim_write(&c->found, out);
        text_add_char(out, '"');
        if (c->found.parts)
            add_number(out, ",\"part_size\":", c->size);
        return;
    }
    text_add_string(out, ",\"part_sizes_tried\":[");
    for (size_t i = 0; i < c->n; i++)
        add_number(out, i ? "," : "", c->sizes[i]);
    text_add_char(out, ']');
}

/* Tells and counts the verdict; returns the exit code. */
static int tell(struct etag_check *c, bool matches)
{
    const struct record record = {.algorithm = hm_algorithm_at(HM_MD5)};
    struct text ok = {0}, failure = {0}, members = {0};
    struct tally tally = {.records = 1};
    struct outcome outcome = {.name = c->name,
                              .record = &record,
                              .result = &c->result,
                              .verdict = c->result.fault != FAULT_NONE ? VERDICT_UNREADABLE
                                         : matches                     ? VERDICT_OK
                                                                       : VERDICT_MISMATCH};

    text_add_string(&ok, "OK (");
    add_parts(&ok, c);
    text_add_char(&ok, ')');
    add_failure(&failure, c);
    add_members(&members, c, matches);
    const struct telling telling = {ok.data, failure.data, members.data};
    outcome.telling = &telling;
    check_count(&tally, outcome.verdict);
    if (outcome.verdict == VERDICT_UNREADABLE)
        msg_file(c->msg, c->name, verdicts_fault(&c->result));
    verdicts_tell(&c->verdicts, &outcome);
    verdicts_summarise(&c->verdicts, &tally);
    text_free(&ok);
    text_free(&failure);
    text_free(&members);
    return check_exit_code(&tally);
}

/* ---- The job ------------------------------------------------------------------------------ */

static int check(struct etag_check *c)
{
    const struct options *o = c->options;
    const struct record record = {.name = c->name, .algorithm = hm_algorithm_at(HM_MD5)};
    const char *reason = check_refusal(&record, false, o->strict_algorithms);
    /* Standard input can be read once. */
    const bool once = strcmp(c->name, "-") == 0;
    bool matches = false;
    size_t done = 0;

    if (reason) {
        msg_say(c->msg, reason);
        return EXIT_MALFORMED;
    }
    if ((reason = find_sizes(c)) != NULL) {
        msg_file(c->msg, c->name, reason);
        return EXIT_MALFORMED;
    }
    if (!o->expected_etag.parts) {
        if (!try_sizes(c, NULL, 0, &matches))
            return EXIT_UNREADABLE;
    } else if (!c->n) {
        c->result.size = c->bytes;
    }
    while (done < c->n && !matches && c->result.fault == FAULT_NONE) {
        const size_t now = done || once ? c->n - done : 1;
        if (!try_sizes(c, c->sizes + done, now, &matches))
            return EXIT_UNREADABLE;
        done += now;
    }
    return tell(c, matches);
}

int run_etag_check(const struct options *o, struct output *out, struct msg *msg)
{
    static char standard_input[] = "-";
    struct etag tags[ETAG_SIZES];
    struct etag_check c = {.options = o, .msg = msg, .tags = tags};

    c.name = o->operand_count ? o->operands[0] : standard_input;
    verdicts_start(&c.verdicts, o, out, msg);
    c.verdicts.list = "command line";
    int code = check(&c);
    if (!signals_stop())
        verdicts_finish(&c.verdicts, code);
    else
        out->abandoned = true;
    return code;
}
