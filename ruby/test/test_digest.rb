# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# Right digests: against the stdlib and OpenSSL on random Strings and splits.

require_relative "helper"

class TestDigest < Minitest::Test
  include HashmillTest

  def reference(name, string)
    STDLIB.key?(name) ? STDLIB[name].digest(string) : OpenSSL::Digest.digest(OPENSSL[name], string)
  rescue StandardError
    skip "nothing to compare #{name} with"
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
        expected = reference(name, data)
        assert_equal expected, own(name).digest(data), "#{name}, #{length} bytes"
        assert_equal expected, (own(name).new << data.byteslice(0, 5) << data.byteslice(5..-1)).digest
      end
    end
  end

  def test_kinds_of_strings
    %w[abc äöü].each do |text|
      [text, text.encode("UTF-16LE"), text.b, text.dup.force_encoding("EUC-JP"), text[0, 2]].each do |string|
        assert_equal Digest::MD5.hexdigest(string), Hashmill::MD5.hexdigest(string)
      end
    end
    # A shared tail of another String, and one that came from a fixed buffer.
    long = "x" * 100_000
    assert_equal Digest::SHA1.hexdigest(long[50_000..-1]), Hashmill::SHA1.hexdigest(long[50_000..-1])
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
    assert_equal own(:MD5).hexdigest(File.read("/proc/version")), own(:MD5).file("/proc/version").hexdigest
    assert_equal own(:MD5).hexdigest(""), own(:MD5).file(File::NULL).hexdigest
    Dir.mktmpdir do |folder|
      File.mkfifo("#{folder}/fifo")
      writer = Thread.new do
        File.open("#{folder}/fifo", "wb") { |io| 3.times { |i| io.write("part#{i}"); io.flush; sleep(0.02) } }
      end
      assert_equal own(:MD5).hexdigest("part0part1part2"), own(:MD5).file("#{folder}/fifo").hexdigest
      writer.join
    end
  end
end
