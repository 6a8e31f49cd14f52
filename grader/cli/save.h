/// \file
/// Files that the user asked for.
#pragma once

#include <string>

namespace gridlock {

/// What is wrong with a path that the user gave for a file to be written, to be asked
/// before the work is done whose result shall go there; "" if nothing is.  It opens and
/// changes no file.  As a check of CLI11's options, it refuses the command line.
std::string why_no_file(const std::string& path);

/// Writes the text where the user wants it: "-" is standard output; a file is put in
/// place in one step.  Returns whether it worked; if not, standard error says why.
bool save_for_user(const std::string& path, const std::string& text);

}  // namespace gridlock
