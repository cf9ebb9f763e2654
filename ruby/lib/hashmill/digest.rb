# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# require "hashmill/digest": Digest::MD5, SHA1, SHA256, SHA384, SHA512 and RMD160 become Hashmill's,
# and with them Digest::SHA2, which looks them up at run time. Objects and classes that exist
# already go on working. Mutating a frozen digest raises nothing, as in the stdlib.
#
# The stdlib's files are loaded first, so that a later require of them does nothing. Call it in the
# main Ractor. Without the extension (JRuby), nothing is changed.

require "hashmill"
require "digest/md5"
require "digest/sha1"
require "digest/sha2"
require "digest/rmd160"

module Hashmill
  # @api private
  # What a program did to a class of Digest before it was replaced.
  module CarryOver
    class << self
      # Constants and modules come along. Methods cannot: Ruby binds them to their class.
      def call(name, original, klass)
        modules(original, original.superclass).tap do |before, after|
          before.reverse_each { |mod| klass.prepend(mod) }
          after.reverse_each { |mod| klass.include(mod) }
        end
        meta = klass.singleton_class
        modules(original.singleton_class, original.superclass.singleton_class)
          .tap do |before, after|
          before.reverse_each { |mod| meta.prepend(mod) }
          after.reverse_each { |mod| klass.extend(mod) }
        end
        original.constants(false).each { |id| klass.const_set(id, original.const_get(id)) }
        warn_of(name, original)
      end

      private

      # @return [Array<Array<Module>>] prepended and included ones
      def modules(klass, above)
        list = klass.ancestors.take_while { |mod| !mod.equal?(above) }
        at = list.index(klass)
        before = list[0...at]
        after = list[(at + 1)..-1] - above.ancestors
        [before, after]
      end

      def warn_of(name, original)
        methods = original.instance_methods(false) + original.private_instance_methods(false) +
                  original.singleton_methods(false)
        return if methods.empty?

        warn "hashmill: methods that Digest::#{name} was given before the takeover stay with the " \
             "original: #{methods.sort.join(', ')}"
      end
    end
  end
  private_constant :CarryOver

  unless const_defined?(:STDLIB_DIGEST, false)
    originals = { MD5: ::Digest::MD5, SHA1: ::Digest::SHA1, SHA256: ::Digest::SHA256,
                  SHA384: ::Digest::SHA384, SHA512: ::Digest::SHA512,
                  RMD160: ::Digest::RMD160 }.freeze
    # Where this fails, the next require tries again.
    if respond_to?(:take_over_digest, true)
      take_over_digest
      originals.each { |name, klass| CarryOver.call(name, klass, ::Digest.const_get(name)) }
    end
    # What the constants of Digest were before.
    STDLIB_DIGEST = originals
  end
end
