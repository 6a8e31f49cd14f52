/// Bulk copies of PTX (cp.async.bulk) between global memory and a block's shared memory.
///
/// Such a copy works as another thread would: it may read its source and write its target
/// at any time until it ends, and it takes as long as it can.  Until then, whatever a
/// thread does there that conflicts is a race, also if the copy's own thread does it.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <vector>

#include "sim/device/async_copy.h"
#include "sim/model/happens_before.h"

namespace gridlock::sim {

/// Names of the two ends, as findings say them.
constexpr const char* kBulkBegins = "bulk copy";
constexpr const char* kBulkEnds = "end of a bulk copy";

/// One that is in flight.
struct BulkCopy {
  AsyncCopy copy;
  Thread* issuer;
  std::uint64_t begun_at;  ///< The place of the instruction.

  // Into shared memory: it ends within a phase of an mbarrier.
  const void* barrier = nullptr;  ///< Null for a copy out of shared memory.
  Epoch epoch = 0;                ///< The issuer's when it began the copy.
  ApiClock before;                ///< The issuer's knowledge then.
  bool was_left_out = false;      ///< A phase has ended that should have waited for it.

  // Out of shared memory: it belongs to a group of its thread.
  std::uint64_t group = 0;
  bool has_read = false;         ///< Its source may be written again ...
  std::vector<std::byte> bytes;  ///< ... because what was there is here.
};

/// The bytes that the current phase of an mbarrier waits for, and the knowledge that
/// comes with those that have landed.
struct BulkPhase {
  std::int64_t bytes = 0;  ///< Expected, and not copied yet.
  ApiClock landed;         ///< Known to a thread that sees the phases so far end.
};

/// A block's bulk copies.
struct BulkCopies {
  std::deque<BulkCopy> in_flight;              ///< In the order in which they began.
  std::map<std::uintptr_t, BulkPhase> phases;  ///< Per mbarrier.
  /// Where threads waited when a copy into shared memory ended: writes at these places
  /// are the copies'.
  std::set<std::uint32_t> landed_at;
};

}  // namespace gridlock::sim
