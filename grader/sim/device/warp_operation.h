/// The operations that lanes of a warp do together.
#pragma once

namespace gridlock::sim {

/// The operations, with the numbers of cuda/gridlock_device.h.
enum class WarpOperation : int {
  shuffle_index,
  shuffle_up,
  shuffle_down,
  shuffle_xor,
  vote_all,
  vote_any,
  vote_uniform,
  vote_ballot,
  match_any,
  match_all,
  reduce_add,
  reduce_min_signed,
  reduce_min_unsigned,
  reduce_max_signed,
  reduce_max_unsigned,
  reduce_and,
  reduce_or,
  reduce_xor,
  none,  ///< __syncwarp
};

/// The operation's name in a sentence: "shuffle", "vote".
const char* name(WarpOperation operation);

}  // namespace gridlock::sim
