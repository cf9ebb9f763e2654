# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# HMAC and its keys over an engine (RFC 2104).

module Hashmill
  class HMAC
    class Key
      def initialize(key, algorithm)
        key = Fallback.string(key)
        @row = Fallback.row_of(algorithm)
        Overrides.refuse(algorithm)
        key = Hashmill.const_get(@row.name).digest(key) if key.bytesize > @row.block_length
        bytes = key.b.ljust(@row.block_length, "\0").unpack("C*")
        @inner = engine(bytes, 0x36)
        @outer = engine(bytes, 0x5c)
        freeze
      end

      def digest(data)
        inner = start
        inner.update(Fallback.string(data))
        finish(inner)
      end

      def hexdigest(data)
        ::Digest.hexencode(digest(data))
      end

      def base64digest(data)
        [digest(data)].pack("m0")
      end

      def digests(strings)
        Fallback.strings(strings).map { |string| digest(string) }
      end

      def hexdigests(strings)
        Fallback.strings(strings).map { |string| hexdigest(string) }
      end

      def algorithm
        @row.name
      end

      # @api private
      # @return an engine that has absorbed the inner block
      def start
        @inner.dup
      end

      # @api private
      # @return [String] the tag of the message that an engine from #start has absorbed, and ends
      def finish(inner)
        outer = @outer.dup
        outer.update(inner.finish)
        outer.finish
      end

      # @api private
      attr_reader :row

      private

      def engine(bytes, pad)
        engine = Fallback.engine(@row)
        engine.update(bytes.map { |byte| byte ^ pad }.pack("C*"))
        engine
      end
    end

    def self.digest(algorithm, key, data)
      Key.new(key, algorithm).digest(data)
    end

    def self.hexdigest(algorithm, key, data)
      Key.new(key, algorithm).hexdigest(data)
    end

    def self.base64digest(algorithm, key, data)
      Key.new(key, algorithm).base64digest(data)
    end

    def initialize(key, *algorithm)
      if algorithm.empty?
        unless key.is_a?(Key)
          raise TypeError, "wrong argument type #{key.class} (expected Hashmill::HMAC::Key)"
        end

        @key = key
      else
        @key = Key.new(key, *algorithm)
      end
      @inner = @key.start
    end

    def initialize_copy(other)
      unless other.is_a?(HMAC)
        raise TypeError, "wrong argument type #{other.class} (expected Hashmill::HMAC)"
      end

      super
      @inner = @inner.dup
    end

    def update(string)
      string = Fallback.string(string)
      check_mutable
      @inner.update(string)
      self
    end
    alias << update

    def reset
      check_mutable
      @inner = @key.start
      self
    end

    def digest
      @key.finish(@inner.dup)
    end

    def hexdigest
      ::Digest.hexencode(digest)
    end
    alias to_s hexdigest

    def base64digest
      [digest].pack("m0")
    end

    def algorithm
      @key.algorithm
    end

    def digest_length
      @key.row.digest_length
    end

    def block_length
      @key.row.block_length
    end

    def ==(other)
      if other.is_a?(HMAC)
        Hashmill.secure_equal?(digest, other.digest)
      else
        text = String.try_convert(other)
        !text.nil? && Hashmill.secure_equal?(hexdigest, text.b.downcase)
      end
    end

    private

    def check_mutable
      raise FrozenError, "can't modify frozen #{self.class}: #{inspect}" if frozen?
    end
  end
end
