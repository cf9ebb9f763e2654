# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# Finds something that computes each algorithm: the stdlib's Digest, OpenSSL, or Java. Knows where
# digests come from, nothing of how they are used.

module Hashmill
  # @api private
  module Fallback
    Row = Struct.new(:name, :stdlib, :openssl, :java, :digest_length, :block_length)

    ROWS = [
      Row.new(:MD5, :MD5, "MD5", "MD5", 16, 64),
      Row.new(:SHA1, :SHA1, "SHA1", "SHA-1", 20, 64),
      Row.new(:SHA224, nil, "SHA224", "SHA-224", 28, 64),
      Row.new(:SHA256, :SHA256, "SHA256", "SHA-256", 32, 64),
      Row.new(:SHA384, :SHA384, "SHA384", "SHA-384", 48, 128),
      Row.new(:SHA512, :SHA512, "SHA512", "SHA-512", 64, 128),
      Row.new(:SHA512_224, nil, "SHA512-224", "SHA-512/224", 28, 128),
      Row.new(:SHA512_256, nil, "SHA512-256", "SHA-512/256", 32, 128),
      Row.new(:RMD160, :RMD160, "RIPEMD160", "RIPEMD160", 20, 64)
    ].each(&:freeze).freeze

    # Without case and separators, as hm_algorithm_by_name() of the C library has them.
    SPELLINGS = {
      MD5: %w[md5], SHA1: %w[sha1 sha], SHA224: %w[sha224 sha2224], SHA256: %w[sha256 sha2256],
      SHA384: %w[sha384 sha2384], SHA512: %w[sha512 sha2512],
      SHA512_224: %w[sha512224 sha512t224 sha2512224],
      SHA512_256: %w[sha512256 sha512t256 sha2512256], RMD160: %w[rmd160 ripemd160 ripemd rmd]
    }.freeze

    # Java's MessageDigest with the methods of a digest that are needed here.
    class JavaEngine
      def initialize(name)
        @digest = ::Java::JavaSecurity::MessageDigest.getInstance(name)
      end

      def initialize_copy(other)
        super
        @digest = @digest.clone
      end

      def update(string)
        @digest.update(string.to_java_bytes)
      end

      def reset
        @digest.reset
      end

      def finish
        String.from_java_bytes(@digest.digest)
      end
    end

    # A digest of the stdlib's Digest or of OpenSSL.
    class RubyEngine
      def initialize(digest)
        @digest = digest
      end

      def initialize_copy(other)
        super
        @digest = @digest.dup
      end

      def update(string)
        @digest.update(string)
      end

      def reset
        @digest.reset
      end

      def finish
        value = @digest.digest
        @digest.reset
        value
      end
    end

    class << self
      # @return a new engine: update, reset, finish (which ends the message), dup
      def engine(row)
        from_stdlib(row) || from_java(row) || from_openssl(row) ||
          raise(NotImplementedError, "this platform has no #{row.name}")
      end

      def from_stdlib(row)
        RubyEngine.new(::Digest.const_get(row.stdlib).new) if row.stdlib
      rescue LoadError, NameError
        nil
      end

      def from_java(row)
        JavaEngine.new(row.java) if RUBY_ENGINE == "jruby"
      rescue StandardError
        nil
      end

      def from_openssl(row)
        require "openssl"
        RubyEngine.new(::OpenSSL::Digest.new(row.openssl))
      rescue LoadError, StandardError
        nil
      end

      # @return [Row] of a name, a class or an instance
      def row_of(argument)
        klass = argument.is_a?(Class) ? argument : argument.class
        row = if argument.is_a?(Symbol)
                find(argument.to_s)
              elsif klass <= ::Digest::Instance
                of_class(klass)
              elsif (name = String.try_convert(argument))
                find(name)
              else
                raise TypeError, "no digest algorithm: #{argument.inspect}"
              end
        row || raise(ArgumentError, "unknown digest algorithm: #{argument.inspect}")
      end

      VOWELS = "aeiouy"
      CONSONANTS = "bcdfghklmnprstvzx"
      private_constant :VOWELS, :CONSONANTS

      # Huima's Bubble Babble, 2000: pairs of bytes as syllables, with a checksum in the vowels.
      def bubblebabble(bytes)
        bytes = bytes.bytes
        sum = 1
        syllables = (0...bytes.size / 2).map do |i|
          a, b = bytes[2 * i, 2]
          part = vowels(a, sum) + CONSONANTS[b >> 4] + "-" + CONSONANTS[b & 15]
          sum = (sum * 5 + a * 7 + b) % 36
          part
        end
        last = bytes.size.odd? ? vowels(bytes.last, sum) : VOWELS[sum % 6] + "x" + VOWELS[sum / 6]
        "x#{syllables.join}#{last}x".b
      end

      def vowels(byte, sum)
        VOWELS[((byte >> 6) + sum) % 6] + CONSONANTS[(byte >> 2) & 15] +
          VOWELS[((byte & 3) + sum / 6) % 6]
      end
      private :vowels

      # @return [String] what StringValue makes of it
      def string(value)
        String.try_convert(value) ||
          raise(TypeError, "no implicit conversion of #{described(value)} into String")
      end

      # @return [Array<String>] a copy that no other code can change
      def strings(values)
        raise TypeError, "no implicit conversion of nil into Array" if values.nil?
        unless values.respond_to?(:to_a)
          raise TypeError, "can't convert #{values.class} into Array"
        end

        values.to_a.dup.map { |value| string(value) }
      end

      private

      def described(value)
        case value
        when nil, true, false then value.inspect
        else value.class
        end
      end

      def of_class(klass)
        return klass::ROW if klass <= Base && klass.const_defined?(:ROW)

        name = klass.name.to_s
        find(name[8..-1]) if name.start_with?("Digest::")
      end

      def find(name)
        bare = name.downcase.delete("-_/ ")
        ROWS.find { |row| SPELLINGS.fetch(row.name).include?(bare) }
      end
    end
  end
  private_constant :Fallback
end
