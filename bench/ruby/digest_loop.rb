# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# Report A at process level: hexdigest loops over MD5, SHA-1 and SHA-256 of short and middling
# messages. Prints a checksum that depends on every digest, so that runtimes can be compared before
# they are timed. It knows the stdlib's names only: the takeover comes by -r hashmill/digest.

require "digest/md5"
require "digest/sha1"
require "digest/sha2"

turns = Integer(ARGV.fetch(0, "20000"))
data = Array.new(64) { |i| (0...i * 16 + 16).map { |j| (i * 31 + j * 7) & 255 }.pack("C*") }
sum = 0
i = 0
while i < turns
  message = data[i & 63]
  sum = (sum * 31 + Digest::MD5.hexdigest(message)[0, 8].hex) & 0xffffffff
  sum = (sum * 31 + Digest::SHA1.hexdigest(message)[0, 8].hex) & 0xffffffff
  sum = (sum * 31 + Digest::SHA256.hexdigest(message)[0, 8].hex) & 0xffffffff
  i += 1
end
puts format("%08x", sum)
