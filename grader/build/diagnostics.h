/// The compiler's messages, in the student's own files and lines.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "build/source/source_files.h"

namespace gridlock {

/// One message of a compiler.
struct Diagnostic {
  std::string file;  ///< The compiler's name of the file; "" if the message has no place.
  int line = 0;
  std::string severity;  ///< "error", "fatal error", "warning", "note".
  std::string text;

  bool is_error() const { return severity == "error" || severity == "fatal error"; }
};

/// Reads the messages of clang, g++ or nvcc; other lines are left out.
std::vector<Diagnostic> parse_diagnostics(std::string_view compiler_output);

/// Messages made ready for a student.
struct Explanation {
  std::string text;  ///< At most some 60 lines, safe to print.
  bool any_error = false;
  bool errors_only_in_scenarios = false;  ///< The student's files are not the only cause.
  bool errors_only_in_ours =
      false;  ///< Errors are in the grader's or the system's headers only.
};

/// Finds the owner of a file by the name that the compiler gives it.
using Classifier = std::function<SourceFile(const std::string& name)>;
/// The text of a file's line, or "".
using LineText = std::function<std::string(const SourceFile& file, int line)>;

/// The functions of a name that our headers have, as candidates_of gives them.
using Candidates = std::function<std::vector<std::string>(const std::string& name)>;

/// An error inside of a header of ours counts where the student's code led to it, if a
/// note says so.  Notes about other headers are left out; a call that fits no function
/// gets the candidates instead.
Explanation explain(const std::vector<Diagnostic>& diagnostics,
                    const Classifier& classify, const LineText& line_text,
                    const Candidates& candidates = {});

/// Clang's warnings about the student's own files that point at a likely mistake, such as
/// `if (tid = 0)`; each with its line, safe to print.
std::vector<std::string> explain_warnings(const std::vector<Diagnostic>& diagnostics,
                                          const Classifier& classify,
                                          const LineText& line_text);

}  // namespace gridlock
