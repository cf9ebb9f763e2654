# frozen_string_literal: true
# SPDX-License-Identifier: MIT

require "hmac"
