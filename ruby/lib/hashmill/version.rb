# frozen_string_literal: true
# SPDX-License-Identifier: MIT

module Hashmill
  # Version of the gem, which is that of the C library inside it.
  VERSION = "0.1.0"
end
