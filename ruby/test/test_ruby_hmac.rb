# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# The interface of ruby-hmac, as ruby-hmac 0.4.0 behaves.

require_relative "helper"
require "hashmill/ruby_hmac"

class TestRubyHMAC < Minitest::Test
  include HashmillTest

  CLASSES = { HMAC::MD5 => "MD5", HMAC::SHA1 => "SHA1", HMAC::SHA256 => "SHA256",
              HMAC::SHA384 => "SHA384", HMAC::SHA512 => "SHA512",
              HMAC::RMD160 => "RIPEMD160" }.freeze
  UNKEYED = "The underlying hash algorithm has not yet been initialized."

  def openssl(name, key, text)
    OpenSSL::HMAC.hexdigest(name, key, text)
  end

  def test_files
    %w[hmac ruby_hmac hmac-md5 hmac-sha1 hmac-sha2 hmac-rmd160].each do |file|
      refute require(file), file
    end
    assert_equal "0.4.0", HMAC::VERSION
  end

  def test_one_shots
    CLASSES.each do |klass, name|
      ["", "k", "k" * 64, "k" * 65, "k" * 300, "é" * 32, "é" * 33, "é" * 64, "é" * 65].each do |key|
        assert_equal openssl(name, key, "text"), klass.hexdigest(key, "text")
        assert_equal [openssl(name, key, "text")].pack("H*"), klass.digest(key, "text")
        assert_equal openssl(name, key, "text"),
                     klass.new(key).tap { |h| h.update("text") }.hexdigest
      end
      assert_equal Encoding::US_ASCII, klass.hexdigest("k", "t").encoding
      assert_equal Encoding::BINARY, klass.digest("k", "t").encoding
      assert_raises(ArgumentError) { klass.digest("k") }
      assert_raises(TypeError) { klass.digest("k", nil) }
      [1, :s, false].each do |key|
        assert_raises(NoMethodError) { klass.digest(key, "t") }
        assert_raises(NoMethodError) { klass.hexdigest(key, "t") }
        assert_raises(NoMethodError) { klass.new(key) }
      end
      assert_equal UNKEYED, assert_raises(RuntimeError) { klass.digest(nil, "t") }.message
    end
  end

  def test_known_answers
    # RFC 2202
    [["\x0b" * 16, "Hi There", "9294727a3638bb1c13f48ef8158bfc9d"],
     ["Jefe", "what do ya want for nothing?", "750c783e6ab0b503eaa86e310a5db738"],
     ["\xAA".b * 16, "\xDD".b * 50, "56be34521d144c88dbb8c733f0e8b3f6"],
     [(1..25).to_a.pack("C*"), "\xcd".b * 50, "697eaf0aca3a3aea3a75164746ffaa79"],
     ["\x0c" * 16, "Test With Truncation", "56461ef2342edc00f9bab995690efd4c"],
     ["\xAA".b * 80, "Test Using Larger Than Block-Size Key - Hash Key First",
      "6b1ab7fe4bd7bf8f0b62e6ce61b9d0cd"],
     ["\xAA".b * 80, "Test Using Larger Than Block-Size Key and Larger Than One Block-Size Data",
      "6f630fad67cda0ee1fb1f562db3aa53e"]].each do |key, text, tag|
      assert_equal tag, HMAC::MD5.hexdigest(key, text)
    end
  end

  # A second update replaces the first; what update returns is a digest.
  def test_update
    hmac = HMAC::SHA1.new("key")
    assert_equal Digest::SHA1.hexdigest(""), hmac.hexdigest
    returned = hmac.update("a")
    refute_same hmac, returned
    assert_equal openssl("SHA1", "key", "a"), returned.hexdigest
    hmac.update("b")
    assert_equal openssl("SHA1", "key", "b"), hmac.hexdigest
    assert_equal hmac.hexdigest, hmac.to_s
    assert_equal [hmac.hexdigest].pack("H*"), hmac.digest
    hmac << "c"
    assert_equal openssl("SHA1", "key", "c"), hmac.hexdigest
    hmac << "d" << "e"
    refute_equal openssl("SHA1", "key", "de"), hmac.hexdigest
  end

  def test_keys
    [HMAC::MD5.new, HMAC::MD5.new(nil)].each do |hmac|
      [-> { hmac.update("x") }, -> { hmac << "x" }, -> { hmac.digest }, -> { hmac.hexdigest },
       -> { hmac.to_s }].each do |call|
        assert_equal UNKEYED, assert_raises(RuntimeError, &call).message
      end
      assert_equal false, hmac.reset_key
      assert_equal true, hmac.set_key("key")
      hmac.update("x")
      assert_equal openssl("MD5", "key", "x"), hmac.hexdigest
      assert_equal true, hmac.set_key("other")
      assert_equal Digest::MD5.hexdigest(""), hmac.hexdigest
      hmac.reset_key
      assert_raises(RuntimeError) { hmac.hexdigest }
      assert_raises(NoMethodError) { hmac.set_key(nil) }
    end
    assert_raises(NoMethodError) { HMAC::MD5.new(1) }
    assert_raises(NoMethodError) { HMAC::MD5.new(:s) }
    hmac = HMAC::MD5.new("key")
    copy = hmac.dup
    copy.reset_key
    hmac.update("x")
    assert_equal openssl("MD5", "key", "x"), hmac.hexdigest
    refute_includes HMAC::MD5.new("sesame").inspect, "ses"
    assert_raises(FrozenError) { HMAC::MD5.new("k").freeze.update("x") }
    refute_operator HMAC::MD5.new("k"), :==, HMAC::MD5.new("k")
    %i[reset base64digest name].each { |method| refute_respond_to hmac, method }
  end

  # Base's class methods are private until a subclass opens them, as users' subclasses do.
  def test_subclasses
    %i[new digest hexdigest].each do |method|
      assert_raises(NoMethodError) { HMAC::Base.public_send(method, "k", "t") }
    end
    users = Class.new(HMAC::Base) do
      def initialize(key = nil)
        super(Digest::SHA256, 64, 32, key)
      end
      public_class_method :new, :digest, :hexdigest
    end
    assert_equal openssl("SHA256", "key", "text"), users.hexdigest("key", "text")
    assert_equal [openssl("SHA256", "key", "text")].pack("H*"), users.digest("key", "text")
    shouting = Class.new(HMAC::SHA1) do
      def update(text)
        super(text.upcase)
      end
    end
    assert_equal openssl("SHA1", "key", "TEXT"), shouting.hexdigest("key", "text")
    assert_equal openssl("SHA1", "key", "text"), Class.new(HMAC::SHA1).hexdigest("key", "text")
  end
end
