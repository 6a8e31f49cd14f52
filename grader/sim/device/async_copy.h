/// Asynchronous copies into shared memory: those that a thread has begun and not yet
/// waited for, and those that a barrier waits for.
///
/// Such a copy may read its source and write its target at any time from the call to the
/// thread's wait.  So it is checked as an access at both ends of that span, and the bytes
/// arrive at the later one.  In between, no other thread may touch the target, and what
/// its own thread reads there is undefined.  For a copy that is part of a barrier's
/// phase, the later end is the first wait for that phase.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "sim/model/happens_before.h"

namespace gridlock::sim {

/// Names of the two ends, as findings say them.
constexpr const char* kCopyBegins = "asynchronous copy";
constexpr const char* kCopyEnds = "end of an asynchronous copy";

/// The epoch of a copy that has not ended: no other thread has reached it.
constexpr Epoch kOnItsWay = kUnended - 1;

struct AsyncCopy {
  std::byte* to;
  const std::byte* from;
  std::size_t size;   ///< Bytes of the target.
  std::size_t zeros;  ///< How many of the last bytes are set to 0 instead of read.
};

struct Thread;

/// A copy that is part of a phase of a barrier.  It is ordered like its thread's arrival
/// there: after the wait for the phase, not after another wait.
struct BarrierCopy {
  AsyncCopy copy;
  const void* barrier;
  std::uint32_t phase;
  Thread* issuer;
  Epoch epoch;  ///< The issuer's at its arrival or, until then, when it began the copy.
  bool has_arrived = false;
};

/// The barrier of the last copy to an address, and how many bytes it copied.
struct CopiedFor {
  const void* barrier;
  std::size_t size;
};

/// One thread's copies.
struct AsyncCopies {
  std::deque<std::vector<AsyncCopy>> batches;  ///< Committed, oldest first.
  std::vector<AsyncCopy> open;                 ///< Not committed yet.
  std::uint64_t begun_at = 0;                  ///< Where the last one was asked for.

  /// Whether no byte is in flight.
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
