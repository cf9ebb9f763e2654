# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# The RBS file is well formed and has exactly the public methods that the classes define.

require_relative "helper"

class TestSignatures < Minitest::Test
  include HashmillTest

  def setup
    require "rbs"
  rescue LoadError
    skip "no rbs here"
  else
    loader = RBS::EnvironmentLoader.new
    digest = { library: "digest", version: nil }
    loader.add(**digest) if loader.has_library?(**digest)
    loader.add(path: Pathname(File.expand_path("../sig", __dir__)))
    @environment = RBS::Environment.from_loader(loader).resolve_type_names
    @builder = RBS::DefinitionBuilder.new(env: @environment)
  end

  def declared(name, kind)
    path = RBS::TypeName.new(name: name.split("::").last.to_sym,
                             namespace: RBS::Namespace.parse("::#{name[/.*(?=::)/]}"))
    definition = kind == :singleton ? @builder.build_singleton(path) : @builder.build_instance(path)
    definition.methods.select { |_, method| method.public? && method.defined_in == path }.keys
  end

  native def test_methods
    { "Hashmill::Base" => Hashmill::Base, "Hashmill::HMAC" => Hashmill::HMAC,
      "Hashmill::HMAC::Key" => Hashmill::HMAC::Key,
      "Hashmill::Multi" => Hashmill::Multi }.each do |name, klass|
      assert_equal klass.public_instance_methods(false).sort, declared(name, :instance).sort, name
      guards = %i[prepend include extend]
      assert_equal (klass.singleton_class.public_instance_methods(false) - guards).sort,
                   (declared(name, :singleton) - %i[new]).sort, "#{name}, singleton"
    end
    assert_equal Hashmill.singleton_class.public_instance_methods(false).sort,
                 declared("Hashmill", :singleton).sort
  end
end
