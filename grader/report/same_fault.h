/// Finds further places of a fault: the same link may be missing in several functions.
#pragma once

#include <string>
#include <vector>

#include "checker/record.h"

namespace gridlock {

/// "The same shows in leave(), in line 41 and line 45 (1b): the repair must reach that,
/// too." for failed checks that lack the same link as `first`, but blame other functions;
/// "" if there are none.  Whether one repair can serve all is not known.
/// \param first the failed check that is reported in full
/// \param failed all failed checks of parts that are begun
/// \param submission_name the file whose lines count
std::string same_fault_elsewhere(const CheckResult& first,
                                 const std::vector<const CheckResult*>& failed,
                                 const std::string& submission_name);

}  // namespace gridlock
