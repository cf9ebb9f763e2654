# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# Lists the sources: the binding beside this file and the C library in libhashmill/, where
# tools/gem put it. Nothing is probed, nothing is linked; the library chooses kernels at run time.

require "mkmf"

# TruffleRuby builds extensions, but the pure-Ruby part serves it better than digest.so through its
# emulation of C.
unless RUBY_ENGINE == "ruby"
  File.write("Makefile", dummy_makefile(__dir__).join)
  exit
end

library = File.join(__dir__, "libhashmill")
sources = Dir[File.join(__dir__, "*.c"), File.join(library, "lib/**/*.c")].sort

$srcs = sources
$VPATH.concat(sources.map { |path| File.dirname(path) }.uniq)
$INCFLAGS << " -I#{File.join(library, 'include').shellescape}"

# The library's symbols stay inside: a process may hold another copy, or libcrypto. Ruby's warning
# flags are for its own dialect (C90 declarations, for one); the sources are C11.
$defs << "-DHM_API="
$CFLAGS << " -std=gnu11 -fvisibility=hidden"
$warnflags = "-Wall"

create_makefile "hashmill/native"
