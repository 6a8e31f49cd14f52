/// The state of a check that runs, and the story of its failure: a failing schedule, as
/// short as can be found, its steps, and what else may explain the failure.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "checker/fence_advice.h"
#include "checker/record.h"
#include "checker/worker_pool.h"

namespace gridlock {

struct CaseState {
  CheckRun run;
  std::optional<Finding> counting;  ///< The finding that fails the check.
  std::vector<Finding> notes;
  std::vector<Finding> advice;
  FenceAdvice fences;
  std::optional<Outcome> failing_outcome;
  std::vector<Access> interleaving;  ///< The accesses of the failing schedule.
  std::vector<LineUse> uses;         ///< The use of each line in the failing schedule.
  /// The last exploration with an outcome, as a request for its first schedule.
  std::optional<ExploreRequest> explored_last;
  std::optional<WorkerFate> fate;
  std::string skipped;      ///< Why the whole check is skipped.
  double launching = 0;     ///< Seconds that explorations on a GPU took.
  int explored = 0;         ///< How many explorations have begun.
  int devices_present = 0;  ///< Set if an exploration needs more.
  int devices_needed = 0;   ///< The fewest that a skipped exploration needs.
  bool leaving = false;

  bool has_failed() const { return counting || failing_outcome; }
  bool message_suffices = false;  ///< See check::message_suffices().
};

/// The most findings that are kept beside the one that counts.
constexpr std::size_t kNotesMax = 32;

/// The schedule `token` of an exploration, as `replay` takes it.
std::string schedule_string(const ModuleBuild& module, const RegisteredCheck& check,
                            const ExploreRequest& request, const std::string& token);

/// Whether both are of one kind, at the same places, and have the same types of causes.
bool same_finding(const Finding& one, const Finding& other);

/// Whether labs report this advice only beside a wrong result.
bool is_told_beside(const Finding& finding);

struct FailedCase {
  CaseState& state;
  const RegisteredCheck& check;
  const ModuleBuild& module;
  bool races_aside;  ///< See check::RacesAside.
};

/// Reduces the failing schedule and replays it.
/// \param request the exploration that failed
/// \param token the failing schedule
/// \param worker gives a worker that can explore
void tell_story(const FailedCase& failed, const ExploreRequest& request,
                const std::string& token, const std::function<ReadyWorker&()>& worker);

/// Shows one schedule: any will do for a failed assertion about all schedules.
void tell_one_execution(CaseState& state, ReadyWorker& worker);

}  // namespace gridlock
