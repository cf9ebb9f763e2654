# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# Many Strings, many files, several digests, pieces.

require_relative "helper"

class TestMany < Minitest::Test
  include HashmillTest

  def test_strings
    ALL.each do |name|
      [0, 1, 2, 15, 16, 17, 33, 100].each do |count|
        strings = Array.new(count) { |i| HashmillTest.bytes((i * 37) % 513, i) }
        assert_equal strings.map { |s| own(name).digest(s) }, Hashmill.digests(name, strings)
        assert_equal strings.map { |s| own(name).hexdigest(s) }, Hashmill.hexdigests(name, strings)
      end
    end
  end

  # More than one group, and groups long enough to run without the lock.
  def test_many_strings
    short = Array.new(5000) { |i| "string #{i}" }
    assert_equal short.map { |s| Digest::MD5.hexdigest(s) }, Hashmill.hexdigests(:MD5, short)
    random = Random.new(2)
    mixed = Array.new(3000) { random.bytes(random.rand(5000)) }
    assert_equal mixed.map { |s| Digest::SHA256.hexdigest(s) }, Hashmill.hexdigests(:SHA256, mixed)
    assert_equal mixed.map { |s| OpenSSL::HMAC.hexdigest("SHA1", "k", s).encode("US-ASCII") },
                 Hashmill::HMAC.hexdigests(:SHA1, "k", mixed)
    long = [HashmillTest.bytes(9_000_000), "", HashmillTest.bytes(10)]
    assert_equal long.map { |s| Digest::SHA1.hexdigest(s) }, Hashmill.hexdigests(:SHA1, long)
  end

  # More than a step's worth of bytes: all go on together, in steps.
  native def test_long_group
    strings = [HashmillTest.bytes(30 << 20, 1), "", HashmillTest.bytes(1, 2),
               HashmillTest.bytes(20_000_003, 3), HashmillTest.bytes(25 << 20, 4), "abc"]
    assert_equal strings.map { |s| Digest::SHA256.hexdigest(s) },
                 Hashmill.hexdigests(:SHA256, strings)
    assert_equal strings.map { |s| OpenSSL::HMAC.digest("SHA512", "key", s) },
                 Hashmill::HMAC.digests(:SHA512, "key", strings)
    joined = strings.join
    piece = 70_000_000
    expected = [Digest::SHA1.digest(joined[0, piece]), Digest::SHA1.digest(joined[piece..-1])]
    assert_equal expected, Hashmill.pieces(:SHA1, joined, piece)
    assert_raises(Timeout::Error) do
      Timeout.timeout(0.01) { loop { Hashmill.hexdigests(:RMD160, strings) } }
    end
  end

  def test_same_string_and_results
    string = +"same"
    results = Hashmill.hexdigests(:MD5, [string] * 40)
    assert_equal [Digest::MD5.hexdigest("same")], results.uniq
    assert_equal 40, results.map(&:object_id).uniq.size
    refute_predicate results.first, :frozen?
    refute_predicate string, :frozen?
    assert_equal Encoding::US_ASCII, results.first.encoding
    assert_equal Encoding::BINARY, Hashmill.digests(:MD5, ["x"]).first.encoding
  end

  def test_arguments
    stringy = Object.new
    def stringy.to_str
      "abc"
    end
    abc = Digest::MD5.hexdigest("abc")
    list = ["abc", stringy]
    assert_equal [abc, abc], Hashmill.hexdigests("md5", list)
    assert_same stringy, list.last
    assert_equal [abc], Hashmill.hexdigests(Digest::MD5, ["abc"].each)
    assert_equal [abc], Hashmill.hexdigests(Hashmill::MD5, Set.new(["abc"]))
    [nil, "abc", 1].each { |bad| assert_raises(TypeError) { Hashmill.hexdigests(:MD5, bad) } }
    [[nil], ["a", 1], [:a]].each do |bad|
      assert_raises(TypeError) { Hashmill.hexdigests(:MD5, bad) }
    end
    assert_raises(ArgumentError) { Hashmill.hexdigests(:nope, []) }
  end

  # A to_str that changes the Array while it is converted.
  def test_array_changed_meanwhile
    list = []
    changer = Object.new
    changer.define_singleton_method(:to_str) { list.clear && "abc" }
    list.push("x", changer, "y")
    expected = %w[x abc y].map { |s| Digest::MD5.hexdigest(s) }
    assert_equal expected, Hashmill.hexdigests(:MD5, list)
  end

  def test_files
    Dir.mktmpdir do |folder|
      random = Random.new(3)
      paths = Array.new(90) do |i|
        length = [0, 1, i * 100, 65_536, 200_000][i % 5]
        "#{folder}/#{i}".tap { |path| File.binwrite(path, random.bytes(length)) }
      end
      %i[MD5 SHA256].each do |name|
        expected = paths.map { |path| own(name).hexdigest(File.binread(path)) }
        assert_equal expected, Hashmill.file_hexdigests(name, paths)
        assert_equal expected,
                     Hashmill.file_digests(name, paths).map { |digest| digest.unpack1("H*") }
      end
      assert_equal Hashmill.file_hexdigests(:MD5, paths.first(3)),
                   Hashmill.file_hexdigests(:MD5, paths.first(3).map { |path| Pathname(path) })
      assert_equal [], Hashmill.file_hexdigests(:MD5, [])
    end
  end

  def test_unreadable_files
    Dir.mktmpdir do |folder|
      good = Array.new(40) { |i| "#{folder}/#{i}".tap { |path| File.write(path, i.to_s) } }
      missing = "#{folder}/missing"
      results = Hashmill.file_hexdigests(:MD5, [*good, missing, folder, good.first],
                                         errors: :return)
      assert_equal good.map { |path| Digest::MD5.file(path).hexdigest }, results.first(40)
      assert_kind_of Errno::ENOENT, results[40]
      assert_includes results[40].message, missing
      assert_kind_of Errno::EISDIR, results[41]
      assert_equal results.first, results.last
      # The first one of the list, not the first one noticed.
      open = descriptors
      assert_raises(Errno::EISDIR) do
        Hashmill.file_hexdigests(:MD5, [good[0], folder, good[1], missing])
      end
      assert_raises(Errno::ENOENT) { Hashmill.file_hexdigests(:MD5, [*good, missing, folder]) }
      assert_equal open, descriptors
      assert_raises(ArgumentError) { Hashmill.file_hexdigests(:MD5, [], errors: :ignore) }
      assert_raises(TypeError) { Hashmill.file_hexdigests(:MD5, [nil]) }
      assert_equal open, descriptors
    end
  end

  def descriptors
    GC.start
    Dir.children("/proc/self/fd").size
  end

  def test_multi
    data = HashmillTest.bytes(300_000)
    multi = Hashmill::Multi.new(*ALL)
    assert_equal ALL, multi.algorithms
    assert_same multi, multi.update(data.byteslice(0, 1000))
    multi << data.byteslice(1000..-1)
    expected = ALL.to_h { |name| [name, own(name).hexdigest(data)] }
    assert_equal expected, multi.hexdigests
    assert_equal expected, multi.digests.transform_values { |digest| digest.unpack1("H*") }
    assert_equal expected,
                 multi.base64digests.transform_values { |text| text.unpack1("m0").unpack1("H*") }
    assert_equal expected[:MD5], multi[:md5]
    assert_raises(KeyError) { Hashmill::Multi.new(:MD5)[:SHA1] }
    copy = multi.dup
    multi.reset << "abc"
    assert_equal expected, copy.hexdigests
    assert_equal Hashmill::MD5.hexdigest("abc"), multi[:MD5]
    assert_equal({ SHA1: Hashmill::SHA1.hexdigest("x"), MD5: Hashmill::MD5.hexdigest("x") },
                 Hashmill::Multi.hexdigests("x", :SHA1, "md5"))
    assert_includes Hashmill::Multi.new(:MD5).inspect, Hashmill::MD5.hexdigest("")
  end

  def test_multi_long_and_files
    data = HashmillTest.bytes((1 << 20) * 3)
    expected = %i[MD5 SHA1 SHA256].to_h { |name| [name, own(name).hexdigest(data)] }
    assert_equal expected, Hashmill::Multi.hexdigests(data, :MD5, :SHA1, :SHA256)
    Tempfile.create do |file|
      file.binmode
      file.write(data)
      file.close
      assert_equal expected, Hashmill::Multi.file(file.path, :MD5, :SHA1, :SHA256).hexdigests
    end
    assert_equal expected,
                 Hashmill::Multi.new(:MD5, :SHA1, :SHA256).update_io(StringIO.new(data)).hexdigests
    assert_raises(Errno::ENOENT) { Hashmill::Multi.file("/nonexistent/file", :MD5) }
    assert_raises(Errno::EISDIR) { Hashmill::Multi.file(Dir.tmpdir, :MD5) }
  end

  def test_multi_arguments
    assert_raises(ArgumentError) { Hashmill::Multi.new }
    assert_raises(ArgumentError) { Hashmill::Multi.new(*([:MD5] * 17)) }
    assert_raises(ArgumentError) { Hashmill::Multi.new(:nope) }
    assert_raises(TypeError) { Hashmill::Multi.new(:MD5) << nil }
    frozen = Hashmill::Multi.new(:MD5).freeze
    assert_raises(FrozenError) { frozen << "x" }
    assert_raises(FrozenError) { frozen.reset }
    assert_raises(FrozenError) { frozen.file(__FILE__) }
    assert_equal({ MD5: Hashmill::MD5.hexdigest("") }, frozen.hexdigests)
    return unless NATIVE

    assert_raises(RuntimeError) { Hashmill::Multi.allocate << "x" }
    assert_raises(RuntimeError) { Hashmill::Multi.allocate.hexdigests }
  end

  def test_pieces
    data = HashmillTest.bytes(100_000)
    [1, 64, 1000, 16_384, 99_999, 100_000, 100_001].each do |size|
      next if size == 1 && !NATIVE

      expected = (0...data.bytesize).step(size).map do |at|
        Digest::SHA1.digest(data.byteslice(at, size))
      end
      assert_equal expected, Hashmill.pieces(:SHA1, data, size), size.to_s
      assert_equal expected, Hashmill.pieces(:SHA1, StringIO.new(data), size), size.to_s
      assert_equal expected.map { |digest| digest.unpack1("H*") },
                   Hashmill.hexpieces(:SHA1, data, size)
    end
    assert_equal [], Hashmill.pieces(:MD5, "", 10)
    assert_equal [], Hashmill.pieces(:MD5, StringIO.new, 10)
    [0, -1].each do |bad|
      assert_raises(ArgumentError) { Hashmill.pieces(:MD5, "x", bad) }
      assert_raises(ArgumentError) { Hashmill.pieces(:MD5, StringIO.new("x"), bad) }
    end
  end

  def test_s3_etag
    part = 5 * 1024 * 1024
    data = "z" * (2 * part + 1)
    md5s = [data[0, part], data[part, part], "z"].map { |piece| Digest::MD5.digest(piece) }
    expected = "#{Digest::MD5.hexdigest(md5s.join)}-3"
    assert_equal expected, Hashmill.s3_etag(data, part_size: part)
    assert_equal expected, Hashmill.s3_etag(StringIO.new(data), part_size: part)
    assert_equal Digest::MD5.hexdigest("abc"), Hashmill.s3_etag("abc")
    assert_equal "#{Digest::MD5.hexdigest(Digest::MD5.digest('abc'))}-1",
                 Hashmill.s3_etag("abc", multipart: true)
    assert_equal Digest::MD5.hexdigest(""), Hashmill.s3_etag("")
    assert_raises(ArgumentError) { Hashmill.s3_etag(data, part_size: part, multipart: false) }
  end

  # A subclass that computes something else is asked, or refused: never taken for its algorithm.
  def test_overriding_classes
    shouting = Module.new do
      def update(string)
        super("#{string}!")
      end
    end
    seeded = Module.new do
      def reset
        super.update("s")
      end
    end
    reversed = Module.new do
      def digest(string)
        super.reverse
      end
    end
    own_update = Class.new(Hashmill::MD5) do
      def update(string)
        super(string.upcase)
      end
    end
    patched = { own: own_update, grandchild: Class.new(own_update),
                prepended: Class.new(Hashmill::MD5).prepend(shouting),
                included: Class.new(Class.new(Hashmill::MD5)).include(seeded),
                singleton: Class.new(Hashmill::MD5).extend(reversed) }
    Tempfile.create do |file|
      file.write("file")
      file.close
      patched.each do |what, klass|
        assert_equal %w[a bc].map { |s| klass.hexdigest(s) },
                     Hashmill.hexdigests(klass, %w[a bc]), what
        assert_equal %w[a bc].map { |s| klass.digest(s) }, Hashmill.digests(klass, %w[a bc]), what
        assert_equal [klass.file(file.path).hexdigest] * 2,
                     Hashmill.file_hexdigests(klass, [file.path] * 2), what
        expected = %w[ab cd e].map { |s| klass.digest(s) }
        assert_equal expected, Hashmill.pieces(klass, "abcde", 2), what
        assert_equal expected, Hashmill.pieces(klass, StringIO.new("abcde"), 2), what
        assert_raises(ArgumentError, what) { Hashmill::Multi.new(klass) }
        assert_raises(ArgumentError, what) { Hashmill::HMAC.new("k", klass) }
        assert_raises(ArgumentError, what) { Hashmill::HMAC::Key.new("k", klass) }
        assert_raises(ArgumentError, what) { Hashmill::HMAC.hexdigest(klass, "k", "d") }
      end
    end
    plain = Class.new(Hashmill::MD5) { attr_reader :extra }
    assert_equal [Hashmill::MD5.hexdigest("a")], Hashmill.hexdigests(plain, ["a"])
    assert_equal Hashmill::MD5.hexdigest("a"), Hashmill::Multi.new(plain).update("a")[:MD5]
    assert_equal Hashmill::HMAC.digest(:MD5, "k", "d"), Hashmill::HMAC.digest(plain, "k", "d")
  end

  # The same for a class that a program changes after it has taken over.
  native def test_changed_takeover
    out = ruby(<<~'RUBY')
      require "hashmill/digest"
      plain = Digest::MD5.hexdigest("a!")
      Digest::MD5.prepend(Module.new { def update(string) = super("#{string}!") })
      puts Hashmill.hexdigests(Digest::MD5, ["a"]) == [plain]
      puts Hashmill.hexdigests(:MD5, ["a!"]) == [plain]
      begin
        Hashmill::Multi.new(Digest::MD5)
      rescue ArgumentError => e
        puts e.message
      end
    RUBY
    assert_equal "true\ntrue\nDigest::MD5 overrides how it computes; give the name of an " \
                 "algorithm, such as :MD5\n", out
  end

  # A path is a file, not a stream that starts anew with every read.
  def test_paths_as_sources
    Tempfile.create do |file|
      file.write("abcdefg" * 20)
      file.close
      path = Pathname(file.path)
      Timeout.timeout(20) do
        assert_equal Hashmill.hexpieces(:MD5, "abcdefg" * 20, 64),
                     Hashmill.hexpieces(:MD5, path, 64)
        assert_equal Hashmill.s3_etag("abcdefg" * 20), Hashmill.s3_etag(path)
        digest = Hashmill::MD5.new
        assert_equal Hashmill::MD5.hexdigest("abcde"), digest.update_io(path, 5).hexdigest
      end
      assert_raises(Errno::ENOENT) { Hashmill.s3_etag(Pathname("/nowhere/at/all")) }
    end
    [nil, 5, :a].each do |source|
      assert_raises(TypeError) { Hashmill.pieces(:MD5, source, 5) }
      assert_raises(TypeError) { Hashmill::MD5.new.update_io(source) }
    end
  end

  # A reader of its own: gives less than asked for, ignores the buffer, ends with "" or nil.
  class Reader
    def initialize(parts, last)
      @parts = parts
      @last = last
    end

    def read(_length, _buffer = nil)
      @parts.shift || @last
    end
  end

  def test_short_reads
    [nil, ""].each do |last|
      parts = %w[abcd efgh ij]
      expected = Hashmill.hexpieces(:MD5, parts.join, 5)
      assert_equal expected, Hashmill.hexpieces(:MD5, Reader.new(parts.map(&:dup), last), 5)
      Timeout.timeout(20) do
        assert_equal Hashmill::MD5.hexdigest(parts.join),
                     Hashmill::MD5.new.update_io(Reader.new(parts.map(&:dup), last)).hexdigest
      end
    end
  end

  # One String or one stream, the same sizes are taken and refused.
  def test_sizes
    { 2.9 => 2, 2**70 => 10 }.each do |size, same|
      expected = Hashmill.pieces(:MD5, "abcde", same)
      assert_equal expected, Hashmill.pieces(:MD5, "abcde", size)
      assert_equal expected, Hashmill.pieces(:MD5, StringIO.new("abcde"), size)
    end
    { nil => TypeError, "5" => TypeError, 0 => ArgumentError, 0.5 => ArgumentError,
      -1 => ArgumentError }.each do |size, error|
      assert_raises(error) { Hashmill.pieces(:MD5, "abcde", size) }
      assert_raises(error) { Hashmill.pieces(:MD5, StringIO.new("abcde"), size) }
    end
    Timeout.timeout(20) do
      assert_equal Hashmill::MD5.hexdigest("a"),
                   Hashmill::MD5.new.update_io(StringIO.new("abc"), 1.5).hexdigest
    end
    assert_raises(TypeError) { Hashmill::MD5.new.update_io(StringIO.new("abc"), "1") }
  end

  # A piece that is longer than what is held goes through in parts.
  def test_long_pieces_of_a_stream
    data = "0123456789abcdef" * (5 << 20)
    reader = StringIO.new(data)
    most = 0
    reader.define_singleton_method(:read) do |length, *rest|
      most = [most, length].max
      super(length, *rest)
    end
    size = 70 << 20
    assert_equal [data.byteslice(0, size), data.byteslice(size, size)].map { |s|
                   Digest::MD5.digest(s)
                 }, Hashmill.pieces(:MD5, reader, size)
    assert_operator most, :<=, 1 << 20
    assert_equal [Digest::MD5.digest(data)], Hashmill.pieces(:MD5, StringIO.new(data), data.size)
    assert_empty Hashmill.pieces(:MD5, StringIO.new(""), size)
  end

  # Fewer descriptors than files at once.
  native def test_descriptors_run_out
    Dir.mktmpdir do |folder|
      60.times { |i| File.write("#{folder}/#{i}", "x#{i}") }
      out = ruby(<<~'RUBY', folder)
        require "hashmill"
        paths = Array.new(60) { |i| "#{ARGV[0]}/#{i}" }
        right = paths.map { |path| Hashmill::MD5.file(path).hexdigest }
        Process.setrlimit(:NOFILE, Dir.children("/dev/fd").size + 5)
        puts Hashmill.file_hexdigests(:MD5, paths) == right
        puts Hashmill.file_hexdigests(:MD5, paths, errors: :return) == right
        hold = []
        begin
          loop { hold << File.open(File::NULL) }
        rescue Errno::EMFILE
          nil
        end
        puts Hashmill.file_hexdigests(:MD5, paths, errors: :return).map(&:class).uniq
      RUBY
      assert_equal "true\ntrue\nErrno::EMFILE\n", out
    end
  end

  def test_paths_that_are_none
    Tempfile.create do |file|
      results = Hashmill.file_hexdigests(:MD5, [nil, "a\0b", file.path, Object.new], errors: :return)
      assert_equal [TypeError, ArgumentError, String, TypeError], results.map(&:class)
      assert_raises(TypeError) { Hashmill.file_hexdigests(:MD5, [file.path, nil]) }
      assert_raises(ArgumentError) { Hashmill.file_hexdigests(:MD5, ["a\0b"]) }
    end
    assert_raises(TypeError) { Hashmill.file_hexdigests(:MD5, nil) }
    assert_raises(TypeError) { Hashmill.file_hexdigests(:MD5, "path") }
  end
end
