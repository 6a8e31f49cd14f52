/// The smallest part of a set that still suffices.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace gridlock {

/// Answers for each of some sets of numbers, in increasing order, whether it suffices.
using Suffices =
    std::function<std::vector<bool>(const std::vector<std::vector<std::size_t>>& sets)>;

/// A minimal part of { 0, ..., count - 1 } that suffices, if the whole does.  Assumes
/// that sufficiency is monotone.  Low numbers are preferred.  The questions come in
/// groups of at most `at_once`.
/// The algorithm is the one in Junker, "QUICKXPLAIN: Preferred explanations and
/// relaxations for over-constrained problems", AAAI 2004, with a search for the shortest
/// prefix that suffices, then for the shortest that does so with its last element, and so
/// on.
/// \return in increasing order
std::vector<std::size_t> minimal_set(std::size_t count, unsigned at_once,
                                     const Suffices& suffices);

}  // namespace gridlock
