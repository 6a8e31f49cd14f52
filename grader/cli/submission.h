/// The options that choose the file to grade.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>

#include "checker/lab/labs.h"
#include "cli/command.h"

namespace gridlock {

/// `--solution`, `--submission PATH` and `--no-box`, shared by check, replay and trace.
class SubmissionOptions {
 public:
  void add_to(CLI::App& command);

  /// The file for this lab: the student's, the reference, or the given one.
  /// \throws UsageError if a given file does not exist or lies behind a link, or if this
  /// tree has no reference
  std::filesystem::path file_for(const Lab& lab) const;

  /// Acts as if `--submission` had named this file.
  void use(const std::filesystem::path& file) { path_ = file.string(); }

  /// The environment in which the file is to be compiled and run: with the strongest box
  /// of this machine around what `--submission` names, since others may have written it.
  Environment environment(const Environment& outside) const;

  bool is_own() const { return !solution_ && path_.empty(); }

  /// The options as the user gave them, with a space in front; "" if none.
  std::string as_arguments() const;

 private:
  bool solution_ = false;
  std::string path_;
  bool no_box_ = false;
};

}  // namespace gridlock
