/// Reads of shared memory that no thread of the block had written yet: finds the writes
/// of that variable in the same execution.
#pragma once

#include <cstddef>
#include <cstdint>

#include "protocol/cause.h"
#include "sim/execution/machine.h"

namespace gridlock::sim {

/// A read of shared memory that no thread of its block had written yet.
struct UnwrittenRead {
  std::size_t report = 0;  ///< The index of its finding in the execution.
  std::uintptr_t address = 0;
  std::uint64_t block = 0;  ///< The uid of the block that has the memory.
  std::size_t before = 0;   ///< How many events the history had at the read.
  Location location;
  std::uint64_t call = 0;     ///< The call of the function with the read; 0: unknown.
  std::uint64_t threads = 0;  ///< The number of the block's threads.
};

/// The advice for the read, with the write of its variable that explains most.  Prefers a
/// later write of the same word, then a write of another element in the same block, then
/// a write in another block.
/// \pre the execution has ended, and its history was recorded
WriteItBefore write_missing_for(const Machine& machine, const UnwrittenRead& read);

}  // namespace gridlock::sim
