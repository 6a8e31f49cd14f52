/// \file
/// Files that the user asked for.
#pragma once

#include <string>

namespace gridlock {

/// Writes the text where the user wants it: "-" is standard output; a file is put in
/// place in one step.  Returns whether it worked; if not, standard error says why.
bool save_for_user(const std::string& path, const std::string& text);

}  // namespace gridlock
