# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# Files and streams into digest sets.

module Hashmill
  # Several digests of one stream, in one pass over the data:
  #
  #   Hashmill::Multi.new(:MD5, :SHA256).file("image.iso").hexdigests
  #   # => {:MD5=>"...", :SHA256=>"..."}
  class Multi
    # @return [Hash{Symbol => String}] hex digests of one String
    def self.hexdigests(string, *algorithms)
      new(*algorithms).update(string).hexdigests
    end

    # @return [Multi] that has absorbed a file
    def self.file(name, *algorithms)
      new(*algorithms).file(name)
    end

    # (see Base#file)
    def file(name)
      File.open(name, "rb") do |io|
        absorb_descriptor(io.fileno) || update_io(io)
      end
      self
    end

    # (see Base#update_io)
    def update_io(io, length = nil)
      Bytes.each_read(io, length) { |part| update(part) }
      self
    end

    # @param algorithm [Symbol, String, Class] one of the set
    # @return [String] its hex digest
    def [](algorithm)
      hexdigests.fetch(Hashmill.algorithm(algorithm))
    end

    def inspect
      "#<#{self.class}: #{hexdigests.map { |name, hex| "#{name} #{hex}" }.join(', ')}>"
    end
  end
end
