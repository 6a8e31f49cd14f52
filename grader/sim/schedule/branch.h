/// A policy for one execution of an exhaustive search: follows the picks of the search
/// and records each decision.  See explore/exhaustive.h.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/schedule/choices.h"

namespace gridlock::sim {

/// A thread, or the device's next task, and its next operation.
struct Option {
  ThreadId who;
  Operation operation;
};

/// One decision of an execution.
struct SearchDecision {
  std::vector<Option> options;  ///< Empty if the decision is which value a read sees.
  std::uint32_t values = 0;     ///< How many values a read could see.
  std::uint32_t pick = 0;       ///< Index of the picked option or value.
  /// The options that need not be picked here, because executions that begin with them
  /// have been run.
  std::vector<Option> sleep;
};

/// One execution of the search: the input for it, and the record of it.
struct SearchBranch {
  std::vector<std::uint32_t> picks;  ///< The picks for the first decisions.
  std::vector<Option> sleep;         ///< The options that sleep after these.

  std::vector<SearchDecision> trace;
  /// The program does something that the search cannot cover.
  bool given_up = false;
  bool abandoned = false;  ///< It turned out to repeat another execution, and was ended.
};

/// Whether the order of the two operations can make a difference.
bool are_dependent(const Operation& a, const Operation& b);

/// For sleep sets: sleeps() says whether the thread is in one; wake_dependent() removes
/// the threads that an operation wakes.
bool sleeps(const std::vector<Option>& sleep, const ThreadId& who);
void wake_dependent(std::vector<Option>& sleep, const Operation& done);

std::unique_ptr<Policy> make_branch_policy(std::shared_ptr<SearchBranch> branch);

}  // namespace gridlock::sim
