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
    # Longer than any source: what a larger size comes to.
    PIECE_MOST = 2**62
    private_constant :PIECES_ROOM, :PIECE_MOST

    def joined_pieces(algorithm, source, size)
      size = [Bytes.integer(size), PIECE_MOST].min
      raise ArgumentError, "the size of a piece must be positive: #{size}" unless size.positive?

      if source.is_a?(String) || !(source.respond_to?(:read) || source.respond_to?(:to_path))
        return pieces_of(algorithm, source, size)
      end

      Bytes.stream(source) { |io| stream_pieces(algorithm, io, size) }
    end

    def stream_pieces(algorithm, io, size)
      return long_pieces(algorithm, io, size) if size > PIECES_ROOM

      room = PIECES_ROOM / size * size
      joined = +"".b
      while (part = Bytes.read_full(io, room))
        joined << pieces_of(algorithm, part, size)
      end
      joined
    end

    # Pieces that are not held, one after another.
    def long_pieces(algorithm, io, size)
      klass = class_for(algorithm)
      joined = +"".b
      loop do
        digest = klass.new
        left = size
        Bytes.each_read(io, size) do |part|
          digest.update(part)
          left -= part.bytesize
        end
        joined << digest.digest if left < size
        return joined if left.positive?
      end
    end

    def pieces_of(algorithm, string, size)
      string = String.try_convert(string) ||
               raise(TypeError, "no implicit conversion of #{Bytes.described(string)} into String")
      # JRuby's byteslice takes no length that is beyond an int.
      size = [size, [string.bytesize, 1].max].min
      klass = Overrides.class_of(algorithm)
      return string_pieces(algorithm, string, size) unless klass

      (0...string.bytesize).step(size).map { |at| klass.digest(string.byteslice(at, size)) }.join.b
    end

    # @return [Class] that computes: the one given, if it does more than its algorithm
    def class_for(algorithm)
      Overrides.class_of(algorithm) || const_get(algorithm(algorithm))
    end

    def file_values(algorithm, paths, errors, &value)
      unless %i[raise return].include?(errors)
        raise ArgumentError, "errors must be :raise or :return, not #{errors.inspect}"
      end
      raise TypeError, "no implicit conversion of nil into Array" if paths.nil?
      raise TypeError, "can't convert #{paths.class} into Array" unless paths.respond_to?(:to_a)

      Files.new(class_for(algorithm), paths.to_a, errors == :return, value).results
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
      # Less, once the process may not open more.
      @room = FILES_AT_ONCE
      # Such a class reads its files itself.
      @overrides = !Overrides.class_of(klass).nil?
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
      while @open.size < @room && @next < @limit
        index = @next
        @next += 1
        guarded(index) { @overrides ? read_by_class(index) : open(index) }
      end
    end

    # Paths that File.open does not take fail as files do.
    def open(index)
      path = @paths[index]
      @open << Open.new(index, File.open(path, "rb"), @klass.new)
    rescue Errno::EMFILE, Errno::ENFILE
      raise if @open.empty?

      # Again when one of the open ones has ended.
      @room = @open.size
      @next = index
    rescue TypeError, ArgumentError => e
      failed(index, e)
    end

    def read_by_class(index)
      @results[index] = @value.call(@klass.file(@paths[index]))
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
      failed(index, e)
    end

    def failed(index, error)
      @results[index] = error
      @limit = [@limit, index].min unless @return_errors
    end
  end
  private_constant :Files
end
