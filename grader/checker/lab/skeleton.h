/// \file
/// Skeleton and solution have one source: the solution, with marked regions.
///
///     // BEGIN SOLUTION
///     __threadfence();       // The solution's text, not in the skeleton.
///     //# int last = 0;      // The skeleton's text, without the //# in front.
///     // END SOLUTION
///
/// The markers are on lines of their own, with any indentation.  Outside of the regions
/// both files are the same.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace gridlock {

/// A marker that has no partner; says the line.
class BadMarkers : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The skeleton of this solution.
/// \throws BadMarkers
std::string skeleton_from_solution(std::string_view solution);

}  // namespace gridlock
