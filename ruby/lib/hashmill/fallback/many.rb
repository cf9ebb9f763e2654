# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# What takes several messages or several algorithms, one after another.

module Hashmill
  class Multi
    # As many as the extension takes.
    MOST = 16
    private_constant :MOST

    def initialize(*algorithms)
      unless algorithms.size.between?(1, MOST)
        raise ArgumentError, "a digest set takes 1 to #{MOST} algorithms, given #{algorithms.size}"
      end

      algorithms.each { |algorithm| Overrides.refuse(algorithm) }
      @digests = algorithms.map do |algorithm|
        Hashmill.const_get(Fallback.row_of(algorithm).name).new
      end
    end

    def initialize_copy(other)
      super
      @digests = @digests.map(&:dup)
    end

    def update(string)
      string = Fallback.string(string)
      check_mutable
      @digests.each { |digest| digest.update(string) }
      self
    end
    alias << update

    def reset
      check_mutable
      @digests.each(&:reset)
      self
    end

    def digests
      results(&:digest)
    end

    def hexdigests
      results(&:hexdigest)
    end

    def base64digests
      results(&:base64digest)
    end

    def algorithms
      @digests.map { |digest| Hashmill.algorithm(digest) }
    end

    private

    def results
      algorithms.zip(@digests).map { |name, digest| [name, yield(digest)] }.to_h
    end

    # Ruby reads the file.
    def absorb_descriptor(_descriptor)
      false
    end

    def check_mutable
      raise FrozenError, "can't modify frozen #{self.class}: #{inspect}" if frozen?
    end
  end

  # Files that file_hexdigests holds open.
  FILES_AT_ONCE = 32
  private_constant :FILES_AT_ONCE

  class << self
    def algorithms
      Fallback::ROWS.map(&:name)
    end

    def algorithm(argument)
      Fallback.row_of(argument).name
    end

    def kernel(argument, messages = 1)
      Fallback.row_of(argument)
      Integer(messages)
      RUBY_ENGINE
    end

    def self_test
      MD5.hexdigest("abc") == "900150983cd24fb0d6963f7d28e17f72" &&
        SHA1.hexdigest("abc") == "a9993e364706816aba3e25717850c26c9cd0d89d"
    end

    # In a time that depends on the lengths alone, as far as Ruby can promise that.
    def secure_equal?(one, other)
      one = Fallback.string(one)
      other = Fallback.string(other)
      return false if one.bytesize != other.bytesize

      difference = 0
      one.bytes.zip(other.bytes) { |a, b| difference |= a ^ b }
      difference.zero?
    end

    def digests(algorithm, strings)
      klass = class_for(algorithm)
      Fallback.strings(strings).map { |string| klass.digest(string) }
    end

    def hexdigests(algorithm, strings)
      klass = class_for(algorithm)
      Fallback.strings(strings).map { |string| klass.hexdigest(string) }
    end

    private

    def string_pieces(algorithm, string, size)
      klass = const_get(Fallback.row_of(algorithm).name)
      string = Fallback.string(string)
      raise ArgumentError, "the size of a piece must be positive: #{size}" unless size.positive?

      (0...string.bytesize).step(size).map { |at| klass.digest(string.byteslice(at, size)) }.join.b
    end

    # Ruby reads all of them.
    def absorb_files(digests, _descriptors, _last)
      Array.new(digests.size, false)
    end
  end
end
