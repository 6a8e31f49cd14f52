/// Rules for a submission for the simulator.
///
/// The detector relies on the calls that the compiler puts in front of every access.  So
/// nothing in a submission may remove these calls, hide an access from the compiler, or
/// call the simulator directly.  Headers below the submission's folder are held to the
/// same rules; the lab's own files and the system's are not.
#pragma once

#include <string_view>
#include <vector>

#include "build/source/complaint.h"
#include "build/source/lexer.h"

namespace gridlock {

/// Rules about a file as it was written: #include, #line, reserved names. `name` is the
/// file's name for the student.  A whole program (`is_program`) is the user's own, so it
/// may include files from anywhere.
std::vector<Complaint> check_raw(std::string_view text, std::string_view name,
                                 bool is_program);

/// Rules about preprocessed text: attributes, pragmas, files from elsewhere.  Assembly is
/// left to replace_assembly().
std::vector<Complaint> check_preprocessed(const TokenizedText& tokenized,
                                          bool is_program);

}  // namespace gridlock
