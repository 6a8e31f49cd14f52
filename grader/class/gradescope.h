/// Reads submission_metadata.yml, in which Gradescope's export describes its submissions.
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
  /// The students' names in the class: the name with the id, as in student-01_1001, or
  /// the e-mail where there is no id.
  std::vector<std::string> students;
  std::int64_t time = 0;  ///< In seconds since 1970; 0 if the file has none.
};

/// The submissions that can be understood, by the name of their folder.
std::map<std::string, GradescopeSubmission> read_gradescope(std::string_view yaml);

}  // namespace gridlock
