/* SPDX-License-Identifier: MIT
 *
 * rb_init.c - the entry point. Needs "digest" to be loaded by the caller, in Ruby: a require from C
 * would bypass RubyGems and may load a second copy of it.
 */
#include "hashmill_ext.h"

RUBY_FUNC_EXPORTED void Init_native(void);

void Init_native(void)
{
    rb_ext_ractor_safe(true);
    init_classes();
    init_text();
    init_digest();
    init_oneshot();
    init_many();
    init_multi();
    init_files();
    init_hmac();
    init_openssl_hmac();
    guard_install(cBase);
    guard_install_above();
}
