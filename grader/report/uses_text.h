/// The uses of a submission's lines in a schedule, for a terminal: for a wrong result or
/// a hang that no single step explains.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "checker/record.h"
#include "report/layout.h"

namespace gridlock {

/// "line 12  atomicAdd counter, reads 0 each time; thread 0 of 130 blocks", one row for
/// each use, the most telling ones if there are more than `rows_max`; "" without uses.
/// \param about the names in a wrong result's complaint: uses of these variables are more
///        telling
/// \param story steps that are shown as well; a use that they show each time is left out
std::string uses_text(const Look& look, int indent, const std::string& title,
                      const std::vector<PlacedUse>& uses,
                      const std::string& submission_name, std::size_t rows_max,
                      const About& about = {}, std::string_view story = {});

/// The changes of any elements of the variables for which the hang's threads wait.  Empty
/// if only awaited elements were changed.
std::vector<PlacedUse> changes_of_awaited(const std::vector<PlacedUse>& uses,
                                          const PlacedFinding& hang);

}  // namespace gridlock
