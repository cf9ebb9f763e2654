/* SPDX-License-Identifier: MIT
 *
 * cpus.h - how many CPUs this process may use, and how many descriptors.
 */
#ifndef MHASH_CPUS_H
#define MHASH_CPUS_H

/* CPUs of the affinity mask, fewer if a control group's quota gives less time than theirs; at
 * least 1. */
unsigned cpus_usable(void);

/* Whole CPUs that control groups, under the file system's root folder ("" is the system's), leave
 * to this process; 0: no limit. */
unsigned cpus_quota(const char *root);

/* Descriptors that may still be opened: the limit less those in use, which are counted only where
 * the limit is so low that they matter. */
unsigned descriptors_left(void);

#endif /* MHASH_CPUS_H */
