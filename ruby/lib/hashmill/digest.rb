# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# require "hashmill/digest": Digest::MD5, SHA1, SHA256, SHA384, SHA512 and RMD160 become Hashmill's,
# and with them Digest::SHA2, which looks them up at run time. Objects and classes that exist
# already go on working. Mutating a frozen digest raises nothing, as in the stdlib.
#
# The stdlib's files are loaded first, so that a later require of them does nothing. Call it in the
# main Ractor. Without the extension (JRuby), nothing is changed.

require "hashmill"
require "digest/md5"
require "digest/sha1"
require "digest/sha2"
require "digest/rmd160"

module Hashmill
  unless const_defined?(:STDLIB_DIGEST, false)
    originals = { MD5: ::Digest::MD5, SHA1: ::Digest::SHA1, SHA256: ::Digest::SHA256,
                  SHA384: ::Digest::SHA384, SHA512: ::Digest::SHA512,
                  RMD160: ::Digest::RMD160 }.freeze
    # Where this fails, the next require tries again.
    take_over_digest if respond_to?(:take_over_digest, true)
    # What the constants of Digest were before.
    STDLIB_DIGEST = originals
  end
end
