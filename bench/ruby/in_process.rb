# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# Report A at library level, HMACs and many Strings: Hashmill beside Digest and OpenSSL in one
# process. Prints JSON: rows of entrants, the first of which the others are set against.

require "json"
require "openssl"
require "hashmill/digest"
require "hashmill/openssl_hmac"
require_relative "contest"
require_relative "pure_hmac"

D = Hashmill::STDLIB_DIGEST
STD_MD5, STD_SHA1, STD_SHA256, STD_SHA512 = D.values_at(:MD5, :SHA1, :SHA256, :SHA512)
STD_HMAC = Hashmill::STDLIB_OPENSSL_HMAC
DATA = (0...4096).map { |i| (i * 131 + (i >> 8)) & 255 }.pack("C*").freeze
SHORT = DATA.byteslice(0, 16).freeze
TEXT = (0...445).map { |i| (32 + (i * 17 % 95)).chr }.join.freeze
KEY = "secretkey"
PREPARED = Hashmill::HMAC::Key.new(KEY, :SHA1)
STRINGS = Array.new(10_000) { |i| ([i].pack("N") + DATA.byteslice(i % 2000, 60)).freeze }.freeze

quick = ARGV.include?("--quick")
inner = quick ? 200 : 1000
rows = []
add = lambda do |id, title, bytes, expressions, turns, works = 1|
  entrants = Contest.run(expressions, binding, inner: turns, works: works)
  first = entrants.first
  rows << { id: id, title: title, bytes: bytes, entrants: entrants.map do |entrant|
    { name: entrant.name, ns: Spread.summary(entrant.passes).transform_values { |ns| ns.round(1) },
      objects: entrant.objects, bytes: entrant.bytes, passes: entrant.passes.map { |ns| ns.round(1) },
      best_ratio: (entrant.best / first.best).round(4),
      **(entrant.equal?(first) ? {} : Spread.beside(entrant.passes, first.passes)) }
  end }
end

# First, while the heap is as small as that of a program that does nothing else.
add.call("many-md5-64", "MD5 of 10,000 Strings of 64 bytes, each", 64,
         { "Hashmill.hexdigests" => "Hashmill.hexdigests(:MD5, STRINGS)",
           "Hashmill::MD5 in a loop" => "STRINGS.map { |s| Hashmill::MD5.hexdigest(s) }",
           "Digest::MD5 in a loop" => "STRINGS.map { |s| STD_MD5.hexdigest(s) }",
           "OpenSSL::Digest::MD5 in a loop" =>
             "STRINGS.map { |s| OpenSSL::Digest::MD5.hexdigest(s) }" },
         quick ? 1 : 3, STRINGS.size)
[4096, 16].each do |bytes|
  data = bytes == 16 ? "SHORT" : "DATA"
  %w[MD5 SHA1 SHA256 SHA512].each do |name|
    add.call("#{name.downcase}-#{bytes}", "#{name} hexdigest of #{bytes} bytes", bytes,
             { "Hashmill::#{name}" => "Hashmill::#{name}.hexdigest(#{data})",
               "Digest::#{name}, taken over" => "Digest::#{name}.hexdigest(#{data})",
               "Digest::#{name}" => "STD_#{name}.hexdigest(#{data})",
               "OpenSSL::Digest::#{name}" => "OpenSSL::Digest::#{name}.hexdigest(#{data})" },
             inner)
  end
end
add.call("hmac-sha1-445", "HMAC-SHA1 of 445 bytes", 445,
         { "Hashmill::HMAC" => "Hashmill::HMAC.digest(:SHA1, KEY, TEXT)",
           "OpenSSL::HMAC, taken over" => 'OpenSSL::HMAC.digest("SHA1", KEY, TEXT)',
           "Hashmill::HMAC::Key" => "PREPARED.digest(TEXT)",
           "OpenSSL::HMAC" => 'STD_HMAC.digest("SHA1", KEY, TEXT)',
           "pure Ruby" => "PureHMAC.digest(STD_SHA1, KEY, TEXT)" }, inner)
puts JSON.generate(ruby: RUBY_DESCRIPTION, openssl: OpenSSL::OPENSSL_LIBRARY_VERSION,
                   kernels: Hashmill.algorithms.to_h { |a| [a, Hashmill.kernel(a)] },
                   lanes: Hashmill.algorithms.to_h { |a| [a, Hashmill.kernel(a, 64)] },
                   warm: Contest::WARM, outer: Contest::OUTER, rows: rows)
