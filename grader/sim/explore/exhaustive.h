/// Runs every schedule of a small program, one for each order of its operations that can
/// make a difference.
///
/// The search goes back over the decisions of the last execution and takes another answer
/// where that can matter: where two operations on the same word (at least one a write),
/// or two fences, could have come in the other order.  This is dynamic partial-order
/// reduction after Flanagan and Godefroid (POPL 2005), with sleep sets after Godefroid
/// (LNCS 1032); every race of a trace, not only the last one, gives a place to go back
/// to.  Which old value a strong read sees is a decision as well.
///
/// A program without data races has no other behaviours.  The search gives up, and says
/// that it was not exhaustive, where it cannot enumerate: a grid that does not fit the
/// device at once, several streams with something to start, host functions in streams, a
/// program that reads the clock, or one that takes too many decisions.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "sim/schedule/branch.h"

namespace gridlock::sim {

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
  /// Whether the execution made the decisions on the stack, with the same options.
  bool follows(const SearchBranch& branch) const;
  void look_for_races();
  static void want(Node& node, const ThreadId& who);
  static bool advance(Node& node);

  std::vector<Node> stack_;
  std::size_t unchanged_ = 0;  ///< How many nodes the last execution shared with another.
  bool begun_ = false;
  bool given_up_ = false;
};

}  // namespace gridlock::sim
