/// A fault in a file that its author has to change.
#pragma once

#include <string>

namespace gridlock {

/// A fault, and its place.
struct Complaint {
  /// Whether this is an error of the language, which nvcc would report as well; otherwise
  /// it is something that the grader does not allow.
  bool is_error = false;
  std::string file;  ///< The student's name of the file; "" without one.
  int line = 0;      ///< 0 without a place.
  std::string text;  ///< A sentence with advice.
};

}  // namespace gridlock
