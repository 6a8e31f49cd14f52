/// The table of sites in the data of a module: sites.cpp writes it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gridlock {

/// A lab's scenarios are compiled apart from the submission, so their sites have numbers
/// of their own.  The two texts stand before and after the table in the module's data.
constexpr unsigned kFirstSiteOfScenarios = 1'000'000;
constexpr std::string_view kSitesBegin = "gridlock sites ", kSitesEnd = "\tend of sites";

/// The sites of a module, each as "function TAB file:line".
/// \param first the number of the table's first site
std::vector<std::string> sites_in(std::string_view module, unsigned first);

}  // namespace gridlock
