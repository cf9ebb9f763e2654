#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gen_vectors.py - writes tests/vectors/*.h from independent implementations.

Knows published values and Python's hashlib, hmac, base64; must not know
Hashmill: nothing here runs or reads its code.

  tools/gen_vectors.py            writes every header but huge.h
  tools/gen_vectors.py --huge     writes huge.h too (half a minute: 4 GiB through each algorithm)
  tools/gen_vectors.py --check    compares in place of writing; exit 1 if a header differs
  tools/gen_vectors.py --check --huge

Every published value is compared with hashlib or hmac first, so a misprint stops the script.
Exit 2 if this Python lacks one of the algorithms.
"""
import base64
import concurrent.futures
import hashlib
import hmac
import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "tests" / "vectors"

# enum hm_algorithm_id in hashmill.h: hashlib's name
ALGORITHMS = {
    "HM_MD5": "md5",
    "HM_SHA1": "sha1",
    "HM_SHA224": "sha224",
    "HM_SHA256": "sha256",
    "HM_SHA384": "sha384",
    "HM_SHA512": "sha512",
    "HM_SHA512_224": "sha512_224",
    "HM_SHA512_256": "sha512_256",
    "HM_RMD160": "ripemd160",
}

ABC56 = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
ABC112 = (b"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
          b"hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu")
ALNUM = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
DIGITS = b"1234567890"

# (source, algorithm, unit, times, digest)
PUBLISHED = [
    # RFC 1321, A.5
    ("RFC 1321", "HM_MD5", b"", 1, "d41d8cd98f00b204e9800998ecf8427e"),
    ("RFC 1321", "HM_MD5", b"a", 1, "0cc175b9c0f1b6a831c399e269772661"),
    ("RFC 1321", "HM_MD5", b"abc", 1, "900150983cd24fb0d6963f7d28e17f72"),
    ("RFC 1321", "HM_MD5", b"message digest", 1, "f96b697d7cb7938d525a2f31aaf161d0"),
    ("RFC 1321", "HM_MD5", b"abcdefghijklmnopqrstuvwxyz", 1, "c3fcd3d76192e4007dfb496cca67e13b"),
    ("RFC 1321", "HM_MD5", ALNUM, 1, "d174ab98d277d9f5a5611c2c9f419d9f"),
    ("RFC 1321", "HM_MD5", DIGITS, 8, "57edf4a22be3c955ac49da2e2107b67a"),
    # FIPS 180-4's examples with intermediate values (NIST, Cryptographic Standards)
    ("FIPS 180-4 example", "HM_SHA1", b"abc", 1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
    ("FIPS 180-4 example", "HM_SHA1", ABC56, 1, "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
    ("FIPS 180-4 example", "HM_SHA1", b"a", 1000000, "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
    ("FIPS 180-4 example", "HM_SHA224", b"abc", 1,
     "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"),
    ("FIPS 180-4 example", "HM_SHA224", ABC56, 1,
     "75388b16512776cc5dba5da1fd890150b0c6455cb4f58b1952522525"),
    ("FIPS 180-4 example", "HM_SHA224", b"a", 1000000,
     "20794655980c91d8bbb4c1ea97618a4bf03f42581948b2ee4ee7ad67"),
    ("FIPS 180-4 example", "HM_SHA256", b"abc", 1,
     "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ("FIPS 180-4 example", "HM_SHA256", ABC56, 1,
     "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
    ("FIPS 180-4 example", "HM_SHA256", b"a", 1000000,
     "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ("FIPS 180-4 example", "HM_SHA384", b"abc", 1,
     "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed"
     "8086072ba1e7cc2358baeca134c825a7"),
    ("FIPS 180-4 example", "HM_SHA384", ABC112, 1,
     "09330c33f71147e83d192fc782cd1b4753111b173b3b05d22fa08086e3b0f712"
     "fcc7c71a557e2db966c3e9fa91746039"),
    ("FIPS 180-4 example", "HM_SHA384", b"a", 1000000,
     "9d0e1809716474cb086e834e310a4a1ced149e9c00f248527972cec5704c2a5b"
     "07b8b3dc38ecc4ebae97ddd87f3d8985"),
    ("FIPS 180-4 example", "HM_SHA512", b"abc", 1,
     "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
     "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"),
    ("FIPS 180-4 example", "HM_SHA512", ABC112, 1,
     "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018"
     "501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909"),
    ("FIPS 180-4 example", "HM_SHA512", b"a", 1000000,
     "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb"
     "de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b"),
    ("FIPS 180-4 example", "HM_SHA512_224", b"abc", 1,
     "4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa"),
    ("FIPS 180-4 example", "HM_SHA512_224", ABC112, 1,
     "23fec5bb94d60b23308192640b0c453335d664734fe40e7268674af9"),
    ("FIPS 180-4 example", "HM_SHA512_256", b"abc", 1,
     "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"),
    ("FIPS 180-4 example", "HM_SHA512_256", ABC112, 1,
     "3928e184fb8690f840da3988121d31be65cb9d3ef83ee6146feac861e19b563a"),
    # NIST CAVP, SHA test vectors for byte-oriented messages, *ShortMsg.rsp
    ("CAVP ShortMsg", "HM_SHA1", b"", 1, "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ("CAVP ShortMsg", "HM_SHA1", bytes.fromhex("36"), 1,
     "c1dfd96eea8cc2b62785275bca38ac261256e278"),
    ("CAVP ShortMsg", "HM_SHA1", bytes.fromhex("195a"), 1,
     "0a1c2d555bbe431ad6288af5a54f93e0449c9232"),
    ("CAVP ShortMsg", "HM_SHA1", bytes.fromhex("df4bd2"), 1,
     "bf36ed5d74727dfd5d7854ec6b1d49468d8ee8aa"),
    ("CAVP ShortMsg", "HM_SHA224", b"", 1,
     "d14a028c2a3a2bc9476102bb288234c415a2b01f828ea62ac5b3e42f"),
    ("CAVP ShortMsg", "HM_SHA224", bytes.fromhex("84"), 1,
     "3cd36921df5d6963e73739cf4d20211e2d8877c19cff087ade9d0e3a"),
    ("CAVP ShortMsg", "HM_SHA256", b"", 1,
     "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("CAVP ShortMsg", "HM_SHA256", bytes.fromhex("d3"), 1,
     "28969cdfa74a12c82f3bad960b0b000aca2ac329deea5c2328ebc6f2ba9802c1"),
    ("CAVP ShortMsg", "HM_SHA256", bytes.fromhex("11af"), 1,
     "5ca7133fa735326081558ac312c620eeca9970d1e70a4b95533d956f072d1f98"),
    ("CAVP ShortMsg", "HM_SHA256", bytes.fromhex("b4190e"), 1,
     "dff2e73091f6c05e528896c4c831b9448653dc2ff043528f6769437bc7b975c2"),
    ("CAVP ShortMsg", "HM_SHA384", b"", 1,
     "38b060a751ac96384cd9327eb1b1e36a21fdb71114be07434c0cc7bf63f6e1da"
     "274edebfe76f65fbd51ad2f14898b95b"),
    ("CAVP ShortMsg", "HM_SHA384", bytes.fromhex("c5"), 1,
     "b52b72da75d0666379e20f9b4a79c33a329a01f06a2fb7865c9062a28c1de860"
     "ba432edfd86b4cb1cb8a75b46076e3b1"),
    ("CAVP ShortMsg", "HM_SHA512", b"", 1,
     "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
     "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e"),
    ("CAVP ShortMsg", "HM_SHA512", bytes.fromhex("21"), 1,
     "3831a6a6155e509dee59a7f451eb35324d8f8f2df6e3708894740f98fdee2388"
     "9f4de5adb0c5010dfb555cda77c8ab5dc902094c52de3278f35a75ebc25f093a"),
    # The RIPEMD-160 paper (Dobbertin, Bosselaers, Preneel 1996), appendix B
    ("RIPEMD-160 paper", "HM_RMD160", b"", 1, "9c1185a5c5e9fc54612808977ee8f548b2258d31"),
    ("RIPEMD-160 paper", "HM_RMD160", b"a", 1, "0bdc9d2d256b3ee9daae347be6f4dc835a467ffe"),
    ("RIPEMD-160 paper", "HM_RMD160", b"abc", 1, "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc"),
    ("RIPEMD-160 paper", "HM_RMD160", b"message digest", 1,
     "5d0689ef49d2fae572b881b123a85ffa21595f36"),
    ("RIPEMD-160 paper", "HM_RMD160", b"abcdefghijklmnopqrstuvwxyz", 1,
     "f71c27109c692c1b56bbdceb5b9d2865b3708dbc"),
    ("RIPEMD-160 paper", "HM_RMD160", ABC56, 1, "12a053384a9c0c88e405a06c27dcf49ada62eb2b"),
    ("RIPEMD-160 paper", "HM_RMD160", ALNUM, 1, "b0e20b6e3116640286ed3a87a5713079b21f5189"),
    ("RIPEMD-160 paper", "HM_RMD160", DIGITS, 8, "9b752e45573d4b39f4dbd3323cab82bf63326bfb"),
    ("RIPEMD-160 paper", "HM_RMD160", b"a", 1000000, "52783243c1697bdbe16d37f97f68f08325dc1528"),
]
# Lengths at which implementations of RIPEMD-160 went wrong (pad limits), n times "a".
PUBLISHED += [("n times a", "HM_RMD160", b"a", n, digest) for n, digest in (
    (47, "12df7d75062ff8fb6e34b5c960eb8ad0789021b2"),
    (48, "820a75393740a895cfa73e34c6f5bedfb1441791"),
    (55, "0d8a8c9063a48576a7c97e9f95253a6e53ff6765"),
    (56, "e72334b46c83cc70bef979e15453706c95b888be"),
    (63, "e640041293fe663b9bf3f8c21ffecac03819e6b2"),
    (64, "9dfb7d374ad924f3f88de96291c33e9abed53e32"),
    (119, "23e398ff2bac815aa1bbb57ca2a669c841872919"),
    (120, "c476770a6dae31fcee8d25efe6559a05c8024595"),
    (128, "8dfdfb32b2ed5cb41a73478b4fd60cc5b4648b15"))]

# NIST CAVP *Monte.rsp: seed, and the checkpoint of COUNT = 0 (NIST SHAVS 6.4).
MONTE = [
    ("HM_SHA1", "dd4df644eaf3d85bace2b21accaa22b28821f5cd",
     "11f5c38b4479d4ad55cb69fadf62de0b036d5163"),
    ("HM_SHA224", "ed2b70d575d9d0b4196ae84a03eed940057ea89cdd729b95b7d4e6a5",
     "cd94d7da13c030208b2d0d78fcfe9ea22fa8906df66aa9a1f42afa70"),
    ("HM_SHA256", "6d1e72ad03ddeb5de891e572e2396f8da015d899ef0e79503152d6010a3fe691",
     "e93c330ae5447738c8aa85d71a6c80f2a58381d05872d26bdd39f1fcd4f2b788"),
    ("HM_SHA384",
     "edff07255c71b54a9beae52cdfa083569a08be89949cbba73ddc8acf429359ca"
     "5e5be7a673633ca0d9709848f522a9df",
     "e81b86c49a38feddfd185f71ca7da6732a053ed4a2640d52d27f53f9f7642265"
     "0b0e93645301ac99f8295d6f820f1035"),
    ("HM_SHA512",
     "5c337de5caf35d18ed90b5cddfce001ca1b8ee8602f367e7c24ccca6f893802f"
     "b1aca7a3dae32dcd60800a59959bc540d63237876b799229ae71a2526fbc52cd",
     "ada69add0071b794463c8806a177326735fa624b68ab7bcab2388b9276c036e4"
     "eaaff87333e83c81c0bca0359d4aeebcbcfd314c0630e0c2af68c1fb19cc470e"),
]

# RFC 2202 (MD5, SHA-1) and 4231 (SHA-2): (source, key, message, {algorithm: tag or its start})
HI, WHAT, LARGE = b"Hi There", b"what do ya want for nothing?", \
    b"Test Using Larger Than Block-Size Key - Hash Key First"
LONG_DATA = (b"This is a test using a larger than block-size key and a larger than block-size "
             b"data. The key needs to be hashed before being used by the HMAC algorithm.")
COUNT25 = bytes(range(1, 26))
HMAC_PUBLISHED = [
    ("RFC 2202 case 1", b"\x0b" * 16, HI, {"HM_MD5": "9294727a3638bb1c13f48ef8158bfc9d"}),
    ("RFC 2202 case 1", b"\x0b" * 20, HI, {"HM_SHA1": "b617318655057264e28bc0b6fb378c8ef146be00"}),
    ("RFC 2202 case 2", b"Jefe", WHAT, {
        "HM_MD5": "750c783e6ab0b503eaa86e310a5db738",
        "HM_SHA1": "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"}),
    ("RFC 2202 case 3", b"\xaa" * 16, b"\xdd" * 50, {"HM_MD5": "56be34521d144c88dbb8c733f0e8b3f6"}),
    ("RFC 2202 case 3", b"\xaa" * 20, b"\xdd" * 50,
     {"HM_SHA1": "125d7342b9ac11cd91a39af48aa17b4f63f175d3"}),
    ("RFC 2202 case 4", COUNT25, b"\xcd" * 50, {
        "HM_MD5": "697eaf0aca3a3aea3a75164746ffaa79",
        "HM_SHA1": "4c9007f4026250c6bc8414f9bf50c86c2d7235da"}),
    ("RFC 2202 case 5", b"\x0c" * 16, b"Test With Truncation",
     {"HM_MD5": "56461ef2342edc00f9bab995690efd4c"}),
    ("RFC 2202 case 5", b"\x0c" * 20, b"Test With Truncation",
     {"HM_SHA1": "4c1a03424b55e07fe7f27be1d58bb9324a9a5a04"}),
    ("RFC 2202 case 6", b"\xaa" * 80, LARGE, {
        "HM_MD5": "6b1ab7fe4bd7bf8f0b62e6ce61b9d0cd",
        "HM_SHA1": "aa4ae5e15272d00e95705637ce8a3b55ed402112"}),
    ("RFC 2202 case 7", b"\xaa" * 80,
     b"Test Using Larger Than Block-Size Key and Larger Than One Block-Size Data", {
         "HM_MD5": "6f630fad67cda0ee1fb1f562db3aa53e",
         "HM_SHA1": "e8e99d0f45237d786d6bbaa7965c7808bbff1a91"}),
    ("RFC 4231 case 1", b"\x0b" * 20, HI, {
        "HM_SHA224": "896fb1128abbdf196832107cd49df33f47b4b1169912ba4f53684b22",
        "HM_SHA256": "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
        "HM_SHA384": "afd03944d84895626b0825f4ab46907f15f9dadbe4101ec682aa034c7cebc59c"
                     "faea9ea9076ede7f4af152e8b2fa9cb6",
        "HM_SHA512": "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde"
                     "daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854"}),
    ("RFC 4231 case 2", b"Jefe", WHAT, {
        "HM_SHA224": "a30e01098bc6dbbf45690f3a7e9e6d0f8bbea2a39e6148008fd05e44",
        "HM_SHA256": "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
        "HM_SHA384": "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e"
                     "8e2240ca5e69e2c78b3239ecfab21649",
        "HM_SHA512": "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554"
                     "9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737"}),
    ("RFC 4231 case 3", b"\xaa" * 20, b"\xdd" * 50, {
        "HM_SHA224": "7fb3cb3588c6c1f6ffa9694d7d6ad2649365b0c1f65d69d1ec8333ea",
        "HM_SHA256": "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
        "HM_SHA384": "88062608d3e6ad8a0aa2ace014c8a86f0aa635d947ac9febe83ef4e55966144b"
                     "2a5ab39dc13814b94e3ab6e101a34f27",
        "HM_SHA512": "fa73b0089d56a284efb0f0756c890be9b1b5dbdd8ee81a3655f83e33b2279d39"
                     "bf3e848279a722c806b485a47e67c807b946a337bee8942674278859e13292fb"}),
    ("RFC 4231 case 4", COUNT25, b"\xcd" * 50, {
        "HM_SHA224": "6c11506874013cac6a2abc1bb382627cec6a90d86efc012de7afec5a",
        "HM_SHA256": "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
        "HM_SHA384": "3e8a69b7783c25851933ab6290af6ca77a9981480850009cc5577c6e1f573b4e"
                     "6801dd23c4a7d679ccf8a386c674cffb",
        "HM_SHA512": "b0ba465637458c6990e5a8c5f61d4af7e576d97ff94b872de76f8050361ee3db"
                     "a91ca5c11aa25eb4d679275cc5788063a5f19741120c4f2de2adebeb10a298dd"}),
    ("RFC 4231 case 5", b"\x0c" * 20, b"Test With Truncation", {
        "HM_SHA224": "0e2aea68a90c8d37c988bcdb9fca6fa8",
        "HM_SHA256": "a3b6167473100ee06e0c796c2955552b",
        "HM_SHA384": "3abf34c3503b2a23a46efc619baef897",
        "HM_SHA512": "415fad6271580a531d4179bc891d87a6"}),
    ("RFC 4231 case 6", b"\xaa" * 131, LARGE, {
        "HM_SHA224": "95e9a0db962095adaebe9b2d6f0dbce2d499f112f2d2b7273fa6870e",
        "HM_SHA256": "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
        "HM_SHA384": "4ece084485813e9088d2c63a041bc5b44f9ef1012a2b588f3cd11f05033ac4c6"
                     "0c2ef6ab4030fe8296248df163f44952",
        "HM_SHA512": "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f352"
                     "6b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598"}),
    ("RFC 4231 case 7", b"\xaa" * 131, LONG_DATA, {
        "HM_SHA224": "3a854166ac5d9f023f54d517d0b39dbd946770db9c2b95c9f6f565d1",
        "HM_SHA256": "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
        "HM_SHA384": "6617178e941f020d351e2f254e8fd32c602420feb0b8fb9adccebb82461e99c5"
                     "a678cc31e799176d3860e6110c46523e",
        "HM_SHA512": "e37b6a775dc87dbaa4dfa9f96e5e3ffddebd71f8867289865df5a32d20cdc944"
                     "b6022cac3c4982b10d5eeb55c3e4de15134676fb6de0446065c97440fa8c6a58"}),
    # Keys of no bytes, which several libraries refuse or replace by the previous key.
    ("empty key", b"", b"", {
        "HM_MD5": "74e6f7298a9c2d168935f58c001bad88",
        "HM_SHA1": "fbdb1d1b18aa6c08324b7d64b71fb76370690e1d",
        "HM_SHA256": "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"}),
    ("empty key", b"", b"foo", {"HM_MD5": "4acb10ca3965a14a080297db0921950c"}),
]

# RFC 4648, 10; the Bubble Babble draft (Huima 2000)
BASE64 = [(b"", ""), (b"f", "Zg=="), (b"fo", "Zm8="), (b"foo", "Zm9v"), (b"foob", "Zm9vYg=="),
          (b"fooba", "Zm9vYmE="), (b"foobar", "Zm9vYmFy")]
BUBBLEBABBLE = [(b"", "xexax"), (b"1234567890", "xesef-disof-gytuf-katof-movif-baxux"),
                (b"Pineapple", "xigak-nyryk-humil-bosek-sonax")]

# AR01: zero bytes
ZEROS = {
    ((1 << 29) - 1, "HM_SHA1"): "7d32aa572655d797397393e83c8204082f7e71e5",
    ((1 << 29) - 1, "HM_RMD160"): "a86be5274e9015b59ee43e67edc325284f803114",
    (1 << 29, "HM_MD5"): "aa559b4e3523a6c931f08f4df52d58f2",
    (1 << 29, "HM_SHA1"): "5b088492c9f4778f409b7ae61477dec124c99033",
    (1 << 29, "HM_SHA256"): "9acca8e8c22201155389f65abbf6bc9723edc7384ead80503839f49dcc56d767",
    (1 << 29, "HM_RMD160"): "a9d34a6e516f2aa5723f5c3b829180dce1da3fbb",
    ((1 << 29) + 1, "HM_MD5"): "ea3b62c6b93cb3625a1fd76777985f5a",
    ((1 << 29) + 1, "HM_RMD160"): "82e97d3b733eea431f15942414f3274e447ff461",
}


def new(algorithm, data=b""):
    return hashlib.new(ALGORITHMS[algorithm], data, usedforsecurity=False)


def must(ok, what):
    if not ok:
        sys.exit(f"gen_vectors.py: published value differs from this Python's: {what}")


def pattern(seed, size):
    """SplitMix64 (Steele, Lea, Flood 2014), its words little-endian: no period near a block's."""
    out, x, mask = bytearray(), seed, (1 << 64) - 1
    while len(out) < size:
        x = (x + 0x9e3779b97f4a7c15) & mask
        z = x
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9 & mask
        z = (z ^ z >> 27) * 0x94d049bb133111eb & mask
        out += (z ^ z >> 31).to_bytes(8, "little")
    return bytes(out[:size])


def quoted(text):
    """A C string, cut so that lines stay short."""
    parts = [text[i:i + 64] for i in range(0, len(text), 64)] or [""]
    return " ".join(f'"{p}"' for p in parts) if len(parts) == 1 else \
        "\n     ".join(f'"{p}"' for p in parts)


def header(name, about, body):
    guard = f"HM_VECTORS_{name.upper()}_H"
    return (f"/* SPDX-License-Identifier: MIT\n *\n * {name}.h - {about} Written by\n"
            f" * tools/gen_vectors.py: change that script, never this file.\n */\n"
            f"/* clang-format off */\n#ifndef {guard}\n#define {guard}\n\n"
            f'#include <stddef.h>\n\n#include "hashmill.h"\n\n{body}\n#endif\n')


def digests():
    rows = []
    for source, algorithm, unit, times, digest in PUBLISHED:
        must(new(algorithm, unit * times).hexdigest() == digest, f"{source} {algorithm} {unit!r}")
        rows.append(f'    {{"{source}", {algorithm}, {times},\n     {quoted(unit.hex())},\n'
                    f"     {quoted(digest)}}},")
    monte = []
    for algorithm, seed, first in MONTE:
        value, checkpoint0 = bytes.fromhex(seed), None
        for count in range(100):
            a = b = c = value
            for _ in range(1000):
                a, b, c = b, c, new(algorithm, a + b + c).digest()
            value = c
            checkpoint0 = checkpoint0 or value.hex()
        must(checkpoint0 == first, f"CAVP Monte {algorithm}")
        monte.append(f"    {{{algorithm},\n     {quoted(seed)},\n     {quoted(first)},\n"
                     f"     {quoted(value.hex())}}},")
    return header("digests", "published digests.", (
        "/* The message is `unit`, in hex, `times` times. */\n"
        "static const struct digest_vector {\n    const char *source;\n"
        "    enum hm_algorithm_id algorithm;\n    size_t times;\n    const char *unit, *digest;\n"
        "} digest_vectors[] = {\n" + "\n".join(rows) + "\n};\n\n"
        "/* NIST SHAVS 6.4: the checkpoints of COUNT = 0 and COUNT = 99. */\n"
        "static const struct monte_vector {\n    enum hm_algorithm_id algorithm;\n"
        "    const char *seed, *first, *last;\n} monte_vectors[] = {\n"
        + "\n".join(monte) + "\n};\n"))


def hmacs():
    rows = []
    for source, key, message, tags in HMAC_PUBLISHED:
        for algorithm, tag in tags.items():
            full = hmac.new(key, message, ALGORITHMS[algorithm]).hexdigest()
            must(full.startswith(tag), f"HMAC {source} {algorithm}")
            rows.append(f'    {{"{source}", {algorithm},\n     {quoted(key.hex())},\n'
                        f"     {quoted(message.hex())},\n     {quoted(tag)}}},")
    return header("hmacs", "published HMACs.", (
        "/* Key, message and tag in hex; the tag may be the start of the full one. */\n"
        "static const struct hmac_vector {\n    const char *source;\n"
        "    enum hm_algorithm_id algorithm;\n    const char *key, *message, *tag;\n"
        "} hmac_vectors[] = {\n" + "\n".join(rows) + "\n};\n"))


FOLD_LENGTHS, FOLD_KEYS = 4096, 300


def folds():
    data, keys = pattern(1, FOLD_LENGTHS), pattern(2, FOLD_KEYS)
    rows = []
    for algorithm in ALGORITHMS:
        lengths, tags = new(algorithm), new(algorithm)
        for n in range(FOLD_LENGTHS + 1):
            lengths.update(new(algorithm, data[:n]).digest())
        for n in range(FOLD_KEYS + 1):
            tags.update(hmac.new(keys[:n], data[:3 * n], ALGORITHMS[algorithm]).digest())
        rows.append(f"    [{algorithm}] = {{\n     {quoted(lengths.hexdigest())},\n"
                    f"     {quoted(tags.hexdigest())}}},")
    return header("folds", "many digests folded into one.", (
        f"#define FOLD_LENGTHS {FOLD_LENGTHS}\n#define FOLD_KEYS {FOLD_KEYS}\n\n"
        "/* `lengths`: the digest of the digests of the first 0, 1 ... FOLD_LENGTHS bytes of\n"
        " * pattern 1. `keys`: the digest of the HMACs of the first 3 * n bytes of pattern 1 "
        "under\n"
        " * the first n bytes of pattern 2, n = 0, 1 ... FOLD_KEYS. */\n"
        "static const struct fold {\n    const char *lengths, *keys;\n} folds[] = {\n"
        + "\n".join(rows) + "\n};\n"))


def bubblebabble(data):
    """Huima's draft, section by section."""
    vowels, consonants, c, out = "aeiouy", "bcdfghklmnprstvzx", 1, "x"
    for i in range(len(data) // 2 + 1):
        if 2 * i < len(data):
            b = data[2 * i]
            out += (vowels[(b // 64 + c) % 6] + consonants[b // 4 % 16]
                    + vowels[(b % 4 + c // 6) % 6])
        else:
            out += vowels[c % 6] + consonants[16] + vowels[c // 6]
        if 2 * i + 1 < len(data):
            d = data[2 * i + 1]
            out += consonants[d // 16] + "-" + consonants[d % 16]
            c = (c * 5 + b * 7 + d) % 36
    return out + "x"


def encodings():
    data = pattern(1, 66)
    plain = [p for p, _ in BASE64] + [p for p, _ in BUBBLEBABBLE] + [data[:n] for n in range(1, 67)]
    for text, want in BASE64:
        must(base64.b64encode(text).decode() == want, f"RFC 4648 {text!r}")
    for text, want in BUBBLEBABBLE:
        must(bubblebabble(text) == want, f"BubbleBabble {text!r}")
    rows = [f"    {{{quoted(p.hex())},\n     {quoted(base64.b64encode(p).decode())},\n"
            f"     {quoted(base64.urlsafe_b64encode(p).decode())},\n"
            f"     {quoted(bubblebabble(p))}}}," for p in plain]
    return header("encodings", "texts of bytes, first those of RFC 4648 and the draft.", (
        "static const struct encoding_vector {\n"
        "    const char *hex, *base64, *base64url, *bubblebabble;\n} encoding_vectors[] = {\n"
        + "\n".join(rows) + "\n};\n"))


HUGE = [(1 << 29) - 1, 1 << 29, (1 << 29) + 1, (1 << 32) + 1]


def huge_digests(algorithm):
    h, done, mib, out = new(algorithm), 0, bytes(1 << 20), []
    for size in HUGE:
        while done < size:
            n = min(size - done, len(mib))
            h.update(mib[:n])
            done += n
        out.append(h.hexdigest())
        must(ZEROS.get((size, algorithm), out[-1]) == out[-1], f"{size} zeros {algorithm}")
    return out


def huge():
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(huge_digests, ALGORITHMS))
    rows = [f"    [{a}] = {{\n     " + ",\n     ".join(quoted(d) for d in digests) + "},"
            for a, digests in zip(ALGORITHMS, results)]
    names = ", ".join(f"{n}" for n in HUGE)
    return header("huge", "digests of very many zero bytes.", (
        f"#define HUGE_SIZES {len(HUGE)}\n"
        f"static const uint64_t huge_sizes[HUGE_SIZES] = {{{names}}};\n\n"
        "static const char *const huge_digests[][HUGE_SIZES] = {\n" + "\n".join(rows) + "\n};\n"))


def main():
    check, with_huge = "--check" in sys.argv[1:], "--huge" in sys.argv[1:]
    if set(sys.argv[1:]) - {"--check", "--huge"}:
        sys.exit(__doc__)
    for algorithm in ALGORITHMS:
        try:
            new(algorithm)
        except ValueError:
            print(f"gen_vectors.py: this Python has no {ALGORITHMS[algorithm]}", file=sys.stderr)
            sys.exit(2)
    makers = [digests, hmacs, folds, encodings] + ([huge] if with_huge else [])
    bad = 0
    for maker in makers:
        path, text = FOLDER / f"{maker.__name__}.h", maker()
        if not check:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            print(f"gen_vectors.py: {path} is not what this script writes", file=sys.stderr)
            bad += 1
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
