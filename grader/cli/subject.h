/// What `replay` and `trace` run: a lab's submission, or a whole program.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "checker/program.h"
#include "checker/schedule_string.h"
#include "cli/command.h"
#include "cli/program_options.h"
#include "cli/recorded_schedules.h"
#include "cli/submission.h"

namespace gridlock {

/// The options `LAB|FILE.cu`, those that choose a submission, and those of a program.
struct SubjectOptions {
  std::string target;  ///< A lab or a file.
  SubmissionOptions submission;
  ProgramOptions program;

  void add_target_to(CLI::App& command);
  void add_to(CLI::App& command);
  /// Takes the file in which the schedule was found, unless the user named one.
  void use_submission_of(const RecordedSchedule& kept);
  /// A file has an extension; a lab's number or name has none.
  bool is_program() const { return std::filesystem::path(target).has_extension(); }
  /// \throws UsageError if there is no such file.
  ProgramRequest program_request(const Environment& env) const {
    return program.request(target, env);
  }
};

struct Subject {
  ModuleBuild module;
  std::string submission_name;
  std::string title;   ///< A check's part and claim, or the program's name.
  ProgramCall call{};  ///< The call of a whole program.
};

/// Builds the subject.
/// \throws UsageError if it does not build, or the schedule belongs to something else.
Subject subject_of(const SubjectOptions& options, const ScheduleString& schedule,
                   const Environment& env);

}  // namespace gridlock
