// Clusters: blocks that start together, their barrier, and their use of each other's
// shared memory.
//
// PTX ISA, sections "barrier.cluster" and "Cluster"; CUDA C++ Programming Guide, sections
// "Thread Block Clusters" and "Distributed Shared Memory": a block may use another
// block's shared memory only after that block has begun and before it ends.
#include <algorithm>
#include <utility>

#include "common/invariant.h"
#include "sim/execution/machine.h"

namespace gridlock::sim {

void Machine::join_cluster(Block& block, unsigned rank) {
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

void Machine::leave_cluster(Block& block) {
  Cluster& cluster = *block.cluster;
  INVARIANT("A block leaves its own place in its cluster.",
            cluster.blocks[block.rank] == &block);
  cluster.blocks[block.rank] = nullptr;
  if (std::all_of(cluster.blocks.begin(), cluster.blocks.end(),
                  [](const Block* each) { return each == nullptr; }))
    block.kernel->clusters.erase(block.kernel->cluster_of(block.index));
}

Cluster& Machine::cluster_of(Block& block) {
  if (!block.cluster) join_cluster(block, 0);
  return *block.cluster;
}

// --- The barrier ----------------------------------------------------------------------

void Machine::arrive_in_cluster(bool releases, std::uint64_t pc) {
  settle();
  Thread& thread = *current();
  if (!thread.block) return report_misuse(Misuse::Kind::syncthreads_in_host_code, pc);
  if (thread.waits_for_cluster)
    return report_misuse(Misuse::Kind::arrives_twice_in_cluster, pc);
  Cluster& cluster = cluster_of(*thread.block);
  gives_up(thread);
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
  if (--cluster.missing == 0) end_cluster_phase(cluster);
  synchronization_point();
}

void Machine::wait_in_cluster(bool acquires, std::uint64_t pc) {
  settle();
  Thread& thread = *current();
  if (!thread.block) return report_misuse(Misuse::Kind::syncthreads_in_host_code, pc);
  if (!thread.waits_for_cluster)
    return report_misuse(Misuse::Kind::waits_without_arrival_in_cluster, pc);
  Cluster& cluster = cluster_of(*thread.block);
  INVARIANT("A thread waits for the present phase, or for the one before.",
            cluster.phase - thread.cluster_phase <= 1);
  if (cluster.phase == thread.cluster_phase) {
    cluster.waiting.push_back(&thread);
    ++scheduler_.steps;
    block_on(Waiting::cluster, pc);
  }
  thread.waits_for_cluster = false;
  thread.has_met_cluster = true;
  INVARIANT("A wait ends behind its phase.", cluster.phase > thread.cluster_phase);
  if (acquires) take_over(thread, cluster.arrived);
}

void Machine::end_cluster_phase(Cluster& cluster) {
  for (int in = 0; in < kLevels; ++in)
    cluster.arrived.level[in] = std::exchange(cluster.arriving[in], {}).take();
  cluster.arrived.flatten();
  ++cluster.phase;
  ++counters_.barriers;
  cluster.missing = 0;
  for (const Block* block : cluster.blocks)
    if (block) cluster.missing += block->alive;
  INVARIANT("Threads that a cluster's barrier wakes wait there.",
            std::all_of(cluster.waiting.begin(), cluster.waiting.end(),
                        [](const Thread* thread) {
                          return thread->waiting == Waiting::cluster;
                        }));
  for (Thread* thread : cluster.waiting) scheduler_.make_ready(*thread);
  cluster.waiting.clear();
}

/// The cluster's barrier does not wait for threads that have exited.
void Machine::leave_cluster_barrier(const Thread& thread) {
  Cluster& cluster = *thread.block->cluster;
  const bool has_arrived =
      thread.waits_for_cluster && thread.cluster_phase == cluster.phase;
  if (has_arrived) return;
  INVARIANT("A thread that exits was still awaited.", cluster.missing > 0);
  if (--cluster.missing == 0) end_cluster_phase(cluster);
}

// --- Shared memory of other blocks ----------------------------------------------------

std::uintptr_t Machine::address_in_cluster(std::uintptr_t address, unsigned rank,
                                           std::uint64_t pc) {
  Thread& thread = *current();
  if (!thread.block || !memory.shared.contains(address, thread.image) ||
      rank >= cluster_of(*thread.block).blocks.size()) {
    report_misuse(Misuse::Kind::maps_what_no_cluster_has, pc);
    return 0;
  }
  if (rank == thread.block->rank) return address;
  memory.watches_more();
  return memory.shared.address_in_window(address, rank, thread.image);
}

unsigned Machine::rank_in_cluster(std::uintptr_t address) {
  return memory.shared.is_in_window(address)
             ? memory.shared.seen_through_window(address).rank
             : current()->block->rank;
}

std::uintptr_t Machine::through_window(Thread& thread, std::uintptr_t address) const {
  const ClusterWindows::Seen seen = memory.shared.seen_through_window(address);
  if (thread.block && thread.block->rank != seen.rank) thread.peer = seen.rank;
  return seen.home;
}

/// Whether the thread may use the shared memory of its peer's block now.  Reports a use
/// that is not allowed; others are remembered until that block ends.
bool Machine::may_use_peer(const Thread& thread, std::uintptr_t address, std::size_t size,
                           const char* name, std::uint64_t pc) {
  Block* const block = sharing_block(thread);
  Misplaced wrong;
  if (!block) {
    wrong.kind = Misplaced::Kind::peer_has_ended;
  } else {
    const bool has_begun =
        thread.has_met_cluster ||
        std::any_of(block->threads.begin(), block->threads.end(),
                    [&](const Thread& each) {
                      return thread.knows(kLenient, each.slot, each.first_epoch);
                    });
    if (!has_begun) wrong.kind = Misplaced::Kind::peer_may_not_have_begun;
  }
  if (wrong.kind != Misplaced::Kind::no) {
    reporter_.misplaced({thread, address, size, name, pc}, wrong);
    return false;
  }
  block->peer_accesses[thread.slot] = {thread.epoch, pc, address};
  return true;
}

/// A block ends: reports any use of its shared memory by another block that may still
/// come.
/// \param known what the block's threads know
void Machine::check_peers_are_done(const Block& block, const Clock& known) {
  for (const auto& [slot, access] : block.peer_accesses)
    if (known.at(slot) < access.epoch)
      return reporter_.misplaced(
          {*current(), access.address, 4, "end of the block", access.pc},
          {.kind = Misplaced::Kind::peer_may_be_at_it});
}

}  // namespace gridlock::sim
