/// \file
/// Macros of a submission that would change the lab's own files.
///
/// A lab's scenarios.cu includes the submission, so a macro that the submission leaves
/// behind is expanded in what follows there: `#define check_launch(what)` would take a
/// check away.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "build/source/complaint.h"
#include "build/source/lexer.h"

namespace gridlock {

/// Complains about each macro of the student whose name the scenarios use, or a header
/// that they include after the submission.  `text_of` gives the text of a file.
std::vector<Complaint> check_macros(
    const TokenizedText& tokenized,
    const std::function<const std::string&(const SourceFile&)>& text_of);

}  // namespace gridlock
