/* SPDX-License-Identifier: MIT
 *
 * digests.h - published digests. Written by
 * tools/gen_vectors.py: change that script, never this file.
 */
/* clang-format off */
#ifndef HM_VECTORS_DIGESTS_H
#define HM_VECTORS_DIGESTS_H

#include <stddef.h>

#include "hashmill.h"

/* The message is `unit`, in hex, `times` times. */
static const struct digest_vector {
    const char *source;
    enum hm_algorithm_id algorithm;
    size_t times;
    const char *unit, *digest;
} digest_vectors[] = {
    {"RFC 1321", HM_MD5, 1,
     "",
     "d41d8cd98f00b204e9800998ecf8427e"},
    {"RFC 1321", HM_MD5, 1,
     "61",
     "0cc175b9c0f1b6a831c399e269772661"},
    {"RFC 1321", HM_MD5, 1,
     "616263",
     "900150983cd24fb0d6963f7d28e17f72"},
    {"RFC 1321", HM_MD5, 1,
     "6d65737361676520646967657374",
     "f96b697d7cb7938d525a2f31aaf161d0"},
    {"RFC 1321", HM_MD5, 1,
     "6162636465666768696a6b6c6d6e6f707172737475767778797a",
     "c3fcd3d76192e4007dfb496cca67e13b"},
    {"RFC 1321", HM_MD5, 1,
     "4142434445464748494a4b4c4d4e4f505152535455565758595a616263646566"
     "6768696a6b6c6d6e6f707172737475767778797a30313233343536373839",
     "d174ab98d277d9f5a5611c2c9f419d9f"},
    {"RFC 1321", HM_MD5, 8,
     "31323334353637383930",
     "57edf4a22be3c955ac49da2e2107b67a"},
    {"FIPS 180-4 example", HM_SHA1, 1,
     "616263",
     "a9993e364706816aba3e25717850c26c9cd0d89d"},
    {"FIPS 180-4 example", HM_SHA1, 1,
     "6162636462636465636465666465666765666768666768696768696a68696a6b"
     "696a6b6c6a6b6c6d6b6c6d6e6c6d6e6f6d6e6f706e6f7071",
     "84983e441c3bd26ebaae4aa1f95129e5e54670f1"},
    {"FIPS 180-4 example", HM_SHA1, 1000000,
     "61",
     "34aa973cd4c4daa4f61eeb2bdbad27316534016f"},
    {"FIPS 180-4 example", HM_SHA224, 1,
     "616263",
     "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"},
    {"FIPS 180-4 example", HM_SHA224, 1,
     "6162636462636465636465666465666765666768666768696768696a68696a6b"
     "696a6b6c6a6b6c6d6b6c6d6e6c6d6e6f6d6e6f706e6f7071",
     "75388b16512776cc5dba5da1fd890150b0c6455cb4f58b1952522525"},
    {"FIPS 180-4 example", HM_SHA224, 1000000,
     "61",
     "20794655980c91d8bbb4c1ea97618a4bf03f42581948b2ee4ee7ad67"},
    {"FIPS 180-4 example", HM_SHA256, 1,
     "616263",
     "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
    {"FIPS 180-4 example", HM_SHA256, 1,
     "6162636462636465636465666465666765666768666768696768696a68696a6b"
     "696a6b6c6a6b6c6d6b6c6d6e6c6d6e6f6d6e6f706e6f7071",
     "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    {"FIPS 180-4 example", HM_SHA256, 1000000,
     "61",
     "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
    {"FIPS 180-4 example", HM_SHA384, 1,
     "616263",
     "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed"
     "8086072ba1e7cc2358baeca134c825a7"},
    {"FIPS 180-4 example", HM_SHA384, 1,
     "61626364656667686263646566676869636465666768696a6465666768696a6b"
     "65666768696a6b6c666768696a6b6c6d6768696a6b6c6d6e68696a6b6c6d6e6f"
     "696a6b6c6d6e6f706a6b6c6d6e6f70716b6c6d6e6f7071726c6d6e6f70717273"
     "6d6e6f70717273746e6f707172737475",
     "09330c33f71147e83d192fc782cd1b4753111b173b3b05d22fa08086e3b0f712"
     "fcc7c71a557e2db966c3e9fa91746039"},
    {"FIPS 180-4 example", HM_SHA384, 1000000,
     "61",
     "9d0e1809716474cb086e834e310a4a1ced149e9c00f248527972cec5704c2a5b"
     "07b8b3dc38ecc4ebae97ddd87f3d8985"},
    {"FIPS 180-4 example", HM_SHA512, 1,
     "616263",
     "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
     "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"},
    {"FIPS 180-4 example", HM_SHA512, 1,
     "61626364656667686263646566676869636465666768696a6465666768696a6b"
     "65666768696a6b6c666768696a6b6c6d6768696a6b6c6d6e68696a6b6c6d6e6f"
     "696a6b6c6d6e6f706a6b6c6d6e6f70716b6c6d6e6f7071726c6d6e6f70717273"
     "6d6e6f70717273746e6f707172737475",
     "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018"
     "501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909"},
    {"FIPS 180-4 example", HM_SHA512, 1000000,
     "61",
     "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb"
     "de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b"},
    {"FIPS 180-4 example", HM_SHA512_224, 1,
     "616263",
     "4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa"},
    {"FIPS 180-4 example", HM_SHA512_224, 1,
     "61626364656667686263646566676869636465666768696a6465666768696a6b"
     "65666768696a6b6c666768696a6b6c6d6768696a6b6c6d6e68696a6b6c6d6e6f"
     "696a6b6c6d6e6f706a6b6c6d6e6f70716b6c6d6e6f7071726c6d6e6f70717273"
     "6d6e6f70717273746e6f707172737475",
     "23fec5bb94d60b23308192640b0c453335d664734fe40e7268674af9"},
    {"FIPS 180-4 example", HM_SHA512_256, 1,
     "616263",
     "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"},
    {"FIPS 180-4 example", HM_SHA512_256, 1,
     "61626364656667686263646566676869636465666768696a6465666768696a6b"
     "65666768696a6b6c666768696a6b6c6d6768696a6b6c6d6e68696a6b6c6d6e6f"
     "696a6b6c6d6e6f706a6b6c6d6e6f70716b6c6d6e6f7071726c6d6e6f70717273"
     "6d6e6f70717273746e6f707172737475",
     "3928e184fb8690f840da3988121d31be65cb9d3ef83ee6146feac861e19b563a"},
    {"CAVP ShortMsg", HM_SHA1, 1,
     "",
     "da39a3ee5e6b4b0d3255bfef95601890afd80709"},
    {"CAVP ShortMsg", HM_SHA1, 1,
     "36",
     "c1dfd96eea8cc2b62785275bca38ac261256e278"},
    {"CAVP ShortMsg", HM_SHA1, 1,
     "195a",
     "0a1c2d555bbe431ad6288af5a54f93e0449c9232"},
    {"CAVP ShortMsg", HM_SHA1, 1,
     "df4bd2",
     "bf36ed5d74727dfd5d7854ec6b1d49468d8ee8aa"},
    {"CAVP ShortMsg", HM_SHA224, 1,
     "",
     "d14a028c2a3a2bc9476102bb288234c415a2b01f828ea62ac5b3e42f"},
    {"CAVP ShortMsg", HM_SHA224, 1,
     "84",
     "3cd36921df5d6963e73739cf4d20211e2d8877c19cff087ade9d0e3a"},
    {"CAVP ShortMsg", HM_SHA256, 1,
     "",
     "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
    {"CAVP ShortMsg", HM_SHA256, 1,
     "d3",
     "28969cdfa74a12c82f3bad960b0b000aca2ac329deea5c2328ebc6f2ba9802c1"},
    {"CAVP ShortMsg", HM_SHA256, 1,
     "11af",
     "5ca7133fa735326081558ac312c620eeca9970d1e70a4b95533d956f072d1f98"},
    {"CAVP ShortMsg", HM_SHA256, 1,
     "b4190e",
     "dff2e73091f6c05e528896c4c831b9448653dc2ff043528f6769437bc7b975c2"},
    {"CAVP ShortMsg", HM_SHA384, 1,
     "",
     "38b060a751ac96384cd9327eb1b1e36a21fdb71114be07434c0cc7bf63f6e1da"
     "274edebfe76f65fbd51ad2f14898b95b"},
    {"CAVP ShortMsg", HM_SHA384, 1,
     "c5",
     "b52b72da75d0666379e20f9b4a79c33a329a01f06a2fb7865c9062a28c1de860"
     "ba432edfd86b4cb1cb8a75b46076e3b1"},
    {"CAVP ShortMsg", HM_SHA512, 1,
     "",
     "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
     "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e"},
    {"CAVP ShortMsg", HM_SHA512, 1,
     "21",
     "3831a6a6155e509dee59a7f451eb35324d8f8f2df6e3708894740f98fdee2388"
     "9f4de5adb0c5010dfb555cda77c8ab5dc902094c52de3278f35a75ebc25f093a"},
    {"RIPEMD-160 paper", HM_RMD160, 1,
     "",
     "9c1185a5c5e9fc54612808977ee8f548b2258d31"},
    {"RIPEMD-160 paper", HM_RMD160, 1,
     "61",
     "0bdc9d2d256b3ee9daae347be6f4dc835a467ffe"},
    {"RIPEMD-160 paper", HM_RMD160, 1,
     "616263",
     "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc"},
    {"RIPEMD-160 paper", HM_RMD160, 1,
     "6d65737361676520646967657374",
     "5d0689ef49d2fae572b881b123a85ffa21595f36"},
    {"RIPEMD-160 paper", HM_RMD160, 1,
     "6162636465666768696a6b6c6d6e6f707172737475767778797a",
     "f71c27109c692c1b56bbdceb5b9d2865b3708dbc"},
    {"RIPEMD-160 paper", HM_RMD160, 1,
     "6162636462636465636465666465666765666768666768696768696a68696a6b"
     "696a6b6c6a6b6c6d6b6c6d6e6c6d6e6f6d6e6f706e6f7071",
     "12a053384a9c0c88e405a06c27dcf49ada62eb2b"},
    {"RIPEMD-160 paper", HM_RMD160, 1,
     "4142434445464748494a4b4c4d4e4f505152535455565758595a616263646566"
     "6768696a6b6c6d6e6f707172737475767778797a30313233343536373839",
     "b0e20b6e3116640286ed3a87a5713079b21f5189"},
    {"RIPEMD-160 paper", HM_RMD160, 8,
     "31323334353637383930",
     "9b752e45573d4b39f4dbd3323cab82bf63326bfb"},
    {"RIPEMD-160 paper", HM_RMD160, 1000000,
     "61",
     "52783243c1697bdbe16d37f97f68f08325dc1528"},
    {"n times a", HM_RMD160, 47,
     "61",
     "12df7d75062ff8fb6e34b5c960eb8ad0789021b2"},
    {"n times a", HM_RMD160, 48,
     "61",
     "820a75393740a895cfa73e34c6f5bedfb1441791"},
    {"n times a", HM_RMD160, 55,
     "61",
     "0d8a8c9063a48576a7c97e9f95253a6e53ff6765"},
    {"n times a", HM_RMD160, 56,
     "61",
     "e72334b46c83cc70bef979e15453706c95b888be"},
    {"n times a", HM_RMD160, 63,
     "61",
     "e640041293fe663b9bf3f8c21ffecac03819e6b2"},
    {"n times a", HM_RMD160, 64,
     "61",
     "9dfb7d374ad924f3f88de96291c33e9abed53e32"},
    {"n times a", HM_RMD160, 119,
     "61",
     "23e398ff2bac815aa1bbb57ca2a669c841872919"},
    {"n times a", HM_RMD160, 120,
     "61",
     "c476770a6dae31fcee8d25efe6559a05c8024595"},
    {"n times a", HM_RMD160, 128,
     "61",
     "8dfdfb32b2ed5cb41a73478b4fd60cc5b4648b15"},
};

/* NIST SHAVS 6.4: the checkpoints of COUNT = 0 and COUNT = 99. */
static const struct monte_vector {
    enum hm_algorithm_id algorithm;
    const char *seed, *first, *last;
} monte_vectors[] = {
    {HM_SHA1,
     "dd4df644eaf3d85bace2b21accaa22b28821f5cd",
     "11f5c38b4479d4ad55cb69fadf62de0b036d5163",
     "01b7be5b70ef64843a03fdbb3b247a6278d2cbe1"},
    {HM_SHA224,
     "ed2b70d575d9d0b4196ae84a03eed940057ea89cdd729b95b7d4e6a5",
     "cd94d7da13c030208b2d0d78fcfe9ea22fa8906df66aa9a1f42afa70",
     "27033d2d89329ba9d2a39c0292552a5f1f945c115d5abf2064e93754"},
    {HM_SHA256,
     "6d1e72ad03ddeb5de891e572e2396f8da015d899ef0e79503152d6010a3fe691",
     "e93c330ae5447738c8aa85d71a6c80f2a58381d05872d26bdd39f1fcd4f2b788",
     "6a912ba4188391a78e6f13d88ed2d14e13afce9db6f7dcbf4a48c24f3db02778"},
    {HM_SHA384,
     "edff07255c71b54a9beae52cdfa083569a08be89949cbba73ddc8acf429359ca"
     "5e5be7a673633ca0d9709848f522a9df",
     "e81b86c49a38feddfd185f71ca7da6732a053ed4a2640d52d27f53f9f7642265"
     "0b0e93645301ac99f8295d6f820f1035",
     "ccde4359f23e64579c5c0380df837ee950928aa82937a2d2ed33d216e707c46d"
     "847efa5ca52dcbda551145e164fbd594"},
    {HM_SHA512,
     "5c337de5caf35d18ed90b5cddfce001ca1b8ee8602f367e7c24ccca6f893802f"
     "b1aca7a3dae32dcd60800a59959bc540d63237876b799229ae71a2526fbc52cd",
     "ada69add0071b794463c8806a177326735fa624b68ab7bcab2388b9276c036e4"
     "eaaff87333e83c81c0bca0359d4aeebcbcfd314c0630e0c2af68c1fb19cc470e",
     "4aa7dad74eb51d09a6ae7735c4b795b078f51c314f14f42a0d63071e13bdc5fd"
     "9f51612e77b36d44567502a3b5eb66c609ec017e51d8df93e58d1a44f3c1e375"},
};

#endif
