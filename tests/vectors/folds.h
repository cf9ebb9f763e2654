/* SPDX-License-Identifier: MIT
 *
 * folds.h - many digests folded into one. Written by
 * tools/gen_vectors.py: change that script, never this file.
 */
/* clang-format off */
#ifndef HM_VECTORS_FOLDS_H
#define HM_VECTORS_FOLDS_H

#include <stddef.h>

#include "hashmill.h"

#define FOLD_LENGTHS 4096
#define FOLD_KEYS 300

/* `lengths`: the digest of the digests of the first 0, 1 ... FOLD_LENGTHS bytes of
 * pattern 1. `keys`: the digest of the HMACs of the first 3 * n bytes of pattern 1 under
 * the first n bytes of pattern 2, n = 0, 1 ... FOLD_KEYS. */
static const struct fold {
    const char *lengths, *keys;
} folds[] = {
    [HM_MD5] = {
     "4a715c6dc0fcc85c4f4538aa87e0c77f",
     "61109026e055e767a786e45a737af70c"},
    [HM_SHA1] = {
     "1c164875249c90c83a437026885719bb5df86b3d",
     "b5b76aebc5ca554789c303ba0e70e376751849b9"},
    [HM_SHA224] = {
     "5881002569101e7af8395e97723fbacd61c545779afb848ffdef7fec",
     "b6659a549aef575524e475ecbba20737ae368eb35a35f1e8119991df"},
    [HM_SHA256] = {
     "899381921bd1194dfa7355a41d8f047182246024726775f29fa0d0047a7e2c1b",
     "67a8b611bc544a446465b0718208e2c831d559b81b8f9d0c7a886c933dd89e81"},
    [HM_SHA384] = {
     "5ddd89fb85ab54746b39b51ffb19719f39b141ea2c2c243ef264d3d01be146e0"
     "9bcfc99ee9a4579a655239f063246001",
     "116fde0cf59913e0bce3e59a1ab49784a7d98a2a778f58c94c643c5f8dbf6c94"
     "d7e272d7bb943b99b2f9b7a1cef6048b"},
    [HM_SHA512] = {
     "39a45519fd145b4ddc0f8afe5df08e8a00fb350d968c9c6ed0b8e33e6667c83a"
     "b40e12f1e80d24ced1a792c12dcdfe7be3ac13914dada3862ee80cff5a9a2126",
     "124c39fbde3a067aac232baedbb8e4eef4db163297302ce1aa8c23385cfff782"
     "69214694381dfafcde935fd81b2110d5b0cd75095b41a1872c5b9389c81e5970"},
    [HM_SHA512_224] = {
     "4bee14eb58e797185df0007d99b50ab79d8473973e68540b08416c97",
     "fd393eafe083bb418a2cc2d7ad84997d48b8f2d77f5f634016ea0aa6"},
    [HM_SHA512_256] = {
     "7ee8ee43d489920b1aa195f6a322e2cfd735e8c485a88077b07bcc996aedae03",
     "7507b482d1403d581e8faa897766fe3e6a19770b7336ca3c1e2936b6bf56c981"},
    [HM_RMD160] = {
     "68fedf93d0fc81d2dbe912fd7734103e4e6da5cb",
     "9f1d1a8dab30f2d2871194445523a8bea647cdb5"},
};

#endif
