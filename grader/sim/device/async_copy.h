/// Asynchronous copies into shared memory: those that a thread has begun and not yet
/// waited for, and those that a barrier waits for.
///
/// Such a copy may load its source and store to its target at any time from the call to
/// the thread's wait.  So it is checked as an access at both ends of that span, and the
/// bytes are stored at the later end.  In between, no other thread may access the target,
/// and what the copy's own thread loads from the target is undefined.  For a copy that is
/// part of a barrier's phase, the later end is the first wait for that phase.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "sim/model/happens_before.h"

namespace gridlock::sim {

/// What findings call the beginning and the end of an asynchronous copy.
constexpr const char* kCopyBegins = "asynchronous copy";
constexpr const char* kCopyEnds = "end of an asynchronous copy";

/// The epoch of a copy that has not ended.  No other thread knows it.
constexpr Epoch kOnItsWay = kUnended - 1;

struct AsyncCopy {
  std::byte* to;
  const std::byte* from;
  std::size_t size;   ///< Bytes of the target.
  std::size_t zeros;  ///< How many of the last bytes are set to 0 instead of copied.
};

struct Thread;

/// A copy that is part of a barrier's phase.  Only a wait for that phase is ordered after
/// the copy.
struct BarrierCopy {
  AsyncCopy copy;
  const void* barrier;
  std::uint32_t phase;
  Thread* issuer;
  /// The issuer's epoch when it began the copy; later, the epoch of its arrival.
  Epoch epoch;
  bool has_arrived = false;
};

/// The barrier of the last copy to an address, and the copy's size.
struct CopiedFor {
  const void* barrier;
  std::size_t size;
};

struct AsyncCopies {
  std::deque<std::vector<AsyncCopy>> batches;  ///< Committed, oldest first.
  std::vector<AsyncCopy> open;                 ///< Not committed yet.
  /// Program counter of the call that began the last copy.
  std::uint64_t begun_at = 0;

  bool empty() const {
    return open.empty() && std::all_of(batches.begin(), batches.end(),
                                       [](const auto& batch) { return batch.empty(); });
  }
  void clear() {
    batches.clear();
    open.clear();
  }
};

}  // namespace gridlock::sim
