/// Completion of the command line in a shell.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace gridlock {

/// A script for "bash" or "zsh" that completes the commands and options of `app`, and the
/// labs where one is expected.
std::string completion_script(const std::string& shell, const CLI::App& app,
                              const std::vector<std::string>& labs);

}  // namespace gridlock
