# frozen_string_literal: true
# SPDX-License-Identifier: MIT
#
# Times expressions beside each other in one process: untimed passes, then timed passes in turn,
# five at a time, so that what the machine does meanwhile hits all alike. The clock is the process's
# CPU time: one thread computes, and what other processes take of the core is not its cost. Knows no
# library.

require_relative "spread"

module Contest
  OUTER = Integer(ENV.fetch("OUTER", "25"))
  WARM = Integer(ENV.fetch("WARM", "3"))
  # Timed passes of one entrant before the next one's turn.
  BLOCK = 5
  CLOCK = Process::CLOCK_PROCESS_CPUTIME_ID

  Entrant = Struct.new(:name, :code, :passes, :objects, :bytes) do
    def best
      passes.min
    end
  end

  module_function

  # @param expressions [Hash{String => String}] names and Ruby code, evaluated in the context
  # @param inner [Integer] calls in a pass
  # @param works [Integer] operations in a call
  # @return [Array<Entrant>] passes in ns per operation
  def run(expressions, context, inner:, works: 1)
    entrants = expressions.map { |name, code| Entrant.new(name, code, []) }
    loops = entrants.map { |entrant| compile(entrant.code, context, inner) }
    verify(entrants, context)
    WARM.times { loops.each(&:call) }
    (OUTER.to_f / BLOCK).ceil.times do |round|
      # There and back: nobody always runs after the same neighbour.
      order = loops.each_with_index.to_a
      order.reverse! if round.odd?
      order.each do |pass, i|
        # The heap and malloc's lists are as another entrant left them: two passes put them right.
        2.times { pass.call }
        BLOCK.times { entrants[i].passes << time(pass) / (inner * works) }
      end
    end
    # Last: counting stops the collector, and the heap stays large afterwards.
    loops.zip(entrants) do |pass, entrant|
      entrant.objects, entrant.bytes = allocations(pass, inner)
    end
    entrants
  end

  def time(pass)
    before = Process.clock_gettime(CLOCK, :nanosecond)
    pass.call
    (Process.clock_gettime(CLOCK, :nanosecond) - before).to_f
  end

  # In a method of its own: answers that stay alive would be marked in every pass.
  def verify(entrants, context)
    answers = entrants.map { |entrant| context.eval(entrant.code) }
    raise "different answers: #{answers.inspect[0, 500]}" unless answers.uniq.size == 1
  end

  # A loop without a block call per turn: what is timed is the expression and `while`.
  def compile(code, context, inner)
    context.eval("lambda { i = 0; while i < #{inner}; #{code}; i += 1; end }")
  end

  # Objects and bytes of malloc per call, beyond those of an empty loop.
  def allocations(pass, inner)
    return [nil, nil] unless RUBY_ENGINE == "ruby"

    pass.call
    GC.start
    GC.disable
    objects = GC.stat(:total_allocated_objects)
    bytes = GC.stat(:malloc_increase_bytes)
    pass.call
    [((GC.stat(:total_allocated_objects) - objects).to_f / inner).round(2),
     ((GC.stat(:malloc_increase_bytes) - bytes).to_f / inner).round]
  ensure
    GC.enable
  end
end
