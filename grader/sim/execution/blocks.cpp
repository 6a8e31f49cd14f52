// Kernels and blocks: residency, start, barriers, end.
#include <algorithm>
#include <cstdint>

#include "common/invariant.h"
#include "sim/execution/machine.h"

namespace gridlock::sim {

namespace {
/// A block may poll through barriers.  After this many of them, other blocks run.
constexpr std::uint64_t kBarriersInARow = 256;
/// If the block has written nothing since, they run sooner.
constexpr std::uint64_t kReadingBarriersInARow = 16;
/// How many of a grid's clusters compete for the next free places.
constexpr std::size_t kWindow = 64;

void begin_warps(Block& block) {
  const std::size_t threads = block.threads.size();
  WarpLanes full;
  full.present = ~0u;
  block.warps.assign((threads + kWarpLanes - 1) / kWarpLanes, full);
  if (threads % kWarpLanes != 0)
    block.warps.back().present = (1u << threads % kWarpLanes) - 1;
}
}  // namespace

void Machine::begin_kernel(Kernel& kernel) {
  device_of(kernel).begin(kernel);
  ++counters_.launches;
  scheduler_.startables_changed();
}

void Machine::start_cluster(Kernel& kernel) {
  const Dim3 clusters = kernel.clusters_of_grid();
  while (kernel.window.size() < kWindow && kernel.next_cluster < clusters.count())
    kernel.window.push_back(kernel.next_cluster++);
  const std::size_t pick = scheduler_.policy().next_block(kernel.window.size());
  INVARIANT("A policy starts a cluster that may start.", pick < kernel.window.size());
  const std::uint64_t number = kernel.window[pick];
  kernel.window.erase(kernel.window.begin() + static_cast<std::ptrdiff_t>(pick));
  const Dim3 cluster = unflatten(number, clusters);
  for (unsigned rank = 0; rank < kernel.cluster.count(); ++rank) {
    const Dim3 in_cluster = unflatten(rank, kernel.cluster);
    Block& block = start_block(kernel, {cluster.x * kernel.cluster.x + in_cluster.x,
                                        cluster.y * kernel.cluster.y + in_cluster.y,
                                        cluster.z * kernel.cluster.z + in_cluster.z});
    if (kernel.cluster.count() > 1) join_cluster(block, rank);
  }
}

Block& Machine::start_block(Kernel& kernel, const Dim3& index) {
  ++kernel.blocks_started;
  INVARIANT("A grid has no more blocks than its extent says.",
            kernel.blocks_started <= kernel.grid.count());
  Block& block = pool_.take(kernel.block.count(), module.shared().size);
  block.kernel = &kernel;
  block.uid = ++next_uid_;
  block.index = index;
  block.linear = flatten(index, kernel.grid);
  block.cluster = nullptr;
  block.rank = 0;
  block.peer_accesses.clear();
  device_of(kernel).admit(block);

  block.arrived = 0;
  block.barriers_done = 0;
  block.barriers_since_write = 0;
  block.numbered_barriers.reset();
  begin_warps(block);
  block.alive = static_cast<std::uint32_t>(block.threads.size());
  memory.shared.start(block.shared, kernel.image, kernel.dynamic_shared);
  pool_.move_in(block);
  INVARIANT("A block that starts has a warp for each of its threads.",
            block.warps.size() * kWarpLanes >= block.threads.size());
  scheduler_.enters(block);
  for (Thread& thread : block.threads) start_thread(thread, kernel);
  return block;
}

void Machine::start_thread(Thread& thread, const Kernel& kernel) {
  thread.index = unflatten(thread.number, kernel.block);
  thread.image = kernel.image;
  thread.place = {thread.block->uid, static_cast<std::uint16_t>(kernel.device)};
  // All threads of a block start at the same epoch, so one number tells tenants of the
  // slots apart.
  thread.epoch = thread.block->tenants.back().first_epoch - 1;
  thread.first_epoch = thread.epoch + 1;
  thread.warp.met_pc = 0;
  thread.asks_who_is_active = 0;
  if (thread.copies) thread.copies->clear();
  thread.bulk_groups = 0;
  thread.proxied.clear();
  for (Knowledge& knowledge : thread.level) knowledge.clear();
  take_over(thread, kernel.before);
  thread.sc_is_new = false;
  INVARIANT("No thread is known of before it starts.",
            thread.level[kLenient].known.at(thread.slot) <= thread.epoch &&
                thread.level[kStrict].known.at(thread.slot) <= thread.epoch);
  INVARIANT("A thread starts in a slot of its block.",
            thread.slot == thread.block->first_slot + thread.number);
  thread.tick();
  thread.spin.begins();
  thread.looks.begins();
  thread.awaits = {};
  thread.peer = kNoPeer;
  thread.waits_for_cluster = false;
  thread.has_met_cluster = false;
  thread.waiting_pc = 0;
  thread.plain_run = 0;
  thread.visible.clear();
  thread.stale_reads = 0;
  thread.result_is_unused = false;
  thread.assigned_bits_size = 0;
  thread.looks_at_clock = 0;
  thread.fiber.start(thread.stack, thread_main, this);
  scheduler_.make_ready(thread);
}

void Machine::thread_main(void* self) {
  Machine& machine = *static_cast<Machine*>(self);
  Thread& thread = *machine.current();
  Kernel& kernel = *thread.block->kernel;
  // The code of the device's own image accesses the device's own variables.
  const auto code = reinterpret_cast<std::uintptr_t>(kernel.invoke) + kernel.image;
  reinterpret_cast<void (*)(void*)>(code)(kernel.frame);
  machine.finish_thread(thread);
  machine.scheduler_.leave();
}

void Machine::finish_thread(Thread& thread) {
  settle();
  if (read_watch_.on()) read_watch_.thread_ends(&thread);
  gives_up(thread);
  ++scheduler_.steps;
  Block& block = *thread.block;
  INVARIANT("A thread ends while it runs.",
            &thread == current() && thread.waiting == Waiting::nothing);
  INVARIANT("A block has as many threads alive as have not ended.",
            block.alive ==
                static_cast<std::uint32_t>(std::count_if(
                    block.threads.begin(), block.threads.end(),
                    [](const Thread& each) { return each.waiting != Waiting::done; })));
  limits_.made_progress(*block.kernel, tally());
  // The block's copies complete even if no thread waits for them.
  if (thread.copies && !thread.copies->empty()) {
    commit_copies();
    await_copies(0, thread.copies->begun_at);
  }
  INVARIANT("No copy of a thread is in flight when it ends.",
            !thread.copies || thread.copies->empty());
  scheduler_.make_unready(thread);
  thread.waiting = Waiting::done;
  --block.alive;
  block.warps[thread.number / kWarpLanes].present &= ~(1u << thread.number % kWarpLanes);
  INVARIANT("No more threads wait at a barrier than are alive.",
            block.arrived <= block.alive);
  if (block.cluster) leave_cluster_barrier(thread);
  recheck_warp(block, thread.number / kWarpLanes);
  if (block.alive == 0)
    finish_block(block);
  else if (block.arrived == block.alive)
    complete_barrier(block);  // The barrier does not wait for threads that have exited.
  if (block.numbered_barriers) recheck_numbered_barriers(block);
}

void Machine::finish_block(Block& block) {
  Kernel& kernel = *block.kernel;
  INVARIANT("A block ends when all of its threads have ended.",
            block.ready.empty() && block.arrived == 0);
  INVARIANT(
      "No lane waits in a warp of a block that ends.",
      std::all_of(block.warps.begin(), block.warps.end(), [](const WarpLanes& warp) {
        return warp.present == 0 && warp.waiting == 0;
      }));
  INVARIANT("A block that ends has been started.",
            kernel.blocks_finished < kernel.blocks_started);
  if (block.bulk) end_bulk_copies(block);
  for (int in = 0; in < kLevels; ++in) {
    ClockFold all;
    for (const Thread& thread : block.threads) all.add(thread.level[in].known);
    const Clock known = all.take();
    if (in == kLenient && !block.peer_accesses.empty())
      check_peers_are_done(block, known);
    kernel.after.level[in].join(known);
  }
  if (block.lane_exchange) {
    if (const auto passing = block.lane_exchange->one_in_step(kWarpLanes))
      reporter_.lanes_in_step(block, *passing);
    block.lane_exchange.reset();
  }
  if (block.cluster) leave_cluster(block);
  device_of(kernel).dismiss(block);
  block.shared.release(shadow_);
  retire(block);
  scheduler_.startables_changed();
  if (++kernel.blocks_finished == kernel.grid.count()) finish_kernel(kernel);
}

void Machine::retire(Block& block) {
  memory.shared.forget(block.shared);
  pool_.give_back(block);
}

void Machine::finish_kernel(Kernel& kernel) {
  INVARIANT("No thread waits for a grid that has ended.", kernel.grid_waiters.empty());
  INVARIANT("No cluster outlives its grid.",
            kernel.clusters.empty() && kernel.window.empty());
  device_of(kernel).finish(kernel);
  Stream& stream = streams.stream_of_kernel(kernel);
  stream.done.join(kernel.after);
  streams.finish(stream);
}

// --- Barriers -------------------------------------------------------------------------

bool Machine::arrive_at_barrier(BarrierKind kind, bool predicate, std::uint64_t pc) {
  settle();
  ++scheduler_.steps;
  Thread& thread = *current();
  if (!thread.block) {
    report_misuse(Misuse::Kind::syncthreads_in_host_code, pc);
    return false;
  }
  Block& block = *thread.block;
  thread.barrier_kind = kind;
  thread.predicate = predicate;
  gives_up(thread);
  thread.spin.progressed();
  thread.waiting_pc = pc;
  if (history.recording)
    history.add({.op = Op::barrier_arrive,
                 .slot = thread.slot,
                 .epoch = thread.epoch,
                 .pc = pc,
                 .detail = block.barriers_done,
                 .name = sim::name_of(kind),
                 .block = block.uid},
                thread.level[kStrict].known);
  INVARIANT("A thread arrives at a barrier while it runs.",
            thread.waiting == Waiting::nothing);
  if (block.arrived++ == 0) {
    block.barrier_pc = pc;
    block.barrier_kind = kind;
  }
  scheduler_.make_unready(thread);
  thread.waiting = Waiting::barrier;
  INVARIANT("A barrier's arrivals stay within those it expects.",
            block.arrived <= block.alive);
  if (pc != block.barrier_pc || kind != block.barrier_kind) reporter_.divergence(thread);
  if (block.arrived == block.alive) complete_barrier(block);
  return true;
}

namespace {

/// Makes what fences have made visible to one of the parties visible to all of them.
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

/// Reports the first warp in which some lanes wait and the others have ended.  If there
/// is no such warp, a lab reports the block instead, beside a wrong result.
void Machine::look_for_absent_threads(Block& block) {
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
      return reporter_.partial_barrier(*waits, came, end - begin - came, false);
    if (!at_barrier) at_barrier = waits;
  }
  if (!options.whole_program && at_barrier)
    reporter_.partial_barrier(*at_barrier, block.alive,
                              block.threads.size() - block.alive, true);
}

void Machine::complete_barrier(Block& block) {
  if (tells_advice() && block.alive < block.threads.size())
    look_for_absent_threads(block);
  std::vector<Party*>& parties = barrier_parties_;
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
  if (options.weak_values) share_visible(parties);
  barrier(parties, Meeting::block);
  ++counters_.barriers;
  ++block.barriers_done;
  if (limits_.is_due(scheduler_.steps)) look_around();
  ++block.barriers_since_write;
  if (block.barriers_done % kBarriersInARow == 0 ||
      block.barriers_since_write % kReadingBarriersInARow == 0)
    scheduler_.policy().gives_way(static_cast<Thread&>(*parties.front()));
  block.arrived = 0;
  for (Party* party : parties) scheduler_.make_ready(static_cast<Thread&>(*party));
}

void Machine::grid_barrier(std::uint64_t pc) {
  settle();
  ++scheduler_.steps;
  Thread& thread = *current();
  if (!thread.block || !thread.block->kernel->cooperative) {
    report_misuse(Misuse::Kind::grid_barrier_of_ordinary_launch, pc);
    return;
  }
  Kernel& kernel = *thread.block->kernel;
  thread.spin.progressed();
  thread.waiting_pc = pc;
  scheduler_.make_unready(thread);
  thread.waiting = Waiting::grid;
  kernel.grid_waiters.push_back(&thread);
  INVARIANT("No more threads wait for a grid than it has.",
            kernel.grid_waiters.size() <= kernel.grid.count() * kernel.block.count());
  if (kernel.grid_waiters.size() == kernel.grid.count() * kernel.block.count()) {
    INVARIANT(
        "A grid meets when all of its blocks are resident.",
        kernel.blocks_started == kernel.grid.count() && kernel.blocks_finished == 0);
    barrier_parties_.assign(kernel.grid_waiters.begin(), kernel.grid_waiters.end());
    kernel.grid_waiters.clear();
    barrier(barrier_parties_, Meeting::others);
    for (Party* party : barrier_parties_)
      scheduler_.make_ready(static_cast<Thread&>(*party));
  }
  reschedule();
}

}  // namespace gridlock::sim
