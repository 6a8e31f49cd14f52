/// Something in a file that its author has to change.
#pragma once

#include <string>

namespace gridlock {

/// What is wrong, and where.
struct Complaint {
  /// Whether this is an error of the language, which nvcc would report as well; otherwise
  /// it is something that the grader does not allow.
  bool is_error = false;
  std::string file;  ///< As the student knows it; "" if none.
  int line = 0;      ///< 0 if none.
  std::string text;  ///< A sentence that says what to do.
};

}  // namespace gridlock
