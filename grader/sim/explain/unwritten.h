/// Shared memory that was read before any thread of its block had written it: where the
/// same execution writes that variable.
#pragma once

#include <cstddef>
#include <cstdint>

#include "protocol/cause.h"
#include "sim/execution/machine.h"

namespace gridlock::sim {

/// A read of shared memory that no thread of its block had written.
struct UnwrittenRead {
  std::size_t report = 0;  ///< The finding that tells it, among its execution's.
  std::uintptr_t address = 0;
  std::uint64_t block = 0;  ///< The uid of the block that has the memory.
  std::size_t before = 0;   ///< How many events the history had then.
  Location location;
};

/// What to do about the read, with the write of its variable that says most: of the same
/// word, later; of another element, in the same block; in another block.
/// \pre the history of the execution, which has ended, was recorded
WriteItBefore write_missing_for(const Machine& machine, const UnwrittenRead& read);

}  // namespace gridlock::sim
