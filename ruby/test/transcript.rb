# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# Prints the outcome of every expression for the classes that stand behind the stdlib's names in
# this process. Arguments: the folder with the files, then what to require first.

folder, *features = ARGV
require "digest"
require "openssl"
require "pathname"
features.each { |feature| require feature }
require_relative "expressions"

paths = { "TEXT_FILE" => "#{folder}/text", "EMPTY_FILE" => "#{folder}/empty", "FOLDER" => folder,
          "MISSING" => "#{folder}/missing" }.transform_values(&:inspect)
show = ->(label, code) { puts "#{label} -> #{Expressions.outcome(code, Object.new)}" }
names = %w[MD5 SHA1 SHA256 SHA384 SHA512 RMD160]
names.each_with_index do |name, i|
  constants = paths.merge("K" => "Digest::#{name}", "OTHER" => "Digest::#{names[i - 1]}")
  (Expressions::DIGEST + Expressions::DIGEST_FROZEN).each do |code|
    show.call("#{name} #{code}", Expressions.prepare(code, constants))
  end
end
Expressions::MODULE.each do |code|
  show.call(code, Expressions.prepare(code, paths))
end
Expressions::HMAC.each do |code|
  show.call(code, Expressions.prepare(code, "H" => "OpenSSL::HMAC"))
end
