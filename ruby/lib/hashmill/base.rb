# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# What the classes have beyond Digest's interface, and files.

module Hashmill
  # The interface of Ruby's Digest: `Hashmill::SHA256.hexdigest("abc")`, `Hashmill::MD5.new`, `<<`,
  # `file`, and everything else that Digest::Base and Digest::Instance have, with the same results.
  #
  # Differences: mutating a frozen digest raises FrozenError; `==` takes the same time wherever the
  # digests differ; long inputs let other threads run.
  class Base
    # @param str [String]
    # @param padding [Boolean] with or without trailing "="
    # @return [String] Base64 with the alphabet for URLs and file names (RFC 4648, section 5)
    def self.urlsafe_base64digest(str, *params, padding: true)
      Bytes.urlsafe_base64(digest(str, *params), padding)
    end

    # Appends the contents of a file, read in large parts without Ruby's global lock.
    #
    # @param name [String, Pathname, IO, Integer] whatever File.open takes
    # @return [self]
    # @raise [SystemCallError] as File.open and IO#read do
    def file(name)
      File.open(name, "rb") do |io|
        absorb_descriptor(io.fileno) || update_io(io)
      end
      self
    end

    # Appends what is left of a stream, or `length` bytes of it.
    #
    # @param io [#read] an IO, a StringIO, a socket, anything with read(length, buffer)
    # @param length [Integer, nil]
    # @return [self]
    def update_io(io, length = nil)
      Bytes.each_read(io, length) { |part| update(part) }
      self
    end

    # (see .urlsafe_base64digest) Without a String, of what was appended so far.
    def urlsafe_base64digest(str = nil, padding: true)
      Bytes.urlsafe_base64(str ? digest(str) : digest, padding)
    end

    # Compares with a digest that came from elsewhere, in constant time.
    #
    # @param expected [String]
    # @param encoding [:hex, :binary, :base64, :urlsafe_base64] the form of `expected`
    # @return [Boolean] false too if `expected` is malformed, too short or too long
    def verify(expected, encoding: :hex)
      own = digest
      Bytes.tag?(own, expected, encoding, own.bytesize)
    end
  end
end
