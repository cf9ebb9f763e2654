# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# The garbage collector under stress, compaction, objects per call, and no leak.

require_relative "helper"

class TestMemory < Minitest::Test
  include HashmillTest

  def test_gc_stress
    # In a process with a small heap: every allocation collects it.
    out = ruby(<<~'RUBY')
      require "hashmill"
      long = "l" * ((1 << 20) + 1)
      long_md5 = Digest::MD5.hexdigest(long)
      expected = Digest::MD5.hexdigest("ab")
      names = %i[MD5 SHA1]
      TAG = Hashmill::HMAC.hexdigest(:MD5, "k", "ab")
      sample = Hashmill::MD5.new << "ab"
      GC.stress = true
      150.times do
        raise "dup" unless sample.dup.hexdigest == expected && sample.hexdigest == expected
      end
      10.times do
        digest = Hashmill::MD5.new << "a"
        copy = digest.dup
        digest = nil
        copy << "b"
        raise "dup" unless copy.hexdigest == expected && copy.clone.to_s == expected
        raise "one-shot" unless Hashmill::MD5.hexdigest("ab") == expected &&
              Hashmill::MD5.digest("ab") == copy.digest
        raise "equal" unless copy == expected.dup && copy == copy.dup
        raise "hmac" unless (Hashmill::HMAC.new("k", :MD5) << "a").dup.update("b").hexdigest == TAG
        raise "key" unless Hashmill::HMAC::Key.new("k", :MD5).hexdigests(%w[ab ab]) == [TAG, TAG]
        raise "many" unless Hashmill.hexdigests(:MD5, ["ab", "a" + "b"]) == [expected, expected]
        multi = Hashmill::Multi.new(*names).update("ab").dup
        raise "multi" unless multi.hexdigests[:MD5] == expected
        raise "pieces" unless Hashmill.hexpieces(:MD5, "abab", 2) == [expected, expected]
        empty = [Hashmill::MD5.hexdigest("")]
        raise "file" unless Hashmill.file_hexdigests(:MD5, [File::NULL]) == empty
      end
      3.times { raise "long" unless Hashmill::MD5.hexdigest(long) == long_md5 }
      GC.stress = false
      print "done"
    RUBY
    assert_equal "done", out
  end

  native def test_compaction
    skip "this Ruby does not compact" unless GC.respond_to?(:verify_compaction_references)
    out = ruby(<<~'RUBY')
      require "hashmill"
      require "hashmill/digest"
      require "hashmill/openssl_hmac"
      kept = Array.new(50) { |i| Hashmill::SHA1.new << i.to_s }
      keys = Array.new(50) { |i| OpenSSL::HMAC.new(i.to_s, i.odd? ? "SHA1" : "SHA3-256") }
      before = kept.map(&:hexdigest) + keys.map(&:hexdigest)
      begin
        GC.verify_compaction_references(toward: :empty, expand_heap: true)
      rescue ArgumentError
        GC.verify_compaction_references(toward: :empty, double_heap: true)
      rescue NotImplementedError
        print "same"
        exit
      end
      abort "changed" unless before == kept.map(&:hexdigest) + keys.map(&:hexdigest)
      abort "class" unless Hashmill::MD5.hexdigest("abc") == "900150983cd24fb0d6963f7d28e17f72"
      abort "takeover" unless Digest::MD5.hexdigest("abc") == "900150983cd24fb0d6963f7d28e17f72"
      def objects
        before = GC.stat(:total_allocated_objects)
        100.times { yield }
        GC.stat(:total_allocated_objects) - before
      end
      # Still the short way: the classes are where they were.
      abort "slow" unless objects { Digest::MD5.hexdigest("abc".freeze) } < 110
      print "same"
    RUBY
    assert_equal "same", out
  end

  # Short Strings live inside objects, which compaction moves while they are hashed without the
  # lock.
  native def test_compaction_meanwhile
    skip "this Ruby does not compact" unless GC.respond_to?(:verify_compaction_references)
    out = ruby(<<~'RUBY')
      require "hashmill"
      strings = Array.new(1500) { |i| "short #{i}" } + ["l" * (1 << 20)] * 60
      expected = strings.map { |s| Digest::RMD160.hexdigest(s) }
      ready = false
      thread = Thread.new do
        Thread.pass until ready
        begin
          GC.verify_compaction_references(toward: :empty, expand_heap: true)
        rescue ArgumentError
          GC.verify_compaction_references(toward: :empty, double_heap: true)
        end
      rescue NotImplementedError
        nil
      end
      ready = true
      copies = strings.map { |s| s.size > 99 ? s : +"" << s }
      puts "wrong" unless Hashmill.hexdigests(:RMD160, copies) == expected
      thread.join
      print "done"
    RUBY
    assert_equal "done", out
  end

  native def test_objects_per_call
    data = "d" * 4096
    key = "secretkey"
    name = "SHA1"
    prepared = Hashmill::HMAC::Key.new(key, :SHA1)
    digest = Hashmill::SHA256.new
    { "digest" => -> { Hashmill::SHA256.digest(data) },
      "hexdigest" => -> { Hashmill::SHA256.hexdigest(data) },
      "base64digest" => -> { Hashmill::SHA256.base64digest(data) },
      "instance" => -> { digest.hexdigest },
      "instance, one-shot" => -> { digest.hexdigest(data) },
      "hmac" => -> { Hashmill::HMAC.hexdigest(name, key, data) },
      "prepared key" => -> { prepared.hexdigest(data) } }.each do |what, call|
      assert_equal 1, objects_of(&call), what
    end
    assert_equal(0, objects_of { digest << data })
  end

  native def test_no_leak
    skip "no /proc" unless File.exist?("/proc/self/status")
    data = "leak"
    mix = lambda do |times|
      i = 0
      while i < times
        Hashmill::SHA256.hexdigest(data)
        Hashmill::MD5.new.update(data).dup.hexdigest
        Hashmill::HMAC.hexdigest(:SHA1, data, data)
        Hashmill::HMAC.new(data, :SHA1).update(data).digest
        Hashmill.hexdigests(:MD5, [data, data]) if (i % 10).zero?
        Hashmill::Multi.hexdigests(data, :MD5, :SHA1) if (i % 10).zero?
        if (i % 100).zero?
          begin
            Hashmill::MD5.hexdigest(nil)
          rescue TypeError
            nil
          end
        end
        i += 1
      end
      GC.start
    end
    mix.call(60_000)
    before = resident
    # Four calls a turn: a million.
    mix.call(250_000)
    assert_operator resident - before, :<, 4096, "KiB of resident memory came"
  end

  # Long Strings: snapshots and buffers go again, also when an exception ends the work.
  native def test_no_leak_of_long_strings
    skip "no /proc" unless File.exist?("/proc/self/status")
    run = lambda do |times|
      times.times do
        string = "x" * (2 << 20)
        Hashmill::SHA1.hexdigest(string)
        Hashmill::SHA1.new.update(string)
        Hashmill.hexdigests(:SHA1, [string] * 3)
        Hashmill::SHA1.file(RbConfig.ruby)
        string.clear
      end
      GC.start
    end
    run.call(30)
    before = resident
    run.call(150)
    # One String kept a turn would be 300 MiB; when the collector runs moves some 50.
    assert_operator resident - before, :<, 128 * 1024, "KiB of resident memory came"
  end
end
