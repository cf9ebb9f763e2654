# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# Which classes compute something else than their algorithm: subclasses, and classes that a program
# changed. Knows the methods that one-shots, sets and lanes skip.

module Hashmill
  # @api private
  module Overrides
    INSTANCE = %i[initialize initialize_copy update << reset finish digest hexdigest].freeze
    SINGLETON = %i[new digest hexdigest].freeze
    # Where the methods are when nobody has overridden them.
    STOCK = {
      instance: INSTANCE.map { |name| Base.instance_method(name).owner }.freeze,
      singleton: SINGLETON.map { |name| Base.method(name).owner }.freeze,
      # Methods of the extension have no line in a source; a redefinition has one.
      native: !Hashmill.const_defined?(:Fallback, false)
    }.freeze
    private_constant :INSTANCE, :SINGLETON, :STOCK

    class << self
      # @param argument whatever names an algorithm
      # @return [Class, nil] its class, if that is to be asked for every digest
      def class_of(argument)
        klass = argument.is_a?(Class) ? argument : argument.class
        return nil unless klass < Base

        instance = INSTANCE.map { |name| klass.instance_method(name) }
        singleton = SINGLETON.map { |name| klass.method(name) }
        klass if changed?(instance, STOCK[:instance]) || changed?(singleton, STOCK[:singleton])
      end

      # Where a class cannot be asked.
      #
      # @raise [ArgumentError] if it would have to be
      def refuse(argument)
        klass = class_of(argument) || return
        raise ArgumentError, "#{klass} overrides how it computes; give the name of an algorithm, " \
                             "such as #{Hashmill.algorithm(klass).inspect}"
      end

      private

      def changed?(methods, owners)
        methods.zip(owners).any? do |method, owner|
          !method.owner.equal?(owner) || (STOCK[:native] && method.source_location)
        end
      end
    end
  end
  private_constant :Overrides
end
