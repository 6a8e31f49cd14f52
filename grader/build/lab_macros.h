/// Keeps a submission's macros out of the lab's own files.
///
/// A lab's scenarios.cu includes the submission, so a macro that the submission leaves
/// behind would be expanded in what follows there: `#define check_launch(what)` would
/// take a check away, and `#define N 5` would break the code of a lab that has a variable
/// N.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "build/source/complaint.h"
#include "build/source/lexer.h"

namespace gridlock {

/// What a submission's macros mean for the lab.
struct LabMacros {
  /// Macros that redefine one of the lab's headers, or would change the code in one.
  std::vector<Complaint> complaints;
  /// Directives that make each name what it is without the submission; "" if there is no
  /// macro in it.  They belong behind `line` of the scenarios, which includes it.
  std::string restoring;
  int line = 0;
};

/// Goes through TokenizedText::macros, which say what the preprocessor really did.
/// \param text_of gives the text of a file
LabMacros lab_macros(const TokenizedText& tokenized,
                     const std::function<const std::string&(const SourceFile&)>& text_of);

}  // namespace gridlock
