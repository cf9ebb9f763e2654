/* SPDX-License-Identifier: MIT
 *
 * main.c - entry of the tool.
 */
#include <stdio.h>

#include "hashmill.h"

int main(void)
{
    puts(hm_version());
    return 0;
}
