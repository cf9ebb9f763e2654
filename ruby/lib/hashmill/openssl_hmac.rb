# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# require "hashmill/openssl_hmac": OpenSSL::HMAC becomes Hashmill's for the algorithms that Hashmill
# has, and goes on working through OpenSSL for all others. Its hex is ASCII-8BIT, its `inspect` is
# the tag, its errors are OpenSSL's: as before. Keys of any length work on any host; it is no
# validated module, and a host in FIPS mode does not restrict it.
#
# Call it in the main Ractor. Without the extension (JRuby), nothing is changed.

require "hashmill"
require "openssl"

module Hashmill
  unless const_defined?(:STDLIB_OPENSSL_HMAC, false)
    original = ::OpenSSL::HMAC
    # Where this fails, the next require tries again.
    take_over_openssl_hmac if respond_to?(:take_over_openssl_hmac, true)
    # What OpenSSL::HMAC was before.
    STDLIB_OPENSSL_HMAC = original
  end
end
