/// Warp-level operations: the lanes named in a mask meet, exchange values and go on.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/execution/polls.h"

namespace gridlock::sim {

class WarpCalls {
 public:
  WarpCalls(Execution& run, LatestAccess& latest, Turns& turns, Polls& polls)
      : run_(run), latest_(latest), turns_(turns), polls_(polls) {}

  /// Waits for the other lanes of the call's mask that have not exited, and returns the
  /// running lane's result.
  std::uint64_t meet(const WarpCall& call, std::uint64_t pc);
  /// The lanes of the warp that are at this call.  If the schedule wants it, other
  /// threads run first.  Lanes that reach the same call meanwhile go on together and get
  /// the same mask. So the result may be any set of lanes that includes the caller, and
  /// another set the next time.
  std::uint32_t active_mask(std::uint64_t call_path);
  /// A lane has exited, so lanes that waited for it may go on.
  void lane_ended(Block& block, std::uint32_t warp);

 private:
  void complete(Block& block, std::uint32_t warp, std::uint32_t mask);

  Execution& run_;
  LatestAccess& latest_;
  Turns& turns_;
  Polls& polls_;
  std::vector<Party*> parties_;  ///< Kept to use its memory again.
};

}  // namespace gridlock::sim
