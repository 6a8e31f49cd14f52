/// \file
/// Checks histories against a sequential specification: overlapping calls may have
/// happened in any order, others only in the order of their times.
///
/// The search is that of Wing and Gong, "Testing and Verifying Concurrent Objects" (JPDC
/// 1993), with Lowe's memory of visited states, "Testing for Linearizability" (CCPE
/// 2017).
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "check.h"

namespace gridlock::check {

/// One call of a history; see scenario/include/gridlock/call_log.h.
struct Call {
  std::int64_t caller = 0, operation = 0, begin = 0, end = 0, given = 0, result = 0;
};

/// Reads the calls that a scenario's CallLog returned.  Any other form fails the check.
std::vector<Call> calls_of(const Outcome& outcome);

struct Explanation {
  bool possible = false;
  /// If not possible: the calls of the longest order that the specification allows, the
  /// call that it refused next, and its reason.
  std::vector<Call> order;
  Call refused;
  std::string reason;
};

/// A specification: returns "" and updates the state, or returns why the call cannot have
/// had its result in this state.
template <class State>
using Specification = std::function<std::string(State&, const Call&)>;

/// The search handles at most this many calls.
constexpr std::size_t kCallsMax = 60;

/// Whether some order explains the calls: it contains every call, keeps the order of
/// calls that do not overlap, and the specification allows each call in the state that
/// the calls before it left.  `State` needs operator<.
/// \throws std::logic_error for more calls than kCallsMax
template <class State>
Explanation linearize(std::vector<Call> calls, const State& initial,
                      const Specification<State>& allows) {
  if (calls.size() > kCallsMax) throw std::logic_error("too many calls to explain");
  std::stable_sort(calls.begin(), calls.end(),
                   [](const Call& a, const Call& b) { return a.begin < b.begin; });
  const std::uint64_t all = (std::uint64_t{1} << calls.size()) - 1;
  std::set<std::pair<std::uint64_t, State>> tried;
  Explanation best;
  std::vector<Call> order;
  const std::function<bool(std::uint64_t, const State&)> extend =
      [&](std::uint64_t done, const State& state) {
        if (done == all) return true;
        if (!tried.emplace(done, state).second) return false;
        // A call that begins after another remaining call has ended cannot be next.
        std::int64_t first_end = INT64_MAX;
        for (std::size_t i = 0; i < calls.size(); ++i)
          if (!(done >> i & 1)) first_end = std::min(first_end, calls[i].end);
        for (std::size_t i = 0; i < calls.size() && calls[i].begin < first_end; ++i) {
          if (done >> i & 1) continue;
          State after = state;
          const std::string against = allows(after, calls[i]);
          if (!against.empty()) {
            if (best.reason.empty() || order.size() > best.order.size())
              best = {false, order, calls[i], against};
            continue;
          }
          order.push_back(calls[i]);
          if (extend(done | std::uint64_t{1} << i, after)) return true;
          order.pop_back();
        }
        return false;
      };
  best.possible = extend(0, initial);
  if (best.possible) best.order = order;
  return best;
}

}  // namespace gridlock::check
