/// \file
/// An interleaving for a terminal: a line a step, with a column for each lane.
#pragma once

#include <string>
#include <vector>

#include "checker/record.h"
#include "report/layout.h"

namespace gridlock {

/// A line for each step (or barrier, or step that repeats), at most `rows_max`.  In front
/// stands a column for each thread, stream or the host, with a letter where it acts; what
/// follows says the same in words, so that each line can be read by itself.  The letters:
/// W write, R read, A atomic, F fence, B barrier, C call.
/// \param finding what the steps show, or null
std::string interleaving_text(const Look& look, int indent,
                              const std::vector<PlacedAccess>& steps,
                              std::size_t rows_max, const std::string& main_file,
                              const PlacedFinding* finding = nullptr);

/// How many lines a report gives to so many steps and those who wait in the end: a short
/// story is told whole, since what decides may come first; of a longer one, so much that
/// it stays in sight.
constexpr std::size_t lines_for(std::size_t steps) { return steps <= 16 ? 32 : 10; }

}  // namespace gridlock
