/// Rules for submissions that run in the simulator.
///
/// The detector relies on the calls that are inserted before every access.  So nothing in
/// a submission may remove these calls, hide an access from the compiler, or call the
/// simulator directly.  The same rules apply to headers below the submission's folder,
/// but not to files of the lab or the system.
#pragma once

#include <string_view>
#include <vector>

#include "build/source/complaint.h"
#include "build/source/lexer.h"

namespace gridlock {

/// Checks a file as it was written: #include, #line, reserved names.
/// \param name the file's name for the student
/// \param is_program whether it belongs to a whole program, which is the user's own and
/// may include files from anywhere
std::vector<Complaint> check_raw(std::string_view text, std::string_view name,
                                 bool is_program);

/// Checks preprocessed text: attributes, pragmas, files from elsewhere.  Assembly is
/// checked by replace_assembly().
std::vector<Complaint> check_preprocessed(const TokenizedText& tokenized,
                                          bool is_program);

}  // namespace gridlock
