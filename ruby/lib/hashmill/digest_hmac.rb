# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# require "hashmill/digest_hmac": Digest::HMAC, which Ruby had until 2.1, and the file digest/hmac
# for code that requires it.

require "hashmill"

compat = File.expand_path("compat/digest_hmac", __dir__)
$LOAD_PATH.unshift(compat) unless $LOAD_PATH.include?(compat)

require "digest/hmac"
