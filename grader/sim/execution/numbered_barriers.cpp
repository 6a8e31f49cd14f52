// PTX ISA, sections "bar, barrier" and "Memory Consistency Model": every arrival
// synchronizes with every thread that waits at the same barrier.  A thread that only
// arrives acquires nothing.
#include "sim/execution/barriers.h"

#include <array>
#include <memory>

#include "common/invariant.h"

namespace gridlock::sim {

Barriers::NumberedResult Barriers::numbered_barrier(std::uint64_t number,
                                                    std::uint64_t threads, bool waits,
                                                    bool predicate, std::uint64_t pc) {
  run_.words.settle();
  run_.note_dependence();
  ++run_.scheduler.steps;
  Thread& thread = *run_.current();
  if (!thread.block) {
    run_.report_misuse(Misuse::Kind::syncthreads_in_host_code, pc);
    return {};
  }
  Block& block = *thread.block;
  if (!block.numbered_barriers)
    block.numbered_barriers = std::make_unique<std::array<NumberedBarrier, 16>>();
  if (number >= block.numbered_barriers->size() || threads % kWarpLanes != 0) {
    run_.report_crash(gridlock::Trapped{}, pc);
    return {};
  }
  NumberedBarrier& barrier = (*block.numbered_barriers)[number];
  polls_.stops_polling(thread);
  thread.spin.progressed();
  thread.waiting_pc = pc;
  barrier.needed = threads;
  ++barrier.arrived;
  // The last warp counts as a full warp.
  if (threads && thread.number + 1 == block.threads.size())
    barrier.arrived += (kWarpLanes - block.threads.size() % kWarpLanes) % kWarpLanes;
  barrier.set += predicate;
  if (waits) {
    barrier.waiting.push_back(&thread);
    run_.scheduler.make_unready(thread);
    thread.waiting = Waiting::numbered_barrier;
  } else {
    barrier.before.join(thread);
    barrier.has_arrivals = true;
    thread.tick();
  }
  if (barrier.arrived >= (threads ? threads : block.alive)) complete(barrier);
  turns_.reschedule();
  return {thread.bar_set, thread.bar_of};
}

void Barriers::complete(NumberedBarrier& numbered) {
  parties_.assign(numbered.waiting.begin(), numbered.waiting.end());
  if (!parties_.empty()) barrier(parties_, Meeting::others);
  ++run_.counters.barriers;
  INVARIANT(
      "No more predicates are set than threads have arrived.",
      numbered.set >= 0 && static_cast<std::uint64_t>(numbered.set) <= numbered.arrived);
  for (Thread* thread : numbered.waiting) {
    INVARIANT("A thread that a barrier wakes waits there.",
              thread->waiting == Waiting::numbered_barrier);
    if (numbered.has_arrivals) take_over(*thread, numbered.before);
    thread->bar_set = numbered.set;
    thread->bar_of = static_cast<int>(numbered.waiting.size());
    run_.scheduler.make_ready(*thread);
  }
  numbered = {};
}

void Barriers::recheck_numbered(Block& block) {
  for (NumberedBarrier& barrier : *block.numbered_barriers)
    if (!barrier.waiting.empty() && barrier.needed == 0 && barrier.arrived >= block.alive)
      complete(barrier);
}

}  // namespace gridlock::sim
