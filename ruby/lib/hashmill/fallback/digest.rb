# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# Base and its classes over an engine. Digest::Class and Digest::Instance bring the rest; classes
# cannot descend from Digest::Base here, which Ruby code must not inherit from.

module Hashmill
  # Without the C library: that of the gem.
  LIBRARY_VERSION = VERSION

  class Base < ::Digest::Class
    def self.new(*arguments)
      unless const_defined?(:ROW)
        raise NotImplementedError, "#{self} is an abstract class"
      end

      super
    end

    def initialize
      super()
      @engine = Fallback.engine(self.class::ROW)
    end

    def initialize_copy(other)
      same = other.is_a?(Base) && other.class::ROW == self.class::ROW
      raise TypeError, "different algorithms" unless same

      super
      @engine = @engine.dup
    end

    def update(string)
      string = Fallback.string(string)
      check_mutable
      @engine.update(string)
      self
    end
    alias << update

    def reset
      check_mutable
      @engine.reset
      self
    end

    def digest(*arguments)
      value(*arguments)
    end

    def hexdigest(*arguments)
      ::Digest.hexencode(value(*arguments))
    end

    def base64digest(string = nil)
      [string ? value(string) : value].pack("m0")
    end

    def digest!
      check_mutable
      value = finish
      reset
      value
    end

    def hexdigest!
      ::Digest.hexencode(digest!)
    end

    def base64digest!
      [digest!].pack("m0")
    end

    def bubblebabble
      Fallback.bubblebabble(digest)
    end

    def self.bubblebabble(*arguments)
      raise ArgumentError, "no data given" if arguments.empty?

      Fallback.bubblebabble(digest(*arguments))
    end

    def inspect
      "#<#{self.class}: #{hexdigest}>"
    end

    def new
      clone(freeze: false).reset
    end

    def ==(other)
      if other.is_a?(::Digest::Instance)
        Hashmill.secure_equal?(digest, other.digest)
      else
        text = String.try_convert(other)
        !text.nil? && text.encoding.ascii_compatible? && Hashmill.secure_equal?(hexdigest, text)
      end
    end

    def digest_length
      self.class::ROW.digest_length
    end

    def block_length
      self.class::ROW.block_length
    end

    private

    def finish
      @engine.finish
    end

    # By Digest's rules: of the message so far, which goes on; or of a String, which ends it.
    def value(*arguments)
      if arguments.size > 1
        raise ArgumentError, "wrong number of arguments (given #{arguments.size}, expected 0..1)"
      end
      return clone(freeze: false).__send__(:finish) if arguments.empty?

      check_mutable
      reset
      update(arguments.first)
      value = finish
      reset
      value
    end

    # Ruby reads the file.
    def absorb_descriptor(_descriptor)
      false
    end

    def check_mutable
      raise FrozenError, "can't modify frozen #{self.class}: #{inspect}" if frozen?
    end
  end

  Fallback::ROWS.each do |row|
    klass = Class.new(Base)
    klass.const_set(:ROW, row)
    const_set(row.name, klass)
  end
end
