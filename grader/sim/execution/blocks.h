/// Kernels and blocks: residency, start, end.
#pragma once

#include <cstdint>

#include "sim/execution/async_copies.h"
#include "sim/execution/barriers.h"
#include "sim/execution/bulk_copies.h"
#include "sim/execution/clusters.h"
#include "sim/execution/warp_calls.h"

namespace gridlock::sim {

class Blocks {
 public:
  /// The parts that are told when a thread or a block ends.
  struct Waiters {
    AsyncCopyUnit& copies;
    BulkCopyUnit& bulk_copies;
    Clusters& clusters;
    Barriers& barriers;
    WarpCalls& warp_calls;
  };
  Blocks(Execution& run, LatestAccess& latest, Turns& turns, Polls& polls,
         const Waiters& waiters)
      : run_(run), latest_(latest), turns_(turns), polls_(polls), waiters_(waiters) {}

  /// Begins an execution, and drops the blocks of the last one.
  void begin();
  /// The kernel's blocks may start from now on.
  void begin(Kernel& kernel);
  /// Starts a cluster of the kernel, or all clusters of a cooperative one.
  /// \pre there is room for it
  void start(Kernel& kernel);

 private:
  void start_cluster(Kernel& kernel);
  Block& start_block(Kernel& kernel, const Dim3& index);
  void start_thread(Thread& thread, const Kernel& kernel);
  [[noreturn]] static void thread_main(void* blocks);
  void finish_thread(Thread& thread);
  void finish_block(Block& block);
  void retire(Block& block);
  void finish_kernel(Kernel& kernel);

  Execution& run_;
  LatestAccess& latest_;
  Turns& turns_;
  Polls& polls_;
  Waiters waiters_;
  std::uint64_t next_uid_ = 0;
};

}  // namespace gridlock::sim
