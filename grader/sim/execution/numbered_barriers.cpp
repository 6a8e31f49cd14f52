// A block's numbered barriers: bar and barrier of PTX.
//
// PTX ISA, sections "bar, barrier" and "Memory Consistency Model": every arrival
// synchronizes with every thread that waits at the same barrier.  A thread that only
// arrives acquires nothing.
#include <array>
#include <memory>

#include "common/invariant.h"
#include "sim/execution/machine.h"

namespace gridlock::sim {

namespace {
constexpr std::uint64_t kWarp = 32;
}  // namespace

Machine::BarResult Machine::numbered_barrier(std::uint64_t number, std::uint64_t threads,
                                             bool waits, bool predicate,
                                             std::uint64_t pc) {
  words_.settle();
  note_dependence();
  ++scheduler_.steps;
  Thread& thread = *current();
  if (!thread.block) {
    report_misuse(Misuse::Kind::syncthreads_in_host_code, pc);
    return {};
  }
  Block& block = *thread.block;
  if (!block.numbered_barriers)
    block.numbered_barriers = std::make_unique<std::array<NumberedBarrier, 16>>();
  if (number >= block.numbered_barriers->size() || threads % kWarp != 0) {
    report_crash(gridlock::Trapped{}, pc);
    return {};
  }
  NumberedBarrier& barrier = (*block.numbered_barriers)[number];
  gives_up(thread);
  thread.spin.progressed();
  thread.waiting_pc = pc;
  barrier.needed = threads;
  ++barrier.arrived;
  // The last warp counts as a full warp.
  if (threads && thread.number + 1 == block.threads.size())
    barrier.arrived += (kWarp - block.threads.size() % kWarp) % kWarp;
  barrier.set += predicate;
  if (waits) {
    barrier.waiting.push_back(&thread);
    scheduler_.make_unready(thread);
    thread.waiting = Waiting::numbered_barrier;
  } else {
    barrier.before.join(thread);
    barrier.has_arrivals = true;
    thread.tick();
  }
  if (barrier.arrived >= (threads ? threads : block.alive))
    complete_numbered_barrier(barrier);
  reschedule();
  return {thread.bar_set, thread.bar_of};
}

void Machine::complete_numbered_barrier(NumberedBarrier& numbered) {
  barrier_parties_.assign(numbered.waiting.begin(), numbered.waiting.end());
  if (!barrier_parties_.empty()) barrier(barrier_parties_, Meeting::others);
  ++counters_.barriers;
  INVARIANT(
      "No more predicates are set than threads have arrived.",
      numbered.set >= 0 && static_cast<std::uint64_t>(numbered.set) <= numbered.arrived);
  for (Thread* thread : numbered.waiting) {
    INVARIANT("A thread that a barrier wakes waits there.",
              thread->waiting == Waiting::numbered_barrier);
    if (numbered.has_arrivals) take_over(*thread, numbered.before);
    thread->bar_set = numbered.set;
    thread->bar_of = static_cast<int>(numbered.waiting.size());
    scheduler_.make_ready(*thread);
  }
  numbered = {};
}

void Machine::recheck_numbered_barriers(Block& block) {
  for (NumberedBarrier& barrier : *block.numbered_barriers)
    if (!barrier.waiting.empty() && barrier.needed == 0 && barrier.arrived >= block.alive)
      complete_numbered_barrier(barrier);
}

}  // namespace gridlock::sim
