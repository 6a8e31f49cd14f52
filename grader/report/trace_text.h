/// An interleaving for a terminal: one line per step, with one column per lane.
#pragma once

#include <string>
#include <vector>

#include "checker/record.h"
#include "report/layout.h"

namespace gridlock {

/// One line per step (or barrier, or repeated step), at most `rows_max`.  A line begins
/// with one column per thread, stream or host; the column of the actor has a letter.  The
/// words after the columns say the same, so that each line can be read by itself.
/// \param finding what the steps show, or null
/// \param about the names in a complaint; of many steps, those that touch these are shown
std::string interleaving_text(const Look& look, int indent,
                              const std::vector<PlacedAccess>& steps,
                              std::size_t rows_max, const std::string& main_file,
                              const PlacedFinding* finding = nullptr,
                              const About& about = {});

/// interleaving_text() below a heading, which explains the letters in the lanes.
std::string came_about_text(const Look& look, int indent,
                            const std::vector<PlacedAccess>& steps, std::size_t rows_max,
                            const std::string& main_file, const PlacedFinding* finding,
                            const About& about = {});

/// Whether the steps show why the result is wrong, so that they are worth telling even if
/// every schedule gives a wrong result.
bool steps_explain(const std::vector<PlacedAccess>& steps, const std::string& main_file,
                   const About& about);

/// How many lines a report spends on this many steps, waits at the end included: a short
/// interleaving is shown whole, since the decisive step may come first; a longer one is
/// cut so that it fits on a screen.
constexpr std::size_t lines_for(std::size_t steps) { return steps <= 16 ? 32 : 8; }

}  // namespace gridlock
