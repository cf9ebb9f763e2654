# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# An HMAC in Ruby of the kind that was common before OpenSSL::HMAC: pads made byte by byte, an
# object per message, inner and outer digest through the stdlib. For comparison only.

class PureHMAC
  def self.digest(klass, key, text)
    hmac = new(klass, key)
    hmac.update(text)
    hmac.digest
  end

  def initialize(klass, key)
    @klass = klass
    key = klass.digest(key) if key.bytesize > 64
    inner = Array.new(64, 0x36)
    outer = Array.new(64, 0x5c)
    key.each_byte.with_index do |byte, i|
      inner[i] ^= byte
      outer[i] ^= byte
    end
    @inner = inner.pack("C*")
    @outer = outer.pack("C*")
  end

  def update(text)
    inside = @klass.new
    inside.update(@inner)
    inside.update(text)
    @result = @klass.new
    @result.update(@outer)
    @result.update(inside.digest)
  end

  def digest
    @result.digest
  end
end
