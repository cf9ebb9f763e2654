# frozen_string_literal: true
# SPDX-License-Identifier: MIT

require "hmac"

module HMAC
  class SHA1 < Base
    ALGORITHM = :SHA1
    private_constant :ALGORITHM
    public_class_method :new, :digest, :hexdigest

    def initialize(key = nil)
      super(Hashmill::SHA1, 64, 20, key)
    end
  end
end
