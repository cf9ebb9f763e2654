# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# The interface of ruby-hmac 0.4.0, whose behaviour programs may rely on: `update` takes the whole
# message, and a second one replaces the first; it returns a digest, not self; without a key
# everything raises RuntimeError. For messages in parts there is Hashmill::HMAC.
#
# Not kept: a multi-byte key of fewer characters than bytes in a block raised TypeError, `inspect`
# showed the key, and a dup blanked its original's key.

require "hashmill"

module HMAC
  VERSION = "0.4.0"

  # Subclassed with an algorithm (a class with Digest's interface), the bytes of its block and of
  # its digest. Its class methods are private until a subclass opens them.
  class Base
    UNKEYED = "The underlying hash algorithm has not yet been initialized."
    private_constant :UNKEYED

    def initialize(algorithm, block_size, output_length, key)
      @algorithm = algorithm
      @block_size = block_size
      @output_length = output_length
      @initialized = false
      reset_key
      set_key(key) unless key.nil?
    end

    def set_key(key)
      block = key.bytesize > @block_size ? @algorithm.digest(key) : key.b
      block = block.ljust(@block_size, "\0")
      @inner_pad = xor(block, 0x36)
      @outer_pad = xor(block, 0x5c)
      @md = @algorithm.new
      @initialized = true
    end

    def reset_key
      @inner_pad = @outer_pad = nil
      @initialized = false
    end

    def update(text)
      check_key
      inner = @algorithm.new
      inner.update(@inner_pad)
      inner.update(text)
      outer = @algorithm.new
      outer.update(@outer_pad)
      outer.update(inner.digest)
      @md = outer
    end
    alias << update

    def digest
      check_key
      @md.digest
    end

    def hexdigest
      check_key
      @md.hexdigest
    end
    alias to_s hexdigest

    # Shows no key.
    def inspect
      "#<#{self.class}>"
    end

    class << self
      def digest(key, text)
        return Hashmill::HMAC.digest(const_get(:ALGORITHM), key, text) if key.is_a?(String) && plain?

        one_shot(key, text, &:digest)
      end

      def hexdigest(key, text)
        return Hashmill::HMAC.hexdigest(const_get(:ALGORITHM), key, text) if key.is_a?(String) && plain?

        one_shot(key, text, &:hexdigest)
      end

      private

      # What a one-shot goes through, and a program may override.
      PARTS = %i[set_key reset_key update digest hexdigest].freeze
      private_constant :PARTS

      # A class of this folder whose methods are Base's needs no object.
      def plain?
        const_defined?(:ALGORITHM, false) &&
          PARTS.all? { |name| instance_method(name).owner.equal?(Base) }
      end

      def one_shot(key, text)
        hmac = new(key)
        hmac.update(text)
        yield hmac
      ensure
        hmac&.reset_key
      end
    end
    private_class_method :new, :digest, :hexdigest

    private

    def check_key
      raise UNKEYED unless @initialized
    end

    def xor(block, byte)
      block.unpack("C*").map! { |b| b ^ byte }.pack("C*")
    end
  end
end
