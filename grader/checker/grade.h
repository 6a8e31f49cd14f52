/// Grades submissions: builds, runs every check on every executor, counts points.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "build/module.h"
#include "checker/case.h"
#include "checker/lab/labs.h"
#include "checker/record.h"
#include "checker/worker_pool.h"

namespace gridlock {

/// The dependencies of grading; tests substitute them.
struct GradeTools {
  std::function<ModuleBuild(const ModuleRequest&)> build;
  LineFinder lines;
  WorkerPrograms workers;
  /// Why there cannot be a GPU here; see gpu_presence.h.
  std::function<std::string()> why_no_gpu;
};

enum class Use {
  no,
  if_present,  ///< If it cannot work here, the report has a line on that.
  yes,         ///< If it cannot work here, its checks are skipped with the reason.
};

struct GradeRequest {
  std::vector<Lab> labs;
  std::function<std::filesystem::path(const Lab&)> submission;
  Use sim = Use::yes;
  Use gpu = Use::if_present;
  std::string only;  ///< Selects checks of this part, or with this in the title.
  CaseSettings settings;
  std::int64_t budget_ms = 0;  ///< The budget of the whole call; 0 is no limit.
  std::filesystem::path cache_dir;
};

class GradeListener {
 public:
  virtual ~GradeListener() = default;
  virtual void lab_begins(const Lab&, const LabResult&) {}
  virtual void build_begins(ExecutorKind) {}
  virtual void build_ends(const ModuleBuild&) {}
  /// The check is the `number`th of `count`, from 1.
  virtual void check_begins(const RegisteredCheck&, std::size_t /*number*/,
                            std::size_t /*count*/) {}
  virtual void check_ends(const LabResult&, const CheckResult&) {}
  virtual void lab_ends(const LabResult&) {}
};

/// The lab's checks with the part `only`, or with `only` in the title; all if `only` is
/// empty.
std::vector<RegisteredCheck> selected_checks(const Lab& lab, const std::string& only);

/// Grades the labs.  After an interruption, the result has what was finished.
/// \throws UsageError if no check is selected.
GradeResult grade(const GradeRequest& request, const GradeTools& tools,
                  GradeListener& listener);

}  // namespace gridlock
