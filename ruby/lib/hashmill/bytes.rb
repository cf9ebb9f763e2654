# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# Text forms into bytes, comparisons in constant time, bytes out of streams. Knows no algorithm.

module Hashmill
  # @api private
  module Bytes
    # Bytes asked of a stream at once: below the size from which update works without the lock, as
    # reading gives it up anyway.
    READ = 256 * 1024

    module_function

    # Strict: nothing but the text form, in full, is a value.
    #
    # @return [String, nil] the bytes, nil if text is malformed
    def decode(text, encoding)
      text = String.try_convert(text) ||
             raise(TypeError, "no implicit conversion of #{described(text)} into String")
      text = text.b
      case encoding
      when :binary then text
      when :hex then [text].pack("H*") if text.match?(/\A(?:\h\h)*\z/)
      when :base64 then decode_base64(text)
      when :urlsafe_base64 then decode_base64(text.tr("-_+/", "+/!!"), true)
      else raise ArgumentError, "unknown encoding #{encoding.inspect}: " \
                                ":binary, :hex, :base64 or :urlsafe_base64"
      end
    end

    # As Ruby's own messages name it.
    def described(value)
      [nil, true, false].include?(value) ? value.inspect : value.class.to_s
    end

    # With padding in full, or where it is optional, without. Bits that no byte needs must be zero.
    def decode_base64(text, bare = false)
      text += "=" * (-text.bytesize % 4) if bare && !text.include?("=")
      bytes = text.unpack1("m0")
      bytes if [bytes].pack("m0") == text
    rescue ArgumentError
      nil
    end

    # @return [Boolean] is text, decoded, the first `length` bytes of `own`? In a time that does not
    #   tell where they differ.
    def tag?(own, text, encoding, length)
      length = integer(length)
      least = [10, own.bytesize / 2].max
      unless length.between?(least, own.bytesize)
        raise ArgumentError, "a tag has #{least} to #{own.bytesize} bytes, not #{length}"
      end

      bytes = decode(text, encoding)
      !bytes.nil? && Hashmill.secure_equal?(own.byteslice(0, length), bytes)
    end

    def urlsafe_base64(bytes, padding)
      text = [bytes].pack("m0").tr("+/", "-_")
      padding ? text : text.delete("=")
    end

    # Sizes are what Ruby's own read and byteslice take: Integers, and what converts to them.
    #
    # @return [Integer]
    def integer(value)
      return value if value.is_a?(Integer)
      unless value.respond_to?(:to_int)
        given = value.nil? ? "from nil to integer" : "of #{value.class} into Integer"
        raise TypeError, "no implicit conversion #{given}"
      end

      value.to_int
    end

    # Yields what can be read part by part: a stream itself, or the file that a path names. A
    # Pathname has a `read`, too, but one that starts at the beginning each time.
    def stream(source)
      if source.respond_to?(:to_path) && !source.respond_to?(:eof?)
        File.open(source, "rb") { |io| yield io }
      elsif source.respond_to?(:read)
        yield source
      else
        raise TypeError, "no stream to read from: #{source.inspect}"
      end
    end

    # Yields up to `length` bytes of a stream, all of them if nil, in Strings that may change.
    def each_read(source, length)
      length = integer(length) unless length.nil?
      raise ArgumentError, "negative length #{length} given" if length&.negative?

      stream(source) do |io|
        buffer = +""
        while length.nil? || length.positive?
          # A reader may ignore the buffer.
          part = io.read(length ? [length, READ].min : READ, buffer)
          break if part.nil? || part.empty?

          length -= part.bytesize if length
          yield part
        end
      end
    end

    # A reader may give less than asked for, other than an IO.
    #
    # @return [String, nil] `length` bytes of a stream; less only at its end, nil after that
    def read_full(io, length)
      whole = io.read(length)
      return nil if whole.nil? || whole.empty?

      while whole.bytesize < length
        part = io.read(length - whole.bytesize)
        break if part.nil? || part.empty?

        whole = whole.b if whole.frozen? || whole.encoding != Encoding::BINARY
        whole << part.b
      end
      whole
    end
  end
  private_constant :Bytes
end
