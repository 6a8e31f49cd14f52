/// Results of the strong accesses of an execution, to compare two executions of a
/// program.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "protocol/messages.h"
#include "sim/execution/machine.h"

namespace gridlock::sim {

/// An atomic or volatile read, or a read-modify-write, of a kernel's thread.  Repeated
/// loads of one word by a thread count as one: the last.
struct Observation {
  std::uint64_t kernel = 0;  ///< The launch of its kernel, counted from 1.
  std::array<int, 3> block{};
  std::array<int, 3> thread{};
  std::uint64_t pc = 0;
  std::uint64_t found = 0;
  std::uint64_t event = 0;  ///< Its index in the history.
  GRIDLOCK_FIELDS(kernel, block, thread, pc, found, event)
};

/// The observations in the order of the execution, whose history was recorded.  Long
/// executions are cut off.
std::vector<Observation> observations(const Machine& machine);

/// An observation that another execution does not share.
struct Difference {
  std::uint64_t event = 0;      ///< In the first execution.
  std::uint64_t elsewhere = 0;  ///< The value that the same access found in the second.
};

/// The first observation of `one` whose thread has seen the same in `other` before, but
/// found another value there; nothing if there is none.
std::optional<Difference> first_difference(const std::vector<Observation>& one,
                                           const std::vector<Observation>& other);

/// The advice that a program's output depends on the schedule, with this event and the
/// write that it saw.
Finding what_decided(const Machine& machine, const ExecutionOptions::Decision& decision);

}  // namespace gridlock::sim
