/// The same program after a repair, which a page shows beside the failing interleaving.
#pragma once

#include <optional>

#include "cli/trace/subjects.h"
#include "report/progress_line.h"
#include "report/story_json.h"

namespace gridlock {

/// What the player shows of a drawn interleaving; story_json() makes JSON of it.
Story story_of(const Drawn& drawn);

Repair repaired_by_file(TraceRequest request, const Drawn& wrong,
                        const std::filesystem::path& file, const Environment& env);

/// Looks for a change that repairs the lab's first failure, as check --cure does, and
/// runs it.
/// \param progress says how far it is
/// \param why_none set to a sentence if no change was found
/// \throws Interrupted
std::optional<Repair> repaired_by_cure(TraceRequest request, const Drawn& wrong,
                                       const Environment& env, ProgressLine& progress,
                                       std::string& why_none);

}  // namespace gridlock
