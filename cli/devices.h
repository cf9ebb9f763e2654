/* SPDX-License-Identifier: MIT
 *
 * devices.h - what a file lies on. Knows device numbers and what the system says of them; knows no
 * files and no reading.
 */
#ifndef MHASH_DEVICES_H
#define MHASH_DEVICES_H

#include <stdbool.h>
#include <sys/types.h>

/* Whether the system says that it is a rotating disk; of what it does not know it is not. */
bool device_rotates(dev_t device);

#endif /* MHASH_DEVICES_H */
