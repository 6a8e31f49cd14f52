/// \file
/// Runs every schedule of a small program, one for each order of its operations that can
/// make a difference.
///
/// The search goes back over the decisions of the last execution and takes another answer
/// where that can matter: where two operations that touch the same word (and one of them
/// writes), or two fences, could have come the other way round.  This is dynamic
/// partial-order reduction after Flanagan and Godefroid (POPL 2005), with sleep sets
/// after Godefroid (LNCS 1032); every race of a trace, not the last one only, gives a
/// place to go back to.  What a strong read sees of the old values is a decision as well.
///
/// A program without data races has no other behaviours.  What cannot be enumerated so is
/// given up, and said not to be exhaustive: a grid that does not fit the device at once,
/// several streams with something to start, host functions in streams, a program that
/// reads the clock, or one that takes too many decisions.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "sim/choices.h"

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

/// The policy of one execution of the search.
std::unique_ptr<Policy> make_branch_policy(std::shared_ptr<SearchBranch> branch);

/// Which executions to run.
class ExhaustiveSearch {
 public:
  /// The next execution; null if there is none, or the search was given up.
  std::shared_ptr<SearchBranch> next();
  /// Learns from an execution that has been run.
  void take(const SearchBranch& branch);
  /// Whether every schedule has been run.
  bool complete() const { return begun_ && !given_up_ && stack_.empty(); }

 private:
  /// The last node of each thread that is ordered before.
  using Before = std::map<ThreadId, std::size_t>;
  struct Node : SearchDecision {
    Before before;                   ///< And the node itself.
    std::set<std::uint32_t> wanted;  ///< Options to be tried.
    std::set<std::uint32_t> tried;
  };
  void look_for_races();
  static void want(Node& node, const ThreadId& who);
  static bool advance(Node& node);

  std::vector<Node> stack_;
  std::size_t unchanged_ = 0;  ///< Nodes that the last execution shared with another.
  bool begun_ = false;
  bool given_up_ = false;
};

}  // namespace gridlock::sim
