# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# Digest::HMAC as Ruby had it until 2.1, over any digest class. `inspect` shows no key.

require "digest"

module Digest
  class HMAC < Digest::Class
    def self.digest(data, key, digester)
      new(key, digester).update(data).digest
    end

    def self.hexdigest(data, key, digester)
      Digest.hexencode(digest(data, key, digester))
    end

    def self.base64digest(data, key, digester)
      [digest(data, key, digester)].pack("m0")
    end

    # @param key [String]
    # @param digester [Class] Digest::SHA256, Hashmill::SHA256...
    def initialize(key, digester)
      super()
      @digester = digester
      @md = digester.new
      size = @md.block_length
      block = (key.bytesize > size ? digester.digest(key) : key.b).ljust(size, "\0")
      bytes = block.unpack("C*")
      @ipad = bytes.map { |byte| byte ^ 0x36 }.pack("C*")
      @opad = bytes.map { |byte| byte ^ 0x5c }.pack("C*")
      @md.update(@ipad)
    end

    def initialize_copy(other)
      super
      @md = @md.clone
    end

    def update(text)
      @md.update(text)
      self
    end
    alias << update

    def reset
      @md.reset
      @md.update(@ipad)
      self
    end

    def digest_length
      @md.digest_length
    end

    def block_length
      @md.block_length
    end

    def inspect
      "#<#{self.class}: #{@digester}>"
    end

    private

    def finish
      @digester.new.update(@opad).update(@md.digest!).digest!
    end
  end
end
