# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# Right digests: against the stdlib and OpenSSL on random Strings and splits.

require_relative "helper"

class TestDigest < Minitest::Test
  include HashmillTest

  def reference(name, string)
    STDLIB.key?(name) ? STDLIB[name].digest(string) : OpenSSL::Digest.digest(OPENSSL[name], string)
  rescue StandardError, NotImplementedError
    skip "nothing to compare #{name} with"
  end

  # FIPS 180-4's examples, RFC 1321, and the authors of RIPEMD-160.
  def test_known_answers
    { MD5: "900150983cd24fb0d6963f7d28e17f72", SHA1: "a9993e364706816aba3e25717850c26c9cd0d89d",
      SHA224: "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7",
      SHA256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      SHA384: "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed" \
              "8086072ba1e7cc2358baeca134c825a7",
      SHA512: "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a" \
              "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
      SHA512_224: "4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa",
      SHA512_256: "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23",
      RMD160: "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc" }.each do |name, hex|
      assert_equal hex, own(name).hexdigest("abc")
      assert_equal hex, (own(name).new << "a" << "bc").hexdigest
    end
  end

  ALL.each do |name|
    define_method("test_#{name}_lengths") do
      data = HashmillTest.bytes(4096, 7)
      lengths = [*0..300, 511, 512, 513, 1023, 1024, 1025, 4095, 4096]
      lengths.each do |length|
        string = data.byteslice(0, length)
        expected = reference(name, string)
        assert_equal expected, own(name).digest(string), "#{length} bytes"
        assert_equal expected.unpack1("H*"), own(name).hexdigest(string)
        assert_equal [expected].pack("m0"), own(name).base64digest(string)
        assert_equal expected, (own(name).new << string).digest
      end
    end

    define_method("test_#{name}_splits") do
      random = Random.new(11)
      200.times do
        string = random.bytes(random.rand(2000))
        digest = own(name).new
        at = 0
        while at < string.bytesize
          part = string.byteslice(at, random.rand(0..300))
          digest << part
          at += part.bytesize
          # Looking at it changes nothing.
          digest.hexdigest if random.rand(4).zero?
          digest = digest.dup if random.rand(4).zero?
        end
        assert_equal reference(name, string), digest.digest
        assert_equal reference(name, string), digest.digest!
        assert_equal reference(name, ""), digest.digest
      end
    end
  end

  # Above and below the length from which the lock is released.
  def test_long_strings
    mega = 1 << 20
    [mega - 1, mega, mega + 1, 3 * mega + 17].each do |length|
      data = HashmillTest.bytes(length, length)
      ALL.each do |name|
        expected = known?(name) ? reference(name, data) : own(name).digest(data.dup)
        assert_equal expected, own(name).digest(data), "#{name}, #{length} bytes"
        assert_equal expected,
                     (own(name).new << data.byteslice(0, 5) << data.byteslice(5..-1)).digest
      end
    end
  end

  def known?(name)
    STDLIB.key?(name) || (OpenSSL::Digest.new(OPENSSL[name]) && true)
  rescue StandardError, NotImplementedError
    false
  end

  def test_kinds_of_strings
    %w[abc äöü].each do |text|
      [text, text.encode("UTF-16LE"), text.b, text.dup.force_encoding("EUC-JP"),
       text[0, 2]].each do |string|
        assert_equal Digest::MD5.hexdigest(string), Hashmill::MD5.hexdigest(string)
      end
    end
    # A shared tail of another String, and one that came from a fixed buffer.
    long = "x" * 100_000
    assert_equal Digest::SHA1.hexdigest(long[50_000..-1]),
                 Hashmill::SHA1.hexdigest(long[50_000..-1])
    assert_equal Digest::SHA1.hexdigest(:symbol.to_s), Hashmill::SHA1.hexdigest(:symbol.to_s)
  end

  def test_files
    Dir.mktmpdir do |folder|
      [0, 1, 65_535, 65_536, 65_537, 262_144, 300_000, 5_000_000].each do |length|
        path = "#{folder}/#{length}"
        data = HashmillTest.bytes(length, 3)
        File.binwrite(path, data)
        assert_equal own(:SHA256).hexdigest(data), own(:SHA256).file(path).hexdigest
        digest = own(:MD5).new << "before"
        digest.file(path) << "after"
        assert_equal own(:MD5).hexdigest("before#{data.b}after".b), digest.hexdigest
      end
    end
  end

  # Files without a length, and one that another process feeds slowly.
  def test_files_that_are_not_regular
    assert_equal own(:MD5).hexdigest(File.read("/proc/version")),
                 own(:MD5).file("/proc/version").hexdigest
    assert_equal own(:MD5).hexdigest(""), own(:MD5).file(File::NULL).hexdigest
    Dir.mktmpdir do |folder|
      File.mkfifo("#{folder}/fifo")
      writer = Thread.new do
        File.open("#{folder}/fifo", "wb") do |io|
          io.sync = true
          3.times { |i| io.write("part#{i}") && sleep(0.02) }
        end
      end
      assert_equal own(:MD5).hexdigest("part0part1part2"),
                   own(:MD5).file("#{folder}/fifo").hexdigest
      writer.join
    end
  end
end
