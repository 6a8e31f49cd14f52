#include "sim/execution/blocks.h"

#include <algorithm>

#include "common/invariant.h"

namespace gridlock::sim {

namespace {
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

void Blocks::begin() {
  for (const Device& device : run_.devices)
    for (Block* block : device.resident()) retire(*block);
  run_.pool.reset();
  next_uid_ = 0;
}

void Blocks::begin(Kernel& kernel) {
  run_.device_of(kernel).begin(kernel);
  ++run_.counters.launches;
  std::int64_t begun = 0;
  for (const Device& device : run_.devices) begun += std::ssize(device.kernels());
  run_.counters.kernels_at_once = std::max(run_.counters.kernels_at_once, begun);
  run_.scheduler.startables_changed();
}

void Blocks::start(Kernel& kernel) {
  const Device& device = run_.device_of(kernel);
  INVARIANT("Blocks start where there is room for them.",
            device.can_start_cluster(kernel));
  do start_cluster(kernel);
  while (kernel.cooperative && device.can_start_cluster(kernel));
}

void Blocks::start_cluster(Kernel& kernel) {
  const Dim3 clusters = kernel.clusters_of_grid();
  while (kernel.window.size() < kWindow && kernel.next_cluster < clusters.count())
    kernel.window.push_back(kernel.next_cluster++);
  const std::size_t pick = run_.scheduler.policy().next_block(kernel.window.size());
  INVARIANT("A policy starts a cluster that may start.", pick < kernel.window.size());
  const std::uint64_t number = kernel.window[pick];
  kernel.window.erase(kernel.window.begin() + static_cast<std::ptrdiff_t>(pick));
  const Dim3 cluster = unflatten(number, clusters);
  for (unsigned rank = 0; rank < kernel.cluster.count(); ++rank) {
    const Dim3 in_cluster = unflatten(rank, kernel.cluster);
    Block& block = start_block(kernel, {cluster.x * kernel.cluster.x + in_cluster.x,
                                        cluster.y * kernel.cluster.y + in_cluster.y,
                                        cluster.z * kernel.cluster.z + in_cluster.z});
    if (kernel.cluster.count() > 1) waiters_.clusters.join(block, rank);
  }
}

Block& Blocks::start_block(Kernel& kernel, const Dim3& index) {
  ++kernel.blocks_started;
  INVARIANT("A grid has no more blocks than its extent says.",
            kernel.blocks_started <= kernel.grid.count());
  Block& block = run_.pool.take(kernel.block.count(),
                                run_.module.shared().size + kernel.dynamic_shared);
  block.kernel = &kernel;
  block.uid = ++next_uid_;
  block.index = index;
  block.linear = flatten(index, kernel.grid);
  block.cluster = nullptr;
  block.rank = 0;
  block.peer_accesses.clear();
  run_.device_of(kernel).admit(block);

  block.arrived = 0;
  block.barriers_done = 0;
  block.barriers_since_write = 0;
  block.numbered_barriers.reset();
  begin_warps(block);
  block.alive = static_cast<std::uint32_t>(block.threads.size());
  run_.memory.shared.start(block.shared, kernel.image, kernel.dynamic_shared);
  run_.pool.move_in(block);
  INVARIANT("A block that starts has a warp for each of its threads.",
            block.warps.size() * kWarpLanes >= block.threads.size());
  run_.scheduler.enters(block);
  for (Thread& thread : block.threads) start_thread(thread, kernel);
  return block;
}

void Blocks::start_thread(Thread& thread, const Kernel& kernel) {
  thread.index = unflatten(thread.number, kernel.block);
  thread.image = kernel.image;
  thread.place = {thread.block->uid, static_cast<std::uint16_t>(kernel.device)};
  // All threads of a block start at the same epoch, so that one number per block tells
  // the tenants of its slots apart.
  thread.epoch = thread.block->tenants.back().first_epoch - 1;
  thread.first_epoch = thread.epoch + 1;
  thread.warp.met_pc = 0;
  thread.asks_who_is_active = 0;
  if (thread.copies) thread.copies->clear();
  thread.bulk_groups = 0;
  thread.proxied.clear();
  for (Knowledge& knowledge : thread.level) knowledge.clear();
  take_over(thread, kernel.before);
  thread.launch = kernel.before.level[kLenient];
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
  run_.scheduler.make_ready(thread);
}

void Blocks::thread_main(void* self) {
  Blocks& blocks = *static_cast<Blocks*>(self);
  Thread& thread = *blocks.run_.current();
  Kernel& kernel = *thread.block->kernel;
  // The code of the device's own image accesses the device's own variables.
  const std::uintptr_t code = blocks.run_.module.function_in(
      kernel.image, reinterpret_cast<std::uintptr_t>(kernel.invoke));
  reinterpret_cast<void (*)(void*)>(code)(kernel.frame);
  blocks.finish_thread(thread);
  blocks.run_.scheduler.leave();
}

void Blocks::finish_thread(Thread& thread) {
  latest_.settle();
  if (run_.read_watch.on()) run_.read_watch.thread_ends(&thread);
  polls_.stops_polling(thread);
  ++run_.scheduler.steps;
  Block& block = *thread.block;
  INVARIANT("A thread ends while it runs.",
            &thread == run_.current() && thread.waiting == Waiting::nothing);
  INVARIANT("A block has as many threads alive as have not ended.",
            block.alive == static_cast<std::uint32_t>(std::ranges::count_if(
                               block.threads, [](const Thread& each) {
                                 return each.waiting != Waiting::done;
                               })));
  turns_.made_progress(*block.kernel);
  waiters_.copies.end_of(thread);
  INVARIANT("No copy of a thread is in flight when it ends.",
            !thread.copies || thread.copies->empty());
  run_.scheduler.make_unready(thread);
  thread.waiting = Waiting::done;
  --block.alive;
  block.warps[thread.number / kWarpLanes].present &= ~(1u << thread.number % kWarpLanes);
  INVARIANT("No more threads wait at a barrier than are alive.",
            block.arrived <= block.alive);
  if (block.cluster) waiters_.clusters.leave_barrier(thread);
  waiters_.warp_calls.lane_ended(block, thread.number / kWarpLanes);
  if (block.alive == 0) finish_block(block);
  waiters_.barriers.recheck(block);
}

void Blocks::finish_block(Block& block) {
  Kernel& kernel = *block.kernel;
  INVARIANT("A block ends when all of its threads have ended.",
            block.ready.empty() && block.arrived == 0);
  INVARIANT("No lane waits in a warp of a block that ends.",
            std::ranges::all_of(block.warps, [](const WarpLanes& warp) {
              return warp.present == 0 && warp.waiting == 0;
            }));
  INVARIANT("A block that ends has been started.",
            kernel.blocks_finished < kernel.blocks_started);
  if (block.bulk) waiters_.bulk_copies.end_of(block);
  for (int in = 0; in < kLevels; ++in) {
    ClockFold all;
    for (const Thread& thread : block.threads) all.add(thread.level[in].known);
    const Clock known = all.take();
    if (in == kLenient && !block.peer_accesses.empty())
      waiters_.clusters.check_peers_are_done(block, known);
    kernel.after.level[in].join(known);
  }
  if (block.lane_exchange) {
    if (const auto passing = block.lane_exchange->one_in_step(kWarpLanes))
      run_.reporter.lanes_in_step(block, *passing);
    block.lane_exchange.reset();
  }
  if (block.cluster) waiters_.clusters.leave(block);
  run_.device_of(kernel).dismiss(block);
  block.shared.release(run_.shadow);
  retire(block);
  run_.scheduler.startables_changed();
  if (++kernel.blocks_finished == kernel.grid.count()) finish_kernel(kernel);
}

void Blocks::retire(Block& block) {
  run_.memory.shared.forget(block.shared);
  run_.pool.give_back(block);
}

void Blocks::finish_kernel(Kernel& kernel) {
  INVARIANT("No thread waits for a grid that has ended.", kernel.grid_waiters.empty());
  INVARIANT("No cluster outlives its grid.",
            kernel.clusters.empty() && kernel.window.empty());
  run_.device_of(kernel).finish(kernel);
  Stream& stream = run_.streams.stream_of_kernel(kernel);
  stream.done.join(kernel.after);
  run_.streams.finish(stream);
}

}  // namespace gridlock::sim
