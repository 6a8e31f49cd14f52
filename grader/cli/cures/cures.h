/// Looks for a change of a submission after which it passes.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "checker/lab/labs.h"
#include "checker/record.h"
#include "cli/command.h"

namespace gridlock {

/// Time that a student waits for a cure.
constexpr std::chrono::seconds kCureLimit{20};

struct CureSearch {
  const Environment& env;
  const Lab& lab;
  /// Arguments of `check` that the trials share: "--seed", "7".
  std::vector<std::string> arguments;
  unsigned jobs = 1;                        ///< Trials that run at once.
  std::chrono::seconds limit = kCureLimit;  ///< Limit of the whole search; 0 is none.
  /// Called with the number of trials that have ended; may be empty.
  std::function<void(std::size_t)> progress{};
};

/// The text that a cure's offset refers to: the file's, expanded if it is an overlay.
std::string text_to_cure(const Lab& lab, const std::filesystem::path& submission);

/// Tries changes of the submission, each in a copy of the file that is compiled and
/// checked on the simulator, the likeliest first (cure/candidates.h).  All of them are
/// small, and in the device functions where the failure shows.  A change is a cure if
/// `check` then passes under fresh schedules, every check that passed before still
/// passes, and there is no new advice.  Sets the lab's `cure` to the first that is found,
/// `cures_tried`, and `cures_cut_short` if the time is over or the user interrupts it.
/// \pre check is of this result, and curable
void look_for_cure(const CureSearch& search, const CheckResult& check, LabResult& result);

}  // namespace gridlock
