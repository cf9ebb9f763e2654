# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# The Ruby suite: both reports in processes and in one process, and the memory that each library
# adds. Prints tables and, with --results=DIR, writes DIR/ruby.json. Run by tools/gem_bench, which
# builds the gem. Runtimes come from RUBY, JRUBY and TRUFFLERUBY.
#
# Usage: run.rb --build=DIR [--quick] [--results=DIR]

require "json"
require "open3"
require "rbconfig"
require "tempfile"
require "time"

class RubySuite
  BARS = [
    # id of the row, subject, peer, least ratio
    ["md5-4096", "Hashmill::MD5", "Digest::MD5", 1.2],
    ["sha1-4096", "Hashmill::SHA1", "Digest::SHA1", 2.3],
    ["sha256-4096", "Hashmill::SHA256", "Digest::SHA256", 5.5],
    ["sha512-4096", "Hashmill::SHA512", "Digest::SHA512", 1.9],
    ["md5-4096", "Hashmill::MD5", "OpenSSL::Digest::MD5", 1.2],
    ["sha1-4096", "Hashmill::SHA1", "OpenSSL::Digest::SHA1", 1.35],
    ["sha256-4096", "Hashmill::SHA256", "OpenSSL::Digest::SHA256", 1.35],
    ["sha512-4096", "Hashmill::SHA512", "OpenSSL::Digest::SHA512", 1.2],
    ["sha256-16", "Hashmill::SHA256", "Digest::SHA256", 4.0],
    ["md5-16", "Hashmill::MD5", "Digest::MD5", 2.5],
    ["hmac-sha1-445", "Hashmill::HMAC", "OpenSSL::HMAC", 12.0],
    ["hmac-sha1-445", "OpenSSL::HMAC, taken over", "OpenSSL::HMAC", 10.0],
    ["many-md5-64", "Hashmill.hexdigests", "Digest::MD5 in a loop", 5.0]
  ].freeze
  MEMORY_BAR = 1024 # KiB
  NOISY = 0.10 # a spread above this is marked, as in the C suites

  def initialize(build, quick, results)
    @gem = Dir["#{build}/gem/home/gems/hashmill-*"].fetch(0) { abort "no gem in #{build}" }
    @paths = ["#{@gem}/lib", *Dir["#{build}/gem/home/extensions/*/*/hashmill-*"]]
    @java_paths = Dir["#{build}/gem/java-home/gems/hashmill-*/lib"]
    @quick = quick
    @results = results
    @ruby = ENV.fetch("RUBY", RbConfig.ruby)
    @report = { schema: "hashmill-bench-1", suite: "ruby",
                command: [$PROGRAM_NAME, *ARGV].join(" "),
                quick: quick, date: Time.now.utc.iso8601 }
  end

  def run
    in_process
    bars
    processes
    hmac_bm
    memory
    write if @results
  end

  private

  def here(file)
    File.join(__dir__, file)
  end

  # Standard output of a command that must succeed.
  def output(*command)
    out, status = Open3.capture2(*command)
    abort "failed: #{command.join(' ')}" unless status.success?
    out
  end

  def ruby(*arguments)
    [@ruby, *@paths.flat_map { |path| ["-I", path] }, *arguments]
  end

  # ---- In one process --------------------------------------------------------------------------

  def in_process
    result = JSON.parse(output(*ruby(here("in_process.rb"), *("--quick" if @quick))),
                        symbolize_names: true)
    @report.merge!(result.slice(:ruby, :openssl, :kernels, :lanes, :rows))
    puts "#{result[:ruby]}, #{result[:openssl]}"
    puts "In one process, CPU time, best of #{result[:outer]} passes after " \
         "#{result[:warm]} untimed"
    result[:rows].each do |row|
      puts "", row[:title]
      row[:entrants].each do |entrant|
        puts format("  %-32s %10.1f ns %8.2fx %6.0f objects", entrant[:name], entrant[:best_ns],
                    entrant[:ratio], entrant[:objects] || 0)
      end
    end
  end

  def bars
    puts "", "Bars: how many times faster, asked and measured"
    @report[:bars] = BARS.map do |id, subject, peer, least|
      row = @report[:rows].find { |r| r[:id] == id }
      pair = [subject, peer].map { |name| row[:entrants].find { |e| e[:name] == name } }
      noisy = pair.any? { |e| 2 * e[:mad_ns] / e[:median_ns] > NOISY }
      times = pair.map { |e| e[:best_ns] }
      bar("ruby-#{id}-#{BARS.index([id, subject, peer, least])}", "#{subject}, #{row[:title]}",
          peer, least, (times[1] / times[0]).round(2), "x", at_most: false, noisy: noisy)
    end
    one_shots = @report[:rows].select { |r| r[:id].match?(/\A(md5|sha)\d*-/) }
    objects = one_shots.map { |row| row[:entrants].first[:objects].round }.max
    @report[:bars] << bar("ruby-objects", "objects of a one-shot hexdigest", "", 1, objects, "")
  end

  # A bar as every suite writes it.
  def bar(id, what, against, asked, measured, unit, at_most: true, noisy: false)
    met = at_most ? measured <= asked : measured >= asked
    puts format("  %-6s %-58s %-26s %s %-7s %9s%s", met ? "met" : "MISSED", what, against,
                at_most ? "<=" : ">=", "#{asked}#{unit}", "#{measured}#{unit}", noisy ? "~" : "")
    { id: id, issue: 6, what: what, against: against, at_most: at_most, asked: asked.to_f,
      measured: measured.to_f, unit: unit, met: met, noisy: noisy, command: "./dev bench ruby" }
  end

  # ---- Processes (report A) ----------------------------------------------------------------------

  # Every runtime that is there, with the stdlib and, where it can, with the takeover.
  def runtimes
    list = { "MRI" => [[@ruby], @paths] }
    list["MRI with YJIT"] = [[@ruby, "--yjit"], @paths] if runs?(@ruby, "--yjit")
    jruby = ENV.fetch("JRUBY", "jruby")
    list["JRuby"] = [[jruby], @java_paths] if runs?(jruby)
    truffle = ENV.fetch("TRUFFLERUBY", "truffleruby")
    list["TruffleRuby"] = [[truffle], []] if runs?(truffle)
    list
  end

  def runs?(*command)
    system(*command, "-e", "exit 0", out: File::NULL, err: File::NULL)
  end

  def version(command)
    Open3.capture2e(*command, "--version").first.lines.grep(/ruby/i).first.to_s.strip
  end

  def processes
    turns = @quick ? "5000" : "100000"
    found = runtimes
    commands = found.flat_map do |name, (command, paths)|
      plain = ["#{name}, Digest", [*command, here("digest_loop.rb"), turns]]
      taken = ["#{name}, hashmill/digest",
               [*command, *paths.flat_map { |path| ["-I", path] }, "-r", "hashmill/digest",
                here("digest_loop.rb"), turns]]
      name.start_with?("MRI") ? [plain, taken] : [plain]
    end
    sums = commands.map { |_, command| output(*command) }
    abort "different checksums: #{sums}" unless sums.uniq.size == 1

    times = commands.map { [] }
    (@quick ? 2 : 5).times do
      commands.each_with_index { |(_, command), i| times[i] << wall { output(*command) } }
    end
    puts "", "Whole processes: #{turns} times MD5, SHA-1 and SHA-256 hexdigest of 16 to " \
             "1,024 bytes, best of #{times.first.size}"
    @report[:processes] = commands.each_with_index.map do |(name, _), i|
      puts format("  %-32s %8.3f s", name, times[i].min)
      { name: name, seconds: times[i].map { |t| t.round(4) } }
    end
    absent = ["MRI with YJIT", "JRuby", "TruffleRuby"] - found.keys
    @report[:missing] = absent
    @report[:peers] = found.to_h { |name, (command, _)| [name, version(command)] }
    puts "  not here: #{absent.join(', ')}" unless absent.empty?
    puts "  A process pays for its start; a JIT has little time to get warm."
  end

  def wall
    before = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    yield
    Process.clock_gettime(Process::CLOCK_MONOTONIC) - before
  end

  # ---- Report B ----------------------------------------------------------------------------------

  def hmac_bm
    Tempfile.create do |file|
      table = output(*ruby(here("hmac_bm.rb"), file.path))
      puts "", "10,000 HMAC-SHA1 of 445 bytes", table
      @report[:hmac] = JSON.parse(File.read(file.path))
    end
  end

  # ---- Memory ------------------------------------------------------------------------------------

  def memory
    puts "", "Resident memory that a require adds, KiB, median of processes"
    nothing = resident
    digest = resident("digest")
    sets = { "digest" => [nothing, digest],
             "digest with MD5, SHA1, SHA2, RMD160" =>
               [nothing, resident("digest/md5", "digest/sha1", "digest/sha2", "digest/rmd160")],
             "hashmill, beyond digest" => [digest, resident("hashmill")],
             "hashmill/digest, beyond digest" => [digest, resident("hashmill/digest")],
             "openssl" => [nothing, resident("openssl")] }
    @report[:memory] = sets.map do |name, (before, after)|
      puts format("  %-40s %8d", name, after - before)
      { name: name, kib: after - before }
    end
    added = @report[:memory].find { |row| row[:name] == "hashmill, beyond digest" }[:kib]
    @report[:bars] << bar("ruby-memory", "memory of require \"hashmill\"",
                          "beyond require \"digest\"", MEMORY_BAR, added, " KiB")
  end

  def resident(*features)
    values = Array.new(@quick ? 5 : 11) do
      Integer(output(*ruby(here("memory.rb"), *features)))
    end
    values.sort[values.size / 2]
  end

  def write
    Dir.mkdir(@results) unless Dir.exist?(@results)
    path = File.join(@results, "ruby.json")
    File.write("#{path}.new", JSON.pretty_generate(@report))
    File.rename("#{path}.new", path)
    puts "", "written: #{path}"
  end
end

options = ARGV.to_h do |argument|
  name, value = argument.split("=", 2)
  [name, value || true]
end
unknown = options.keys - %w[--build --quick --results]
unless unknown.empty? && options["--build"].is_a?(String)
  warn "usage: run.rb --build=DIR [--quick] [--results=DIR]"
  exit 64
end
RubySuite.new(options["--build"], options.key?("--quick"), options["--results"]).run
