/// \file
/// The same program with a change that repairs it, for a switch beside an interleaving.
#pragma once

#include <optional>

#include "cli/trace/subjects.h"
#include "report/story_json.h"

namespace gridlock {

/// The text of a drawn interleaving, for the player.
Story story_of(const Drawn& drawn);

/// The run of another file, which does not have the fault.
Repair repaired_by_file(TraceRequest request, const Drawn& wrong,
                        const std::filesystem::path& file, const Environment& env);

/// Looks for a change that repairs the lab's first failure, as check does, and runs it;
/// none if no change was found.
std::optional<Repair> repaired_by_cure(TraceRequest request, const Drawn& wrong,
                                       const Environment& env);

}  // namespace gridlock
