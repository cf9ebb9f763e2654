/* SPDX-License-Identifier: MIT
 *
 * totals.c - how much there is to come. A walk of its own, beside that of the run: names are not
 * kept, since a tree can be larger than memory, and the run does not wait. It costs a look at each
 * file, which leaves in memory what the run needs later to open it.
 */
#include "totals.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "cpus.h"
#include "lines.h"
#include "manifest.h"
#include "signals.h"
#include "walk.h"

enum {
    /* With fewer descriptors the run needs all of them. */
    MANY_DESCRIPTORS = 256,
    /* Without so much memory to spare, likewise: running out of it would end the run. */
    SPARE = 4 * 1024 * 1024,
    STACK = 256 * 1024,
};

/* False: the total cannot be known, or nobody waits for it any more. */
static bool add_file(struct totals *t, uint64_t bytes)
{
    atomic_fetch_add_explicit(&t->progress->total_bytes, bytes, memory_order_relaxed);
    atomic_fetch_add_explicit(&t->progress->total_files, 1, memory_order_relaxed);
    return !atomic_load_explicit(&t->stop, memory_order_relaxed) && !signals_stop();
}

static bool add_found(struct totals *t, const struct entry *entry)
{
    struct stat st;

    if (fstatat(entry->dir, entry->base, &st, entry->follow ? 0 : AT_SYMLINK_NOFOLLOW) != 0)
        return add_file(t, 0); /* gone, which the run tells */
    return add_file(t, (uint64_t)st.st_size);
}

/* A name as the run opens it. What is not there, or no file, is told by the run and is no bytes. */
static bool add_named(struct totals *t, const char *name)
{
    struct stat st;

    if (stat(name, &st) != 0 || S_ISDIR(st.st_mode))
        return add_file(t, 0);
    return S_ISREG(st.st_mode) && add_file(t, (uint64_t)st.st_size);
}

static bool add_tree(struct totals *t, const char *operand)
{
    struct walk walk;
    enum walk_status status;
    bool going = true;

    walk_open(&walk, operand, &t->options->selection);
    while (going && (status = walk_next(&walk)) != WALK_END) {
        if (status == WALK_FILE)
            going = walk.entry.source == SOURCE_PATH ? add_named(t, operand)
                                                     : add_found(t, &walk.entry);
        else if (status == WALK_ERROR)
            going = walk.error != EMFILE && walk.error != ENFILE && walk.error != ENOMEM;
    }
    walk_close(&walk);
    return going;
}

static bool add_operand(struct totals *t, const char *operand)
{
    struct stat st;

    if (strcmp(operand, "-") == 0) {
        if (fstat(STDIN_FILENO, &st) != 0 || !S_ISREG(st.st_mode))
            return false;
        return add_file(t, st.st_size > t->input_at ? (uint64_t)(st.st_size - t->input_at) : 0);
    }
    if (selection_operand_is_own(&t->options->selection, operand))
        return true;
    return t->options->recursive ? add_tree(t, operand) : add_named(t, operand);
}

/* Opens a list, if it can be read twice: not a pipe. */
static bool open_list(struct lines *lines, const char *file, char delimiter)
{
    struct stat st;
    int fd = strcmp(file, "-") == 0 ? -1 : open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

    if (fd < 0)
        return false;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
        close(fd);
        return false;
    }
    lines_open(lines, fd, delimiter, false);
    return true;
}

static bool close_list(struct lines *lines)
{
    const bool well = !lines->error;

    close(lines->fd);
    lines_close(lines);
    return well;
}

static bool add_names(struct totals *t, const struct name_list *list)
{
    enum line_status status;
    struct lines lines;
    bool going = true;
    size_t len;
    char *name;

    if (!open_list(&lines, list->file, list->delimiter))
        return false;
    while (going && (status = lines_next(&lines, &name, &len)) != LINE_END) {
        if (status != LINE_OK || !len || memchr(name, '\0', len))
            continue; /* no name, which the run tells */
        name[len] = '\0';
        going = add_operand(t, name);
    }
    return close_list(&lines) && going;
}

/* ---- The files of a check ----------------------------------------------------------------- */

struct check_list {
    struct totals *totals;
    const char *file;
    struct text last, path; /* the name of the last record; where a file is */
};

static void add_folder(struct text *path, const char *to, const char *list)
{
    const char *slash = strrchr(list, '/');

    if (to && strcmp(to, "list") != 0) {
        text_add_string(path, to);
        if (path->len && to[path->len - 1] != '/')
            text_add_char(path, '/');
    } else if (to && slash) {
        text_add(path, list, (size_t)(slash - list + 1));
    }
}

/* What the check will not read is no bytes; of several records of a name it reads it once. */
static bool add_record(struct check_list *c, const struct record *record)
{
    const struct options *o = c->totals->options;

    if ((record->algorithm && record->keyed != (o->key.from != KEY_NONE)) ||
        check_refusal(record, o->confine, o->strict_algorithms))
        return true;
    if (c->last.data && strcmp(c->last.data, record->name) == 0)
        return true;
    text_cut(&c->last, 0);
    text_add_string(&c->last, record->name);
    text_cut(&c->path, 0);
    if (*record->name != '/')
        add_folder(&c->path, o->relative_to, c->file);
    text_add_string(&c->path, record->name);
    if (record->link)
        return add_file(c->totals, 0);
    return strcmp(record->name, "-") != 0 && add_named(c->totals, c->path.data);
}

static bool add_records(struct check_list *c, struct manifest *m, enum line_kind kind,
                        struct record *record)
{
    const char *reason;
    bool going = true;

    while (going && kind != LINE_COMMENT) {
        if (kind == LINE_RECORD)
            going = add_record(c, record);
        kind = manifest_more(m, record, &reason);
    }
    return going;
}

static bool add_check_list(struct totals *t, const char *file)
{
    const struct options *o = t->options;
    struct check_list c = {.totals = t, .file = file};
    struct manifest manifest = {.zero = o->format.zero,
                                .algorithms = o->algorithms,
                                .n = o->algorithm_count,
                                .tag_bytes = o->tag_bytes};
    enum line_status status;
    struct record record;
    struct lines lines;
    const char *reason;
    bool going = true;
    size_t len;
    char *line;

    if (!open_list(&lines, file, o->format.zero ? '\0' : '\n'))
        return false;
    lines_decode(&lines);
    manifest_open(&manifest, file);
    while (going && (status = lines_next(&lines, &line, &len)) != LINE_END)
        if (status == LINE_OK)
            going = add_records(&c, &manifest,
                                manifest_line(&manifest, line, len, &record, &reason), &record);
    if (going) {
        manifest_end(&manifest, &reason);
        going = add_records(&c, &manifest, manifest_more(&manifest, &record, &reason), &record);
    }
    manifest_close(&manifest);
    text_free(&c.last);
    text_free(&c.path);
    return close_list(&lines) && going;
}

static bool add_checked(struct totals *t)
{
    const struct options *o = t->options;
    bool going = o->operand_count && !o->only_count; /* else from a pipe, or not all of it */

    if (o->action == ACTION_EXPECT)
        return add_operand(t, o->operand_count ? o->operands[0] : "-");
    for (int i = 0; i < o->operand_count && going; i++)
        going = add_check_list(t, o->operands[i]);
    return going;
}

/* ---- The thread --------------------------------------------------------------------------- */

static bool add_all(struct totals *t)
{
    const struct options *o = t->options;
    bool going = true;

    if (o->action != ACTION_HASH)
        return add_checked(t);
    if (!o->operand_count && !o->name_list_count)
        return add_operand(t, o->recursive ? "." : "-");
    for (int i = 0; i < o->operand_count && going; i++)
        going = add_operand(t, o->operands[i]);
    for (size_t i = 0; i < o->name_list_count && going; i++)
        going = add_names(t, &o->name_lists[i]);
    return going;
}

static void *count(void *arg)
{
    struct totals *t = arg;
    const bool known = add_all(t);

    atomic_store_explicit(&t->progress->totals, known ? TOTALS_KNOWN : TOTALS_NONE,
                          memory_order_release);
    return NULL;
}

static void begin(void *context)
{
    struct totals *t = context;
    pthread_attr_t attributes;
    void *volatile spare; /* volatile: or it would be optimized away */

    if (descriptors_left() < MANY_DESCRIPTORS || !(spare = malloc(SPARE)))
        return;
    if (pthread_attr_init(&attributes) == 0) {
        pthread_attr_setstacksize(&attributes, STACK);
        atomic_store(&t->progress->totals, TOTALS_COUNTING);
        signals_hold(true);
        t->started = pthread_create(&t->thread, &attributes, count, t) == 0;
        signals_hold(false);
        if (!t->started)
            atomic_store(&t->progress->totals, TOTALS_NONE);
        pthread_attr_destroy(&attributes);
    }
    free(spare);
}

void totals_prepare(struct totals *t, const struct options *o)
{
    *t = (struct totals){.options = o, .progress = o->engine.progress};
    if (!t->progress || !t->progress->live)
        return;
    t->progress->count = begin;
    t->progress->counter = t;
    const off_t at = lseek(STDIN_FILENO, 0, SEEK_CUR);
    t->input_at = at > 0 ? at : 0;
}

void totals_end(struct totals *t)
{
    if (!t->progress)
        return;
    t->progress->count = NULL;
    atomic_store(&t->stop, true);
    if (t->started)
        pthread_join(t->thread, NULL);
    t->started = false;
}
