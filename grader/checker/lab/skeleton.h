/// \file
/// Skeleton and solution have one source: the solution, with marked regions.
///
///     // BEGIN SOLUTION
///     __threadfence();       // Only in the solution.
///     //# int last = 0;      // Only in the skeleton, without the //#.
///     // END SOLUTION
///
/// The markers are on their own lines, with any indentation.  Outside the regions both
/// files are the same.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace gridlock {

/// The markers.
inline constexpr std::string_view kSolutionBegins = "// BEGIN SOLUTION";
inline constexpr std::string_view kSolutionEnds = "// END SOLUTION";

/// A marker has no partner; the message names the line.
class BadMarkers : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The skeleton of this solution.
/// \throws BadMarkers
std::string skeleton_from_solution(std::string_view solution);

}  // namespace gridlock
