# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# Many files at once, and digests of pieces.

module Hashmill
  class << self
    # Hex digests of many files, read and hashed several at a time.
    #
    # @param algorithm [Symbol, String, Class]
    # @param paths [Array<String, Pathname>]
    # @param errors [:raise, :return] raise at the first unreadable file, or put the exception into
    #   its place in the result
    # @return [Array<String, SystemCallError>] in the order of the paths
    def file_hexdigests(algorithm, paths, errors: :raise)
      file_values(algorithm, paths, errors, &:hexdigest)
    end

    # (see #file_hexdigests) Binary.
    def file_digests(algorithm, paths, errors: :raise)
      file_values(algorithm, paths, errors, &:digest)
    end

    # Digests of the consecutive pieces of `size` bytes; the last may be shorter. What torrents and
    # block-level checks need.
    #
    # @param source [String, #read] data or a stream
    # @param size [Integer] bytes of a piece
    # @return [Array<String>] binary digests
    def pieces(algorithm, source, size)
      joined = joined_pieces(algorithm, source, size)
      length = const_get(algorithm(algorithm)).new.digest_length
      Array.new(joined.bytesize / length) { |i| joined.byteslice(i * length, length) }
    end

    # (see #pieces) In hex.
    def hexpieces(algorithm, source, size)
      pieces(algorithm, source, size).map { |digest| ::Digest.hexencode(digest) }
    end

    # The ETag that S3 gives an unencrypted object. Uploaded in parts, it is the MD5 of the parts'
    # MD5s and their number; uploaded at once, the MD5. Clients upload at once what fits one part.
    #
    # @param source [String, #read]
    # @param part_size [Integer] bytes; 8 MiB is what the AWS command line takes
    # @param multipart [Boolean, nil] was it uploaded in parts? nil: if it has more than one
    # @return [String] without quotes
    def s3_etag(source, part_size: 8 * 1024 * 1024, multipart: nil)
      joined = joined_pieces(:MD5, source, part_size)
      joined = MD5.digest("") if joined.empty?
      count = joined.bytesize / 16
      multipart = count > 1 if multipart.nil?
      raise ArgumentError, "#{count} parts are always a multipart upload" if !multipart && count > 1

      multipart ? "#{MD5.hexdigest(joined)}-#{count}" : ::Digest.hexencode(joined)
    end

    private

    # Bytes of a stream that are held to hash their pieces at once.
    PIECES_ROOM = 64 * 1024 * 1024
    private_constant :PIECES_ROOM

    def joined_pieces(algorithm, source, size)
      return string_pieces(algorithm, source, size) unless source.respond_to?(:read)
      raise ArgumentError, "the size of a piece must be positive: #{size}" unless size.positive?

      # Whole pieces, as many as fit, at least one. IO#read gives less only at the end.
      room = [PIECES_ROOM / size, 1].max * size
      joined = +"".b
      while (part = source.read(room))
        joined << string_pieces(algorithm, part, size)
      end
      joined
    end

    def file_values(algorithm, paths, errors, &value)
      unless %i[raise return].include?(errors)
        raise ArgumentError, "errors must be :raise or :return, not #{errors.inspect}"
      end

      paths = paths.to_a
      klass = const_get(algorithm(algorithm))
      Files.new(klass, paths, errors == :return, value).results
    end
  end

  # @api private
  # Keeps some files open at a time, and a digest for each.
  class Files
    Open = Struct.new(:index, :io, :digest)
    private_constant :Open

    def initialize(klass, paths, return_errors, value)
      @klass = klass
      @paths = paths
      @return_errors = return_errors
      @value = value
      @results = Array.new(paths.size)
      @next = 0
      # Files from here on do not matter any more: this one has failed.
      @limit = paths.size
      @open = []
    end

    def results
      loop do
        fill
        break if @open.empty?

        step
      end
      raise @results[@limit] if @limit < @paths.size

      @results
    ensure
      @open.each { |file| file.io.close }
    end

    private

    def fill
      while @open.size < FILES_AT_ONCE && @next < @limit
        index = @next
        @next += 1
        guarded(index) do
          @open << Open.new(index, File.open(@paths[index], "rb"), @klass.new)
        end
      end
    end

    def step
      states = Hashmill.__send__(:absorb_files, @open.map(&:digest),
                                 @open.map { |file| file.io.fileno }, @next >= @limit)
      @open.zip(states) { |file, at_end| finish(file, at_end) unless at_end.nil? }
      @open.each { |file| file.io.close if file.index > @limit }
      @open.reject! { |file| file.io.closed? }
    end

    # Where read(2) failed, Ruby reads on: it waits, or raises with its own class and message.
    def finish(file, at_end)
      guarded(file.index) do
        file.digest.update_io(file.io) unless at_end
        @results[file.index] = @value.call(file.digest)
      end
    ensure
      file.io.close
    end

    def guarded(index)
      yield
    rescue SystemCallError, IOError => e
      @results[index] = e
      @limit = [@limit, index].min unless @return_errors
    end
  end
  private_constant :Files
end
