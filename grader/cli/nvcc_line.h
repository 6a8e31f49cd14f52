/// A build's own command line of nvcc, as `run -- nvcc ...` takes it.
#pragma once

#include <string>
#include <vector>

namespace gridlock {

struct NvccLine {
  std::vector<std::string> files;  ///< The sources, in the line's order; never empty.
  std::vector<std::string> include_dirs;
  std::vector<std::string> definitions;  ///< "NAME" or "NAME=VALUE"
  /// The arguments of the program, behind a further "--".
  std::vector<std::string> program_arguments;
};

/// Whether the words are a command line of nvcc: "nvcc", or a path to it, comes first.
bool is_nvcc_line(const std::vector<std::string>& words);

/// Reads such a line.  Ignores options for the machine code, the host's compiler and the
/// linker.
/// \pre is_nvcc_line(words)
/// \throws UsageError if an argument would change the program and is not supported:
/// objects and libraries as files, -include, -U, options in files, PTX as input, the
/// default stream of each thread; or if there is no source
NvccLine read_nvcc_line(const std::vector<std::string>& words);

}  // namespace gridlock
