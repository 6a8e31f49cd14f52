/// One execution of an exhaustive search as a policy: it follows the search's picks and
/// records what there was to decide.  See explore/exhaustive.h.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/schedule/choices.h"

namespace gridlock::sim {

/// A thread, or the device's next task, and what it is about to do.
struct Option {
  ThreadId who;
  Operation operation;
};

/// One decision of an execution.
struct SearchDecision {
  std::vector<Option> options;  ///< Empty for the choice of an old value.
  std::uint32_t values = 0;     ///< How many values there were to choose from.
  std::uint32_t pick = 0;       ///< Among the options or values.
  /// Options that need not go first here: that has been tried.
  std::vector<Option> sleep;
};

/// One execution of the search: its input and its output.
struct SearchBranch {
  std::vector<std::uint32_t> picks;  ///< The first decisions.
  std::vector<Option> sleep;         ///< The options that sleep after them.

  std::vector<SearchDecision> trace;
  /// The program does something that this search does not cover.
  bool given_up = false;
  bool abandoned = false;  ///< It turned out to repeat another execution.
};

/// Whether the order of the two can make a difference.
bool are_dependent(const Operation& a, const Operation& b);

/// Sleep sets: whether the thread is in one, and which threads wake because of an
/// operation.
bool sleeps(const std::vector<Option>& sleep, const ThreadId& who);
void wake_dependent(std::vector<Option>& sleep, const Operation& done);

/// The policy of one execution of the search.
std::unique_ptr<Policy> make_branch_policy(std::shared_ptr<SearchBranch> branch);

}  // namespace gridlock::sim
