/// Reads of shared memory before any thread of its block had written it: the writes of
/// that variable in the same execution.
#pragma once

#include <cstddef>
#include <cstdint>

#include "protocol/cause.h"
#include "sim/execution/machine.h"

namespace gridlock::sim {

/// A read of shared memory that no thread of its block had written.
struct UnwrittenRead {
  std::size_t report = 0;  ///< The index of its finding in the execution.
  std::uintptr_t address = 0;
  std::uint64_t block = 0;  ///< The uid of the block that has the memory.
  std::size_t before = 0;   ///< The number of events in the history at that time.
  Location location;
};

/// The advice for the read, with the most telling write of its variable: of the same
/// word, later; of another element, in the same block; in another block.
/// \pre the history of the execution, which has ended, was recorded
WriteItBefore write_missing_for(const Machine& machine, const UnwrittenRead& read);

}  // namespace gridlock::sim
