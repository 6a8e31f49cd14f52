/// The record of `check` (report/json.h) as structs, for code that reads it: a class, the
/// bank, the search for a cure.  The fields have the names of the record's keys.  A field
/// that the record lacks keeps its default value.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "common/fields.h"
#include "common/verdict.h"

namespace gridlock {

/// An access of a finding, or a step of an interleaving.
struct AccessSummary {
  std::string file;
  int line = 0;
  std::vector<int> block, thread;
  std::string op, location, text;
  GRIDLOCK_FIELDS(file, line, block, thread, op, location, text)
};

/// Why a check failed, or one of its failed assertions, or advice.
struct FindingSummary {
  std::string kind, message, missing;
  std::string cause;     ///< The missing link, if it has a name.
  std::string cause_id;  ///< See cause_id().
  std::vector<AccessSummary> accesses;
  GRIDLOCK_FIELDS(kind, message, missing, cause, cause_id, accesses)
};

/// A check on one executor.
struct CheckSummary {
  std::string name, part, sentence, executor, scenario, replay;
  double points = 0, max_points = 0;
  Verdict verdict = Verdict::skipped;
  bool hidden = false;
  FindingSummary finding;
  std::vector<FindingSummary> failures, advice;
  std::vector<AccessSummary> interleaving;
  std::uint64_t schedules = 0, schedules_to_finding = 0, accesses = 0;
  double seconds = 0;
  std::string set_because{};  ///< Why an instructor set its points.
  GRIDLOCK_FIELDS(name, part, sentence, executor, scenario, replay, points, max_points,
                  verdict, hidden, finding, failures, advice, interleaving, schedules,
                  schedules_to_finding, accesses, seconds)

  /// Whether the check ran and did not pass.
  bool has_failed() const {
    return verdict != Verdict::passed && verdict != Verdict::skipped;
  }
  /// Whether this run of the check is the one that earns its points.
  bool decides() const { return max_points != 0; }
};

/// A change that cures: see Cure.
struct CureSummary {
  std::string check, words, text;
  std::size_t offset = 0, length = 0;
  GRIDLOCK_FIELDS(check, words, text, offset, length)
};

struct LabSummary {
  std::string lab, warnings, gpu, gpu_note, tier, incomplete_why;
  std::optional<int> score{};  ///< Empty if the grader failed.
  int max_score = 0;
  bool boxed = false;
  std::vector<std::string> look_at{};  ///< Why a person should look at the work.
  std::set<std::string> not_begun{};   ///< Parts that have the skeleton's code.
  std::optional<int> cures_tried{};    ///< Empty if no cure was looked for.
  std::optional<CureSummary> cure{};
  std::vector<CheckSummary> checks{};
  GRIDLOCK_FIELDS(lab, warnings, gpu, gpu_note, tier, incomplete_why, score, max_score,
                  boxed, look_at, not_begun, cures_tried, cure, checks)

  /// Each check once, in order: the run that decides the check's points, or the first run
  /// if none decides.
  std::vector<const CheckSummary*> each_check() const;
};

/// \param lab an entry of the record's "labs"
/// \throws nlohmann::json::exception if a value has another type than its field
LabSummary read_lab(const nlohmann::ordered_json& lab);

/// The only lab in the text of a record.
/// \throws nlohmann::json::exception if the text is no record with one lab
LabSummary read_only_lab(const std::string& record);

}  // namespace gridlock
