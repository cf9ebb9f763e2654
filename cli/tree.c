/* SPDX-License-Identifier: MIT
 *
 * tree.c - a folder and a list that names its files.
 */
#include "tree.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "roster.h"

/* The folder that names are relative to: of --relative-to, or the current one. */
static void set_folder(struct tree *t, const struct options *o, const char *list)
{
    const char *slash = strrchr(list, '/');

    if (!o->relative_to)
        return;
    if (strcmp(o->relative_to, "list") != 0)
        text_add_string(&t->folder, o->relative_to);
    else if (slash)
        text_add(&t->folder, list, (size_t)(slash - list + 1));
    else
        text_add_string(&t->folder, "./");
    if (t->folder.data[t->folder.len - 1] != '/')
        text_add_char(&t->folder, '/');
}

/* Without --relative-to names are what `mhash -r DIR` writes. */
static bool set_prefix(struct tree *t, const char *dir, struct msg *msg)
{
    char *folder = NULL, *real = NULL;
    bool good = true;

    text_cut(&t->prefix, 0);
    if (!t->folder.len) {
        text_add_string(&t->prefix, dir);
        clean_name(t->prefix.data);
        t->prefix.len = strlen(t->prefix.data);
    } else {
        folder = realpath(t->folder.data, NULL);
        real = realpath(dir, NULL);
        size_t n = folder ? strlen(folder) : 0;
        n -= n == 1;
        good = folder && real && strncmp(real, folder, n) == 0 && (!real[n] || real[n] == '/');
        if (!folder || !real)
            msg_file_error(msg, folder ? dir : t->folder.data, errno);
        else if (!good)
            msg_file(msg, dir, "does not lie in the folder of --relative-to");
        else
            text_add_string(&t->prefix, real[n] ? real + n + 1 : "");
    }
    if (good && t->prefix.len && t->prefix.data[t->prefix.len - 1] != '/')
        text_add_char(&t->prefix, '/');
    free(folder);
    free(real);
    return good;
}

bool tree_open(struct tree *t, const struct options *o, const char *list, const char *dir,
               struct msg *msg)
{
    struct stat st;
    int error;

    *t = (struct tree){0};
    text_add_string(&t->prefix, "");
    text_add_string(&t->folder, "");
    set_folder(t, o, list);
    error = stat(dir, &st) != 0 ? errno : S_ISDIR(st.st_mode) ? 0 : ENOTDIR;
    if (error) {
        msg_file_error(msg, dir, error);
        return false;
    }
    if (!set_prefix(t, dir, msg))
        return false;
    walk_open(&t->walk, dir, &o->selection);
    return true;
}

static void tell_fault(struct tree *t, enum walk_status status, struct msg *msg)
{
    const char *name = t->walk.name;

    switch (status) {
    case WALK_SPECIAL:
        msg_file(msg, name, "not a regular file; skipped");
        return;
    case WALK_LOOP:
        msg_file(msg, name, "link to a folder that it lies in; skipped");
        return;
    case WALK_MOVED:
        msg_file(msg, name, "moved while being read; the rest of it is left out");
        break;
    default:
        msg_file_error(msg, name, t->walk.error);
    }
    t->broken = true;
}

bool tree_next(struct tree *t, struct entry *entry, struct msg *msg)
{
    enum walk_status status;

    while ((status = walk_next(&t->walk)) != WALK_END) {
        if (status != WALK_FILE) {
            tell_fault(t, status, msg);
            continue;
        }
        text_cut(&t->name, 0);
        text_add(&t->name, t->prefix.data, t->prefix.len);
        text_add_string(&t->name, t->walk.path.data + t->walk.below);
        *entry = t->walk.entry;
        entry->name = t->name.data;
        return true;
    }
    return false;
}

bool tree_covers(const struct tree *t, const char *name)
{
    if (t->prefix.len)
        return strncmp(name, t->prefix.data, t->prefix.len) == 0;
    return *name != '/' && strcmp(name, "..") != 0 && strncmp(name, "../", 3) != 0;
}

bool tree_has(const struct tree *t, const char *name, bool *gone)
{
    struct text path = {0};
    struct stat st;

    if (*name != '/')
        text_add(&path, t->folder.data, t->folder.len);
    text_add_string(&path, name);
    bool there = lstat(path.data, &st) == 0;
    *gone = !there && (errno == ENOENT || errno == ENOTDIR);
    text_free(&path);
    return there;
}

bool tree_was_emptied(const struct tree *t, const char *name)
{
    struct text path = {0};
    struct dirent *found;
    DIR *dir = NULL;
    size_t n = 0;

    if (*name != '/')
        text_add(&path, t->folder.data, t->folder.len);
    text_add_string(&path, name);
    for (char *slash; !dir && (slash = strrchr(path.data, '/')) != NULL;) {
        *slash = '\0';
        dir = opendir(*path.data ? path.data : "/");
    }
    while (dir && (found = readdir(dir)) != NULL)
        n += strcmp(found->d_name, ".") != 0 && strcmp(found->d_name, "..") != 0;
    bool empty = dir && !n;
    if (dir)
        closedir(dir);
    text_free(&path);
    return empty;
}

void tree_close(struct tree *t)
{
    if (t->walk.operand)
        walk_close(&t->walk);
    text_free(&t->folder);
    text_free(&t->prefix);
    text_free(&t->name);
}
