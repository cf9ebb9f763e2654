# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# What HMACs have on top of the extension or the fallback: many at once, verification, names.

module Hashmill
  # HMAC (RFC 2104) with the interface of OpenSSL::HMAC, and more. The algorithm may be given as a
  # name ("SHA256", :sha256), a class (Hashmill::SHA256, Digest::SHA256) or an instance.
  class HMAC
    # Tags of many Strings under one key, at once.
    #
    # @param algorithm [Symbol, String, Class]
    # @param key [String]
    # @param strings [Array<String>]
    # @return [Array<String>] binary tags, in order
    def self.digests(algorithm, key, strings)
      Key.new(key, algorithm).digests(strings)
    end

    # (see .digests) In hex.
    def self.hexdigests(algorithm, key, strings)
      Key.new(key, algorithm).hexdigests(strings)
    end

    # (see HMAC::Key#verify)
    def self.verify(algorithm, key, data, tag, encoding: :hex, length: nil)
      Key.new(key, algorithm).verify(data, tag, encoding: encoding, length: length)
    end

    # Appends the contents of a file.
    # @return [self]
    def file(name)
      File.open(name, "rb") { |io| update_io(io) }
      self
    end

    # (see Base#update_io)
    def update_io(io, length = nil)
      Bytes.each_read(io, length) { |part| update(part) }
      self
    end

    # Compares with a tag that came from elsewhere, in constant time.
    #
    # @param tag [String]
    # @param encoding [:hex, :binary, :base64, :urlsafe_base64] the form of `tag`
    # @param length [Integer, nil] bytes of a truncated tag, decided by the caller and not by the
    #   input; at least 10 and half the digest (RFC 2104, section 5). nil: the whole tag
    # @return [Boolean] false too if `tag` is malformed or not exactly so long
    def verify(tag, encoding: :hex, length: nil)
      own = digest
      Bytes.tag?(own, tag, encoding, length || own.bytesize)
    end

    # @return [String] Base64 with the alphabet for URLs
    def urlsafe_base64digest(padding: true)
      Bytes.urlsafe_base64(digest, padding)
    end

    # @return [String] "SHA256"
    def name
      algorithm.to_s
    end

    # Shows no key and no tag.
    def inspect
      "#<#{self.class}: #{name}>"
    end

    # A prepared key: its two blocks are absorbed once, for any number of messages. Frozen, and
    # shareable between Ractors; the key itself is not kept.
    class Key
      # @return [HMAC] a message in progress under this key
      def hmac
        HMAC.new(self)
      end

      # (see HMAC#verify)
      # @param data [String]
      def verify(data, tag, encoding: :hex, length: nil)
        own = digest(data)
        Bytes.tag?(own, tag, encoding, length || own.bytesize)
      end

      # (see HMAC#urlsafe_base64digest)
      def urlsafe_base64digest(data, padding: true)
        Bytes.urlsafe_base64(digest(data), padding)
      end

      # (see HMAC#name)
      def name
        algorithm.to_s
      end

      def inspect
        "#<#{self.class}: #{name}>"
      end
    end
  end
end
