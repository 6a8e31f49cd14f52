/// A fault in a file, which its author has to correct.
#pragma once

#include <string>

namespace gridlock {

struct Complaint {
  /// Whether it is an error of the language, which nvcc would report, too; otherwise it
  /// is something that the grader does not allow.
  bool is_error = false;
  std::string file;  ///< The file's name for the student; "" if there is none.
  int line = 0;      ///< 0 if there is none.
  std::string text;  ///< A sentence with advice.
};

}  // namespace gridlock
