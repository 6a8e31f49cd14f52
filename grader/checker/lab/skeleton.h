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
#include <vector>

#include "checker/lab/labs.h"

namespace gridlock {

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

/// The skeleton as the lab was handed out: made from the solution, or, in a student's
/// tree, the copy that `export` has put there; "" if there is neither.
std::string original_skeleton(const Lab& lab);

/// What to say of the lab's given headers that are beside the submission and differ from
/// those that were handed out; "" if none does.  In the lab's own folder they are
/// compared with the copies of `export`, or with git's last commit.
std::string changed_headers(const Lab& lab, const std::filesystem::path& submission);

/// The parts whose code in the submission is that of the skeleton; comments and layout do
/// not count.  A part begins at a comment "// ---- 1a: the guard" and ends at the next.
std::vector<std::string> parts_not_begun(const std::string& skeleton,
                                         const std::string& submission);

/// A function of the skeleton that has a TODO.
struct FunctionToWrite {
  std::string name;  ///< "sendQueue"; of a member, the last part: "next".
  /// The comment in front of it, in one line, without slashes, and without lines that it
  /// shares with a function that has been begun.
  std::string comment;
};

/// The functions whose code in the submission is that of the skeleton.
std::vector<FunctionToWrite> functions_not_begun(const std::string& skeleton,
                                                 const std::string& submission);

/// The name of the first function that a failed check asks for; "" if it asks for none.
/// The check's title or its message names the function, or the function's comment has one
/// of the sentences that the check tests.
std::string function_asked_for(const std::vector<FunctionToWrite>& functions,
                               std::string_view title, std::string_view said,
                               const std::vector<std::string>& sentences);

}  // namespace gridlock
