/// \file
/// Warp-level operations: the lanes named in a mask meet, exchange values and go on.
#pragma once

#include <cstdint>

namespace gridlock::sim {

struct Block;

/// What the lanes exchange; the numbers are those of cuda/gridlock_device.h.
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

/// "shuffle", "vote"; what an operation is called in a sentence.
const char* name(WarpOperation operation);

/// Waits for the other lanes in `mask` that have not exited, and returns the running
/// lane's result.  Orders no memory, as CUDA says of shuffles, votes, matches and
/// reductions.
std::uint64_t warp_exchange(int operation, std::uint32_t mask, std::uint64_t value,
                            int lane, int width, std::uint64_t pc);
/// Waits likewise, and orders memory among the lanes.
void warp_sync(std::uint32_t mask, std::uint64_t pc);

/// The lanes that ask at one place, at one time.  A lane that asks lets others run first
/// if the schedule wants it; those that have come to the same call until then run on
/// together and all get the same mask.  So it is any set of lanes with the caller among
/// them, and another one the next time.
///
/// \param frame_address of the function that the program calls
std::uint32_t active_mask(void* frame_address);

/// A lane has exited: lanes that waited for it may go on.
void recheck_warp(Block& block, std::uint32_t warp);

}  // namespace gridlock::sim
