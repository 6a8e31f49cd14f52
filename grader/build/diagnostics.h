/// Shows the compiler's messages with the student's own files and lines.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "build/source/source_files.h"

namespace gridlock {

struct Diagnostic {
  /// The file's name for the compiler; "" if the message has no place.
  std::string file;
  int line = 0;
  std::string severity;  ///< "error", "fatal error", "warning", "note".
  std::string text;

  bool is_error() const { return severity == "error" || severity == "fatal error"; }
};

/// Parses the messages of clang, g++ or nvcc; skips other lines.
std::vector<Diagnostic> parse_diagnostics(std::string_view compiler_output);

struct Explanation {
  std::string text;  ///< At most about 60 lines, safe to print.
  bool any_error = false;
  /// Whether some errors are in the lab's files, and none in the student's.
  bool errors_only_in_scenarios = false;
  /// Whether all errors are in headers of the grader or the system.
  bool errors_only_in_ours = false;
};

/// Finds the owner of a file by its name in the compiler's messages.
using Classifier = std::function<SourceFile(const std::string& name)>;
/// The text of a file's line, or "".
using LineText = std::function<std::string(const SourceFile& file, int line)>;

/// The functions with this name in our headers, as candidates_of returns them.
using Candidates = std::function<std::vector<std::string>(const std::string& name)>;

/// Prepares errors for a student.  An error inside one of our headers is shown at the
/// student's line that led to it, if a note names that line.  Notes about other headers
/// are left out.  For a call that matches no function, the candidates are listed instead.
Explanation explain(const std::vector<Diagnostic>& diagnostics,
                    const Classifier& classify, const LineText& line_text,
                    const Candidates& candidates = {});

/// Clang's warnings about the student's own files that point at a likely mistake, such as
/// `if (tid = 0)`.  Each has its line, and is safe to print.
std::vector<std::string> explain_warnings(const std::vector<Diagnostic>& diagnostics,
                                          const Classifier& classify,
                                          const LineText& line_text);

}  // namespace gridlock
