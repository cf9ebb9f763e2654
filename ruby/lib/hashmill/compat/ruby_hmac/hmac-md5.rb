# frozen_string_literal: true
# SPDX-License-Identifier: MIT

require "hmac"

module HMAC
  class MD5 < Base
    ALGORITHM = :MD5
    private_constant :ALGORITHM
    public_class_method :new, :digest, :hexdigest

    def initialize(key = nil)
      super(Hashmill::MD5, 64, 16, key)
    end
  end
end
