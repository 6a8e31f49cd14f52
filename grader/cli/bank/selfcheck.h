/// Grades the files of a bank and compares each with what it expects.
#pragma once

#include <cstdint>

#include "checker/parallel.h"
#include "cli/bank/bank_items.h"
#include "cli/command.h"

namespace gridlock {

struct SelfcheckOptions {
  BankChoice choice;
  unsigned jobs = available_processors();
  std::uint64_t schedules = 0;  ///< 0: the default of check.
  bool deep = false;
  bool record = false;   ///< Write what was found about mistakes into solutions/.
  bool cures = false;    ///< Try the cures that the reports on mistakes name.
  bool reports = false;  ///< Render the reports on failures in every form.
};

/// Grades the chosen files, several at a time, each by a `gridlock check` of its own, in
/// the same way as a student's file; prints a row for each.  Returns the exit code: 1 if
/// a result is not the expected one.
/// \throws UsageError if there is no such lab, part or file.
int selfcheck(const SelfcheckOptions& options, const Environment& env);

}  // namespace gridlock
