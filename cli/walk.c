/* SPDX-License-Identifier: MIT
 *
 * walk.c - the files below a folder. A stack of levels on the heap, one for each folder on the
 * path; only the deepest few keep their descriptor. Going up to one that gave it away, ".." is
 * opened and compared with what the folder was; where that fails (a link was followed, or a folder
 * was moved) the path is opened again from the operand, step by step, each step compared.
 *
 * Not fts(3): it cannot be told to hold fewer descriptors without changing the working folder,
 * and it reads whole paths into memory for each file.
 */
#include "walk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum item_type { ITEM_UNKNOWN, ITEM_FILE, ITEM_FOLDER, ITEM_LINK, ITEM_SPECIAL };

struct walk_level {
    int fd; /* -1: given away */
    dev_t dev;
    ino_t ino;
    bool linked;        /* entered through a symlink */
    bool wanted;        /* of its content, what no rule matches */
    uint64_t number;    /* of the folder within the run */
    size_t path_len;    /* of this folder within the walk's path */
    struct text names;  /* for each: its type (one byte), the name, NUL */
    const char **order; /* the names, sorted; the type is at [-1] */
    size_t count, next;
};

/* Beside the type of a name: it may be a file of ours. */
enum { MAY_BE_OWN = 0x40 };

enum { FOLDER_FLAGS = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK };

/* Folders entered so far. The process's, as the descriptors that it tells apart are. */
static atomic_ullong folders;

static enum item_type type_of_mode(mode_t mode)
{
    return S_ISREG(mode)   ? ITEM_FILE
           : S_ISDIR(mode) ? ITEM_FOLDER
           : S_ISLNK(mode) ? ITEM_LINK
                           : ITEM_SPECIAL;
}

static enum item_type type_of_dirent(const struct dirent *d)
{
    switch (d->d_type) {
    case DT_REG:
        return ITEM_FILE;
    case DT_DIR:
        return ITEM_FOLDER;
    case DT_LNK:
        return ITEM_LINK;
    case DT_UNKNOWN:
        return ITEM_UNKNOWN;
    default:
        return ITEM_SPECIAL;
    }
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

struct sized {
    off_t size;
    const char *name;
};

/* The largest first; what has no size, folders above all, after that by name. */
static int compare_sizes(const void *a, const void *b)
{
    const struct sized *x = a, *y = b;
    return x->size != y->size ? (x->size < y->size) - (x->size > y->size)
                              : strcmp(x->name, y->name);
}

static void sort_by_size(struct walk_level *level, bool follow)
{
    size_t size = 0;
    struct sized *items = memory_grow(NULL, &size, level->count, sizeof *items);
    struct stat st;

    for (size_t i = 0; i < level->count; i++) {
        items[i] = (struct sized){-1, level->order[i]};
        if (fstatat(level->fd, items[i].name, &st, follow ? 0 : AT_SYMLINK_NOFOLLOW) == 0 &&
            !S_ISDIR(st.st_mode))
            items[i].size = st.st_size;
    }
    qsort(items, level->count, sizeof *items, compare_sizes);
    for (size_t i = 0; i < level->count; i++)
        level->order[i] = items[i].name;
    free(items);
}

static void sort_names(struct walk_level *level, const struct selection *selection)
{
    size_t size = 0;
    const char *name = level->names.data, *end = name + level->names.len;

    level->order = memory_grow(NULL, &size, level->count, sizeof *level->order);
    for (size_t i = 0; name && name < end; i++) {
        level->order[i] = name + 1;
        name += strlen(name + 1) + 2;
    }
    if (selection->sort == SORT_NAME)
        qsort(level->order, level->count, sizeof *level->order, compare_names);
    else if (selection->sort == SORT_SIZE)
        sort_by_size(level, selection->links == LINKS_FOLLOW);
}

/* Reads the names of the folder level->fd. Returns 0 or the errno value of what failed; the names
 * read before are there in any case. */
static int read_names(struct walk_level *level, const struct selection *selection)
{
    int fd = fcntl(level->fd, F_DUPFD_CLOEXEC, 0), error;
    DIR *dir = fd < 0 ? NULL : fdopendir(fd);
    struct dirent *d;

    if (!dir) {
        error = errno;
        if (fd >= 0)
            close(fd);
        return error;
    }
    while (errno = 0, (d = readdir(dir)) != NULL) {
        int type = type_of_dirent(d);
        if (strcmp(d->d_name, ".") == 0 || strcmp(d->d_name, "..") == 0)
            continue;
        if (selection->own_count && selection_may_be_own(selection, d->d_name, d->d_ino))
            type |= MAY_BE_OWN;
        text_add_char(&level->names, (char)type);
        text_add(&level->names, d->d_name, strlen(d->d_name) + 1);
        level->count++;
    }
    error = errno;
    closedir(dir);
    sort_names(level, selection);
    return error;
}

static bool is_level(int fd, const struct walk_level *level)
{
    struct stat st;
    return fstat(fd, &st) == 0 && st.st_dev == level->dev && st.st_ino == level->ino;
}

/* Gives descriptors away, the shallowest first, until at most keep are left. */
static void give_away(struct walk *w, size_t keep)
{
    while (w->depth - w->first_open > keep) {
        struct walk_level *level = &w->levels[w->first_open++];
        if (level->fd >= 0)
            close(level->fd);
        level->fd = -1;
    }
}

static int open_folder(struct walk *w, int dir, const char *name, int flags)
{
    int fd = openat(dir, name, FOLDER_FLAGS | flags);
    if (fd < 0 && (errno == EMFILE || errno == ENFILE) && w->depth - w->first_open > 1) {
        give_away(w, 1);
        fd = openat(dir, name, FOLDER_FLAGS | flags);
    }
    return fd;
}

static bool is_ancestor(const struct walk *w, const struct stat *st)
{
    for (size_t i = 0; i < w->depth; i++)
        if (w->levels[i].dev == st->st_dev && w->levels[i].ino == st->st_ino)
            return true;
    return false;
}

/* Enters the folder open at fd, which it takes over. WALK_END if all is well, or if it lies on
 * another file system and is not wanted for that. */
static enum walk_status enter(struct walk *w, int fd, bool linked, bool wanted)
{
    struct stat st;

    w->linked |= linked;
    if (fstat(fd, &st) != 0) {
        w->error = errno;
        close(fd);
        return WALK_ERROR;
    }
    if (w->linked && is_ancestor(w, &st)) {
        close(fd);
        return WALK_LOOP;
    }
    if (w->depth && w->selection->one_file_system && st.st_dev != w->levels[0].dev) {
        close(fd);
        return WALK_END;
    }
    give_away(w, WALK_OPEN - 1);
    w->levels = memory_grow(w->levels, &w->size, w->depth + 1, sizeof *w->levels);
    struct walk_level *level = &w->levels[w->depth++];
    *level = (struct walk_level){.fd = fd,
                                 .dev = st.st_dev,
                                 .ino = st.st_ino,
                                 .linked = linked,
                                 .wanted = wanted,
                                 .number = atomic_fetch_add(&folders, 1) + 1,
                                 .path_len = w->path.len};
    w->error = read_names(level, w->selection);
    return w->error ? WALK_ERROR : WALK_END;
}

/* Opens the top level again from the operand down, -1 if that leads elsewhere by now. */
static int reopen_from_operand(struct walk *w)
{
    int fd = open_folder(w, AT_FDCWD, w->operand, 0);

    for (size_t i = 0; fd >= 0; i++) {
        const struct walk_level *level = &w->levels[i];
        if (!is_level(fd, level)) {
            close(fd);
            return -1;
        }
        if (i + 1 == w->depth)
            break;
        int next = openat(fd, level->order[level->next - 1],
                          FOLDER_FLAGS | (level[1].linked ? 0 : O_NOFOLLOW));
        close(fd);
        fd = next;
    }
    return fd;
}

/* Leaves the top level. The one above it gets a descriptor again if it had none. */
static void leave(struct walk *w)
{
    struct walk_level *level = &w->levels[--w->depth];
    struct walk_level *up = w->depth ? level - 1 : NULL;

    if (up && up->fd < 0) {
        if (level->fd >= 0 && !level->linked)
            up->fd = openat(level->fd, "..", FOLDER_FLAGS);
        if (up->fd >= 0 && !is_level(up->fd, up)) {
            close(up->fd);
            up->fd = -1;
        }
        if (up->fd < 0)
            up->fd = reopen_from_operand(w);
    }
    if (w->first_open >= w->depth)
        w->first_open = w->depth ? w->depth - 1 : 0;
    if (level->fd >= 0)
        close(level->fd);
    text_free(&level->names);
    free(level->order);
}

/* What a name turned out to be. */
struct found {
    enum item_type type; /* ITEM_LINK: not followed; ITEM_UNKNOWN: w->error says why */
    bool linked;         /* reached through a symlink */
    bool known;          /* st is of what type tells */
    struct stat st;
};

static bool look(struct walk *w, int dir, const char *name, int flags, struct found *found)
{
    found->known = fstatat(dir, name, &found->st, flags) == 0;
    if (!found->known)
        w->error = errno;
    found->type = found->known ? type_of_mode(found->st.st_mode) : ITEM_UNKNOWN;
    return found->known;
}

static void resolve(struct walk *w, const struct walk_level *level, const char *name,
                    struct found *found)
{
    const struct selection *selection = w->selection;
    const bool may_be_own = name[-1] & MAY_BE_OWN;

    *found = (struct found){.type = (enum item_type)(name[-1] & ~MAY_BE_OWN)};
    if (found->type == ITEM_UNKNOWN && !look(w, level->fd, name, AT_SYMLINK_NOFOLLOW, found))
        return;
    found->linked = found->type == ITEM_LINK;
    if (found->linked && selection->links == LINKS_FOLLOW) {
        look(w, level->fd, name, 0, found);
    } else if (!found->known &&
               (may_be_own || (selection_needs_size(selection) && found->type != ITEM_FOLDER))) {
        look(w, level->fd, name, AT_SYMLINK_NOFOLLOW, found);
    }
}

/* Whether the selection wants what was found; *rest is what it says of a folder's content that no
 * rule matches. Folders without a rule are entered in any case, for what may be in them. */
static bool is_wanted(const struct walk *w, const struct walk_level *level, const char *name,
                      const struct found *found, bool *rest)
{
    const struct selection *s = w->selection;
    const bool folder = found->type == ITEM_FOLDER;

    *rest = level->wanted;
    if (s->no_hidden && *name == '.')
        return false;
    switch (globs_match(&s->globs, w->path.data + w->below, folder)) {
    case GLOB_EXCLUDED:
        return false;
    case GLOB_INCLUDED:
        *rest = true;
        break;
    case GLOB_NO_MATCH:
        if (!folder && !level->wanted)
            return false;
    }
    if (folder)
        return !s->max_depth || w->depth < s->max_depth;
    for (size_t i = 0; i < s->own_prefix_count; i++) {
        const struct own_prefix *p = &s->own_prefixes[i];
        if (level->dev == p->dev && level->ino == p->ino &&
            strncmp(name, p->prefix, strlen(p->prefix)) == 0)
            return false;
    }
    return !found->known || (!selection_is_own(s, found->st.st_dev, found->st.st_ino) &&
                             selection_size_fits(s, (uint64_t)found->st.st_size));
}

/* Deals with one name of the top level. WALK_END: nothing to tell, go on. */
static enum walk_status visit(struct walk *w, const char *name)
{
    const struct walk_level *level = &w->levels[w->depth - 1];
    struct found found;
    bool rest;

    text_cut(&w->path, level->path_len);
    if (w->path.len && w->path.data[w->path.len - 1] != '/')
        text_add_char(&w->path, '/');
    text_add_string(&w->path, name);
    w->name = w->path.data;
    resolve(w, level, name, &found);
    if (!is_wanted(w, level, name, &found, &rest))
        return WALK_END;
    switch (found.type) {
    case ITEM_UNKNOWN:
        return WALK_ERROR;
    case ITEM_LINK:
        if (w->selection->links != LINKS_TEXT)
            return WALK_END;
        break;
    case ITEM_SPECIAL:
        return WALK_SPECIAL;
    case ITEM_FOLDER:
    case ITEM_FILE:
        break;
    }
    if (found.type != ITEM_FOLDER) {
        w->entry = (struct entry){.name = w->path.data,
                                  .base = name,
                                  .dir = level->fd,
                                  .folder = level->number,
                                  .source = found.type == ITEM_LINK ? SOURCE_LINK : SOURCE_TREE,
                                  .follow = found.linked};
        return WALK_FILE;
    }
    int fd = open_folder(w, level->fd, name, found.linked ? 0 : O_NOFOLLOW);
    if (fd < 0) {
        w->error = errno;
        return WALK_ERROR;
    }
    return enter(w, fd, found.linked, rest);
}

void walk_open(struct walk *w, const char *operand, const struct selection *selection)
{
    *w = (struct walk){.operand = operand, .selection = selection};
    text_add_string(&w->path, operand);
    w->name = w->path.data;
    w->below = w->path.len + (w->path.len && operand[w->path.len - 1] != '/');
}

/* An operand that is no folder, or cannot be opened as one, is left to the reader, whose open says
 * what is wrong with it. */
static enum walk_status start(struct walk *w)
{
    int fd = open_folder(w, AT_FDCWD, w->operand, 0);

    if (fd >= 0)
        return enter(w, fd, false, !w->selection->only_included);
    w->entry = (struct entry){
        .name = w->path.data, .base = w->operand, .dir = AT_FDCWD, .source = SOURCE_PATH};
    return WALK_FILE;
}

enum walk_status walk_next(struct walk *w)
{
    enum walk_status status = WALK_END;

    if (!w->started) {
        w->started = true;
        status = start(w);
    }
    while (status == WALK_END && w->depth) {
        struct walk_level *level = &w->levels[w->depth - 1];
        if (level->next == level->count) {
            leave(w);
        } else if (level->fd < 0) {
            text_cut(&w->path, level->path_len);
            w->name = w->path.data;
            level->next = level->count;
            status = WALK_MOVED;
        } else {
            status = visit(w, level->order[level->next++]);
        }
    }
    return status;
}

void walk_close(struct walk *w)
{
    while (w->depth)
        leave(w);
    free(w->levels);
    text_free(&w->path);
}
