/// Values that the strong accesses of an execution read, to compare two executions of a
/// program.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "protocol/messages.h"
#include "sim/execution/machine.h"

namespace gridlock::sim {

/// An atomic or volatile read, or a read-modify-write, by a kernel's thread.  Only the
/// last of a thread's repeated loads of one word is kept.
struct Observation {
  std::uint64_t kernel = 0;  ///< The launch of its kernel, counted from 1.
  std::array<int, 3> block{};
  std::array<int, 3> thread{};
  std::uint64_t pc = 0;
  std::uint64_t found = 0;
  std::uint64_t event = 0;  ///< Its index in the history.
  GRIDLOCK_FIELDS(kernel, block, thread, pc, found, event)
};

/// The observations, in the order of the execution.  Long executions are cut off.
/// \pre the history was recorded
std::vector<Observation> observations(const Machine& machine);

/// An observation that differs in the other execution.
struct Difference {
  std::uint64_t event = 0;      ///< In the first execution.
  std::uint64_t elsewhere = 0;  ///< The value that the same access read in the second.
};

/// The first observation at which a thread reads another value in `other` than in `one`,
/// after it has read the same values up to there; nothing if there is none.
std::optional<Difference> first_difference(const std::vector<Observation>& one,
                                           const std::vector<Observation>& other);

/// The advice that a program's output depends on the schedule, with the deciding event
/// and the write that it saw.
Finding what_decided(const Machine& machine, const ExecutionOptions::Decision& decision);

/// The first strong read of a recorded execution that could see an old value without
/// changing the result, because an earlier launch has left the same value.  The read saw
/// a write of its own launch, and its thread had seen a later signal of that writer, but
/// nothing orders the read after the write.  The result is empty if there is no such
/// read.
std::optional<StaleAccess> masked_read(const Machine& machine);

}  // namespace gridlock::sim
