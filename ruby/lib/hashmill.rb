# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# Loads everything at once: no autoload, which is neither safe with threads nor possible in a
# Ractor. "digest" comes first and from Ruby, so that there is one copy of it in the process.

require "digest"
require "hashmill/version"

if RUBY_ENGINE == "ruby"
  require "hashmill/native"
else
  require "hashmill/fallback"
end

require "hashmill/bytes"
require "hashmill/base"
require "hashmill/overrides"
require "hashmill/hmac"
require "hashmill/multi"
require "hashmill/many"
