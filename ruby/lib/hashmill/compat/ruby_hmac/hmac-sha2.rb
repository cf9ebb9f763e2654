# frozen_string_literal: true
# SPDX-License-Identifier: MIT

require "hmac"

module HMAC
  class SHA256 < Base
    ALGORITHM = :SHA256
    private_constant :ALGORITHM
    public_class_method :new, :digest, :hexdigest

    def initialize(key = nil)
      super(Hashmill::SHA256, 64, 32, key)
    end
  end

  class SHA384 < Base
    ALGORITHM = :SHA384
    private_constant :ALGORITHM
    public_class_method :new, :digest, :hexdigest

    def initialize(key = nil)
      super(Hashmill::SHA384, 128, 48, key)
    end
  end

  class SHA512 < Base
    ALGORITHM = :SHA512
    private_constant :ALGORITHM
    public_class_method :new, :digest, :hexdigest

    def initialize(key = nil)
      super(Hashmill::SHA512, 128, 64, key)
    end
  end
end
