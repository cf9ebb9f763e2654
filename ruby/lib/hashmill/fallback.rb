# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# The extension's part in Ruby, over the digests that the platform has: for JRuby and whatever else
# cannot load it. The same interface and the same results; speed and the number of objects are the
# platform's. It must run on Ruby 2.6.

require "hashmill/fallback/engines"
require "hashmill/fallback/digest"
require "hashmill/fallback/hmac"
require "hashmill/fallback/many"
