# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# What the tests share. Each test file runs in a process of its own (tools/gem_tests), because some
# take over constants. HASHMILL_TEST_FALLBACK=1 tests the pure-Ruby part on any Ruby.

require "minitest/autorun"
require "digest"

if ENV["HASHMILL_TEST_FALLBACK"] == "1"
  require "hashmill/version"
  %w[fallback bytes base overrides hmac multi many].each { |part| require "hashmill/#{part}" }
  # Whoever requires it from here on gets what is loaded.
  $LOADED_FEATURES << $LOAD_PATH.resolve_feature_path("hashmill").last
else
  require "hashmill"
end

require "open3"
require "openssl"
require "pathname"
require "rbconfig"
require "set"
require "stringio"
require "tempfile"
require "timeout"
require "fileutils"
require "tmpdir"

# One TAP line per test for tools/gem_tests, which numbers them.
if ENV["HASHMILL_TAP"] == "1"
  class TapReporter < Minitest::AbstractReporter
    def start
      @failed = false
    end

    def record(result)
      name = "#{result.klass}##{result.name}"
      if result.skipped?
        puts "ok - #{name} # SKIP #{result.failure.message}"
      elsif result.passed?
        puts "ok - #{name}"
      else
        @failed = true
        puts "not ok - #{name}"
        result.failures.each do |failure|
          puts failure.message.gsub(/^/, "# "), "# #{failure.location}"
        end
      end
      $stdout.flush
    end

    def report
      puts "# complete"
    end

    def passed?
      !@failed
    end
  end

  module Minitest
    def self.plugin_tap_init(_options)
      reporter.reporters.replace([TapReporter.new])
    end
  end
  Minitest.extensions << "tap"
end

module HashmillTest
  NATIVE = !Hashmill.const_defined?(:Fallback, false)
  ALL = Hashmill.algorithms
  # What the stdlib has, by its own classes.
  STDLIB = { MD5: Digest::MD5, SHA1: Digest::SHA1, SHA256: Digest::SHA256, SHA384: Digest::SHA384,
             SHA512: Digest::SHA512 }
  begin
    STDLIB[:RMD160] = Digest::RMD160
  rescue LoadError, NameError
    warn "no Digest::RMD160 on this Ruby"
  end
  STDLIB.freeze
  OPENSSL = { MD5: "MD5", SHA1: "SHA1", SHA224: "SHA224", SHA256: "SHA256", SHA384: "SHA384",
              SHA512: "SHA512", SHA512_224: "SHA512-224", SHA512_256: "SHA512-256",
              RMD160: "RIPEMD160" }.freeze

  # Bytes that do not repeat with any block's period.
  def self.bytes(length, seed = 1)
    Random.new(seed).bytes(length)
  end

  def own(name)
    Hashmill.const_get(name)
  end

  # native def test_x: a test of the extension, which is none without it.
  module ClassMethods
    def native(name)
      NATIVE ? name : remove_method(name)
    end
  end

  def self.included(klass)
    klass.extend(ClassMethods)
  end

  # Runs Ruby code in a new process with this one's load path; returns what it printed.
  def ruby(code, *arguments)
    out, status = Open3.capture2e(RbConfig.ruby, "-W0",
                                  *$LOAD_PATH.flat_map { |path| ["-I", path.to_s] },
                                  "-e", code, *arguments)
    assert status.success?, "#{status}: #{out}"
    out
  end

  # Resident memory in KiB.
  def resident
    File.read("/proc/self/status")[/^VmRSS:\s+(\d+)/, 1].to_i
  end

  # Objects that the block makes, per call.
  def objects_of(times = 1000)
    yield
    GC.disable
    before = GC.stat(:total_allocated_objects)
    i = 0
    while i < times
      yield
      i += 1
    end
    (GC.stat(:total_allocated_objects) - before) / times
  ensure
    GC.enable
  end
end
