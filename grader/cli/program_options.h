/// Options of `run`, `replay` and `trace` for a whole program.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "checker/program.h"
#include "cli/command.h"

namespace gridlock {

/// How a program is compiled and called, besides its first file.
struct ProgramOptions {
  std::vector<std::string> other_files;
  std::vector<std::string> include_dirs;
  std::vector<std::string> definitions;
  bool legacy = false;

  /// Adds the options, and the further files as positional arguments.
  void add_to(CLI::App& command);

  /// The program that begins with `file`.
  /// \throws UsageError if there is no such file.
  ProgramRequest request(const std::string& file, const Environment& env) const;

  /// The options and the program's arguments for another command line; each begins with a
  /// blank.
  std::string options_text() const;
  std::string arguments_text(const Environment& env) const;
};

}  // namespace gridlock
