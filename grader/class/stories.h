/// The pages on which the first failure of a piece of work can be stepped through.
#pragma once

#include <filesystem>
#include <string>

#include "class/run_all.h"

namespace gridlock {

/// Path of this work's story in the folder of a class, if it has one.
std::filesystem::path story_path(const std::filesystem::path& folder,
                                 const StudentWork& work, const std::string& lab);

/// The schedule, as `trace` takes it, of the first failed check that can be replayed, is
/// not hidden, and belongs to a part that was begun; "" if there is none.
std::string first_schedule(const LabSummary& lab);

/// Whether this record names a schedule of which there is no story.
bool lacks_story(const std::filesystem::path& folder, const StudentWork& work,
                 const std::string& lab, const Record& record);

/// Draws the story that the record of this work names, or removes an old story if it
/// names none.  A story that cannot be drawn is left out: no grade depends on it.
void draw_story(const ClassRun& run, const StudentWork& work, const Lab& lab,
                const Record& record);

/// Copies the story of `from`, if there is one, to `to`, which has the same files.
void copy_story(const std::filesystem::path& folder, const StudentWork& from,
                const StudentWork& to, const Lab& lab);

}  // namespace gridlock
