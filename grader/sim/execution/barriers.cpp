#include "sim/execution/barriers.h"

#include <algorithm>

#include "sim/execution/program_frame.h"

namespace gridlock::sim {

namespace {

/// A block may poll in a loop with barriers: after this many of them, other blocks run.
constexpr std::uint64_t kBarriersInARow = 256;
/// The same, for a block that has written nothing in between.
constexpr std::uint64_t kReadingBarriersInARow = 16;

/// Makes visible to all parties what fences have made visible to one of them.
void share_visible(const std::vector<Party*>& parties) {
  const auto visible = [](Party* party) -> Clock& {
    return static_cast<Thread*>(party)->visible;
  };
  const auto is_new = [](const Party* party) { return party->sc_is_new; };
  const auto first = std::find_if(parties.begin(), parties.end(), is_new);
  // Only fences make writes visible, and they set `sc_is_new`.
  if (first == parties.end()) return;
  Clock all = visible(*first);
  for (auto other = first + 1; other != parties.end(); ++other)
    if (is_new(*other)) all.join(visible(*other));
  for (Party* party : parties)
    if (!visible(party).same(all)) visible(party) = all;
}

}  // namespace

bool Barriers::arrive(BarrierKind kind, bool predicate, std::uint64_t pc) {
  latest_.settle();
  ++run_.scheduler.steps;
  Thread& thread = *run_.current();
  if (!thread.block) {
    run_.report_misuse(Misuse::Kind::syncthreads_in_host_code, pc);
    return false;
  }
  Block& block = *thread.block;
  thread.barrier_kind = kind;
  thread.predicate = predicate;
  polls_.stops_polling(thread);
  thread.spin.progressed();
  thread.waiting_pc = pc;
  if (run_.history.recording)
    run_.history.add({.op = Op::barrier_arrive,
                      .slot = thread.slot,
                      .epoch = thread.epoch,
                      .pc = pc,
                      .detail = block.barriers_done,
                      .name = sim::name_of(kind),
                      .block = block.uid,
                      .caller = site_of_caller(run_.module, __builtin_frame_address(0))},
                     thread.level[kStrict].known);
  INVARIANT("A thread arrives at a barrier while it runs.",
            thread.waiting == Waiting::nothing);
  if (block.arrived++ == 0) {
    block.barrier_pc = pc;
    block.barrier_kind = kind;
  }
  run_.scheduler.make_unready(thread);
  thread.waiting = Waiting::barrier;
  INVARIANT("A barrier's arrivals stay within those it expects.",
            block.arrived <= block.alive);
  if (pc != block.barrier_pc || kind != block.barrier_kind)
    run_.reporter.divergence(thread);
  if (block.arrived == block.alive) complete(block);
  return true;
}

/// Reports the first warp in which some lanes wait and the others have ended.  If there
/// is no such warp, reports the block; but not in a whole program, where that may be on
/// purpose.
void Barriers::look_for_absent_threads(Block& block) {
  const Thread* at_barrier = nullptr;
  for (std::size_t begin = 0; begin < block.threads.size(); begin += kWarpLanes) {
    const std::size_t end = std::min(begin + kWarpLanes, block.threads.size());
    const Thread* waits = nullptr;
    std::uint64_t came = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const Thread& thread = block.threads[i];
      if (thread.waiting != Waiting::barrier) continue;
      ++came;
      if (!waits) waits = &thread;
    }
    if (waits && came < end - begin)
      return run_.reporter.partial_barrier(*waits, came, end - begin - came, false);
    if (!at_barrier) at_barrier = waits;
  }
  if (!run_.options.whole_program && at_barrier)
    run_.reporter.partial_barrier(*at_barrier, block.alive,
                                  block.threads.size() - block.alive, true);
}

void Barriers::complete(Block& block) {
  if (run_.tells_advice() && block.alive < block.threads.size())
    look_for_absent_threads(block);
  std::vector<Party*>& parties = parties_;
  parties.clear();
  int set = 0;
  for (Thread& thread : block.threads) {
    if (thread.waiting != Waiting::barrier) continue;
    parties.push_back(&thread);
    set += thread.predicate;
  }
  INVARIANT("All threads that have arrived meet.", parties.size() == block.arrived);
  INVARIANT("A barrier is complete when all living threads have arrived.",
            block.arrived == block.alive && block.alive > 0);
  switch (block.barrier_kind) {
    case BarrierKind::plain:
      block.barrier_result = 0;
      break;
    case BarrierKind::logical_or:
      block.barrier_result = set != 0;
      break;
    case BarrierKind::logical_and:
      block.barrier_result = set == static_cast<int>(parties.size());
      break;
    case BarrierKind::count:
      block.barrier_result = set;
      break;
  }
  if (run_.options.weak_values) share_visible(parties);
  barrier(parties, Meeting::block);
  ++run_.counters.barriers;
  ++block.barriers_done;
  turns_.look_around();
  ++block.barriers_since_write;
  if (block.barriers_done % kBarriersInARow == 0 ||
      block.barriers_since_write % kReadingBarriersInARow == 0)
    run_.scheduler.policy().gives_way(static_cast<Thread&>(*parties.front()));
  block.arrived = 0;
  for (Party* party : parties) run_.scheduler.make_ready(static_cast<Thread&>(*party));
}

void Barriers::grid_barrier(std::uint64_t pc) {
  latest_.settle();
  ++run_.scheduler.steps;
  Thread& thread = *run_.current();
  if (!thread.block || !thread.block->kernel->cooperative) {
    run_.report_misuse(Misuse::Kind::grid_barrier_of_ordinary_launch, pc);
    return;
  }
  Kernel& kernel = *thread.block->kernel;
  thread.spin.progressed();
  thread.waiting_pc = pc;
  run_.scheduler.make_unready(thread);
  thread.waiting = Waiting::grid;
  kernel.grid_waiters.push_back(&thread);
  INVARIANT("No more threads wait for a grid than it has.",
            kernel.grid_waiters.size() <= kernel.grid.count() * kernel.block.count());
  if (kernel.grid_waiters.size() == kernel.grid.count() * kernel.block.count()) {
    INVARIANT(
        "A grid meets when all of its blocks are resident.",
        kernel.blocks_started == kernel.grid.count() && kernel.blocks_finished == 0);
    parties_.assign(kernel.grid_waiters.begin(), kernel.grid_waiters.end());
    kernel.grid_waiters.clear();
    barrier(parties_, Meeting::others);
    for (Party* party : parties_) run_.scheduler.make_ready(static_cast<Thread&>(*party));
  }
  turns_.reschedule();
}

}  // namespace gridlock::sim
