# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# Digest::HMAC as Ruby had it until 2.1.

require_relative "helper"
require "hashmill/digest_hmac"

class TestDigestHMAC < Minitest::Test
  include HashmillTest

  def test_like_openssl
    refute require("digest/hmac")
    [Digest::SHA1, Digest::SHA512, Hashmill::SHA1, Hashmill::SHA512].each do |klass|
      name = klass.name.split("::").last
      ["", "k", "k" * 64, "k" * 65, "k" * 128, "k" * 129, "é" * 40].each do |key|
        expected = OpenSSL::HMAC.hexdigest(name, key, "data")
        assert_equal expected, Digest::HMAC.hexdigest("data", key, klass)
        assert_equal [expected].pack("H*"), Digest::HMAC.digest("data", key, klass)
        assert_equal [[expected].pack("H*")].pack("m0"),
                     Digest::HMAC.base64digest("data", key, klass)
        hmac = Digest::HMAC.new(key, klass)
        assert_same hmac, hmac.update("da")
        assert_same hmac, (hmac << "ta")
        assert_equal expected, hmac.hexdigest
        assert_equal expected, hmac.to_s
        assert_equal expected, hmac.dup.hexdigest
        copy = hmac.dup
        hmac << "more"
        assert_equal expected, copy.hexdigest
        assert_equal OpenSSL::HMAC.hexdigest(name, key, "datamore"), hmac.hexdigest
        assert_equal OpenSSL::HMAC.hexdigest(name, key, "x"), (hmac.reset << "x").hexdigest
      end
    end
  end

  def test_interface
    hmac = Digest::HMAC.new("sesame", Digest::SHA256)
    assert_kind_of Digest::Class, hmac
    assert_equal 32, hmac.digest_length
    assert_equal 64, hmac.block_length
    refute_includes hmac.inspect, "sesame"
    assert_raises(ArgumentError) { Digest::HMAC.new("key") }
    assert_raises(TypeError) { hmac << nil }
    hmac << "x"
    assert_equal OpenSSL::HMAC.hexdigest("SHA256", "sesame", "x"), hmac.hexdigest!
    assert_equal OpenSSL::HMAC.hexdigest("SHA256", "sesame", ""), hmac.hexdigest
    assert_operator hmac, :==, hmac.hexdigest
  end
end
