/// The barriers of blocks, both plain and numbered (PTX), and of cooperative grids.
#pragma once

#include <cstdint>
#include <vector>

#include "common/invariant.h"
#include "sim/execution/polls.h"

namespace gridlock::sim {

class Barriers {
 public:
  Barriers(Execution& run, LatestAccess& latest, Turns& turns, Polls& polls)
      : run_(run), latest_(latest), turns_(turns), polls_(polls) {}

  /// A block barrier.  Returns the OR, the AND or the number of set predicates.
  int block_barrier(BarrierKind kind, bool predicate, std::uint64_t pc) {
    Block* block = run_.current()->block;
    if (!arrive(kind, predicate, pc)) return 0;
    INVARIANT("No old value is in memory while others run.", latest_.is_settled());
    run_.scheduler.reschedule();
    INVARIANT(
        "A thread leaves a barrier when it is complete.",
        run_.current()->waiting == Waiting::nothing && run_.current()->block == block);
    return block->barrier_result;
  }
  struct NumberedResult {
    int set = 0;  ///< How many of the threads' predicates are set.
    int of = 0;   ///< How many threads waited.
  };
  /// The block's barrier with this number, for this many threads; 0: for all.
  /// \param waits whether the running thread waits, or only arrives
  NumberedResult numbered_barrier(std::uint64_t number, std::uint64_t threads, bool waits,
                                  bool predicate, std::uint64_t pc);
  void grid_barrier(std::uint64_t pc);
  /// A thread has ended: barriers that wait for all threads of the block may be complete.
  void recheck(Block& block) {
    if (block.alive != 0 && block.arrived == block.alive) complete(block);
    if (block.numbered_barriers) recheck_numbered(block);
  }

 private:
  /// Returns false if the thread cannot wait at a barrier here.
  bool arrive(BarrierKind kind, bool predicate, std::uint64_t pc);
  void complete(Block& block);
  void look_for_absent_threads(Block& block);
  void complete(NumberedBarrier& numbered);
  void recheck_numbered(Block& block);

  Execution& run_;
  LatestAccess& latest_;
  Turns& turns_;
  Polls& polls_;
  /// The parties of the present barrier; a member so that its memory is used again.
  std::vector<Party*> parties_;
};

}  // namespace gridlock::sim
