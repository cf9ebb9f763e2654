# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# The interface tables of Digest and OpenSSL::HMAC as expressions. Nothing here says what is right:
# the stdlib does. An expression is evaluated with one class and with another, or in a process
# with the takeovers and in one without, and the outcomes - value, encoding, frozen or not, class and
# words of an exception - must be the same.

module Expressions
  # K: a class of Digest. TEXT_FILE, FOLDER, MISSING: paths.
  DIGEST = <<~'RUBY'.lines.map(&:chomp).reject(&:empty?).freeze
    K.new
    K.new.inspect
    K.new.inspect.encoding
    K.new.to_s
    K.new("abc")
    K.allocate.hexdigest
    K.digest("abc")
    K.hexdigest("abc")
    K.base64digest("abc")
    K.digest("")
    K.hexdigest("\0" * 1000)
    K.hexdigest("é".encode("UTF-16LE"))
    K.hexdigest("abc".freeze).frozen?
    K.digest
    K.hexdigest
    K.base64digest
    K.digest(nil)
    K.hexdigest(nil)
    K.hexdigest(1)
    K.hexdigest(:sym)
    K.base64digest(nil)
    K.base64digest(false)
    K.digest("a", "b")
    K.hexdigest("a", 1, 2)
    K.base64digest("a", 1)
    K.hexdigest(Stringy.new)
    K.digest(Stringy.new)
    K.new.update(Stringy.new).hexdigest
    K.file(TEXT_FILE)
    K.file(TEXT_FILE).hexdigest
    K.file(TEXT_FILE, 1)
    K.file
    K.file(MISSING)
    K.file(FOLDER)
    K.file(nil)
    K.file("a\0b")
    K.file("|echo x")
    K.file(Pathname(TEXT_FILE)).hexdigest
    File.open(TEXT_FILE) { |io| io.read(3); [K.file(io).hexdigest, io.pos] }
    K.file(IO.sysopen(TEXT_FILE)).hexdigest
    K.new.update("x").file(TEXT_FILE).hexdigest
    d = K.new; d.file(TEXT_FILE).equal?(d)
    K.file(EMPTY_FILE).hexdigest
    d = K.new; d.update("a").equal?(d)
    d = K.new; (d << "a").equal?(d)
    d = K.new; d.reset.equal?(d)
    K.new.update(nil)
    K.new << 1
    K.new.update
    K.new.update("a", "b")
    d = K.new << "abc"; [d.digest, d.digest, d.hexdigest, d.base64digest]
    d = K.new << "abc"; [d.digest!, d.hexdigest]
    d = K.new << "abc"; [d.hexdigest!, d.hexdigest!]
    d = K.new << "abc"; [d.base64digest!, d.base64digest!]
    d = K.new << "x"; [d.digest("abc"), d.hexdigest]
    d = K.new << "x"; [d.hexdigest("abc"), d.hexdigest]
    d = K.new << "x"; [d.base64digest("abc"), d.base64digest]
    d = K.new << "x"; (d.hexdigest(nil) rescue $!.message) + d.hexdigest
    d = K.new << "x"; (d.digest(1) rescue $!.message) + d.hexdigest
    d = K.new << "x"; d.base64digest(nil)
    d = K.new << "x"; d.base64digest(false)
    K.new.digest(nil)
    K.new.digest("a", "b")
    K.new.digest!("a")
    K.new.hexdigest!("a")
    K.new.finish
    d = K.new << "abc"; [d.send(:finish), d.hexdigest]
    [K.new.digest.encoding, K.new.hexdigest.encoding, K.new.base64digest.encoding]
    [K.digest("").frozen?, K.hexdigest("").frozen?, K.base64digest("").frozen?]
    [K.new.digest.frozen?, K.new.hexdigest.frozen?, K.new.to_s.frozen?]
    [K.new.digest_length, K.new.block_length, K.new.length, K.new.size]
    K.new == K.new
    K.new == (K.new << "a")
    K.new == K.new.hexdigest
    K.new == K.new.hexdigest.upcase
    K.new == K.new.digest
    K.new == K.new.hexdigest.encode("UTF-16LE")
    K.new == K.new.hexdigest.b
    K.new == Stringy.new(K.new.hexdigest)
    K.new == nil
    K.new == 1
    K.new == :sym
    K.new == ""
    K.new == []
    K.new.hexdigest == K.new
    K.new == Digest::SHA2.new
    K.new == OpenSSL::Digest.new("SHA256")
    OpenSSL::Digest.new("SHA256") == K.new
    K.new === K.new.hexdigest
    K.new.eql?(K.new)
    K.new.equal?(K.new)
    K.new.hash == K.new.hash
    {K.new => 1}[K.new]
    K.new != K.new
    n = (K.new << "x").new; [n.class == K, n.hexdigest]
    d = K.new << "abc"; e = d.dup; d << "x"; [d.hexdigest, e.hexdigest]
    d = K.new << "abc"; e = d.clone; e << "x"; [d.hexdigest, e.hexdigest]
    d = K.new << "a" * 100; e = d.dup; d.reset; e.hexdigest
    K.new.freeze.clone.frozen?
    K.new.freeze.dup.frozen?
    d = (K.new << "abc").freeze; [d.digest, d.hexdigest, d.base64digest, d.to_s, d.inspect, d.length]
    d = (K.new << "abc").freeze; d == K.hexdigest("abc")
    d = K.new; def d.hello; "hello"; end; d.clone.hello
    d = K.new; def d.hello; "hello"; end; d.new.hello
    d = K.new; def d.hello; "hello"; end; d.dup.hello
    K.new.freeze.send(:initialize_copy, K.new)
    K.new.send(:initialize_copy, "x")
    K.new.send(:initialize_copy, nil)
    d = K.new; d.send(:initialize_copy, d).equal?(d)
    K.new.send(:initialize_copy, (K.new << "abc")).hexdigest
    K.new.send(:initialize_copy, OTHER.new)
    Marshal.dump(K.new)
    Ractor.make_shareable(K.new)
    K.ancestors.include?(Digest::Base)
    K.ancestors.include?(Digest::Instance)
    K < Digest::Class
    Digest::Base === K.new
    K.instance_method(:update).arity
    K.method(:hexdigest).arity
    K.method(:digest).arity
    K.respond_to?(:finish)
    K.new.respond_to?(:finish)
    K.new.private_methods.include?(:finish)
    c = Class.new(K); c.hexdigest("abc")
    c = Class.new(K); c.new.update("abc").hexdigest
    c = Class.new(K) { def update(s); super(s.upcase); end }; [c.hexdigest("abc"), c.digest("abc"), c.new.update("abc").hexdigest, (c.new << "abc").hexdigest, c.file(TEXT_FILE).hexdigest]
    c = Class.new(K) { def <<(s); super(s.upcase); end }; [c.hexdigest("abc"), c.new.update("abc").hexdigest, (c.new << "abc").hexdigest, c.file(TEXT_FILE).hexdigest]
    c = Class.new(K) { def reset; super; update("salt"); end }; [c.hexdigest("abc"), c.new.hexdigest, c.new.reset.hexdigest, c.new.hexdigest("abc")]
    c = Class.new(K) { def finish; "x" * 3; end }; [c.hexdigest("abc"), c.new.digest, c.new.hexdigest, c.new.digest!, c.new.hexdigest!, c.new.base64digest, c.new.digest("abc"), c.new.length, c.new.inspect.end_with?("787878>")]
    c = Class.new(K) { private def finish; super.reverse; end }; [c.hexdigest("abc"), c.digest("abc"), (c.new << "abc").hexdigest]
    c = Class.new(K) { def digest(*a); "fake"; end }; [c.hexdigest("abc"), c.new.hexdigest == K.new.hexdigest, c.new.base64digest, c.new == K.new]
    c = Class.new(K) { def hexdigest(*a); "fake"; end }; [c.hexdigest("abc"), c.new.to_s, c.new == "fake"]
    c = Class.new(K) { def initialize(salt); super(); update(salt); end }; [c.new("s").hexdigest, c.hexdigest("abc", "s"), c.file(TEXT_FILE, "s").hexdigest]
    c = Class.new(K) { def initialize(salt); super(); update(salt); end }; c.hexdigest("abc")
    c = Class.new(K) { def self.digest(*a); "fake"; end }; [c.hexdigest("abc"), c.base64digest("abc")]
    c = Class.new(K) { def digest_length; 3; end }; [c.new.length, c.new.size]
    c = Class.new(K) { def initialize_copy(o); super; update("copied"); end }; [c.new.hexdigest, c.new.digest, c.new.dup.hexdigest == c.new.hexdigest]
    d = K.new; def d.update(s); super(s * 2); end; [d.hexdigest("abc"), d.digest("abc")]
    d = K.new; def d.finish; "zz"; end; [d.hexdigest, d.hexdigest!, d.digest("abc")]
    d = K.new.freeze; c = Class.new(K) { def finish; "zz"; end }; c.new.freeze.hexdigest
    K.name.split("::").last
    K.new.instance_variables
    Digest.hexencode(K.digest("abc"))
    Digest::Instance.instance_method(:hexdigest).bind(K.new << "abc").call
    Digest::Instance.instance_method(:digest).bind(K.new << "abc").call("x")
    Digest::Instance.instance_method(:length).bind(K.new).call
  RUBY

  # What is frozen stays as it is in our own classes; the stdlib does not care.
  DIGEST_FROZEN = <<~'RUBY'.lines.map(&:chomp).freeze
    d = K.new.freeze; d << "abc"; d.hexdigest
    d = K.new.freeze; d.update("abc").hexdigest
    d = (K.new << "abc").freeze; d.reset.hexdigest
    d = (K.new << "abc").freeze; [d.digest!, d.hexdigest]
    d = (K.new << "abc").freeze; [d.hexdigest!, d.hexdigest]
    d = (K.new << "abc").freeze; [d.base64digest!, d.hexdigest]
    d = (K.new << "abc").freeze; [d.digest("x"), d.hexdigest]
    d = (K.new << "abc").freeze; [d.hexdigest("x"), d.hexdigest]
    d = (K.new << "abc").freeze; [d.base64digest("x"), d.hexdigest]
    d = K.new.freeze; d.file(TEXT_FILE).hexdigest
  RUBY

  # Not of one class: the module, SHA2, abstract classes, plug-in style subclasses.
  MODULE = <<~'RUBY'.lines.map(&:chomp).reject(&:empty?).freeze
    Digest.hexencode("abc")
    Digest.hexencode("abc").encoding
    Digest.hexencode(nil)
    Digest.hexencode(Stringy.new)
    Digest(:MD5)
    Digest("SHA256")
    Digest("md5")
    Digest("SHA-256")
    Digest(:Foo)
    Digest(nil)
    Digest(:Base)
    Digest(:VERSION).class
    Digest::Foo
    Digest::MD5.name
    Digest::MD5.to_s
    Digest::SHA512.inspect
    Digest::SHA2.new
    Digest::SHA2.new(512).update("abc")
    Digest::SHA2.new(384).hexdigest
    Digest::SHA2.new(256.0).hexdigest
    Digest::SHA2.new(224)
    Digest::SHA2.new("256")
    Digest::SHA2.new(nil)
    Digest::SHA2.hexdigest("abc")
    Digest::SHA2.hexdigest("abc", 512)
    Digest::SHA2.digest("abc", 384)
    Digest::SHA2.base64digest("abc", 384)
    Digest::SHA2.file(TEXT_FILE, 384).hexdigest
    Digest::SHA2.new == Digest::SHA256.new
    Digest::SHA2.new(512) == Digest::SHA512.new
    Digest::SHA256.new == Digest::SHA2.new
    Digest::SHA2.new.inspect.encoding
    [Digest::SHA2.new(512).block_length, Digest::SHA2.new(512).digest_length]
    d = Digest::SHA2.new << "abc"; e = d.dup; d << "x"; [d.hexdigest, e.hexdigest]
    d = Digest::SHA2.new.freeze; d << "abc"; d.hexdigest
    Digest::Base.new
    Digest::Base.allocate
    Digest::Base.digest("a")
    Class.new(Digest::Base).new
    Digest::Class.new.update("a")
    Digest::Class.new << "a"
    Digest::Class.new.digest
    Digest::Class.new.reset
    Digest::Class.new.digest("a")
    Digest::Class.new.block_length
    Digest::Class.new.digest_length
    c = Class.new(Digest::Class) { def initialize; @s = +""; end; def update(s); @s << s; self; end; def reset; @s = +""; self; end; def finish; @s.reverse; end }; [c.hexdigest("abc"), c.new.update("x").digest, c.new == Digest::MD5.new]
    Digest::MD5.equal?(Digest.const_get(:MD5))
    require "digest/md5"; require "digest/sha1"; require "digest/sha2"; require "digest/rmd160"; require "digest"
    require "digest/bubblebabble"; Digest.bubblebabble("")
    Digest::MD5.bubblebabble("abc")
    Digest::MD5.bubblebabble("abc").encoding
    Digest::MD5.new.bubblebabble
    Digest::MD5.new.bubblebabble("a")
    Digest::SHA256.bubblebabble
    Digest::MD5.bubblebabble("abc").frozen?
    Digest::SHA2.new.bubblebabble
    defined?(Digest::MD5)
    Digest.constants.include?(:SHA256)
    Digest::MD5.superclass <= Digest::Base
    OpenSSL::Digest.new("SHA1").update("abc").hexdigest
    OpenSSL::Digest::SHA256.hexdigest("abc")
    OpenSSL::Digest.hexdigest("MD5", "abc")
    OpenSSL::PKCS5.pbkdf2_hmac("p", "s", 2, 20, "SHA256").unpack1("H*")
    OpenSSL.secure_compare("a", "a")
  RUBY

  # H: OpenSSL::HMAC.
  HMAC = <<~'RUBY'.lines.map(&:chomp).reject(&:empty?).freeze
    H.name
    H.digest("SHA1", "key", "data")
    H.hexdigest("SHA1", "key", "data")
    H.base64digest("SHA1", "key", "data")
    [H.digest("SHA1", "k", "d"), H.hexdigest("SHA1", "k", "d"), H.base64digest("SHA1", "k", "d")].map(&:encoding)
    [H.digest("SHA1", "k", "d"), H.hexdigest("SHA1", "k", "d"), H.base64digest("SHA1", "k", "d")].map(&:frozen?)
    H.hexdigest("md5", "", "foo")
    H.hexdigest("SHA256", "", "")
    H.hexdigest("SHA512", "k" * 300, "data")
    H.hexdigest("SHA256", "k\0", "data") == H.hexdigest("SHA256", "k", "data")
    H.hexdigest("SHA256", nil, "data")
    H.hexdigest("SHA256", 1, "data")
    H.hexdigest("SHA256", "k", nil)
    H.hexdigest("SHA256", "k", :d)
    H.hexdigest("SHA256", Stringy.new, Stringy.new)
    H.hexdigest(OpenSSL::Digest.new("SHA256"), "k", "d")
    d = OpenSSL::Digest.new("SHA256") << "used"; [H.hexdigest(d, "k", "d"), d.hexdigest]
    H.hexdigest(OpenSSL::Digest::SHA1.new, "k", "d")
    H.hexdigest("nope", "k", "d")
    H.hexdigest("", "k", "d")
    H.hexdigest("SHA 256", "k", "d")
    H.hexdigest("SHA_256", "k", "d")
    H.hexdigest("SHA512/256", "k", "d")
    H.hexdigest("SHA\0", "k", "d")
    H.hexdigest(:SHA1, "k", "d")
    H.hexdigest(nil, "k", "d")
    H.hexdigest(1, "k", "d")
    H.hexdigest(OpenSSL::Digest, "k", "d")
    H.hexdigest(OpenSSL::Digest::SHA1, "k", "d")
    H.hexdigest("SHA1", "k")
    H.hexdigest("SHA1", "k", "d", "x")
    H.hexdigest("SHA3-256", "k", "d")
    H.digest("BLAKE2b512", "k", "d")
    H.base64digest("SM3", "k", "d")
    H.hexdigest("MD5-SHA1", "k", "d")
    H.hexdigest("SHAKE128", "k", "d")
    H.hexdigest("KECCAK-256", "k", "d")
    H.new("k", "SHA1").class == H
    H.new("k", "SHA1")
    H.new("k", "SHA1").to_s
    H.new("k", "SHA1").inspect.encoding
    H.new("k", "SHA1").to_s.encoding
    H.new("k", "SHA1").hexdigest.encoding
    H.new("k")
    H.new("k", "SHA1", 1)
    H.new(nil, "SHA1")
    H.new("k", "nope")
    H.new("k", nil)
    H.new("k", :SHA1)
    h = H.new("k", "SHA1"); h.update("a").equal?(h)
    h = H.new("k", "SHA1"); (h << "a").equal?(h)
    h = H.new("k", "SHA1"); h << "a" << "b"; [h.digest, h.hexdigest, h.base64digest, h.digest, (h << "c").hexdigest]
    h = H.new("k", "SHA1"); h.update(nil)
    h = H.new("k", "SHA1"); h << 1
    h = H.new("k", "SHA1"); h.digest("x")
    h = H.new("k", "SHA1") << "a"; [h.reset.equal?(h), h.hexdigest, (h << "b").hexdigest]
    h = H.new("k", "SHA1") << "a"; i = h.dup; h << "b"; [h.hexdigest, i.hexdigest, i.reset.hexdigest]
    h = H.new("k", "SHA1") << "a"; i = h.clone; i << "b"; [h.hexdigest, i.hexdigest]
    h = H.new("k", "SHA3-256") << "a"; i = h.dup; h << "b"; [h.hexdigest, i.hexdigest, h.reset.hexdigest, i.base64digest, i.to_s, i.inspect]
    h = H.new("k", "SHA3-256"); [h.update("a").equal?(h), (h << "b").equal?(h), h.digest.encoding, h.hexdigest.encoding]
    H.new("k", "SHA1").send(:initialize_copy, H.new("j", "MD5") << "x").hexdigest
    H.new("k", "SHA1").send(:initialize_copy, "x")
    H.new("k", "SHA1").send(:initialize_copy, nil)
    H.new("k", "SHA1").freeze.send(:initialize_copy, H.new("k", "SHA1"))
    h = H.new("k", "SHA1"); h.send(:initialize_copy, h).equal?(h)
    h = H.new("k", "SHA1").freeze; h << "a"; h.hexdigest
    h = (H.new("k", "SHA1") << "a").freeze; h.reset.hexdigest
    H.new("k", "SHA1").freeze.clone.frozen?
    H.new("k", "SHA1").freeze.dup.frozen?
    H.new("k", "SHA1") == H.new("k", "SHA1")
    H.new("k", "SHA1") == H.new("j", "SHA1")
    H.new("k", "SHA1") == H.new("k", "SHA256")
    H.new("k", "SHA1") == H.new("k", "SHA1").hexdigest
    H.new("k", "SHA1") == H.new("k", "SHA1").digest
    H.new("k", "SHA1") == nil
    H.new("k", "SHA3-256") == H.new("k", "SHA3-256")
    H.new("k", "SHA3-256") == H.new("k", "SHA256")
    H.new("k", "SHA1") == Class.new(H).new("k", "SHA1")
    Class.new(H).new("k", "SHA1") == H.new("k", "SHA1")
    H.new("k", "SHA1").eql?(H.new("k", "SHA1"))
    Marshal.dump(H.new("k", "SHA1"))
    k = +"key"; h = H.new(k, "SHA1"); k << "x"; h.hexdigest
    H.allocate.digest rescue $!.class
    H.allocate.update("a") rescue $!.class
    H.instance_method(:initialize).arity
    H.method(:digest).arity
    c = Class.new(H) { def initialize(k, d); super(k * 2, d); end }; [c.hexdigest("SHA1", "k", "d"), c.digest("SHA1", "k", "d"), c.base64digest("SHA1", "k", "d")]
    c = Class.new(H) { def <<(s); super(s.upcase); end }; c.hexdigest("SHA1", "k", "d")
    c = Class.new(H) { def hexdigest; "fake"; end }; c.hexdigest("SHA1", "k", "d")
    c = Class.new(H) { def self.digest(*a); "fake"; end }; c.base64digest("SHA1", "k", "d")
    OpenSSL::HMACError.superclass
  RUBY

  # Something with to_str.
  class Stringy
    def initialize(text = "stringy")
      @text = text
    end

    def to_str
      @text
    end
  end

  # An outcome as text.
  def self.outcome(code, context)
    describe(context.instance_eval { binding }.eval(code))
  rescue Exception => e # rubocop:disable Lint/RescueException -- NotImplementedError is not standard
    "#{e.class}: #{e.message.lines.first&.chomp}"
  end

  def self.describe(value)
    case value
    when String then "#{value.b.inspect} #{value.encoding}#{' frozen' if value.frozen?}"
    when Array then "[#{value.map { |item| describe(item) }.join(', ')}]"
    else value.inspect
    end
  end

  # Where expressions are evaluated: constants are replaced in the text.
  def self.prepare(code, constants)
    constants.reduce(code) { |text, (name, by)| text.gsub(/\b#{name}\b(?!=)/, by) }
             .gsub("Stringy", "Expressions::Stringy")
  end
end
