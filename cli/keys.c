/* SPDX-License-Identifier: MIT
 *
 * keys.c - the HMAC key.
 */
#include "keys.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "reader.h"
#include "text.h"

/* ---- Sources ------------------------------------------------------------------------------ */

static bool read_descriptor(struct keyring *ring, int fd, const char *shown, struct msg *msg)
{
    if (fd >= 0 && reader_slurp(fd, KEY_LIMIT, &ring->bytes, &ring->len))
        return true;
    msg_file_error(msg, shown, errno);
    return false;
}

static bool read_file(struct keyring *ring, const char *file, struct msg *msg)
{
    struct entry entry = {.name = file,
                          .base = file,
                          .dir = AT_FDCWD,
                          .source = strcmp(file, "-") == 0 ? SOURCE_STDIN : SOURCE_PATH};
    int fd = reader_open(&entry, true);
    bool good = read_descriptor(ring, fd, file, msg);

    if (fd > STDIN_FILENO)
        close(fd);
    return good;
}

static void take_bytes(struct keyring *ring, const char *bytes, size_t len)
{
    size_t size = 0;

    ring->bytes = memory_grow(NULL, &size, len + 1, 1);
    ring->len = len;
    memcpy(ring->bytes, bytes, len);
}

/* The variable is wiped, so that it is not in the environment of this process any longer. */
static bool read_environment(struct keyring *ring, const char *name, struct msg *msg)
{
    char *value = getenv(name);

    if (!value) {
        msg_say_word(msg, "no such environment variable:", name);
        return false;
    }
    take_bytes(ring, value, strlen(value));
    hm_wipe(value, ring->len);
    return true;
}

static ssize_t read_line(int fd, char *line, size_t size)
{
    size_t n = 0;
    ssize_t got;

    while (n < size && (got = reader_read(fd, line + n, 1, true)) > 0 && line[n] != '\n')
        n++;
    return n == size ? -1 : (ssize_t)n;
}

/* Asks on the terminal, unseen. Signals from the keyboard are off meanwhile, or an interrupt would
 * leave the terminal without echo; its character cancels. */
static bool read_prompt(struct keyring *ring, bool twice, struct msg *msg)
{
    static const char *const prompts[] = {"HMAC key: ", "Again: "};
    char lines[2][1024];
    ssize_t len[2] = {0};
    struct termios before, quiet;
    int fd = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    const char *problem = NULL;

    if (fd < 0 || tcgetattr(fd, &before) != 0) {
        msg_error(msg, "no terminal to ask for the key", errno);
        if (fd >= 0)
            close(fd);
        return false;
    }
    quiet = before;
    quiet.c_lflag &= ~(tcflag_t)(ECHO | ISIG);
    tcsetattr(fd, TCSAFLUSH, &quiet);
    for (int i = 0; i <= twice && !problem; i++) {
        if (write(fd, prompts[i], strlen(prompts[i])) < 0 ||
            (len[i] = read_line(fd, lines[i], sizeof lines[i])) < 0)
            problem = "the key is too long to be typed";
        else if (memchr(lines[i], before.c_cc[VINTR], (size_t)len[i]))
            problem = "cancelled";
        if (write(fd, "\n", 1) < 0)
            problem = "no terminal to ask for the key";
    }
    tcsetattr(fd, TCSAFLUSH, &before);
    close(fd);
    if (!problem && twice && (len[0] != len[1] || !hm_equal(lines[0], lines[1], (size_t)len[0])))
        problem = "the keys differ";
    if (problem)
        msg_say(msg, problem);
    else
        take_bytes(ring, lines[0], (size_t)len[0]);
    hm_wipe(lines, sizeof lines);
    return !problem;
}

/* ---- Forms -------------------------------------------------------------------------------- */

/* Turns hex or base64 into the key, in place. Blanks and line feeds at the end are no part of it.
 */
static bool decode(struct keyring *ring, enum key_form form)
{
    size_t size = 0, n = ring->len;

    while (n && strchr(" \t\r\n", ring->bytes[n - 1]))
        n--;
    uint8_t *key = memory_grow(NULL, &size, n + 3, 1);
    bool good = form == KEY_HEX ? hm_hex_decode(key, ring->bytes, n)
                                : hm_base64_decode(key, &size, ring->bytes, n);
    hm_wipe(ring->bytes, ring->len);
    free(ring->bytes);
    ring->bytes = (char *)key;
    ring->len = form == KEY_HEX ? n / 2 : size;
    return good;
}

static bool read_source(struct keyring *ring, const struct key_source *source, struct msg *msg)
{
    switch (source->from) {
    case KEY_FILE:
        return read_file(ring, source->word, msg);
    case KEY_DESCRIPTOR:
        return read_descriptor(ring, atoi(source->word), source->word, msg);
    case KEY_ENVIRONMENT:
        return read_environment(ring, source->word, msg);
    case KEY_PROMPT:
        return read_prompt(ring, source->twice, msg);
    case KEY_NONE:
        break;
    }
    return true;
}

bool keyring_load(struct keyring *ring, const struct key_source *source, struct msg *msg)
{
    *ring = (struct keyring){0};
    if (source->from == KEY_NONE)
        return true;
    if (!read_source(ring, source, msg))
        return false;
    if (source->form != KEY_RAW && !decode(ring, source->form)) {
        msg_say(msg, source->form == KEY_HEX ? "the key is not hex" : "the key is not base64");
        keyring_wipe(ring);
        return false;
    }
    if (source->from == KEY_FILE && source->form == KEY_RAW && ring->len &&
        ring->bytes[ring->len - 1] == '\n')
        msg_file(msg, source->word, "warning: the key ends in a line feed, which is part of it");
    return true;
}

/* ---- Prepared keys ------------------------------------------------------------------------ */

bool keyring_is_prepared(const struct keyring *ring, const struct digest_list *wanted)
{
    bool same = ring->n == wanted->n;

    for (size_t i = 0; i < wanted->n && same; i++)
        same = ring->prepared[i].algorithm == wanted->algorithms[i];
    return same;
}

void keyring_prepare(struct keyring *ring, struct digest_list *wanted)
{
    const bool same = keyring_is_prepared(ring, wanted);

    for (size_t i = 0; i < wanted->n && !same; i++)
        hm_hmac_prepare(&ring->prepared[i], wanted->algorithms[i], ring->bytes, ring->len);
    ring->n = wanted->n;
    wanted->keys = ring->prepared;
}

void keyring_wipe(struct keyring *ring)
{
    if (ring->bytes)
        hm_wipe(ring->bytes, ring->len);
    free(ring->bytes);
    hm_wipe(ring, sizeof *ring);
}
