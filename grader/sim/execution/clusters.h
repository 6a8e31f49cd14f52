/// Clusters: blocks that start together, their barrier, and their use of each other's
/// shared memory.
#pragma once

#include <cstdint>

#include "sim/execution/polls.h"

namespace gridlock::sim {

class Clusters {
 public:
  Clusters(Execution& run, LatestAccess& latest, Turns& turns, Polls& polls)
      : run_(run), latest_(latest), turns_(turns), polls_(polls) {}

  /// The two halves of the barrier of the running thread's cluster.
  void arrive(bool releases, std::uint64_t pc);
  void wait(bool acquires, std::uint64_t pc);
  /// The address by which the running thread accesses `address` in the shared memory of
  /// the block with this rank in its cluster.  Reports a misuse and returns 0 if the
  /// cluster has no such block, or if `address` is elsewhere.
  std::uintptr_t address_in(std::uintptr_t address, unsigned rank, std::uint64_t pc);
  /// The rank of the block that owns the shared memory at the address.
  unsigned rank_of(std::uintptr_t address) const;
  /// The cluster of a block; created here if the launch has no clusters.
  Cluster& of(Block& block);

  void join(Block& block, unsigned rank);
  void leave(Block& block);
  /// The thread ends: the cluster's barrier no longer waits for it.
  void leave_barrier(const Thread& thread);
  /// A block ends: reports an access by another block to its shared memory that is not
  /// ordered before this end.
  /// \param known what the block's threads know
  void check_peers_are_done(const Block& block, const Clock& known);

 private:
  void end_phase(Cluster& cluster);

  Execution& run_;
  LatestAccess& latest_;
  Turns& turns_;
  Polls& polls_;
};

}  // namespace gridlock::sim
