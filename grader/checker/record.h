/// The results of grading, as the reports read them.  No text in here is trusted until a
/// report has sanitized it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "build/module.h"
#include "checker/about.h"
#include "checker/include/gridlock/check.h"
#include "protocol/cause_facts.h"
#include "protocol/messages.h"

namespace gridlock {

struct PlacedAccess {
  Access access;
  SourceLine place;
  std::string location;    ///< "partial[3]"; "" if unknown.
  std::string note;        ///< "reads 4"; "" if there is nothing to add.
  std::string stream{};    ///< "2nd stream copies" for a step by a stream.
  std::string variable{};  ///< The variable in `location`; "" if unknown.
  GRIDLOCK_FIELDS(access, place, location, note, stream, variable)
};

/// The use of a line of the submission in a schedule.
struct PlacedUse {
  LineUse use;
  SourceLine place;
  std::string memory;      ///< "partial[0..3]"; "" if there is none.
  std::string stream{};    ///< "the default stream"; "" if there is none.
  std::string variable{};  ///< "partial" in `memory`; "" if there is none.
  GRIDLOCK_FIELDS(use, place, memory, stream, variable)
};

/// Two tasks that no event orders; `first` must come first.
struct AskedOrder {
  SourceLine first;
  SourceLine second;
  GRIDLOCK_FIELDS(first, second)
};

/// A finding with its places, as English for readers and as causes for code.
struct PlacedFinding {
  std::string kind;
  std::string message;  ///< What happened.
  std::string missing;  ///< The missing link, or what to do.
  Causes what{};        ///< The causes that `message` puts into words.
  Causes lacking{};     ///< The causes that `missing` puts into words.
  std::vector<PlacedAccess> accesses;
  std::vector<PlacedAccess> interleaving;
  std::string replay;   ///< The whole schedule string; "" if there is none.
  MissingLink lacks{};  ///< What the reader can add.
  std::optional<AskedOrder> asked_order{};
  /// Findings with the same named cause lack the same link, at whatever lines they
  /// appear.
  MissingLink cause{};
  std::vector<SourceLine> blamed{};  ///< The lines that `missing` names.
  /// The submission's lines that `message` names and `accesses` lacks.
  std::vector<SourceLine> named{};
  GRIDLOCK_FIELDS(kind, message, missing, what, lacking, accesses, interleaving, replay,
                  lacks, asked_order, cause, blamed, named)
};

struct FailedAssertion {
  std::string expression;         ///< `outcome.value("sum") == 10`
  std::string expanded;           ///< `9 == 10`
  std::vector<std::string> info;  ///< The check's explanations (doctest's INFO).
  std::string file;               ///< The file of the check.
  int line = 0;
  About about{};
  GRIDLOCK_FIELDS(expression, expanded, info, file, line, about)
};

/// Findings with the same id are of one kind, at the same lines.
std::string place_id(const PlacedFinding& finding);

/// Findings with the same id have one cause: the same named link is missing, or a link of
/// the same kind at the same lines of the submission.
std::string cause_id(const PlacedFinding& finding);

struct CheckRun;

/// The id of the cause of a failure: of its finding, or of its first failed assertion.
std::string cause_id(const CheckRun& run);

/// The complaint of an assertion, without the info that its whole run shares.
std::string complaint_of(const CheckRun& run, const FailedAssertion& failure);

/// The names and value in the first failed assertion; empty if none failed.
About about_of(const CheckRun& run);

std::string complaints_of(const CheckRun& run);

/// A check on one executor.
struct CheckRun {
  ExecutorKind executor = ExecutorKind::sim;
  Verdict verdict = Verdict::passed;
  std::string message;                   ///< Explains verdicts without a finding.
  std::optional<PlacedFinding> finding;  ///< The one that set the verdict.
  std::vector<PlacedFinding> notes;      ///< Further findings; they cost nothing here.
  std::vector<PlacedFinding> advice;
  std::vector<FailedAssertion> failures;
  std::vector<PlacedAccess> interleaving;  ///< The failing schedule's.
  /// The use of the submission's lines in the failing schedule, by line.
  std::vector<PlacedUse> uses;
  std::string returned;  ///< The failing schedule's outputs: "sum = 9".
  std::string scenario;  ///< The exploration; "" if there is none.
  Params params{};
  /// The check's own words for the case (doctest's INFO): "2 blocks of 2 threads".  The
  /// info of each failure begins with the same words.
  std::vector<std::string> context;
  std::string replay;   ///< "" if there is nothing to replay.
  std::string first;    ///< The first execution, as a schedule string.
  std::string printed;  ///< What the program printed, capped.
  std::uint64_t schedules = 0;
  std::uint64_t schedules_to_finding = 0;  ///< 0 if nothing was found.
  std::uint64_t accesses = 0;
  /// Whether the failure does not seem to depend on the schedule.
  bool in_any_schedule = false;
  /// How many explorations with other parameters had passed before.
  int passed_before = 0;
  /// The line of the context of a simpler case that passes and differs in that line
  /// alone; "" if none is known.
  std::string passes_with;
  bool exhaustive = false;
  bool cut_short = false;
  bool is_implausible = false;  ///< See is_implausible() in exploration.h.
  /// Set if nothing, or only the worker's own word, explains how the run ended: the
  /// verdict if it ends in the same way again and the lab's reference does not.
  std::optional<Verdict> if_again{};
  double seconds = 0;

  /// Whether it ran without a fault of the grader.
  bool counts() const {
    return verdict != Verdict::skipped && verdict != Verdict::grader_error;
  }
  GRIDLOCK_FIELDS(executor, verdict, message, finding, notes, advice, failures,
                  interleaving, uses, returned, scenario, params, context, replay, first,
                  printed, schedules, schedules_to_finding, accesses, in_any_schedule,
                  passed_before, passes_with, exhaustive, cut_short, is_implausible,
                  if_again, seconds)
};

/// A check on all executors, with its points.
struct CheckResult {
  std::string part;
  std::string title;
  std::string sentence;  ///< The sheet's sentence that the check tests; may be "".
  CheckKind kind = CheckKind::functional;
  std::optional<int> points = 0;  ///< Earned; nothing if the grader failed.
  int max_points = 0;             ///< 0 if it ran nowhere.
  int worth = 0;                  ///< Its points, wherever it ran.
  bool is_hidden = false;         ///< Students do not get this check.
  /// The function that the check asks for, if its code is as it was handed out; "" if the
  /// check failed for another reason.
  std::string function_not_begun{};
  std::vector<CheckRun> runs;

  /// The run that decides about the points: the first that failed, else the first in
  /// which the grader failed, else the first that passed, else the first.
  /// \pre there is a run
  const CheckRun& deciding_run() const;
  /// Whether the grader failed on any executor.
  bool is_broken() const;
};

struct BuildResult {
  ExecutorKind executor = ExecutorKind::sim;
  ModuleBuild build;
};

/// A change of the submission, tried on the simulator: it makes a failed check pass, and
/// no passed check fail.
struct Cure {
  std::string check;  ///< The title of that check.
  std::string words;  ///< "`__threadfence();` before `*flag = 1;` in line 8"
  int line = 0;       ///< Where it changes the file, from 1.
  /// The change replaces `length` bytes of the file at `offset` by `text`.
  std::size_t offset = 0;
  std::size_t length = 0;
  std::string text;
  std::size_t checks_passed = 0;  ///< The lab's checks that pass with this change.
  std::size_t checks = 0;         ///< The lab's checks that ran with it.
};

struct LabResult {
  std::string lab;  ///< "01_last_block"
  std::string title;
  std::filesystem::path submission;
  std::vector<BuildResult> builds;
  std::string headers_note;  ///< What to say of changed headers of the lab; or "".
  std::string gpu_note;      ///< Why there are no GPU results; "" if there are.
  std::string gpu_device;    ///< "NVIDIA H200"; "" if it was not used.
  /// The tier of isolation of a stranger's submission, "A" to "D" (isolation/box.h).
  std::string tier;
  bool boxed = false;  ///< Whether it was compiled and run in a box.
  std::string no_box;  ///< Why a file that may be a stranger's ran without a box.
  /// The reasons why a person should look at a stranger's submission, whatever its
  /// points.  Each reason is a sentence.
  std::vector<std::string> look_at;
  std::vector<CheckResult> checks;
  std::vector<std::string> not_begun;  ///< Parts whose code is as it was handed out.
  bool incomplete = false;             ///< Whether the score is not final.
  std::string incomplete_why;
  double seconds = 0;
  std::optional<Cure> cure;
  std::size_t cures_tried = 0;  ///< Changes that were tried, the cure included.
  std::string cures_cut_short;  ///< Why others were not tried: "after 20 s"; else "".

  /// Empty if the grader failed in a check, whose points are neither earned nor lost.
  std::optional<int> score() const;
  int max_score() const;
  bool has_not_begun(const std::string& part) const;
  /// Whether all that the check asks for has been begun.
  bool has_begun(const CheckResult& check) const {
    return !has_not_begun(check.part) && check.function_not_begun.empty();
  }
  /// The number of checks in which the grader failed.
  std::size_t broken_checks() const;
  /// The failed checks' verdict that explains most; passed if none failed.
  Verdict verdict() const;
};

/// All labs of one call.
struct GradeResult {
  std::vector<LabResult> labs;
  bool interrupted = false;

  /// 0 nothing wrong, 1 something failed, 3 grader_error, 130 interrupted.
  int exit_code() const;
};

}  // namespace gridlock
