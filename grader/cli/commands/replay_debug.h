/// Runs a replay under gdb, for `replay --debug`.
#pragma once

#include <filesystem>

#include "checker/replay.h"

namespace gridlock {

/// The subject and the replay to show.
struct DebugSubject {
  const ScheduleString& schedule;
  const ReplayRecord& record;  ///< The replay without gdb tells where to stop.
  std::filesystem::path module;
  ProgramCall call;  ///< The call of a whole program.
};

/// \throws UsageError with what to install, if there is no gdb that can do this.
void require_gdb();

/// Runs the worker under gdb, stopped where the accesses of the finding happen.  On a
/// terminal, the user then works in gdb; otherwise gdb prints each stop and goes on.
/// \throws UsageError if the replay shows no line to stop at.
void debug_replay(const DebugSubject& subject, const WorkerPrograms& workers);

}  // namespace gridlock
