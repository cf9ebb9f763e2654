/* SPDX-License-Identifier: MIT
 *
 * vector.h - what the round templates of this folder ask of a vector, and what they are. Knows no
 * digest and no instruction set.
 *
 * A template (md5.h, sha1.h, ...) is a kernel's body. It is included once for each kernel, inside
 * the ISA region of an x86/ source, with
 *   LANES_FN  the function to define, an hm_lanes_fn,
 *   V(name)   the vector: maps a name below to prefix_name,
 *   GROUPS    (md5.h only) how many vectors of lanes run in step, 1 or 2.
 *
 * A vector header (x86/vec_avx512.h, ...) supplies, for its prefix:
 *   t, LANES32, LANES64    the type, how many words of 32 and of 64 bits it holds
 *   set32 set64            one word in every lane
 *   table                  a table of constants, as a pointer best read by set32, set64
 *   add32 add64 xor xor3   sums and parities
 *   rotl32 rotr32 rotr64 shr32 shr64
 *   select(m, x, y)        m ? x : y, bit by bit
 *   majority(x, y, z)      the bits that two or three have
 *   majority_xy(x, y, z, xy, yz)  the same, told x ^ y and y ^ z
 *   add32_late(a, m, x, y) a + select(m, x, y), where x is known last
 *   add32_xorn(a, x, y, z) a + (x ^ (y | ~z)) + XORN_DEBT, where y is known last
 *   XORN_DEBT              1 where a complement would cost an instruction, else 0
 *   keep(x)                x, which the compiler may not take apart: gcc reassociates sums of
 *                          vectors, and what is known last must be added last
 *   eight_le32(w, p, at)   words 0...7 of the bytes at p[0] + at, p[1] + at, ..., a lane each;
 *   eight_be32 eight_be64  the others swap bytes
 */
#ifndef HM_LANES_VECTOR_H
#define HM_LANES_VECTOR_H

#include "../base.h"

/* A pointer whose target the compiler does not know: constants read through it are broadcast by a
 * load port. gcc moves known ones through a general register, which costs a shuffle each. */
HM_INLINE const void *vec_hidden(const void *p)
{
    __asm__("" : "+r"(p));
    return p;
}

#endif /* HM_LANES_VECTOR_H */
