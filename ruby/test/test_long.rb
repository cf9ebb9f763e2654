# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# Messages past 2^29 bytes, where the bits no longer fit 32, and past 2^32: in one update, in many,
# and as a file with a hole. Ruby's own SHA1 gets the first wrong (ruby/digest#107).

require_relative "helper"

class TestLong < Minitest::Test
  include HashmillTest

  # Of zeros.
  KNOWN = {
    (1 << 29) - 1 => { SHA1: "7d32aa572655d797397393e83c8204082f7e71e5",
                       RMD160: "a86be5274e9015b59ee43e67edc325284f803114" },
    1 << 29 => { MD5: "aa559b4e3523a6c931f08f4df52d58f2",
                 SHA1: "5b088492c9f4778f409b7ae61477dec124c99033",
                 SHA256: "9acca8e8c22201155389f65abbf6bc9723edc7384ead80503839f49dcc56d767",
                 RMD160: "a9d34a6e516f2aa5723f5c3b829180dce1da3fbb" },
    (1 << 29) + 1 => { MD5: "ea3b62c6b93cb3625a1fd76777985f5a",
                       RMD160: "82e97d3b733eea431f15942414f3274e447ff461" }
  }.freeze

  def available
    File.read("/proc/meminfo")[/^MemAvailable:\s+(\d+)/, 1].to_i * 1024
  rescue SystemCallError
    0
  end

  def need(bytes)
    skip "needs #{bytes >> 20} MiB of free memory" if available < bytes
  end

  def sparse_file(length)
    Tempfile.create do |file|
      file.truncate(length)
      file.close
      yield file.path
    end
  end

  native def test_one_update
    need(3 << 29)
    # One String of this size, for all: each alone would be memory touched anew.
    zeros = "\0".b * ((1 << 29) + 1)
    KNOWN.each do |length, digests|
      string = length == zeros.bytesize ? zeros : zeros.byteslice(1, length)
      digests.each do |name, hex|
        assert_equal hex, own(name).hexdigest(string), "#{name}, #{length} bytes"
      end
      next unless length == 1 << 29

      assert_equal digests[:SHA1], (own(:SHA1).new << string).hexdigest
      assert_equal({ MD5: digests[:MD5], SHA1: digests[:SHA1] },
                   Hashmill::Multi.hexdigests(string, :MD5, :SHA1))
      assert_equal [digests[:SHA256]], Hashmill.hexdigests(:SHA256, [string])
    end
  end

  native def test_many_updates
    mega = "\0".b * (1 << 20)
    multi = Hashmill::Multi.new(:SHA1, :SHA256)
    512.times { multi << mega }
    assert_equal KNOWN[1 << 29].slice(:SHA1, :SHA256), multi.hexdigests
    digest = Hashmill::MD5.new
    512.times { digest << mega }
    assert_equal KNOWN[1 << 29][:MD5], digest.hexdigest
    assert_equal KNOWN[(1 << 29) + 1][:MD5], (digest << "\0").hexdigest
  end

  native def test_sparse_files
    KNOWN.each do |length, digests|
      sparse_file(length) do |path|
        assert_equal digests, Hashmill::Multi.file(path, *digests.keys).hexdigests
        next unless length == 1 << 29

        assert_equal digests[:SHA1], Hashmill::SHA1.file(path).hexdigest
        assert_equal [digests[:MD5]], Hashmill.file_hexdigests(:MD5, [path])
      end
    end
  end

  # Past 2^32: OpenSSL says what is right.
  native def test_four_gigabytes
    length = (1 << 32) + 1
    mega = "\0".b * (1 << 20)
    digest = OpenSSL::Digest.new("SHA1")
    4096.times { digest << mega }
    expected = (digest << "\0").hexdigest
    sparse_file(length) { |path| assert_equal expected, Hashmill::SHA1.file(path).hexdigest }
    need(length + (1 << 30))
    assert_equal expected, Hashmill::SHA1.hexdigest("\0".b * length)
  end
end
