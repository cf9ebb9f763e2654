/* SPDX-License-Identifier: MIT
 *
 * operands.c - what the user named, as entries for the engine. Opens lists of names and folders;
 * prints nothing: what is wrong goes through the engine, so that it is told in order.
 */
#include "operands.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "lines.h"
#include "reader.h"
#include "walk.h"

struct submission {
    const struct options *options;
    struct engine *engine;
    const struct digest_list *wanted;
};

static bool report(struct submission *s, const char *name, enum fault fault, int error)
{
    struct entry entry = {.name = name, .base = name, .dir = AT_FDCWD, .source = SOURCE_TREE};
    return engine_report(s->engine, &entry, fault, error, NULL);
}

static struct entry entry_of(const char *operand)
{
    return (struct entry){.name = operand,
                          .base = operand,
                          .dir = AT_FDCWD,
                          .source = strcmp(operand, "-") == 0 ? SOURCE_STDIN : SOURCE_PATH};
}

static bool submit_tree(struct submission *s, const char *operand)
{
    static const enum fault faults[] = {[WALK_ERROR] = FAULT_OPEN,
                                        [WALK_MOVED] = FAULT_MOVED,
                                        [WALK_LOOP] = FAULT_LOOP,
                                        [WALK_SPECIAL] = FAULT_SPECIAL};
    struct walk walk;
    enum walk_status status;
    bool going = true;

    walk_open(&walk, operand, &s->options->selection);
    while (going && (status = walk_next(&walk)) != WALK_END) {
        if (status == WALK_FILE)
            going = engine_submit(s->engine, &walk.entry, s->wanted, NULL);
        else
            going = report(s, walk.name, faults[status], walk.error);
    }
    walk_close(&walk);
    return going;
}

static bool submit_operand(struct submission *s, const char *operand)
{
    struct entry entry = entry_of(operand);

    if (entry.source == SOURCE_PATH && selection_operand_is_own(&s->options->selection, operand))
        return report(s, operand, FAULT_OWN, 0);
    if (entry.source == SOURCE_PATH && s->options->recursive)
        return submit_tree(s, operand);
    return engine_submit(s->engine, &entry, s->wanted, NULL);
}

/* What is wrong with a name of a list, or FAULT_NONE. */
static enum fault name_fault(const struct name_list *list, enum line_status status,
                             const char *name, size_t len)
{
    if (status == LINE_TOO_LONG)
        return FAULT_NAME_LONG;
    if (memchr(name, '\0', len))
        return FAULT_NAME_NUL;
    if (!len)
        return FAULT_NAME_EMPTY;
    if (strcmp(name, "-") == 0 && strcmp(list->file, "-") == 0)
        return FAULT_NAME_STDIN;
    return FAULT_NONE;
}

static bool submit_names(struct submission *s, const struct name_list *list, struct lines *lines,
                         const char *shown)
{
    struct text place = {0};
    unsigned long long number = 0;
    enum line_status status;
    bool going = true;
    char *name;
    size_t len;

    for (;;) {
        /* What is done is shown before waiting for more names. */
        if (lines_waits(lines))
            going = engine_drain(s->engine);
        if (!going || (status = lines_next(lines, &name, &len)) == LINE_END)
            break;
        number++;
        if (!len && list->delimiter == '\n' && status == LINE_OK)
            continue;
        name[len] = '\0';
        enum fault fault = name_fault(list, status, name, len);
        if (fault == FAULT_NONE) {
            going = submit_operand(s, name);
        } else {
            text_cut(&place, 0);
            text_add_string(&place, shown);
            text_add_string(&place, ": ");
            text_add_number(&place, number);
            going = report(s, place.data, fault, 0);
        }
    }
    text_free(&place);
    return going;
}

static bool submit_list(struct submission *s, const struct name_list *list)
{
    struct entry entry = entry_of(list->file);
    const char *shown = entry.source == SOURCE_STDIN ? "standard input" : list->file;
    struct lines lines;
    int fd = reader_open(&entry, true);
    bool going;

    if (fd < 0)
        return report(s, shown, FAULT_OPEN, errno);
    lines_open(&lines, fd, list->delimiter, true);
    going = submit_names(s, list, &lines, shown);
    if (lines.error && going)
        going = report(s, shown, FAULT_READ, lines.error);
    lines_close(&lines);
    if (entry.source != SOURCE_STDIN)
        close(fd);
    return going;
}

void submit_operands(const struct options *o, struct engine *engine,
                     const struct digest_list *wanted)
{
    struct submission s = {o, engine, wanted};
    bool going = true;

    if (!o->operand_count && !o->name_list_count)
        submit_operand(&s, o->recursive ? "." : "-");
    for (int i = 0; i < o->operand_count && going; i++)
        going = submit_operand(&s, o->operands[i]);
    for (size_t i = 0; i < o->name_list_count && going; i++)
        going = submit_list(&s, &o->name_lists[i]);
}
