/// Writes files that the user asked for.
#pragma once

#include <string>

namespace gridlock {

/// Why the file at the user's path cannot be written; "" if it can be.  Call it before
/// the work that makes the file.  It opens and changes no file.  CLI11 can use it as a
/// check of an option.
std::string why_no_file(const std::string& path);

/// Writes the text where the user wants it: "-" is standard output; a file is put in
/// place in one step.  Returns whether it worked; if not, standard error says why.
bool save_for_user(const std::string& path, const std::string& text);

}  // namespace gridlock
