# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# Threads, Ractors, signals: with the lock, without it, and while Strings change.

require_relative "helper"

class TestThreads < Minitest::Test
  include HashmillTest

  MIB = 1 << 20

  # No static buffers: eight threads, different messages, answers known beforehand.
  def test_one_shots_in_threads
    messages = Array.new(64) { |i| HashmillTest.bytes(i * 5, i) }
    digests = messages.map { |message| Digest::SHA256.hexdigest(message) }
    tags = messages.map { |message| OpenSSL::HMAC.digest("MD5", "key", message) }
    threads = Array.new(8) do |t|
      Thread.new do
        Array.new(20_000) do |i|
          n = (i * 7 + t) % 64
          Hashmill::SHA256.hexdigest(messages[n]) == digests[n] &&
            Hashmill::HMAC.digest(:MD5, "key", messages[n]) == tags[n]
        end.count(false)
      end
    end
    assert_equal [0] * 8, threads.map(&:value)
  end

  # Other threads run while a long String is hashed.
  native def test_lock_is_released
    data = "x" * (40 * MIB)
    Tempfile.create do |file|
      file.write(data)
      file.close
      { "class" => -> { Hashmill::RMD160.hexdigest(data) },
        "update" => -> { Hashmill::RMD160.new.update(data) },
        "file" => -> { Hashmill::RMD160.file(file.path) },
        "hmac" => -> { Hashmill::HMAC.digest(:RMD160, "k", data) },
        "hmac update" => -> { Hashmill::HMAC.new("k", :RMD160).update(data) },
        "multi" => -> { Hashmill::Multi.hexdigests(data, :RMD160, :MD5) },
        "multi file" => -> { Hashmill::Multi.file(file.path, :RMD160) },
        "many" => -> { Hashmill.hexdigests(:RMD160, [data, "x"]) },
        "files" => -> { Hashmill.file_hexdigests(:RMD160, [file.path] * 2) },
        "pieces" => -> { Hashmill.pieces(:RMD160, data, 24 * MIB) } }.each do |what, call|
        assert_operator turns_during(&call), :>, 0, what
      end
    end
  end

  # What another thread was at work on when the process forked can be used in the child, as it was
  # before that work.
  native def test_fork_during_update
    skip "no fork here" unless Process.respond_to?(:fork)
    data = "x" * (100 * MIB)
    { "digest" => [Hashmill::RMD160.new, :hexdigest],
      "multi" => [Hashmill::Multi.new(:RMD160, :MD5), :hexdigests],
      "hmac" => [Hashmill::HMAC.new("k", :RMD160), :hexdigest] }.each do |what, (object, value)|
      object.update("start")
      before = object.public_send(value)
      thread = Thread.new { object.update(data) }
      sleep 0.05
      # A mark that is set shows as a wait; the parent's thread is still at work at this point.
      assert_equal [before, true], in_child { object.public_send(value) }, what
      copied = in_child { object.update("more").reset.update("start").public_send(value) }
      assert_equal [before, true], copied, what
      thread.join
    end
  end

  # The block's value in a child, and whether it came within ten seconds.
  def in_child
    reader, writer = IO.pipe
    pid = fork do
      Thread.new { sleep(10) && exit!(1) }
      writer.write(Marshal.dump(yield))
      writer.close
      exit!(0)
    end
    writer.close
    text = reader.read
    status = Process.wait2(pid).last
    [text.empty? ? nil : Marshal.load(text), status.success?]
  ensure
    reader.close
  end

  # How often another thread came to its turn during the block.
  def turns_during
    turns = 0
    stop = false
    thread = Thread.new { (turns += 1) && Thread.pass until stop }
    Thread.pass while turns.zero?
    before = turns
    yield
    turns - before
  ensure
    stop = true
    thread.join
  end

  # The digest is that of one consistent content, whatever another thread does to the String.
  def test_string_changed_meanwhile
    size = 24 * MIB
    contents = ["a" * size, "", "b" * (10 * MIB), "#{'b' * (10 * MIB)}tail"]
    right = contents.map { |content| Digest::SHA1.hexdigest(content) }
    calls = { one_shot: ->(s) { Hashmill::SHA1.hexdigest(s) },
              update: ->(s) { (Hashmill::SHA1.new << s).hexdigest },
              many: ->(s) { Hashmill.hexdigests(:SHA1, [s]).first },
              multi: ->(s) { Hashmill::Multi.hexdigests(s, :SHA1)[:SHA1] } }
    calls.each do |what, call|
      string = "a" * size
      stop = false
      writer = Thread.new do
        until stop
          string.clear
          string.replace(contents[2])
          string << "tail"
          string.replace(contents[0])
        end
      end
      2.times { assert_includes right, call.call(string), what }
      stop = true
      writer.join
      string << "x"
      refute_predicate string, :frozen?
    end
  end

  # Threads that share one object: every update counts, none is torn.
  def test_shared_object
    part = "y" * (3 * MIB)
    [Hashmill::SHA256.new, Hashmill::HMAC.new("k", :SHA256),
     Hashmill::Multi.new(:SHA256)].each do |object|
      reference = object.dup
      Array.new(4) { Thread.new { 4.times { object << part } } }.each(&:join)
      16.times { reference << part }
      results = [object, reference].map do |digest|
        digest.respond_to?(:hexdigests) ? digest.hexdigests : digest.hexdigest
      end
      assert_equal results[1], results[0], object.class.name
    end
  end

  # Reading, copying and resetting wait for a long update of another thread.
  native def test_others_wait
    data = "z" * (48 * MIB)
    possible = [Digest::RMD160.hexdigest(data), Digest::RMD160.hexdigest("")]
    digest = Hashmill::RMD160.new
    [->(d) { d }, ->(d) { d.dup }, ->(d) { d.reset }].each do |call|
      digest.reset
      started = false
      thread = Thread.new { (started = true) && digest.update(data) }
      Thread.pass until started
      assert_includes possible, call.call(digest).hexdigest
      thread.join
      assert_includes possible, digest.hexdigest
    end
  end

  class Stop < StandardError; end

  # An exception from outside arrives, and leaves a digest as it was.
  native def test_thread_raise
    data = "r" * (256 * MIB)
    objects = [Hashmill::RMD160.new << "before", Hashmill::HMAC.new("k", :RMD160) << "before",
               Hashmill::Multi.new(:RMD160, :SHA512) << "before"]
    objects.each do |object|
      before = object.respond_to?(:hexdigest) ? object.hexdigest : object.hexdigests
      started = false
      thread = Thread.new do
        Thread.current.report_on_exception = false
        started = true
        loop { object << data }
      end
      Thread.pass until started
      thread.raise(Stop, "now")
      assert_raises(Stop) { thread.value }
      after = object.respond_to?(:hexdigest) ? object.hexdigest : object.hexdigests
      # Not even the first update can have been complete when the exception came; but a machine may
      # have slept, so only a torn state is wrong.
      acceptable = [before]
      copy = object.dup.reset << "before"
      3.times { copy << data } if after != before
      acceptable << (copy.respond_to?(:hexdigest) ? copy.hexdigest : copy.hexdigests)
      assert_includes acceptable, after
      object << "x"
    end
  end

  def test_thread_kill_and_timeout
    data = "k" * (256 * MIB)
    digest = Hashmill::RMD160.new
    assert_raises(Timeout::Error) { Timeout.timeout(0.01) { loop { digest.update(data) } } }
    thread = Thread.new { loop { digest.update(data) } }
    Thread.pass while thread.status == "run"
    thread.kill.join
    assert_match(/\A\h{40}\z/, digest.hexdigest)
    assert_equal Digest::RMD160.hexdigest("x"), digest.reset.update("x").hexdigest
    assert_raises(Timeout::Error) do
      Timeout.timeout(0.01) { loop { Hashmill::RMD160.hexdigest(data) } }
    end
    assert_raises(Timeout::Error) do
      Timeout.timeout(0.01) { loop { Hashmill::HMAC.hexdigest(:RMD160, "k", data) } }
    end
  end

  # A signal handler that uses the very digest that is being updated gets an exception, no deadlock.
  native def test_signal_handler
    out = ruby(<<~'RUBY')
      require "hashmill"
      digest = Hashmill::RMD160.new
      seen = []
      trap(:USR1) do
        begin
          digest << "x"
          seen << :no_error
        rescue ThreadError => e
          seen << e.message
        end
      end
      data = "s" * (80 << 20)
      in_update = false
      Thread.new do
        Thread.pass until in_update
        Process.kill(:USR1, Process.pid)
      end
      in_update = true
      digest.update(data)
      right = [Hashmill::RMD160.hexdigest(data), Hashmill::RMD160.hexdigest("x" + data),
               Hashmill::RMD160.hexdigest(data + "x")]
      sleep 0.01 while seen.empty?
      abort "torn" unless right.include?(digest.hexdigest)
      puts seen
    RUBY
    assert_match(/in use further up|no_error/, out)
  end

  # Reading a file that gives nothing can be interrupted, and signals arrive meanwhile.
  def test_blocked_read
    Dir.mktmpdir do |folder|
      File.mkfifo("#{folder}/fifo")
      keep = File.open("#{folder}/fifo", "r+b")
      [-> { Hashmill::MD5.file("#{folder}/fifo") },
       -> { Hashmill::Multi.file("#{folder}/fifo", :MD5) },
       -> { Hashmill.file_hexdigests(:MD5, ["#{folder}/fifo"]) }].each do |call|
        assert_raises(Timeout::Error) { Timeout.timeout(0.05) { call.call } }
      end
      keep.close
    end
  end

  native def test_fibers
    digest = Hashmill::MD5.new
    fibers = Array.new(3) do |i|
      Fiber.new do
        4.times do |j|
          digest << "#{i}#{j}"
          Fiber.yield
        end
      end
    end
    4.times { fibers.each(&:resume) }
    text = 4.times.flat_map { |j| 3.times.map { |i| "#{i}#{j}" } }.join
    assert_equal Digest::MD5.hexdigest(text), digest.hexdigest
  end

  native def test_ractors
    skip "no Ractor" unless defined?(Ractor)
    out = ruby(<<~'RUBY')
      require "hashmill"
      require "hashmill/digest"
      KEY = Hashmill::HMAC::Key.new("key", :SHA256)
      abort "not shareable" unless Ractor.shareable?(KEY)
      work = proc do |seed|
        random = Random.new(seed)
        strings = Array.new(50) { random.bytes(random.rand(300)) }
        digest = Hashmill::SHA512.new
        strings.each { |s| digest << s }
        [strings.map { |s| Hashmill::SHA256.hexdigest(s) }, Hashmill.hexdigests(:MD5, strings),
         KEY.hexdigests(strings), KEY.verify(strings[0], KEY.hexdigest(strings[0])),
             digest.hexdigest,
         Hashmill::HMAC.base64digest(:SHA1, "k", strings[1]), Digest::SHA1.hexdigest(strings[2]),
         Hashmill::Multi.hexdigests(strings[3], :MD5, :SHA1),
             Hashmill::MD5.file("/proc/version").to_s,
         Hashmill.file_hexdigests(:SHA1, ["/proc/version"]),
             Hashmill.hexpieces(:MD5, strings[4], 7),
         Hashmill::MD5.hexdigest("r" * (3 << 20)), digest.urlsafe_base64digest,
             Hashmill.s3_etag("x"),
         digest.verify(digest.base64digest, encoding: :base64)]
      end
      expected = Array.new(4) { |i| work.call(i) }
      ractors = Array.new(4) { |i| Ractor.new(i, &work) }
      values = ractors.map { |r| r.respond_to?(:value) ? r.value : r.take }
      puts values == expected ? "same" : "different"
    RUBY
    assert_equal "same\n", out
  end

  # Many threads whose first digest comes at once, in processes that have done nothing before.
  native def test_first_use
    20.times do
      out = ruby(<<~'RUBY')
        require "hashmill"
        gate = Queue.new
        threads = Array.new(40) do |i|
          name = Hashmill.algorithms[i % 9]
          Thread.new do
            gate.pop
            Hashmill.const_get(name).hexdigest("abc") + Hashmill::HMAC.hexdigest(name, "k", "d")
          end
        end
        40.times { gate << true }
        values = threads.map(&:value)
        puts values.each_slice(9).map { |slice| slice.join[0, 500] }.first(4).uniq.size
      RUBY
      assert_equal "1\n", out
    end
  end
end
