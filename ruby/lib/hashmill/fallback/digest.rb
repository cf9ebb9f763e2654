# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# Base and its classes over an engine. Digest::Class and Digest::Instance bring the rest.

module Hashmill
  LIBRARY_VERSION = VERSION

  class Base < ::Digest::Class
    def self.inherited(klass)
      super
      klass.const_set(:ROW, nil) if equal?(Base)
    end
    private_class_method :inherited
  end
end
