/* SPDX-License-Identifier: MIT
 *
 * keys.c - the HMAC key.
 */
#include "keys.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "reader.h"

bool keyring_load(struct keyring *ring, const char *file, struct msg *msg)
{
    struct entry entry = {.name = file,
                          .base = file,
                          .dir = AT_FDCWD,
                          .source = strcmp(file, "-") == 0 ? SOURCE_STDIN : SOURCE_PATH};
    int fd = reader_open(&entry, true);

    *ring = (struct keyring){0};
    if (fd < 0 || !reader_slurp(fd, KEY_LIMIT, &ring->bytes, &ring->len)) {
        msg_file_error(msg, file, errno);
        if (fd > STDIN_FILENO)
            close(fd);
        return false;
    }
    if (fd != STDIN_FILENO)
        close(fd);
    if (ring->len && ring->bytes[ring->len - 1] == '\n')
        msg_file(msg, file, "warning: the key ends in a line feed, which is part of it");
    return true;
}

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
