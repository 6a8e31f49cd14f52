/// Bulk copies of PTX (cp.async.bulk) between global memory and a block's shared memory.
///
/// Such a copy acts like another thread: it may load its source and store to its target
/// at any time until it ends, and it ends as late as possible.  Until then, any
/// conflicting access is a race, even one by the thread that began the copy.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <vector>

#include "sim/device/async_copy.h"
#include "sim/model/happens_before.h"

namespace gridlock::sim {

/// What findings call the beginning and the end of a bulk copy.
constexpr const char* kBulkBegins = "bulk copy";
constexpr const char* kBulkEnds = "end of a bulk copy";

/// A copy in flight.
struct BulkCopy {
  AsyncCopy copy;
  Thread* issuer;
  std::uint64_t begun_at;  ///< Program counter of the instruction.

  // Into shared memory: the copy ends within a phase of an mbarrier.
  const void* barrier = nullptr;  ///< Null for a copy out of shared memory.
  Epoch epoch = 0;                ///< The issuer's epoch when it began the copy.
  ApiClock before;                ///< What the issuer knew when it began the copy.
  /// A phase has ended that should have waited for the copy.
  bool was_left_out = false;

  // Out of shared memory: the copy belongs to a bulk group of its thread.
  std::uint64_t group = 0;
  /// The source has been loaded, so it may be overwritten.
  bool has_read = false;
  std::vector<std::byte> bytes;  ///< What was loaded from the source.
};

/// The bytes for which the current phase of an mbarrier waits, and what threads learn
/// from the bytes that have arrived.
struct BulkPhase {
  std::int64_t bytes = 0;  ///< Expected, but not copied yet.
  /// A thread that sees the end of the phases so far knows this.
  ApiClock landed;
};

struct BulkCopies {
  std::deque<BulkCopy> in_flight;              ///< In the order in which they began.
  std::map<std::uintptr_t, BulkPhase> phases;  ///< Per mbarrier.
  /// Program counters of waits at which copies into shared memory ended.  A write with
  /// one of these program counters was made by a copy.
  std::set<std::uint32_t> landed_at;
};

}  // namespace gridlock::sim
