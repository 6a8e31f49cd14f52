/// \file
/// Checks that several blocks share work, by the outputs of Scenario::output_sharing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "check.h"

namespace gridlock::check {

/// The best sharing of the work in any single execution.
class Sharers {
 public:
  /// Records an execution; returns whether at least two blocks had a share in it, with
  /// two threads or more each.
  bool share(const Outcome& outcome) {
    blocks_ = std::max(blocks_, outcome.value("busy_blocks"));
    threads_ = std::max(threads_, outcome.value("busy_threads"));
    return outcome.value("sharing") >= 2;
  }

  /// The complaint that too few blocks had a share: "at most one of the 4 blocks had
  /// SHARE, with up to 8 of its threads".
  /// \param blocks the number of blocks in the grid
  /// \param share what a thread has: "a share of the reading"
  std::string text(std::int64_t blocks, const std::string& share) const {
    const std::string of = " of the " + std::to_string(blocks) +
                           (blocks == 1 ? " block had " : " blocks had ") + share;
    if (blocks_ == 0) return "none" + of;
    if (blocks_ == 1)
      return "at most one" + of + ", with " +
             (threads_ == 1 ? "one" : "up to " + std::to_string(threads_)) +
             " of its threads";
    if (threads_ == 1) return "no block had " + share + " with more than one thread";
    return "fewer than two" + of + " with two threads or more";
  }

 private:
  std::int64_t blocks_ = 0;   ///< The blocks with a share in the best execution.
  std::int64_t threads_ = 0;  ///< The threads of the block with most of them.
};

/// Requires that some schedule lets at least two blocks, with two threads or more each,
/// take a share, unless the budget of seconds ends the exploration first.  The scenario
/// returns Scenario::output_sharing.
inline void require_sharing(const std::string& scenario, const Params& params,
                            std::int64_t blocks, const std::string& share) {
  Sharers sharers;
  const bool shared = explore(scenario, params).may_be_some([&](const Outcome& outcome) {
    return sharers.share(outcome);
  });
  REQUIRE_MESSAGE(shared, "in every schedule ", sharers.text(blocks, share));
}

}  // namespace gridlock::check
