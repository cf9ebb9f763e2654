/* SPDX-License-Identifier: MIT
 *
 * devices.c - what a file lies on. A partition has no queue of its own: its disk, the folder above
 * it, has.
 */
#include "devices.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/sysmacros.h>
#include <unistd.h>

bool device_rotates(dev_t device)
{
    static const char *const places[] = {"queue/rotational", "../queue/rotational"};
    char path[96], flag = '0';

    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(path, sizeof path, "/sys/dev/block/%u:%u/%s", major(device), minor(device),
                 places[i]);
        int fd = open(path, O_RDONLY | O_CLOEXEC);
        if (fd < 0)
            continue;
        if (read(fd, &flag, 1) != 1)
            flag = '0';
        close(fd);
        break;
    }
    return flag == '1';
}
