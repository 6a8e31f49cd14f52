/// The report of `check` on a terminal, written while the checks run.
#pragma once

#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include "checker/grade.h"
#include "report/failure_text.h"
#include "report/layout.h"
#include "report/progress_line.h"

namespace gridlock {

/// The result of a search for a change that repairs the lab, in sentences.
std::string cure_outcome(const LabResult& lab);
/// The outcome if nothing fails that a change of order may repair.
inline constexpr const char* kNothingToCure =
    "No change of order was tried: no kernel fails for want of one on the simulator.";
/// The progress of such a search.
/// \param limit its time; 0 is none
std::string cure_progress(std::size_t tried, std::chrono::seconds limit);

class TerminalReport : public GradeListener {
 public:
  /// Writes to `out`: one failure in full and the others as lines.  Standard error shows
  /// the progress (progress_line.h).
  /// \param commands the commands to suggest; the lab's number is filled in here
  /// \param all whether each check is reported, and each failure in full
  TerminalReport(std::FILE* out, Look look, SuggestedCommands commands, bool all);

  void lab_begins(const Lab& lab, const LabResult& result) override;
  void build_begins(ExecutorKind executor) override;
  void build_ends(const ModuleBuild& build) override;
  void check_begins(const RegisteredCheck& check, std::size_t number,
                    std::size_t count) override;
  void check_ends(const LabResult& lab, const CheckResult& check) override;
  void lab_ends(const LabResult& lab) override;

  /// Tells, after the lab, how to look for a change that repairs it.
  void offer_cure();
  /// Shows the progress of the search for such a change.
  void cure_goes_on(std::size_t tried, std::chrono::seconds limit);
  /// Prints the result of the search, in sentences.
  void cure_ends(const std::string& outcome);

  /// Ends the report, after all labs or after an interruption.
  /// \param seconds the time that the call took
  void finish(const GradeResult& result, double seconds);

 private:
  void say(const std::string& text);
  /// The heading of a part; "" after the first time.
  std::string part_heading(const std::string& part);
  bool has_no_module(const LabResult& lab, const CheckResult& check) const;
  std::string build_text(const ModuleBuild& build);
  std::string head_text(const CheckResult& check, const std::string& before) const;
  std::string check_in_full(const LabResult& lab, const CheckResult& check);
  std::string not_run_text(const LabResult& lab) const;
  std::string same_cause_text(const std::vector<const CheckResult*>& checks) const;
  std::string not_judged_text(const std::vector<const CheckResult*>& checks) const;
  std::string functions_to_begin(const LabResult& lab) const;
  struct Failures;
  static Failures failures_of(const LabResult& lab);
  std::string first_text(const Failures& failures);
  std::string verdict_again(const LabResult& lab, const CheckResult& first,
                            const std::string& below) const;
  std::string passes_text(const LabResult& lab);
  std::string progress_in(const LabResult& lab, const std::string& part,
                          std::string_view of_checks) const;
  std::string title_of(const std::string& part) const;
  struct PartScore {
    std::string part;
    std::optional<int> points;  ///< None if the grader failed.
    int most = 0;
  };
  static std::vector<PartScore> scores_by_part(const LabResult& lab);
  std::string scores_line(const LabResult& lab, const std::string& score) const;
  std::string scores_text(const LabResult& lab) const;
  std::string read_more(const LabResult& lab) const;
  std::string run_text(const LabResult& lab, bool nothing_ran, bool tells_gpu) const;
  std::string next_step(const LabResult& lab) const;

  std::FILE* out_;
  Look look_;
  SuggestedCommands commands_;
  bool all_;
  Lab lab_;
  std::string part_;
  std::set<std::string> explained_;  ///< Messages that were printed already.
  std::size_t failed_ = 0;           ///< The failed checks of this lab.
  bool looked_for_cure_ = false;
  ProgressLine progress_;
};

}  // namespace gridlock
