# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# Our classes beside the stdlib's, expression by expression, and the processes with and without
# takeovers.

require_relative "helper"
require_relative "expressions"

class TestInterface < Minitest::Test
  include HashmillTest

  def setup
    @folder = Dir.mktmpdir
    File.binwrite("#{@folder}/text", "abc\n")
    File.binwrite("#{@folder}/empty", "")
    @paths = { "TEXT_FILE" => "#{@folder}/text", "EMPTY_FILE" => "#{@folder}/empty",
               "FOLDER" => @folder, "MISSING" => "#{@folder}/missing" }.transform_values(&:inspect)
  end

  def teardown
    FileUtils.remove_entry(@folder)
  end

  STDLIB.each_key do |name|
    next unless NATIVE

    define_method("test_#{name}_like_stdlib") do
      other = name == :MD5 ? "SHA1" : "MD5"
      compared = 0
      Expressions::DIGEST.each do |code|
        expected = outcome_in("Digest", name, other, code)
        actual = outcome_in("Hashmill", name, other, code)
        assert_equal expected, actual, code
        compared += 1
      end
      assert_operator compared, :>, 100
    end
  end

  def outcome_in(space, name, other, code)
    constants = @paths.merge("K" => "#{space}::#{name}", "OTHER" => "#{space}::#{other}")
    Expressions.outcome(Expressions.prepare(code, constants), Object.new)
               .gsub("#{space}::#{name}", "K")
  end

  # The stdlib's names behave the same without us, beside us, and when we stand behind them.
  native def test_takeovers_change_nothing
    without = transcript
    assert_operator without.lines.size, :>, 1000
    assert_match(/RuntimeError: Unsupported|DigestError/, without)
    assert_same_lines without, transcript("hashmill")
    assert_same_lines without, transcript("hashmill/digest", "hashmill/openssl_hmac")
    assert_same_lines without, transcript("hashmill/ruby_hmac", "hashmill/digest")
  end

  def transcript(*features)
    options = $LOAD_PATH.flat_map { |path| ["-I", path.to_s] }
    out, status = Open3.capture2(RbConfig.ruby, "-W0", *options,
                                 File.join(__dir__, "transcript.rb"),
                                 @folder, *features)
    assert status.success?, status.to_s
    out
  end

  def assert_same_lines(expected, actual)
    assert_equal expected.lines.size, actual.lines.size
    expected.lines.zip(actual.lines) { |one, other| assert_equal one, other }
  end

  # In our own namespace frozen means frozen.
  def test_frozen
    ALL.each do |name|
      digest = (own(name).new << "abc").freeze
      copy = own(name).hexdigest("abc")
      { "<<" => ["x"], "update" => ["x"], "reset" => [], "digest!" => [], "hexdigest!" => [],
        "base64digest!" => [], "digest" => ["x"], "hexdigest" => ["x"], "base64digest" => ["x"],
        "file" => [__FILE__] }.each do |method, arguments|
        error = assert_raises(FrozenError, "#{name}##{method}") do
          digest.public_send(method, *arguments)
        end
        assert_includes error.message, "can't modify frozen Hashmill::#{name}"
      end
      assert_equal copy, digest.hexdigest
      assert_equal own(name).digest("abc"), digest.digest
      assert_equal copy, digest.to_s
      assert_includes digest.inspect, copy
      assert_predicate digest.clone, :frozen?
      refute_predicate digest.dup, :frozen?
      assert_equal own(name).hexdigest("abcx"), (digest.dup << "x").hexdigest
      refute_predicate digest.new, :frozen?
      assert_equal own(name).hexdigest(""), digest.new.hexdigest
      assert digest == own(name).hexdigest("abc")
      assert digest == (own(name).new << "abc")
    end
  end

  # Every pair of digests of both spaces: equal when the bytes are.
  def test_equality_matrix
    all = ALL.flat_map { |name| [own(name).new, own(name).new << "abc"] }
    all += STDLIB.values.flat_map { |klass| [klass.new, klass.new << "abc"] }
    all += [Digest::SHA2.new, OpenSSL::Digest.new("SHA256"), OpenSSL::Digest.new("SHA512")]
    all.product(all) do |one, other|
      assert_equal one.digest == other.digest, one == other, "#{one.inspect} == #{other.inspect}"
    end
  end

  native def test_patching_a_class_shows
    out = ruby(<<~'RUBY')
      require "hashmill"
      require "hashmill/digest"
      def check(what, value, expected)
        abort("#{what}: #{value} not #{expected}") unless value == expected
      end
      abc = "900150983cd24fb0d6963f7d28e17f72"
      ABC = Hashmill::MD5.hexdigest("ABC")
      check "before", Digest::MD5.hexdigest("abc"), abc
      module Upcase
        def update(s) = super(s.upcase)
      end
      # prepend to a takeover class; the class below is not changed
      Digest::MD5.prepend(Upcase)
      check "prepend", Digest::MD5.hexdigest("abc"), ABC
      check "prepend, instance", Digest::MD5.new.hexdigest("abc"), ABC
      check "below", Hashmill::MD5.hexdigest("abc"), abc
      # reopen
      class Digest::SHA1
        def finish = "x"
      end
      check "reopen", Digest::SHA1.hexdigest("abc"), "78"
      check "reopen, instance", Digest::SHA1.new.hexdigest, "78"
      # class methods: reopened, extended, prepended to the singleton class
      def (Digest::SHA256).digest(*) = "y"
      check "singleton", Digest::SHA256.hexdigest("abc"), "79"
      check "singleton, base64", Digest::SHA256.base64digest("abc"), "eQ=="
      module Fake
        def digest(*) = "z"
      end
      Digest::SHA384.singleton_class.prepend(Fake)
      check "singleton prepend", Digest::SHA384.hexdigest("abc"), "7a"
      class << Digest::SHA512
        prepend Fake
      end
      check "singleton prepend inside", Digest::SHA512.hexdigest("abc"), "7a"
      Digest::RMD160.extend(Fake)
      check "extend", Digest::RMD160.hexdigest("abc"), "7a"
      # define_method, and the class below: seen by the one above, too
      Hashmill::SHA224.define_method(:digest) { |*| "w" }
      check "define_method", Hashmill::SHA224.hexdigest("abc"), "77"
      # a later method of a module that was prepended empty
      late = Module.new
      Hashmill::SHA512_256.prepend(late)
      late.define_method(:update) { |s| super(s + s) }
      check "late", Hashmill::SHA512_256.hexdigest("a"),
            Hashmill::SHA512_256.new.update("a").hexdigest
      # Base
      Hashmill::Base.prepend(Module.new { def reset = super.tap { update("salt") } })
      check "base", Hashmill::SHA512_224.hexdigest("abc"),
            Hashmill::SHA512_224.new.update("saltabc").hexdigest
      require "hashmill/openssl_hmac"
      tag = OpenSSL::HMAC.hexdigest("SHA1", "k", "DATA")
      class OpenSSL::HMAC
        def <<(s) = super(s.upcase)
      end
      check "hmac", OpenSSL::HMAC.hexdigest("SHA1", "k", "data"), tag
      print "done"
    RUBY
    assert_equal "done", out
  end

  def test_abstract
    assert_raises(NotImplementedError) { Hashmill::Base.new }
    assert_raises(NotImplementedError) { Hashmill::Base.hexdigest("a") } if NATIVE
  end

  def test_bubblebabble
    require "digest/bubblebabble" if RUBY_ENGINE == "ruby"
    ALL.each do |name|
      own(name).new.bubblebabble.then do |text|
        assert_match(/\Ax[a-z]{4}(-[a-z]{5})*-[a-z]{4}x\z/, text)
        assert_equal Encoding::BINARY, text.encoding
      end
      next unless RUBY_ENGINE == "ruby"

      50.times do |i|
        digest = own(name).digest(i.to_s)
        assert_equal Digest.bubblebabble(digest), own(name).bubblebabble(i.to_s)
      end
    end
    assert_equal "xogab-cegen-muzot-dofar-buhin-kozil-typev-cozal-dyxox",
                 Hashmill::MD5.bubblebabble("abc")
    assert_raises(ArgumentError) { Hashmill::MD5.bubblebabble }
  end

  def test_additions
    digest = Hashmill::SHA256.new << "abc"
    plain = [digest.digest].pack("m0")
    assert_equal plain.tr("+/", "-_"), digest.urlsafe_base64digest
    assert_equal plain.tr("+/", "-_").delete("="), digest.urlsafe_base64digest(padding: false)
    assert_equal plain.tr("+/", "-_"), Hashmill::SHA256.urlsafe_base64digest("abc")
    assert digest.verify(digest.hexdigest)
    assert digest.verify(digest.hexdigest.upcase)
    assert digest.verify(digest.digest, encoding: :binary)
    assert digest.verify(digest.base64digest, encoding: :base64)
    assert digest.verify(digest.urlsafe_base64digest, encoding: :urlsafe_base64)
    assert digest.verify(digest.urlsafe_base64digest(padding: false), encoding: :urlsafe_base64)
    ["", digest.hexdigest.chop, "#{digest.hexdigest}0", "#{digest.hexdigest}00",
     "#{digest.hexdigest}\n",
     Hashmill::SHA256.hexdigest("x"), "é"].each { |text| refute digest.verify(text), text }
    refute digest.verify("#{digest.base64digest}\n", encoding: :base64)
    refute digest.verify(digest.base64digest.delete("="), encoding: :base64)
    refute digest.verify(plain.sub(/.=\z/, "1="), encoding: :base64)
    assert_raises(ArgumentError) { digest.verify("", encoding: :rot13) }
    assert_raises(TypeError) { digest.verify(nil) }
    assert_equal Hashmill::MD5.hexdigest("abc"),
                 Hashmill::MD5.new.update_io(StringIO.new("abc")).hexdigest
    io = StringIO.new("abcdef")
    assert_equal Hashmill::MD5.hexdigest("abc"), Hashmill::MD5.new.update_io(io, 3).hexdigest
    assert_equal "def", io.read
    big = HashmillTest.bytes(700_001)
    assert_equal Hashmill::MD5.hexdigest(big),
                 Hashmill::MD5.new.update_io(StringIO.new(big)).hexdigest
    assert_raises(ArgumentError) { Hashmill::MD5.new.update_io(io, -1) }
  end

  def test_algorithms
    assert_equal %i[MD5 SHA1 SHA224 SHA256 SHA384 SHA512 SHA512_224 SHA512_256 RMD160],
                 Hashmill.algorithms
    { "sha-256" => :SHA256, sha256: :SHA256, "SHA2-256" => :SHA256, "SHA512/256" => :SHA512_256,
      SHA512_256: :SHA512_256, "SHA512t224" => :SHA512_224, "ripemd-160" => :RMD160,
      Digest::SHA1 => :SHA1, Hashmill::MD5 => :MD5, Hashmill::MD5.new => :MD5,
      Class.new(Hashmill::SHA224) => :SHA224 }.each do |argument, name|
      assert_equal name, Hashmill.algorithm(argument), argument.inspect
    end
    ["", "sha3", :nope, "md5\0", Digest::SHA2].each do |bad|
      assert_raises(ArgumentError, bad.inspect) { Hashmill.algorithm(bad) }
    end
    [nil, 1, String, Object.new].each do |bad|
      assert_raises(TypeError, bad.inspect) { Hashmill.algorithm(bad) }
    end
    assert Hashmill.self_test
    assert_kind_of String, Hashmill.kernel(:MD5)
    assert_kind_of String, Hashmill.kernel(:MD5, 64)
    assert_equal Hashmill::VERSION, Hashmill::LIBRARY_VERSION
  end
end
