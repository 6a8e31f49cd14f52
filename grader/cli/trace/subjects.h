/// Finds the interleaving that `trace` draws: that of a recorded schedule, or of the
/// first one that fails.  A page also shows the interleaving of the repaired program.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "cli/subject.h"
#include "report/progress_line.h"
#include "report/story_json.h"

namespace gridlock {

struct TraceRequest {
  SubjectOptions subject;
  std::string schedule;  ///< As check or run named it; "" is the first that fails.
  std::string only;      ///< Only the checks with this part or text.
};

struct Drawn {
  TraceSubject subject;
  std::string schedule;  ///< The whole schedule string.
  /// The submission or the program, whose functions are shown; "" to show only the
  /// lines of the steps.
  std::filesystem::path file;
};

/// Grades a file on the simulator, as check does, and reports nothing.
/// \param only the checks with this part or text; "" is all
/// \throws Interrupted
GradeResult graded(const Lab& lab, const std::filesystem::path& file,
                   const std::string& only, const Environment& env);

/// Runs what the request asks for until something fails.
/// \throws UsageError if there is nothing to draw
Drawn drawn(TraceRequest request, const Environment& env);

/// The same schedule with another version of the program; if that version cannot follow
/// it, what `drawn` finds.
Drawn drawn_again(const TraceRequest& request, const std::string& schedule,
                  const Environment& env);

/// What the player shows of a drawn interleaving; story_json() makes JSON of it.
Story story_of(const Drawn& drawn);

Repair repaired_by_file(TraceRequest request, const Drawn& wrong,
                        const std::filesystem::path& file, const Environment& env);

/// Looks for a change that repairs the lab's first failure, as check --cure does, and
/// runs it.
/// \param progress shows how far the search is
/// \param why_none set to a sentence if no change was found
/// \throws Interrupted
std::optional<Repair> repaired_by_cure(TraceRequest request, const Drawn& wrong,
                                       const Environment& env, ProgressLine& progress,
                                       std::string& why_none);

}  // namespace gridlock
