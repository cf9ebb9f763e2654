/* SPDX-License-Identifier: MIT
 *
 * msg.c - messages on standard error. A message is written whole, by one write where the system
 * allows, so that those of several processes do not mix.
 */
#include "msg.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "quote.h"

static void begin(struct msg *m)
{
    text_cut(&m->line, 0);
    text_add_string(&m->line, m->program);
    text_add_string(&m->line, ": ");
}

static void end(struct msg *m)
{
    text_add_char(&m->line, '\n');
    if (m->progress)
        progress_hide(m->progress);
    for (size_t done = 0; done < m->line.len;) {
        ssize_t n = write(STDERR_FILENO, m->line.data + done, m->line.len - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            m->failed = true;
            return;
        }
        done += (size_t)n;
    }
}

void msg_say(struct msg *m, const char *text)
{
    begin(m);
    text_add_string(&m->line, text);
    end(m);
}

void msg_say_word(struct msg *m, const char *text, const char *word)
{
    begin(m);
    text_add_string(&m->line, text);
    text_add_char(&m->line, ' ');
    quote_word(&m->line, word);
    end(m);
}

void msg_error(struct msg *m, const char *text, int error)
{
    begin(m);
    text_add_string(&m->line, text);
    if (error) {
        text_add_string(&m->line, ": ");
        text_add_string(&m->line, strerror(error));
    }
    end(m);
}

void msg_file(struct msg *m, const char *name, const char *text)
{
    begin(m);
    quote_name(&m->line, name);
    text_add_string(&m->line, ": ");
    text_add_string(&m->line, text);
    end(m);
}

void msg_file_error(struct msg *m, const char *name, int error)
{
    msg_file(m, name, strerror(error));
}

void msg_list_line(struct msg *m, const char *list, unsigned long long line, const char *text)
{
    begin(m);
    quote_name(&m->line, list);
    text_add_string(&m->line, ": ");
    text_add_number(&m->line, line);
    text_add_string(&m->line, ": ");
    text_add_string(&m->line, text);
    end(m);
}

void msg_count(struct msg *m, unsigned long long n, const char *one, const char *many)
{
    begin(m);
    text_add_string(&m->line, "WARNING: ");
    text_add_number(&m->line, n);
    text_add_char(&m->line, ' ');
    text_add_string(&m->line, n == 1 ? one : many);
    end(m);
}

void msg_interrupted(struct msg *m, const char *name, unsigned long long more)
{
    begin(m);
    text_add_string(&m->line, "interrupted");
    if (name) {
        text_add_string(&m->line, "; not done: ");
        quote_name(&m->line, name);
        if (more) {
            text_add_string(&m->line, ", ");
            text_add_number(&m->line, more);
            text_add_string(&m->line, " more known so far");
        }
        text_add_string(&m->line, ", and what comes after");
    }
    end(m);
}

void msg_try_help(struct msg *m)
{
    text_cut(&m->line, 0);
    text_add_string(&m->line, "Try '");
    text_add_string(&m->line, m->program);
    text_add_string(&m->line, " --help' for more information.");
    end(m);
}
