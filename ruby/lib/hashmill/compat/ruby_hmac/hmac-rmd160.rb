# frozen_string_literal: true
# SPDX-License-Identifier: MIT

require "hmac"

module HMAC
  class RMD160 < Base
    ALGORITHM = :RMD160
    private_constant :ALGORITHM
    public_class_method :new, :digest, :hexdigest

    def initialize(key = nil)
      super(Hashmill::RMD160, 64, 20, key)
    end
  end
end
