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

    # Java's MessageDigest with the methods of a digest that are needed here.
    class Java
      def initialize(name)
        @digest = java.security.MessageDigest.getInstance(name)
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

      # Ends the message.
      def finish
        String.from_java_bytes(@digest.digest)
      end
    end

    # A digest of the stdlib's Digest or of OpenSSL.
    class Ruby
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
      # @return a new engine
      def engine(row)
        from_stdlib(row) || from_java(row) || from_openssl(row) ||
          raise(NotImplementedError, "this platform has no #{row.name}")
      end

      # What was there before a takeover, and while the other is not loaded, what will be.
      def from_stdlib(row)
        Ruby.new(::Digest.const_get(row.stdlib).new) if row.stdlib
      rescue LoadError, NameError
        nil
      end

      def from_java(row)
        Java.new(row.java) if RUBY_ENGINE == "jruby"
      rescue StandardError
        nil
      end

      def from_openssl(row)
        require "openssl"
        Ruby.new(::OpenSSL::Digest.new(row.openssl))
      rescue LoadError, StandardError
        nil
      end

      SEPARATORS = %r{[-_/ ]}.freeze
      private_constant :SEPARATORS

      # @return [Row] of a name, a class or an instance
      def row_of(argument)
        name = case argument
               when Symbol, String then argument.to_s
               when Class then class_name(argument)
               else class_name(argument.class)
               end
        name || raise(TypeError, "no digest algorithm: #{argument.inspect}")
        find(name) || raise(ArgumentError, "unknown digest algorithm: #{argument.inspect}")
      end

      private

      def class_name(klass)
        own = klass.ancestors.find { |ancestor| Base.subclasses_by_name.value?(ancestor) } if klass <= Base
        return own.name.sub("Hashmill::", "") if own

        klass.name[/\ADigest::(\w+)\z/, 1] if klass <= ::Digest::Instance
      end

      def find(name)
        bare = name.downcase.gsub(SEPARATORS, "").sub("sha2", "sha").sub("512t", "512")
                   .sub("ripemd", "rmd")
        ROWS.find { |row| row.name.to_s.downcase.delete("_") == bare }
      end
    end
  end
  private_constant :Fallback
end
