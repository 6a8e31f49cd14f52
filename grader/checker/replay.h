/// Replays one execution, step by step.
#pragma once

#include <string>
#include <vector>

#include "checker/grade.h"
#include "checker/schedule_string.h"

namespace gridlock {

struct ReplayRecord {
  std::vector<PlacedAccess> steps;
  std::vector<PlacedFinding> findings;
  std::vector<PlacedFinding> advice;
  std::string returned;  ///< A scenario's outputs, or a program's exit code.
  std::string printed;
  std::optional<WorkerFate> fate;
};

/// Replays on the simulator; `tell_data` as in Exploration.
/// \throws BadScheduleString if it was recorded with another source.
ReplayRecord replay(const ScheduleString& schedule, const ModuleBuild& module,
                    const std::string& submission_name, const ProgramCall& call,
                    const GradeTools& tools, bool tell_data = false);

/// All bytes that a worker must read from its pipe to replay the schedule.  A debugger
/// that runs the worker needs them.
std::string replay_conversation(const ScheduleString& schedule, const ProgramCall& call);

/// "sum = 9, counts = 1 2 3 4 5 6 7 8 ... (64 values)"
std::string show_outputs(const Outputs& outputs);

/// "merge_ones, blocks = 2, threads = 2"
std::string show_scenario(const std::string& scenario, const Params& params);

}  // namespace gridlock
