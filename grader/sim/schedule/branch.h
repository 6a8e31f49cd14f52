/// \file
/// One execution of an exhaustive search as a policy: it follows the search's picks, and
/// tells what there was to decide.  See explore/exhaustive.h.
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
  std::vector<Option> sleep;    ///< Who need not go first here: that was tried.
};

/// One execution of the search: what it is told, and what it tells.
struct SearchBranch {
  std::vector<std::uint32_t> picks;  ///< The first decisions.
  std::vector<Option> sleep;         ///< What sleeps after them.

  std::vector<SearchDecision> trace;
  bool given_up = false;   ///< There is something that this search does not cover.
  bool abandoned = false;  ///< It turned out to repeat another execution.
};

/// Whether the order of the two can make a difference.
bool are_dependent(const Operation& a, const Operation& b);

/// Sleep sets: whether the thread is in one, and who wakes because of what was done.
bool sleeps(const std::vector<Option>& sleep, const ThreadId& who);
void wake_dependent(std::vector<Option>& sleep, const Operation& done);

/// The policy of one execution of the search.
std::unique_ptr<Policy> make_branch_policy(std::shared_ptr<SearchBranch> branch);

}  // namespace gridlock::sim
