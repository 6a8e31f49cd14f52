/// \file
/// Looks for a change of a submission after which it passes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "checker/lab/labs.h"
#include "checker/record.h"
#include "cli/command.h"

namespace gridlock {

/// How to look.
struct CureSearch {
  const Environment& env;
  const Lab& lab;
  /// Arguments of `check` that the trials share: "--seed", "7".
  std::vector<std::string> arguments;
  unsigned jobs = 1;  ///< Trials that run at once.
};

/// The text in which a cure's offset counts: the file's, or, for an overlay, the whole's.
std::string text_to_cure(const Lab& lab, const std::filesystem::path& submission);

/// The failed check whose cause a fence, a barrier, a scope or an event may mend; null if
/// there is none.
const CheckResult* curable_check(const LabResult& result);

/// Tries small changes of the submission (cure/candidates.h), each in a copy of the file
/// that is compiled and checked on the simulator.  A change is a cure if that check then
/// passes under fresh schedules, every check that passed before still passes, and there
/// is no new advice.  Sets the lab's `cure` to the first, and `cures_tried`.
/// \pre check is of this result, and curable
void look_for_cure(const CureSearch& search, const CheckResult& check, LabResult& result);

}  // namespace gridlock
