// Kernels and blocks: residency, start, barriers, end.
#include <algorithm>
#include <cstdint>
#include <cstring>

#include <fmt/format.h>

#include "sim/machine.h"

namespace gridlock::sim {

namespace {
constexpr std::size_t kThreadsPerSm = 2048;
constexpr std::size_t kSharedPerSm = 228 * 1024;
/// Blocks of a grid that compete for the next free place.
constexpr std::size_t kWindow = 64;
constexpr std::size_t kTenantsMax = 64;
constexpr Slot kSlotsMax = 65'000;
}  // namespace

std::size_t Machine::resident_blocks_per_sm(std::size_t threads,
                                            std::size_t shared_bytes) const {
  const std::size_t shared = shared_bytes + module.shared().size;
  std::size_t blocks = static_cast<std::size_t>(options.device.blocks_per_sm);
  blocks = std::min(blocks, kThreadsPerSm / std::max<std::size_t>(threads, 1));
  if (shared) blocks = std::min(blocks, kSharedPerSm / shared);
  return blocks;
}

int Machine::find_sm(const Kernel& kernel) const {
  const std::size_t threads = kernel.block.count();
  const std::size_t shared = kernel.dynamic_shared + module.shared().size;
  int best = -1;
  for (int i = 0; i < static_cast<int>(sms_.size()); ++i) {
    const Sm& sm = sms_[static_cast<std::size_t>(i)];
    if (sm.blocks >= options.device.blocks_per_sm ||
        sm.threads + threads > kThreadsPerSm || sm.shared + shared > kSharedPerSm)
      continue;
    if (best < 0 || sm.blocks < sms_[static_cast<std::size_t>(best)].blocks) best = i;
  }
  return best;
}

void Machine::begin_kernel(Kernel& kernel) {
  kernels_.push_back(&kernel);
  kernel.number = static_cast<std::uint64_t>(++counters_.launches);
  startable_stale_ = true;
}

/// A block of this many threads with its slots and stacks, used before or new.
Block& Machine::take_block(std::size_t threads) {
  std::vector<Block*>& idle = idle_blocks_[threads];
  if (!idle.empty()) {
    Block& block = *idle.back();
    idle.pop_back();
    return block;
  }
  auto made = std::make_unique<Block>();
  Block& block = *made;
  block.first_slot = kFirstThreadSlot + static_cast<Slot>(slot_owner_.size());
  if (block.first_slot + threads > kSlotsMax)
    throw std::runtime_error("more resident threads than the simulator can tell apart");
  clock_pool.reserve(block.first_slot + static_cast<Slot>(threads));
  block.threads.resize(threads);
  for (std::uint32_t i = 0; i < threads; ++i) {
    Thread& thread = block.threads[i];
    thread.block = &block;
    thread.number = i;
    thread.slot = block.first_slot + i;
    thread.epoch = 0;
    thread.stack = stacks_.take();
    slot_owner_.emplace_back(&block, i);
  }
  const std::size_t cells = (module.shared().size + kDynamicSharedMax) / 4 + 8;
  block.shared_cells = static_cast<Cell*>(reserve_memory(cells * sizeof(Cell)));
  blocks_.push_back(std::move(made));
  return block;
}

void Machine::start_block(Kernel& kernel) {
  while (kernel.window.size() < kWindow && kernel.next_block < kernel.grid.count())
    kernel.window.push_back(kernel.next_block++);
  const std::size_t pick = policy_->next_block(kernel.window.size());
  const std::uint64_t linear = kernel.window[pick];
  kernel.window.erase(kernel.window.begin() + static_cast<std::ptrdiff_t>(pick));
  ++kernel.blocks_started;

  Block& block = take_block(kernel.block.count());
  block.kernel = &kernel;
  block.uid = ++next_uid_;
  block.linear = linear;
  block.index = unflatten(linear, kernel.grid);
  block.sm = find_sm(kernel);
  Sm& sm = sms_[static_cast<std::size_t>(block.sm)];
  ++sm.blocks;
  sm.threads += kernel.block.count();
  sm.shared += kernel.dynamic_shared + module.shared().size;
  resident_.push_back(&block);

  block.arrived = 0;
  block.barriers_done = 0;
  block.alive = static_cast<std::uint32_t>(block.threads.size());
  block.shared_bytes.resize(module.shared().size + kernel.dynamic_shared);
  block.touched_static = block.touched_dynamic = {};
  block.shared_shadow.base = module.shared().base & ~std::uintptr_t{3};
  block.shared_shadow.cells = block.shared_cells;
  block.shared_shadow.forget();
  block.dynamic_shadow.base = reinterpret_cast<std::uintptr_t>(gridlock_dynamic_shared);
  block.dynamic_shadow.cells = block.shared_cells + module.shared().size / 4 + 4;
  block.dynamic_shadow.forget();
  block.tenants.push_back({block.threads.front().epoch + 1, block.uid, block.index,
                           kernel.block, kernel.number,
                           static_cast<std::uint16_t>(kernel.device)});
  if (block.tenants.size() > kTenantsMax) block.tenants.pop_front();
  policy_->enters(block);
  for (Thread& thread : block.threads) start_thread(thread, kernel);
}

void Machine::start_thread(Thread& thread, const Kernel& kernel) {
  thread.index = unflatten(thread.number, kernel.block);
  thread.place = {thread.block->uid, static_cast<std::uint16_t>(kernel.device)};
  // All threads of a block start at one epoch, so that one number tells the tenants
  // apart.
  thread.epoch = thread.block->tenants.back().first_epoch - 1;
  thread.first_epoch = thread.epoch + 1;
  for (Knowledge& knowledge : thread.level) knowledge.clear();
  take_over(thread, kernel.before);
  thread.tick();
  thread.spin.progressed();
  thread.plain_run = 0;
  thread.visible.clear();
  thread.stale_reads = 0;
  thread.fiber.start(thread.stack, thread_main);
  make_ready(thread);
}

void Machine::thread_main() {
  Thread& thread = *machine->current;
  Kernel& kernel = *thread.block->kernel;
  kernel.invoke(kernel.frame);
  machine->finish_thread(thread);
  Fiber::switch_between(thread.fiber, machine->main_);
  __builtin_unreachable();
}

void Machine::finish_thread(Thread& thread) {
  settle();
  ++counters_.steps;
  Block& block = *thread.block;
  make_unready(thread);
  thread.waiting = Waiting::done;
  --block.alive;
  recheck_warp(block, thread.number / 32);
  if (block.alive == 0)
    finish_block(block);
  else if (block.arrived == block.alive)
    complete_barrier(block);  // The barrier waits for those that have not exited.
}

void Machine::finish_block(Block& block) {
  Kernel& kernel = *block.kernel;
  for (int in = 0; in < kLevels; ++in) {
    ClockFold all;
    for (const Thread& thread : block.threads) all.add(thread.level[in].known);
    kernel.after.level[in].join(all.take());
  }
  Sm& sm = sms_[static_cast<std::size_t>(block.sm)];
  --sm.blocks;
  sm.threads -= kernel.block.count();
  sm.shared -= kernel.dynamic_shared + module.shared().size;
  resident_.erase(std::find(resident_.begin(), resident_.end(), &block));
  retire(block);
  startable_stale_ = true;
  if (++kernel.blocks_finished == kernel.grid.count()) finish_kernel(kernel);
}

/// Makes the block's slots free for another.  The epochs go on, so no two tenants share
/// one.
void Machine::retire(Block& block) {
  if (shared_owner_ == &block) shared_owner_ = nullptr;
  block.ready.clear();
  Epoch last = 0;
  for (Thread& thread : block.threads) {
    last = std::max(last, thread.epoch);
    thread.waiting = Waiting::done;
    thread.spin.progressed();
  }
  for (Thread& thread : block.threads) thread.epoch = last;
  idle_blocks_[block.threads.size()].push_back(&block);
}

void Machine::finish_kernel(Kernel& kernel) {
  kernels_.erase(std::find(kernels_.begin(), kernels_.end(), &kernel));
  Stream& stream = streams.stream_of_kernel(kernel);
  stream.done.join(kernel.after);
  streams.finish(stream);
}

// --- Barriers -------------------------------------------------------------------------

int Machine::block_barrier(BarrierKind kind, bool predicate, std::uint64_t pc) {
  settle();
  ++counters_.steps;
  Thread& thread = *current;
  if (!thread.block) {
    report_misuse("__syncthreads is for device code", pc);
    return 0;
  }
  Block& block = *thread.block;
  thread.predicate = predicate;
  thread.spin.progressed();
  thread.waiting_pc = pc;
  history.add({.op = Op::barrier_arrive,
               .slot = thread.slot,
               .epoch = thread.epoch,
               .pc = pc,
               .detail = block.barriers_done,
               .name = "__syncthreads",
               .block = block.uid});
  if (block.arrived++ == 0) {
    block.barrier_pc = pc;
    block.barrier_kind = kind;
  }
  make_unready(thread);
  thread.waiting = Waiting::barrier;
  if (pc != block.barrier_pc || kind != block.barrier_kind) report_divergence(thread);
  if (block.arrived == block.alive) complete_barrier(block);
  reschedule();
  return block.barrier_result;
}

void Machine::complete_barrier(Block& block) {
  std::vector<Party*>& parties = barrier_parties_;
  parties.clear();
  int set = 0;
  for (Thread& thread : block.threads) {
    if (thread.waiting != Waiting::barrier) continue;
    parties.push_back(&thread);
    set += thread.predicate;
  }
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
  barrier(parties);
  if (options.weak_values) share_visible(block);
  ++counters_.barriers;
  ++block.barriers_done;
  block.arrived = 0;
  for (Party* party : parties) make_ready(static_cast<Thread&>(*party));
}

/// What fences have made visible to one thread is visible to all that it meets.
void Machine::share_visible(Block& block) {
  Clock visible;
  for (const Thread& thread : block.threads)
    if (thread.waiting == Waiting::barrier) visible.join(thread.visible);
  for (Thread& thread : block.threads)
    if (thread.waiting == Waiting::barrier) thread.visible = visible;
}

void Machine::grid_barrier(std::uint64_t pc) {
  settle();
  ++counters_.steps;
  Thread& thread = *current;
  if (!thread.block || !thread.block->kernel->cooperative) {
    report_misuse("a grid barrier needs cudaLaunchCooperativeKernel", pc);
    return;
  }
  Kernel& kernel = *thread.block->kernel;
  thread.spin.progressed();
  thread.waiting_pc = pc;
  make_unready(thread);
  thread.waiting = Waiting::grid;
  kernel.grid_waiters.push_back(&thread);
  if (kernel.grid_waiters.size() == kernel.grid.count() * kernel.block.count()) {
    barrier_parties_.assign(kernel.grid_waiters.begin(), kernel.grid_waiters.end());
    kernel.grid_waiters.clear();
    barrier(barrier_parties_);
    for (Party* party : barrier_parties_) make_ready(static_cast<Thread&>(*party));
  }
  reschedule();
}

}  // namespace gridlock::sim
