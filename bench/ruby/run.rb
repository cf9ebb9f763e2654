# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# The Ruby suite: both reports in processes and in one process, and the memory that each library
# adds. Prints tables and, with --results=DIR, writes DIR/ruby.json. Run by tools/gem_bench, which
# builds the gem. Runtimes come from RUBY, JRUBY and TRUFFLERUBY.
#
# Usage: run.rb --build=DIR [--quick] [--results=DIR]
#        run.rb --list-bars

require "json"
require "open3"
require "rbconfig"
require "tempfile"
require "time"
require_relative "spread"

class RubySuite
  # id, row, subject, peer, least ratio of the best passes
  BARS = [
    ["ruby-md5-4096-digest", "md5-4096", "Hashmill::MD5", "Digest::MD5", 1.2],
    ["ruby-sha1-4096-digest", "sha1-4096", "Hashmill::SHA1", "Digest::SHA1", 2.3],
    ["ruby-sha256-4096-digest", "sha256-4096", "Hashmill::SHA256", "Digest::SHA256", 5.5],
    ["ruby-sha512-4096-digest", "sha512-4096", "Hashmill::SHA512", "Digest::SHA512", 1.9],
    ["ruby-md5-4096-openssl", "md5-4096", "Hashmill::MD5", "OpenSSL::Digest::MD5", 1.2],
    ["ruby-sha1-4096-openssl", "sha1-4096", "Hashmill::SHA1", "OpenSSL::Digest::SHA1", 1.35],
    ["ruby-sha256-4096-openssl", "sha256-4096", "Hashmill::SHA256", "OpenSSL::Digest::SHA256", 1.35],
    ["ruby-sha512-4096-openssl", "sha512-4096", "Hashmill::SHA512", "OpenSSL::Digest::SHA512", 1.2],
    ["ruby-sha256-16-digest", "sha256-16", "Hashmill::SHA256", "Digest::SHA256", 4.0],
    ["ruby-md5-16-digest", "md5-16", "Hashmill::MD5", "Digest::MD5", 2.5],
    ["ruby-hmac-openssl", "hmac-sha1-445", "Hashmill::HMAC", "OpenSSL::HMAC", 12.0],
    ["ruby-hmac-taken-over", "hmac-sha1-445", "OpenSSL::HMAC, taken over", "OpenSSL::HMAC", 10.0],
    ["ruby-many-md5-digest", "many-md5-64", "Hashmill.hexdigests", "Digest::MD5 in a loop", 5.0]
  ].freeze
  OBJECTS = ["ruby-objects", "objects of a one-shot hexdigest", 1].freeze
  MEMORY = ["ruby-memory", "memory of require \"hashmill\"", 1024].freeze # KiB

  def self.list_bars
    BARS.each do |id, row, subject, peer, least|
      puts format("%-8s %-24s %d  %14s %7.2f  %s", "ruby", id, 6, "speed at least", least,
                  "#{subject}, #{row}, against #{peer}")
    end
    [OBJECTS, MEMORY].each do |id, what, most|
      puts format("%-8s %-24s %d  %14s %7.2f  %s", "ruby", id, 6, "at most", most, what)
    end
  end

  def initialize(build, quick, results)
    @gem = Dir["#{build}/gem/home/gems/hashmill-*"].fetch(0) { abort "no gem in #{build}" }
    @paths = ["#{@gem}/lib", *Dir["#{build}/gem/home/extensions/*/*/hashmill-*"]]
    @java_paths = Dir["#{build}/gem/java-home/gems/hashmill-*/lib"]
    @quick = quick
    @results = results
    @ruby = ENV.fetch("RUBY", RbConfig.ruby)
    @report = { schema: "hashmill-bench-1", suite: "ruby",
                command: "./dev bench ruby#{' --quick' if quick}",
                quick: quick, date: Time.now.utc.iso8601, seconds: {} }
  end

  def run
    %i[in_process bars processes hmac_bm memory].each do |part|
      seconds = wall { send(part) }
      @report[:seconds][part.to_s.tr("_", " ")] = seconds.round(1)
    end
    puts "", "Seconds: #{@report[:seconds].map { |part, took| "#{part} #{took.round}" }.join(', ')}"
    write if @results
  end

  private

  def here(file)
    File.join(__dir__, file)
  end

  # Standard output of a command that must succeed. An interrupted run takes it along.
  def output(*command)
    read, write = IO.pipe
    pid = spawn(*command, out: write)
    write.close
    out = read.read
    read.close
    _, status = Process.wait2(pid)
    pid = nil
    abort "failed: #{command.join(' ')}" unless status.success?
    out
  ensure
    if pid
      Process.kill(:KILL, pid)
      Process.wait(pid)
    end
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
        puts format("  %-32s %10.1f ns %8.2fx%s %6.0f objects", entrant[:name],
                    entrant[:ns][:min], entrant[:best_ratio], mark(entrant),
                    entrant[:objects] || 0)
      end
    end
  end

  # "~": noisy, "=": neither is faster
  def mark(entrant)
    return "~" if entrant[:noisy]

    entrant[:peer_is] == "even" ? "=" : " "
  end

  def bars
    puts "", "Bars: how many times faster, asked and measured"
    @report[:bars] = BARS.map do |id, row_id, subject, peer, least|
      row = @report[:rows].find { |r| r[:id] == row_id }
      own, other = [subject, peer].map { |name| row[:entrants].find { |e| e[:name] == name } }
      pairs = Spread.beside(other[:passes], own[:passes])
      bar(id, "#{subject}, #{row[:title]}", peer, least,
          (other[:ns][:min] / own[:ns][:min]).round(2), "x", at_most: false, pairs: pairs)
    end
    one_shots = @report[:rows].select { |r| r[:id].match?(/\A(md5|sha)\d*-/) }
    objects = one_shots.map { |row| row[:entrants].first[:objects].round }.max
    id, what, most = OBJECTS
    @report[:bars] << bar(id, what, "", most, objects, "")
  end

  # A bar as every suite writes it.
  def bar(id, what, against, asked, measured, unit, at_most: true, pairs: {})
    met = at_most ? measured <= asked : measured >= asked
    noisy = pairs.fetch(:noisy, false)
    puts format("  %-6s %-58s %-26s %s %-7s %9s%s", met ? "met" : "MISSED", what, against,
                at_most ? "<=" : ">=", "#{asked}#{unit}", "#{measured}#{unit}", noisy ? "~" : "")
    { id: id, issue: 6, what: what, against: against, at_most: at_most, asked: asked.to_f,
      measured: measured.to_f, mad: pairs.fetch(:ratio_mad, 0), unit: unit, met: met, noisy: noisy,
      command: "./dev bench ruby" }
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
    turns = @quick ? "2000" : "100000"
    found = runtimes
    commands = process_commands(found, turns)
    times = commands.map { [] }
    same_sums(commands, times)
    (@quick ? 2 : 5).times { |round| each_in_turn(commands, round, times) }
    puts "", "Whole processes: #{turns} times MD5, SHA-1 and SHA-256 hexdigest of 16 to " \
             "1,024 bytes, best of #{times.first.size}"
    @report[:turns] = Integer(turns)
    @report[:processes] = commands.each_with_index.map do |(name, _), i|
      puts format("  %-32s %8.3f s", name, times[i].min)
      { name: name, seconds: times[i].map { |t| t.round(4) }, **beside_first(times, i) }
    end
    absent = ["MRI with YJIT", "JRuby", "TruffleRuby"] - found.keys
    @report[:missing] = absent
    @report[:peers] = found.to_h { |name, (command, _)| [name, version(command)] }
    puts "  not here: #{absent.join(', ')}" unless absent.empty?
    puts "  A process pays for its start; a JIT has little time to get warm."
  end

  def beside_first(times, i)
    i.zero? ? {} : Spread.beside(times[i], times.first)
  end

  def process_commands(found, turns)
    found.flat_map do |name, (command, paths)|
      plain = ["#{name}, Digest", [*command, here("digest_loop.rb"), turns]]
      taken = ["#{name}, hashmill/digest",
               [*command, *paths.flat_map { |path| ["-I", path] }, "-r", "hashmill/digest",
                here("digest_loop.rb"), turns]]
      name.start_with?("MRI") ? [plain, taken] : [plain]
    end
  end

  # Every runtime's checksum is MRI's. A quick run starts the JVM for this alone, and keeps the time.
  def same_sums(commands, times)
    sums = commands.each_with_index.map do |(name, command), i|
      sum = nil
      took = wall { sum = output(*command) }
      times[i] << took if @quick && !name.start_with?("MRI")
      sum
    end
    abort "different checksums: #{sums}" unless sums.uniq.size == 1
  end

  # There and back.
  def each_in_turn(commands, round, times)
    order = commands.each_index.to_a
    order.reverse! if round.odd?
    order.each do |i|
      name, command = commands[i]
      next if @quick && !name.start_with?("MRI")

      times[i] << wall { output(*command) }
    end
  end

  def wall
    before = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    yield
    Process.clock_gettime(Process::CLOCK_MONOTONIC) - before
  end

  # ---- Report B ----------------------------------------------------------------------------------

  # The whole of Benchmark.bmbm several times, so that there is a spread.
  def hmac_bm
    table = ""
    passes = Array.new(@quick ? 3 : 9) do
      Tempfile.create do |file|
        table = output(*ruby(here("hmac_bm.rb"), file.path))
        JSON.parse(File.read(file.path), symbolize_names: true)
      end
    end
    puts "", "10,000 HMAC-SHA1 of 445 bytes, the last of #{passes.size} processes", table
    first = passes.map { |pass| pass.first[:total] }
    @report[:hmac] = passes.first.each_index.map do |i|
      row = { name: passes.first[i][:name] }
      %i[user system total real].each do |clock|
        row[:"#{clock}_s"] = Spread.summary(passes.map { |pass| pass[i][clock].round(6) })
      end
      i.zero? ? row : row.merge(Spread.beside(passes.map { |pass| pass[i][:total] }, first))
    end
  end

  # ---- Memory ------------------------------------------------------------------------------------

  MEMORY_SETS = {
    "nothing" => [], "digest" => %w[digest],
    "digest with MD5, SHA1, SHA2, RMD160" => %w[digest/md5 digest/sha1 digest/sha2 digest/rmd160],
    "hashmill" => %w[hashmill], "hashmill/digest" => %w[hashmill/digest], "openssl" => %w[openssl]
  }.freeze

  def memory
    puts "", "Resident memory that a require adds, KiB, median of processes"
    kib = MEMORY_SETS.transform_values { [] }
    (@quick ? 5 : 11).times do
      MEMORY_SETS.each do |name, features|
        kib[name] << Integer(output(*ruby(here("memory.rb"), *features)))
      end
    end
    @report[:memory] = [%w[digest nothing], ["digest with MD5, SHA1, SHA2, RMD160", "nothing"],
                        %w[hashmill digest], %w[hashmill/digest digest],
                        %w[openssl nothing]].map { |name, below| added(kib, name, below) }
    id, what, most = MEMORY
    own = @report[:memory].find { |row| row[:name] == "hashmill, beyond digest" }[:kib]
    @report[:bars] << bar(id, what, "beyond require \"digest\"", most, own, " KiB")
  end

  def added(kib, name, below)
    values = kib[name].zip(kib[below]).map { |a, b| a - b }
    title = below == "nothing" ? name : "#{name}, beyond #{below}"
    row = { name: title, kib: Spread.median(values), mad: Spread.mad(values) }
    puts format("  %-40s %8d", title, row[:kib])
    row
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
if options.key?("--list-bars")
  RubySuite.list_bars
  exit
end
unknown = options.keys - %w[--build --quick --results]
unless unknown.empty? && options["--build"].is_a?(String)
  warn "usage: run.rb --build=DIR [--quick] [--results=DIR]"
  exit 64
end
RubySuite.new(options["--build"], options.key?("--quick"), options["--results"]).run
