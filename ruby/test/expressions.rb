# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# The interface tables of Digest and OpenSSL::HMAC as expressions. Nothing here says what is right:
# the stdlib does. An expression is evaluated with one class and with another, or in a process
# with the takeovers and in one without, and the outcomes - value, encoding, frozen or not, class
# and words of an exception - must be the same.

module Expressions
  # @return [Array<String>] the expressions of a file, one a line
  def self.table(name)
    File.readlines(File.join(__dir__, "expressions", "#{name}.txt"), chomp: true).freeze
  end

  # K: a class of Digest. TEXT_FILE, FOLDER, MISSING: paths.
  DIGEST = table("digest")

  # What is frozen stays as it is in our own classes; the stdlib does not care.
  DIGEST_FROZEN = table("digest_frozen")

  # Not of one class: the module, SHA2, abstract classes, plug-in style subclasses.
  MODULE = table("module")

  # H: OpenSSL::HMAC.
  HMAC = table("hmac")

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
  rescue Exception => e # NotImplementedError is no StandardError.
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
