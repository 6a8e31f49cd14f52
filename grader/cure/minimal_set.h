/// Finds a smallest part of a set that still suffices.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace gridlock {

/// Answers for each of these sets of numbers, each in increasing order, whether it
/// suffices.
using Suffices =
    std::function<std::vector<bool>(const std::vector<std::vector<std::size_t>>& sets)>;

/// A minimal subset of { 0, ..., count - 1 } that suffices, if the whole set does.
/// Assumes that supersets of a sufficient set suffice.  Prefers low numbers.  Asks about
/// at most `at_once` sets at a time. The algorithm is that of Junker, "QUICKXPLAIN:
/// Preferred explanations and relaxations for over-constrained problems", AAAI 2004, with
/// a search for the shortest prefix that suffices, then for the shortest one that
/// suffices with the last element of that prefix, and so on.
/// \return in increasing order
std::vector<std::size_t> minimal_set(std::size_t count, unsigned at_once,
                                     const Suffices& suffices);

}  // namespace gridlock
