/// \file
/// The report of `check` on a terminal, written while the checks run.
#pragma once

#include <cstdio>
#include <filesystem>
#include <set>
#include <string>

#include "checker/grade.h"
#include "report/layout.h"

namespace gridlock {

class TerminalReport : public GradeListener {
 public:
  /// Writes to `out`.  `root` is the tree, for links.  The arguments are those of
  /// `check`, each with a space in front, for the commands that the report suggests:
  /// first those about the submission, which `replay` takes too, then the others.
  TerminalReport(std::FILE* out, Look look, std::filesystem::path root,
                 std::string submission_arguments, std::string more_arguments);

  void lab_begins(const Lab& lab, const LabResult& result) override;
  void build_begins(ExecutorKind executor) override;
  void check_begins(const RegisteredCheck& check) override;
  void check_ends(const LabResult& lab, const CheckResult& check) override;
  void lab_ends(const LabResult& lab) override;

  /// Call it after all labs, or after an interruption.
  void finish(const GradeResult& result);

 private:
  void say(const std::string& text);
  /// One line that the next output replaces; only on a terminal.
  void show_activity(const std::string& text);
  void part_heading(const std::string& part);
  bool has_no_module(const LabResult& lab, const CheckResult& check) const;
  std::string build_text(const ModuleBuild& build);
  std::string failure_text(const CheckResult& check, const CheckRun& run);
  std::string evidence_text(const CheckRun& run) const;
  std::string ways_on_text(const CheckResult& check, const CheckRun& run);
  std::string other_executors_text(const CheckResult& check, const CheckRun& run) const;
  std::string scores_text(const LabResult& lab) const;
  std::string advice_list(const LabResult& lab) const;
  std::string next_step(const LabResult& lab) const;

  std::FILE* out_;
  Look look_;
  std::filesystem::path root_;
  std::string submission_arguments_;
  std::string more_arguments_;
  Lab lab_;
  std::string part_;
  std::set<std::string> explained_;  ///< Keys of mistakes that were explained already.
  bool activity_ = false;
  bool after_blank_ = false;  ///< The last line was empty.
};

/// One sentence on what is wrong with a run that failed.
std::string gist_of(const CheckRun& run);

/// "ok", "FAIL", "HANG", "skip" or "ERROR".
std::string_view label(Verdict verdict);

/// The argument, in quotes if a shell needs them.
std::string shell_quoted(const std::string& argument);

}  // namespace gridlock
