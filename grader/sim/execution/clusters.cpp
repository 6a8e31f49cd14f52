// PTX ISA, sections "barrier.cluster" and "Cluster"; CUDA C++ Programming Guide, sections
// "Thread Block Clusters" and "Distributed Shared Memory": a block may use another
// block's shared memory only after that block has begun and before it ends.
#include "sim/execution/clusters.h"

#include <algorithm>
#include <utility>

#include "common/invariant.h"

namespace gridlock::sim {

void Clusters::join(Block& block, unsigned rank) {
  Kernel& kernel = *block.kernel;
  Cluster& cluster = kernel.clusters[kernel.cluster_of(block.index)];
  cluster.blocks.resize(kernel.cluster.count());
  INVARIANT("A cluster has one block of each rank.",
            rank < cluster.blocks.size() && !cluster.blocks[rank]);
  cluster.blocks[rank] = &block;
  cluster.missing += block.alive;
  block.cluster = &cluster;
  block.rank = rank;
}

void Clusters::leave(Block& block) {
  Cluster& cluster = *block.cluster;
  INVARIANT("A block leaves its own place in its cluster.",
            cluster.blocks[block.rank] == &block);
  cluster.blocks[block.rank] = nullptr;
  if (std::ranges::all_of(cluster.blocks,
                          [](const Block* each) { return each == nullptr; }))
    block.kernel->clusters.erase(block.kernel->cluster_of(block.index));
}

Cluster& Clusters::of(Block& block) {
  if (!block.cluster) join(block, 0);
  return *block.cluster;
}

// --- The barrier ----------------------------------------------------------------------

void Clusters::arrive(bool releases, std::uint64_t pc) {
  latest_.settle();
  Thread& thread = *run_.current();
  if (!thread.block)
    return run_.report_misuse(Misuse::Kind::syncthreads_in_host_code, pc);
  if (thread.waits_for_cluster)
    return run_.report_misuse(Misuse::Kind::arrives_twice_in_cluster, pc);
  Cluster& cluster = of(*thread.block);
  polls_.stops_polling(thread);
  thread.spin.progressed();
  thread.waiting_pc = pc;
  // Even a relaxed arrival publishes what an earlier fence has released.
  for (int in = 0; in < kLevels; ++in) {
    const Knowledge& mine = thread.level[in];
    cluster.arriving[in].add(releases ? mine.known : mine.released[kDeviceScope]);
  }
  thread.tick();
  thread.waits_for_cluster = true;
  thread.cluster_phase = cluster.phase;
  INVARIANT("A cluster awaits each of its threads once in a phase.", cluster.missing > 0);
  if (--cluster.missing == 0) end_phase(cluster);
  turns_.synchronization_point();
}

void Clusters::wait(bool acquires, std::uint64_t pc) {
  latest_.settle();
  Thread& thread = *run_.current();
  if (!thread.block)
    return run_.report_misuse(Misuse::Kind::syncthreads_in_host_code, pc);
  if (!thread.waits_for_cluster)
    return run_.report_misuse(Misuse::Kind::waits_without_arrival_in_cluster, pc);
  Cluster& cluster = of(*thread.block);
  INVARIANT("A thread waits for the present phase, or for the one before.",
            cluster.phase - thread.cluster_phase <= 1);
  if (cluster.phase == thread.cluster_phase) {
    cluster.waiting.push_back(&thread);
    ++run_.scheduler.steps;
    turns_.block_on(Waiting::cluster, pc);
  }
  thread.waits_for_cluster = false;
  thread.has_met_cluster = true;
  INVARIANT("A wait ends behind its phase.", cluster.phase > thread.cluster_phase);
  if (acquires) take_over(thread, cluster.arrived);
}

void Clusters::end_phase(Cluster& cluster) {
  for (int in = 0; in < kLevels; ++in)
    cluster.arrived.level[in] = std::exchange(cluster.arriving[in], {}).take();
  cluster.arrived.flatten();
  ++cluster.phase;
  ++run_.counters.barriers;
  cluster.missing = 0;
  for (const Block* block : cluster.blocks)
    if (block) cluster.missing += block->alive;
  INVARIANT("Threads that a cluster's barrier wakes wait there.",
            std::ranges::all_of(cluster.waiting, [](const Thread* thread) {
              return thread->waiting == Waiting::cluster;
            }));
  for (Thread* thread : cluster.waiting) run_.scheduler.make_ready(*thread);
  cluster.waiting.clear();
}

void Clusters::leave_barrier(const Thread& thread) {
  Cluster& cluster = *thread.block->cluster;
  const bool has_arrived =
      thread.waits_for_cluster && thread.cluster_phase == cluster.phase;
  if (has_arrived) return;
  INVARIANT("A thread that exits was still awaited.", cluster.missing > 0);
  if (--cluster.missing == 0) end_phase(cluster);
}

// --- Shared memory of other blocks ----------------------------------------------------

std::uintptr_t Clusters::address_in(std::uintptr_t address, unsigned rank,
                                    std::uint64_t pc) {
  Thread& thread = *run_.current();
  if (!thread.block || !run_.memory.shared.contains(address, thread.image) ||
      rank >= of(*thread.block).blocks.size()) {
    run_.report_misuse(Misuse::Kind::maps_what_no_cluster_has, pc);
    return 0;
  }
  if (rank == thread.block->rank) return address;
  run_.memory.watches_more();
  return run_.memory.shared.address_in_window(address, rank, thread.image);
}

unsigned Clusters::rank_of(std::uintptr_t address) const {
  return run_.memory.shared.is_in_window(address)
             ? run_.memory.shared.seen_through_window(address).rank
             : run_.current()->block->rank;
}

void Clusters::check_peers_are_done(const Block& block, const Clock& known) {
  for (const auto& [slot, access] : block.peer_accesses)
    if (known.at(slot) < access.epoch)
      return run_.reporter.misplaced(
          {*run_.current(), access.address, 4, "end of the block", access.pc},
          {.kind = Misplaced::Kind::peer_may_be_at_it});
}

}  // namespace gridlock::sim
