# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# Report B: 10,000 HMAC-SHA1 of a text of 445 bytes with the key "secretkey", in the form of
# Benchmark.bmbm: a rehearsal, then user, system, total and real seconds. Prints the table; with a
# file name, writes the second pass there as JSON too.

require "benchmark"
require "json"
require "openssl"
require "hashmill/openssl_hmac"
require "hashmill/ruby_hmac"
require_relative "pure_hmac"

COUNT = 10_000
KEY = "secretkey"
TEXT = (0...445).map { |i| (32 + (i * 17 % 95)).chr }.join.freeze
ORIGINAL = Hashmill::STDLIB_OPENSSL_HMAC
PREPARED = Hashmill::HMAC::Key.new(KEY, :SHA1)

CONTENDERS = {
  "pure Ruby, shaped as ruby-hmac" => -> { PureHMAC.digest(Digest::SHA1, KEY, TEXT) },
  "OpenSSL::HMAC" => -> { ORIGINAL.digest("SHA1", KEY, TEXT) },
  "OpenSSL::HMAC, taken over" => -> { OpenSSL::HMAC.digest("SHA1", KEY, TEXT) },
  "HMAC::SHA1 of hashmill/ruby_hmac" => -> { HMAC::SHA1.digest(KEY, TEXT) },
  "Hashmill::HMAC" => -> { Hashmill::HMAC.digest(:SHA1, KEY, TEXT) },
  "Hashmill::HMAC::Key" => -> { PREPARED.digest(TEXT) }
}.freeze

answers = CONTENDERS.transform_values(&:call)
abort "different tags: #{answers}" unless answers.values.uniq.size == 1

times = Benchmark.bmbm do |bm|
  CONTENDERS.each { |name, call| bm.report(name) { COUNT.times { call.call } } }
end
unless ARGV.empty?
  rows = CONTENDERS.keys.zip(times).map do |name, t|
    { name: name, user: t.utime, system: t.stime, total: t.total, real: t.real }
  end
  File.write(ARGV[0], JSON.generate(rows))
end
