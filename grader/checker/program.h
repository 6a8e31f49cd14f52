/// Runs a whole CUDA program under many schedules, for `run`.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "checker/grade.h"
#include "checker/suppressions.h"

namespace gridlock {

/// Schedules per program, unless the user says otherwise.
constexpr std::uint64_t kProgramSchedulesDefault = 500;
/// A program's exploration ends after this much work, but not before three schedules.  An
/// access counts as 1 unit of work, a synchronization point as 8.
constexpr std::uint64_t kProgramWorkDefault = 2'000'000'000;

struct ProgramProgress {
  enum class Stage { building, exploring, reducing };
  Stage stage = Stage::building;
  std::uint64_t schedules = 0;  ///< The number of ended schedules.
  std::size_t findings = 0;     ///< Suppressed and repeated ones count.
};

struct ProgramRequest {
  std::filesystem::path file;
  std::vector<std::filesystem::path> other_files;
  std::vector<std::filesystem::path> include_dirs;
  std::vector<std::string> definitions;  ///< Macros: "NAME" or "NAME=VALUE".
  bool legacy = false;                   ///< Declare what CUDA 13 has dropped.
  bool strict = false;                   ///< Exploration::strict.
  std::vector<Suppression> suppressions;
  ProgramCall call;
  Exploration exploration;
  DeviceModel device;
  std::filesystem::path cache_dir;
  std::function<void(const ProgramProgress&)> progress;  ///< Called often; may be empty.
};

struct ProgramRecord {
  Verdict verdict = Verdict::passed;
  std::string message;                  ///< For verdicts without a finding.
  std::vector<PlacedFinding> findings;  ///< Distinct ones; the first set the verdict.
  std::vector<PlacedFinding> advice;
  std::vector<SuppressedFinding> suppressed;
  std::vector<Suppression> unused_suppressions;  ///< Entries without a match.
  bool strict = false;
  std::vector<PlacedAccess> interleaving;  ///< The failing schedule's.
  std::string replay;                      ///< The failing schedule; "" if there is none.
  std::string first;                ///< The first schedule; "" if none came to its end.
  int exit_code = 0;                ///< The failing schedule's, else the first one's.
  std::string output;               ///< What the program printed in the first schedule.
  std::uint64_t printed_bytes = 0;  ///< How much it printed: see ProgramResult.
  std::string failing_output;       ///< The failing schedule's, if different.
  std::string other_output;  ///< Another output without a failure, if there was one.
  std::string other_replay;  ///< The schedule that printed it.
  Summary summary;           ///< Has no accesses if it was interrupted.
  std::string warnings;      ///< The compiler's, as in ModuleBuild.
  bool built = false;
  double build_seconds = 0;
  /// Whether the user ended the run.  The verdict is `skipped` if no schedule had ended.
  bool interrupted = false;
};

ModuleBuild build_program(const ProgramRequest& request, const GradeTools& tools);

/// Builds and explores.  Nothing that the program does makes it throw.
ProgramRecord run_program(const ProgramRequest& request, const GradeTools& tools);

}  // namespace gridlock
