/// Runs all schedules of a small program, except that it runs only one of several that
/// differ in the order of independent operations.
///
/// The search goes back over the decisions of the last execution and picks another answer
/// where that can matter: where two operations on the same word, at least one of them a
/// write, or two fences could have come in the other order.  This is dynamic
/// partial-order reduction after Flanagan and Godefroid (POPL 2005), with sleep sets
/// after Godefroid (LNCS 1032); every race of a trace, not only the last one, gives a
/// decision to go back to. Which old value a strong read sees is a decision as well.
///
/// These executions show all behaviours of a program without data races.  The search
/// gives up, and reports that it was not exhaustive, if it cannot enumerate the
/// schedules: a grid does not fit on the device, several streams have something to start,
/// a stream runs a host function, the program reads the clock, or it takes too many
/// decisions.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "sim/schedule/branch.h"

namespace gridlock::sim {

class ExhaustiveSearch {
 public:
  /// The next execution; null if none is left or the search has given up.
  std::shared_ptr<SearchBranch> next();
  /// Adds the decisions of an execution that has ended to the search.
  void take(const SearchBranch& branch);
  /// Whether all schedules have been run.
  bool complete() const { return begun_ && !given_up_ && stack_.empty(); }

 private:
  /// For each thread, its last node that is ordered before this node, or is this node.
  using Before = std::map<ThreadId, std::size_t>;
  struct Node : SearchDecision {
    Before before;
    std::set<std::uint32_t> wanted;  ///< The options to be tried.
    std::set<std::uint32_t> tried;
  };
  /// Whether the execution made the decisions on the stack, from the same options.
  bool follows(const SearchBranch& branch) const;
  void look_for_races();
  static void want(Node& node, const ThreadId& who);
  static bool advance(Node& node);

  std::vector<Node> stack_;
  /// How many nodes the last execution shared with the one before it.
  std::size_t unchanged_ = 0;
  bool begun_ = false;
  bool given_up_ = false;
};

}  // namespace gridlock::sim
