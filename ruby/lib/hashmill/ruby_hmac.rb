# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# require "hashmill/ruby_hmac": the files of the ruby-hmac gem (hmac, ruby_hmac, hmac-md5,
# hmac-sha1, hmac-sha2, hmac-rmd160) can be required, and are all loaded. They are in a folder of
# their own, because other gems call a file or a module of theirs "hmac", too.

require "hashmill"

compat = File.expand_path("compat/ruby_hmac", __dir__)
$LOAD_PATH.unshift(compat) unless $LOAD_PATH.include?(compat)

require "hmac"
require "ruby_hmac"
require "hmac-md5"
require "hmac-sha1"
require "hmac-sha2"
require "hmac-rmd160"
