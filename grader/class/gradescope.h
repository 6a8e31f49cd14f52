/// What Gradescope's export says of its submissions, in submission_metadata.yml.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock {

/// The name of that file.
constexpr const char* kGradescopeFile = "submission_metadata.yml";

/// A submission of one student or of a group.
struct GradescopeSubmission {
  /// The names of the class: the student's with the id, as in student-01_1001, or the
  /// e-mail where there is no id.
  std::vector<std::string> students;
  std::int64_t time = 0;  ///< In seconds since 1970; 0 if it is not said.
};

/// By the name of the submission's folder.  What cannot be understood is left out.
std::map<std::string, GradescopeSubmission> read_gradescope(std::string_view yaml);

}  // namespace gridlock
