/// Advice: nothing is wrong, but something could be better.
#pragma once

#include "protocol/values.h"
#include "protocol/words_of.h"

namespace gridlock {

/// A fence with a wider scope than any thread relies on.
struct FenceTooWide {
  Operation fence;
  Scope scope = Scope::block;
  Scope needed = Scope::block;
  bool is_fence = false;  ///< False for an atomic operation.
  GRIDLOCK_CAUSE(FenceTooWide, fence, scope, needed, is_fence)
};

/// A fence on which no thread relies.
struct FenceNotNeeded {
  Operation fence;
  bool is_fence = false;
  GRIDLOCK_CAUSE(FenceNotNeeded, fence, is_fence)
};

/// The narrower scope that is enough.
struct NarrowerIsEnough {
  Scope needed = Scope::block;
  bool is_fence = false;
  Place at{};
  GRIDLOCK_CAUSE(NarrowerIsEnough, needed, is_fence, at)
};

/// The program's output depends on the schedule.
struct OutputDiffers {
  /// The first strong access that found another value here than in a schedule with
  /// another output, if there is one.
  std::optional<Operation> decided;
  Location location;
  std::optional<Value> found;      ///< Nothing if it may be an address.
  std::optional<Value> elsewhere;  ///< The value found in the other schedule.
  GRIDLOCK_CAUSE(OutputDiffers, decided, location, found, elsewhere)
};

/// Some lanes of a warp, or some threads of a block, wait at the block's barrier, and the
/// others have ended.
struct PartialBarrier {
  Place barrier;
  std::uint64_t came = 0;   ///< How many are at the barrier.
  std::uint64_t ended = 0;  ///< How many have ended.
  bool of_block = false;    ///< Threads of the block are counted, not lanes of a warp.
  GRIDLOCK_CAUSE(PartialBarrier, barrier, came, ended, of_block)
};

/// A thread reads shared memory that no thread of its block has written, or memory of the
/// device that nothing has written since it was allocated.
struct UninitializedRead {
  Operation read;
  Location location;
  GRIDLOCK_CAUSE(UninitializedRead, read, location)
};

/// A shuffle reads a lane that takes no part in it, and the program's results depend on
/// the value.
struct AbsentLane {
  Place shuffle;
  int reader = 0;  ///< The lane that reads.
  int absent = 0;
  GRIDLOCK_CAUSE(AbsentLane, shuffle, reader, absent)
};

/// Lanes of a warp pass values through shared memory, and nothing orders the accesses.
struct LanesPassValues {
  Place write;
  Place read;
  Location location;
  GRIDLOCK_CAUSE(LanesPassValues, write, read, location)
};

/// A __syncwarp() must order the lanes' accesses.
struct LanesNeedBarrier {
  GRIDLOCK_CAUSE(LanesNeedBarrier)
};

/// A plain read of a word serves only to tell a compare-and-swap what to expect there.
struct OnlyProposed {
  Place read;
  GRIDLOCK_CAUSE(OnlyProposed, read)
};

/// The memory must be written before the read.
struct WriteItBefore {
  /// The writes of the variable that is read; the most telling kinds come first.
  enum class Where : std::uint8_t {
    later,      ///< A write of the word itself, after the read.
    beside,     ///< A write of another element or member, in the same block.
    elsewhere,  ///< A write of another block's variable of that name.
    nowhere,    ///< None is known.
  };
  friend constexpr Where last_of(Where) { return Where::nowhere; }
  bool is_shared = true;  ///< The memory is shared memory of the block.
  Where where = Where::nowhere;
  Operation write;
  Location written;
  ThreadName writer;
  Place call{};                  ///< The call of the function with the read, if known.
  std::uint64_t writers = 0;     ///< The number of the block's threads that wrote there.
  std::uint64_t of_threads = 0;  ///< The number of all the block's threads.
  GRIDLOCK_CAUSE(WriteItBefore, is_shared, where, write, written, writer, call, writers,
                 of_threads)
};

/// Every lane of the warp must take part.
struct WholeWarpMustArrive {
  GRIDLOCK_CAUSE(WholeWarpMustArrive)
};

}  // namespace gridlock
