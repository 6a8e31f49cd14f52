/// What to do next, in three lines.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "checker/lab/labs.h"
#include "cli/loop/progress.h"
#include "report/layout.h"

namespace gridlock {

/// "not checked yet", "40/100" or "100/100, done".
std::string score_text(const std::optional<LabProgress>& progress);

/// What to read, what to edit, what to run for this lab.
std::string three_steps(const Lab& lab);

/// The message when every lab has all its points.
std::string all_done_text(std::size_t labs);

/// What is left of a lab that has all its points: the sheet's questions, the reference if
/// this tree has it, and the next lab.
std::string done_text(const std::vector<Lab>& labs, const Lab& done,
                      const std::filesystem::path& state_dir);

}  // namespace gridlock
