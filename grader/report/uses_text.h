/// What the lines of a submission did in a schedule, for a terminal: of a wrong result or
/// a hang that no single step explains.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "checker/record.h"
#include "report/layout.h"

namespace gridlock {

/// "line 12  atomicAdd counter, reads 0 each time; thread 0 of 130 blocks", one row for
/// each use, those that say most if there are more than `rows_max`; "" if there are none.
/// \param about of a wrong result: what touches a variable that it names says more than
///        what touches others
std::string uses_text(const Look& look, int indent, const std::string& title,
                      const std::vector<PlacedUse>& uses,
                      const std::string& submission_name, std::size_t rows_max,
                      const About& about = {});

/// The changes of variables for which the hang's threads wait, whichever elements; empty
/// if they concern the awaited elements alone.
std::vector<PlacedUse> changes_of_awaited(const std::vector<PlacedUse>& uses,
                                          const PlacedFinding& hang);

}  // namespace gridlock
