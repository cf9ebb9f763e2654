// SPDX-License-Identifier: MIT
//
// call.cpp - the header and the library from C++17: names link, structures copy by assignment.
#include <cstring>

#include "hashmill.h"

int main()
{
    hm_hasher hasher, copy;
    char hex[HM_HEX_SIZE(HM_MAX_DIGEST_SIZE)], again[HM_HEX_SIZE(HM_MAX_DIGEST_SIZE)];
    uint8_t digest[HM_MAX_DIGEST_SIZE];
    const hm_algorithm *md5 = hm_algorithm_at(HM_MD5);

    hm_digest_hex(md5, "abc", 3, hex);
    hm_init(&hasher, md5);
    hm_update(&hasher, "a", 1);
    copy = hasher;
    hm_update(&copy, "bc", 2);
    hm_final(&copy, digest);
    hm_hex(again, digest, hm_algorithm_digest_size(md5));
    return std::strcmp(hex, "900150983cd24fb0d6963f7d28e17f72") || std::strcmp(hex, again);
}
