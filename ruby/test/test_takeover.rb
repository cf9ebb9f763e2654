# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# What the takeovers do beyond what the transcripts compare: objects from before, versions,
# fallbacks.

require_relative "helper"

class TestTakeover < Minitest::Test
  include HashmillTest

  native def test_digest
    out = ruby(<<~'RUBY')
      require "digest"
      def check(what, value) = value || abort(what)
      old_class = Digest::SHA256
      old = Digest::SHA256.new << "a"
      sub = Class.new(Digest::MD5)
      sha2 = Digest::SHA2.new << "a"
      require "hashmill/digest"
      check "another class", !Digest::SHA256.equal?(old_class)
      check "old object", (old << "bc").hexdigest == Digest::SHA256.hexdigest("abc")
      check "old subclass", sub.hexdigest("abc") == Digest::MD5.hexdigest("abc")
      check "old SHA2", (sha2 << "bc") == Digest::SHA256.new.update("abc")
      check "old == new", old == Digest::SHA256.new.update("abc")
      check "new == old", Digest::SHA256.new.update("abc") == old
      check "new SHA2 is ours",
            Digest::SHA2.new.instance_variable_get(:@sha2).is_a?(Hashmill::SHA256)
      check "originals", Hashmill::STDLIB_DIGEST[:SHA256].equal?(old_class)
      Hashmill::STDLIB_DIGEST.each do |name, klass|
        check "#{name} name", Digest.const_get(name).name == klass.name
        check "#{name} ours", Digest.const_get(name) < Hashmill.const_get(name)
        check "#{name} algorithm", Hashmill.algorithm(Digest.const_get(name)) == name
      end
      before = Digest::MD5
      check "required again", require("hashmill/digest") == false && load("hashmill/digest.rb")
      check "idempotent", Digest::MD5.equal?(before)
      require "digest/md5"
      require "digest/sha2"
      check "still", Digest::MD5.equal?(before)
      check "Digest()", Digest(:MD5).equal?(before)
      # a subclass with state of its own, as programs have them
      class Salted < Digest::SHA256
        def initialize(salt)
          super()
          self << salt
        end
      end
      check "salted", Salted.new("s").update("x").hexdigest == Digest::SHA256.hexdigest("sx")
      check "salted file", Salted.file("/dev/null", "s").hexdigest == Digest::SHA256.hexdigest("s")
      print "done"
    RUBY
    assert_equal "done", out
  end

  native def test_openssl_hmac
    out = ruby(<<~'RUBY')
      require "openssl"
      def check(what, value) = value || abort(what)
      original = OpenSSL::HMAC
      old = OpenSSL::HMAC.new("k", "SHA1") << "a"
      old_sub = Class.new(OpenSSL::HMAC)
      require "hashmill/openssl_hmac"
      check "another class", !OpenSSL::HMAC.equal?(original)
      check "original", Hashmill::STDLIB_OPENSSL_HMAC.equal?(original)
      new = OpenSSL::HMAC.new("k", "SHA1") << "a"
      check "name", OpenSSL::HMAC.name == "OpenSSL::HMAC"
      check "new == old", new == old
      check "old == new", old == new
      check "old == old", old == old.dup && old == original.new("k", "SHA1").update("a")
      check "old != old", old != original.new("k", "SHA1") && old != 1 && old != old.hexdigest
      check "old subclass", old_sub.new("k", "SHA1") == old_sub.new("k", "SHA1")
      check "old subclass, old", old_sub.new("k", "SHA1").update("a") == old
      check "===", [old, new, old_sub.new("k", "SHA1")].all?(OpenSSL::HMAC)
      check "subclass ===", Class.new(OpenSSL::HMAC) != old && !(Class.new(OpenSSL::HMAC) === old)
      check "=== others", !(OpenSSL::HMAC === "k") && !(OpenSSL::HMAC === nil)
      check "copy of old", OpenSSL::HMAC.allocate.send(:initialize_copy, old).hexdigest ==
            new.hexdigest
      # the original crashes the process here
      begin
        OpenSSL::HMAC.allocate.reset
        abort "allocate.reset"
      rescue OpenSSL::HMACError
      end
      # the original keeps the first key
      new.send(:initialize, "k2", "SHA256")
      check "keyed again", (new << "x").hexdigest == original.hexdigest("SHA256", "k2", "x")
      new.send(:initialize, "k3", "SHA3-256")
      check "to the original", (new << "x").hexdigest == original.hexdigest("SHA3-256", "k3", "x")
      new.send(:initialize, "k4", "MD5")
      check "and back", (new << "x").hexdigest == original.hexdigest("MD5", "k4", "x")
      # more than OpenSSL has
      check "verify", OpenSSL::HMAC.new("k", "SHA1").verify(original.hexdigest("SHA1", "k", ""))
      check "sizes", [new.digest_length, new.block_length, new.name] == [16, 64, "MD5"]
      check "our classes", OpenSSL::HMAC.hexdigest(Hashmill::SHA1.new, "k", "d") ==
            original.hexdigest("SHA1", "k", "d")
      begin
        OpenSSL::HMAC.hexdigest(Class.new(Hashmill::SHA1) { def finish = "" }.new, "k", "d")
        abort "our subclasses"
      rescue TypeError
      end
      long = "l" * 3_000_000
      check "long", OpenSSL::HMAC.digest("SHA1", long, long) == original.digest("SHA1", long, long)
      class Sub < OpenSSL::HMAC
        def initialize(key) = super(key, "SHA256")
      end
      check "subclass", Sub.new("k").update("d").hexdigest == original.hexdigest("SHA256", "k", "d")
      before = OpenSSL::HMAC
      load "hashmill/openssl_hmac.rb"
      check "idempotent", OpenSSL::HMAC.equal?(before)
      # others that use it
      require "net/http"
      check "pbkdf2", OpenSSL::KDF.pbkdf2_hmac("p", salt: "s", iterations: 2, length: 20,
                                               hash: "SHA1").bytesize == 20
      print "done"
    RUBY
    assert_equal "done", out
  end

  # What the new class has beyond OpenSSL's works for OpenSSL's algorithms, too.
  native def test_openssl_foreign
    out = ruby(<<~'RUBY')
      require "hashmill/openssl_hmac"
      h = OpenSSL::HMAC.new("k", "SHA3-256") << "d"
      [h, h.dup].each do |hmac|
        p [hmac.name, hmac.algorithm, hmac.digest_length, hmac.block_length]
        p hmac.verify(OpenSSL::HMAC.hexdigest("SHA3-256", "k", "d")), hmac.verify("00" * 32)
      end
    RUBY
    assert_equal %([#{'"SHA3-256", :"SHA3-256", 32, 136'}]\ntrue\nfalse\n) * 2, out
  end

  # What was done to the classes before comes along, or is named.
  native def test_changed_before
    out = ruby(<<~'RUBY')
      require "digest/md5"
      $stderr.reopen($stdout)
      $stdout.sync = true
      class Digest::MD5
        EARLY = 1
        def early = :early
        def self.single = :single
      end
      Digest::SHA1.prepend(Module.new { def update(string) = super("#{string}!") })
      Digest::SHA1.include(Module.new { def included = :included })
      Digest::SHA256.extend(Module.new { def digest(string) = super.reverse })
      expected = [Digest::SHA1.hexdigest("a"), Digest::SHA256.hexdigest("a")]
      $VERBOSE = false
      require "hashmill/digest"
      p Digest::MD5::EARLY, Digest::SHA1.new.included
      p [Digest::SHA1.hexdigest("a"), Digest::SHA256.hexdigest("a")] == expected
      p Digest::MD5.hexdigest("a") == Hashmill::MD5.hexdigest("a")
    RUBY
    assert_equal "hashmill: methods that Digest::MD5 was given before the takeover stay with the " \
                 "original: early, single\n1\n:included\ntrue\ntrue\n", out
  end

  # Changes to Digest's own modules after the takeover show as before it.
  native def test_changed_above
    [%q(module Digest::Instance; def hexdigest(*) = "I"; end),
     %q(Digest::Instance.prepend(Module.new { def digest(*) = super.reverse })),
     %q(Digest::Instance.prepend(Module.new { def hexdigest! = super.reverse })),
     %q(def (Digest::Class).hexdigest(*) = "C"),
     %q(Digest::Class.singleton_class.prepend(Module.new { def digest(*) = super.reverse })),
     %q(Digest::Class.extend(Module.new { def extended = 1 }))].each do |change|
      outcomes = ["digest", "hashmill/digest"].map do |feature|
        ruby(<<~'RUBY', feature, change)
          require "digest/md5"
          require ARGV[0]
          eval(ARGV[1])
          p Digest::MD5.hexdigest("a"), Digest::MD5.digest("a"), Digest::MD5.base64digest("a")
          p Digest::MD5.new.hexdigest, Digest::MD5.new.to_s, Digest::MD5.new.digest("a")
          p Digest::MD5.new.hexdigest("a"), Digest::MD5.new.hexdigest!, Digest::MD5.new.digest!
        RUBY
      end
      assert_equal(*outcomes, change)
    end
  end

  # A takeover that could not be made is reported each time, and leaves everything as it was.
  native def test_failed_takeover
    out = ruby(<<~'RUBY')
      require "digest/md5"
      require "openssl"
      before = [Digest::MD5, OpenSSL::HMAC]
      [Digest, OpenSSL].each(&:freeze)
      2.times do
        %w[hashmill/digest hashmill/openssl_hmac].each do |feature|
          require feature
        rescue FrozenError
          print "refused "
        end
      end
      print before == [Digest::MD5, OpenSSL::HMAC]
      print Hashmill.const_defined?(:STDLIB_DIGEST)
      print Hashmill::MD5.new.freeze.then { |d| d.update("") rescue $!.class }
    RUBY
    assert_equal "#{'refused ' * 4}truefalseFrozenError", out
  end

  # Every name that the takeover answers itself gives what OpenSSL gives for it.
  native def test_openssl_names
    source = File.join(__dir__, "../ext/hashmill/rb_openssl.c")
    skip "no sources here" unless File.exist?(source)
    names = File.read(source).scan(/^\s*\{"([^"]+)", HM_\w+\}/).flatten
    assert_operator names.size, :>, 50
    out = ruby(<<~'RUBY', *names)
      require "hashmill/openssl_hmac"
      original = Hashmill::STDLIB_OPENSSL_HMAC
      ARGV.each do |name|
        [name, name.downcase, name.upcase].each do |spelling|
          tag = original.hexdigest(spelling, "k", "d")
          puts "#{spelling} differs" unless OpenSSL::HMAC.hexdigest(spelling, "k", "d") == tag
        rescue RuntimeError => e
          puts "#{spelling}: #{e.message}"
        end
      end
    RUBY
    assert_equal "", out
  end

  # Spellings that our own lookup takes and OpenSSL does not stay errors.
  native def test_openssl_refuses
    out = ruby(<<~'RUBY')
      require "hashmill/openssl_hmac"
      ["SHA 256", "sha_1", "SHA512/256", "SHA512t256", "RMD", "sha1\0", "sha", ""].each do |name|
        outcomes = [Hashmill::STDLIB_OPENSSL_HMAC, OpenSSL::HMAC].map do |klass|
          klass.hexdigest(name, "k", "d")
        rescue StandardError => e
          [e.class, e.message]
        end
        puts "#{name}: #{outcomes}" unless outcomes.uniq.size == 1
      end
    RUBY
    assert_equal "", out
  end

  native def test_only_what_was_asked_for
    out = ruby(<<~'RUBY')
      require "digest/md5"
      require "openssl"
      before = [Digest::MD5, OpenSSL::HMAC]
      require "hashmill"
      puts [Digest::MD5, OpenSSL::HMAC] == before, defined?(HMAC).inspect
      begin
        require "hmac"
      rescue LoadError
        puts "no hmac"
      end
    RUBY
    assert_equal "true\nnil\nno hmac\n", out
  end

  # Nothing of the C library is visible to the process, and nothing of libcrypto is used.
  native def test_symbols
    library = $LOADED_FEATURES.grep(%r{hashmill/native\.(so|bundle)\z}).fetch(0)
    skip "no nm here" unless system("nm --version", out: File::NULL, err: File::NULL)
    defined = `nm -D --defined-only #{library}`.lines.map { |line| line.split.last.sub(/@.*/, "") }
    assert_equal ["Init_native"], defined - %w[_init _fini]
    needed = `nm -D --undefined-only #{library}`.lines.map { |line| line.split.last }
    assert_empty needed.grep(/EVP|SHA1_|SHA256_|MD5_/)
  end
end
