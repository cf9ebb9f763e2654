# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# Built from the folder that tools/gem stages, not from here: the C library lies beside the binding
# there. HASHMILL_GEM_PLATFORM=java leaves the extension out.

require_relative "lib/hashmill/version"

Gem::Specification.new do |spec|
  java = ENV["HASHMILL_GEM_PLATFORM"] == "java"

  spec.name = "hashmill"
  spec.version = Hashmill::VERSION
  spec.platform = java ? "java" : Gem::Platform::RUBY
  spec.summary = "Digest, OpenSSL::HMAC and ruby-hmac at the speed of the silicon"
  spec.description = "MD5, SHA-1, SHA-2, RIPEMD-160 and HMAC with SHA and SIMD instructions: the " \
                     "interface of Ruby's Digest, many messages at once, several digests in one " \
                     "pass, and drop-in replacements for Digest, OpenSSL::HMAC and ruby-hmac."
  spec.authors = ["The Hashmill authors"]
  spec.license = "MIT"
  spec.required_ruby_version = java ? ">= 2.6" : ">= 3.0"
  spec.metadata = { "rubygems_mfa_required" => "true" }

  spec.files = Dir["lib/**/*.rb", "sig/**/*.rbs", "*.md", "LICENSE", ".yardopts"].sort
  spec.require_paths = ["lib"]
  spec.extra_rdoc_files = ["README.md"]
  unless java
    spec.files += Dir["ext/**/*.{c,h,rb,def,inc}"].sort
    spec.extensions = ["ext/hashmill/extconf.rb"]
  end
  # No dependency on the digest gem: it is a default gem, and naming it here would load a second
  # copy over the one that is there already (ruby/digest#36, #44).
end
