# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# Hashmill::HMAC and its keys: right tags (RFC 2202, 4231, OpenSSL), verification, and no key on
# show.

require_relative "helper"

class TestHMAC < Minitest::Test
  include HashmillTest

  H = Hashmill::HMAC

  def test_known_answers
    # RFC 2202 and 4231; empty keys
    [
      [:MD5, "\x0b" * 16, "Hi There", "9294727a3638bb1c13f48ef8158bfc9d"],
      [:MD5, "Jefe", "what do ya want for nothing?", "750c783e6ab0b503eaa86e310a5db738"],
      [:SHA1, "\x0b" * 20, "Hi There", "b617318655057264e28bc0b6fb378c8ef146be00"],
      [:SHA224, "\x0b" * 20, "Hi There",
       "896fb1128abbdf196832107cd49df33f47b4b1169912ba4f53684b22"],
      [:SHA256, "\x0b" * 20, "Hi There",
       "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"],
      [:SHA256, "\xaa".b * 131, "Test Using Larger Than Block-Size Key - Hash Key First",
       "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"],
      [:SHA384, "\x0b" * 20, "Hi There",
       "afd03944d84895626b0825f4ab46907f15f9dadbe4101ec682aa034c7cebc59c" \
       "faea9ea9076ede7f4af152e8b2fa9cb6"],
      [:SHA512, "\x0b" * 20, "Hi There",
       "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde" \
       "daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854"],
      [:MD5, "", "foo", "4acb10ca3965a14a080297db0921950c"],
      [:MD5, "", "", "74e6f7298a9c2d168935f58c001bad88"],
      [:SHA1, "", "", "fbdb1d1b18aa6c08324b7d64b71fb76370690e1d"],
      [:SHA256, "", "", "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"]
    ].each do |algorithm, key, data, tag|
      assert_equal tag, H.hexdigest(algorithm, key, data)
      assert_equal tag, (H.new(key, algorithm) << data).hexdigest
      assert_equal tag, H::Key.new(key, algorithm).hexdigest(data)
    end
  end

  def test_against_openssl
    random = Random.new(5)
    ALL.each do |name|
      begin
        OpenSSL::Digest.new(OPENSSL[name])
      rescue StandardError, NotImplementedError
        next
      end
      [*0..20, 55, 63, 64, 65, 111, 127, 128, 129, 200, 300].each do |size|
        key = random.bytes(size)
        data = random.bytes(random.rand(400))
        expected = OpenSSL::HMAC.digest(OPENSSL[name], key, data)
        prepared = H::Key.new(key, name)
        assert_equal expected, H.digest(name, key, data), "#{name}, key of #{size}"
        assert_equal expected, prepared.digest(data)
        assert_equal [expected].pack("m0"), H.base64digest(name, key, data)
        assert_equal [expected].pack("m0"), prepared.base64digest(data)
        streamed = H.new(key, name)
        data.chars.each_slice(7) { |part| streamed << part.join }
        assert_equal expected, streamed.digest
        assert_equal expected, streamed.digest
        assert_equal expected, (prepared.hmac << data).digest
      end
    end
  end

  def test_streaming
    hmac = H.new("key", :SHA256)
    assert_same hmac, hmac.update("a")
    assert_same hmac, (hmac << "b")
    tag = H.hexdigest(:SHA256, "key", "ab")
    assert_equal tag, hmac.hexdigest
    assert_equal tag, hmac.to_s
    copy = hmac.dup
    hmac << "c"
    assert_equal tag, copy.hexdigest
    assert_equal H.hexdigest(:SHA256, "key", "abc"), hmac.hexdigest
    assert_same hmac, hmac.reset
    assert_equal H.hexdigest(:SHA256, "key", ""), hmac.hexdigest
    assert_equal H.hexdigest(:SHA256, "key", "x"), (copy.reset << "x").hexdigest
    assert_equal 32, hmac.digest_length
    assert_equal 64, hmac.block_length
    assert_equal :SHA256, hmac.algorithm
    assert_equal "SHA256", hmac.name
    assert_equal H.digest(:SHA256, "key", File.binread(__FILE__)),
                 H.new("key", :SHA256).file(__FILE__).digest
    assert_equal H.digest(:SHA256, "key", "ab"),
                 H.new("key", :SHA256).update_io(StringIO.new("abc"), 2).digest
  end

  def test_encodings
    hmac = H.new("key", :SHA1)
    [hmac.hexdigest, hmac.base64digest, hmac.to_s, hmac.urlsafe_base64digest,
     H.hexdigest(:SHA1, "k", "d")].each { |text| assert_equal Encoding::US_ASCII, text.encoding }
    [hmac.digest, H.digest(:SHA1, "k", "d")].each do |bytes|
      assert_equal Encoding::BINARY, bytes.encoding
    end
    refute_predicate hmac.hexdigest, :frozen?
  end

  def test_the_key_is_copied_and_not_shown
    key = +"sesame opens"
    hmac = H.new(key, :SHA1)
    prepared = H::Key.new(key, :SHA1)
    key.replace("another")
    assert_equal H.hexdigest(:SHA1, "sesame opens", "x"), (hmac << "x").hexdigest
    assert_equal H.hexdigest(:SHA1, "sesame opens", "x"), prepared.hexdigest("x")
    assert_equal "#<Hashmill::HMAC: SHA1>", hmac.inspect
    assert_equal "#<Hashmill::HMAC::Key: SHA1>", prepared.inspect
    assert_raises(TypeError) { Marshal.dump(hmac) } if NATIVE
    assert_raises(TypeError) { Marshal.dump(prepared) } if NATIVE
  end

  def test_frozen
    hmac = (H.new("key", :SHA1) << "a").freeze
    tag = hmac.hexdigest
    assert_raises(FrozenError) { hmac << "x" }
    assert_raises(FrozenError) { hmac.update("x") }
    assert_raises(FrozenError) { hmac.reset }
    assert_raises(FrozenError) { hmac.send(:initialize, "other", :SHA1) } if NATIVE
    assert_equal tag, hmac.hexdigest
    assert_predicate hmac.clone, :frozen?
    assert_equal H.hexdigest(:SHA1, "key", "ab"), (hmac.dup << "b").hexdigest
    assert_predicate H::Key.new("k", :MD5), :frozen?
    assert_raises(FrozenError) { H::Key.new("k", :MD5).send(:initialize, "x", :MD5) }
  end

  native def test_initialized_again
    hmac = H.new("one", :SHA1) << "x"
    hmac.send(:initialize, "two", :SHA256)
    assert_equal H.hexdigest(:SHA256, "two", "y"), (hmac << "y").hexdigest
    %i[digest hexdigest reset base64digest digest_length algorithm].each do |method|
      assert_raises(RuntimeError, method) { H.allocate.public_send(method) }
    end
    assert_raises(RuntimeError) { H.allocate << "x" }
    assert_raises(RuntimeError) { H::Key.allocate.digest("x") }
    assert_raises(RuntimeError) { H.new(H::Key.allocate) }
    assert_raises(TypeError) { hmac.send(:initialize_copy, "x") }
  end

  def test_bad_arguments
    assert_raises(TypeError) { H.new(nil, :SHA1) }
    assert_raises(TypeError) { H.new("k", nil) }
    assert_raises(ArgumentError) { H.new("k", :nope) }
    assert_raises(TypeError) { H.new("k") }
    assert_raises(ArgumentError) { H.new("k", :MD5, 1) }
    assert_raises(TypeError) { H.digest(:SHA1, nil, "d") }
    assert_raises(TypeError) { H.digest(:SHA1, "k", nil) }
    assert_raises(TypeError) { H.new("k", :SHA1) << nil }
    assert_raises(TypeError) { H::Key.new("k", :SHA1).digest(1) }
  end

  def test_equality
    one = H.new("key", :SHA256) << "data"
    assert_operator one, :==, (H.new("key", :SHA256) << "data")
    assert_operator one, :==, one.hexdigest
    refute_operator one, :==, (H.new("other", :SHA256) << "data")
    refute_operator one, :==, (H.new("key", :SHA512_256) << "data")
    refute_operator one, :==, H.new("key", :SHA1)
    [nil, 1, "", one.digest, one.hexdigest.chop, "#{one.hexdigest}0", :x].each do |other|
      refute_operator one, :==, other
    end
  end

  # The length comes from the caller, never from the tag.
  def test_verify_messages
    error = assert_raises(TypeError) { H.verify(:SHA256, "k", "d", nil) }
    assert_equal "no implicit conversion of nil into String", error.message
    error = assert_raises(TypeError) { H.verify(:SHA256, "k", "d", 1) }
    assert_equal "no implicit conversion of Integer into String", error.message
    error = assert_raises(TypeError) { H.verify(:SHA256, "k", "d", "00", length: "16") }
    assert_equal "no implicit conversion of String into Integer", error.message
  end

  def test_verify
    key = H::Key.new("key", :SHA256)
    tag = key.digest("data")
    hmac = key.hmac << "data"
    hex = tag.unpack1("H*")
    check = lambda do |expected, text, **options|
      [key.verify("data", text, **options), hmac.verify(text, **options),
       H.verify(:SHA256, "key", "data", text, **options)].each do |result|
        assert_equal expected, result, "#{text.inspect} #{options}"
      end
    end
    [0, 1, 4, 16, 31].each { |size| check.call(false, tag.byteslice(0, size), encoding: :binary) }
    check.call(true, tag, encoding: :binary)
    check.call(false, "#{tag}\0".b, encoding: :binary)
    check.call(true, hex)
    check.call(true, hex.upcase)
    check.call(false, hex.sub(/.\z/) { |digit| digit == "0" ? "1" : "0" })
    check.call(false, hex[0, 32])
    check.call(false, "#{hex}\n")
    check.call(true, key.base64digest("data"), encoding: :base64)
    check.call(true, key.urlsafe_base64digest("data"), encoding: :urlsafe_base64)
    check.call(true, hex[0, 32], length: 16)
    check.call(false, hex[0, 30], length: 16)
    check.call(false, hex, length: 16)
    [0, 1, 9, 15, 33, -1].each do |length|
      assert_raises(ArgumentError, length) { key.verify("data", hex, length: length) }
    end
    # Half a SHA-1 is 10 bytes; half an MD5 would be 8, and 10 is the least.
    sha1 = H::Key.new("key", :SHA1)
    assert sha1.verify("data", sha1.hexdigest("data")[0, 20], length: 10)
    assert_raises(ArgumentError) { H::Key.new("key", :MD5).verify("data", "00" * 8, length: 8) }
  end

  def test_many
    strings = Array.new(100) { |i| HashmillTest.bytes(i * 3, i) }
    ALL.each do |name|
      expected = strings.map { |string| H.digest(name, "key", string) }
      assert_equal expected, H.digests(name, "key", strings)
      assert_equal expected.map { |tag| tag.unpack1("H*") }, H.hexdigests(name, "key", strings)
      assert_equal expected, H::Key.new("key", name).digests(strings)
    end
    assert_equal [], H.hexdigests(:MD5, "key", [])
    assert_raises(TypeError) { H.hexdigests(:MD5, "key", ["a", nil]) }
  end

  def test_long_data
    data = HashmillTest.bytes((1 << 20) + 5)
    expected = OpenSSL::HMAC.digest("SHA256", "key", data)
    assert_equal expected, H.digest(:SHA256, "key", data)
    assert_equal expected, H::Key.new("key", :SHA256).digest(data)
    assert_equal expected, (H.new("key", :SHA256) << data).digest
    long_key = HashmillTest.bytes(1 << 20)
    assert_equal OpenSSL::HMAC.digest("SHA256", long_key, "x"), H.digest(:SHA256, long_key, "x")
  end
end
