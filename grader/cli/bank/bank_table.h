/// The mistakes of a bank for readers: what each is, and its verdict.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "checker/lab/labs.h"

namespace gridlock {

/// One mistake, as `gridlock selfcheck` graded it on the simulator.
struct BankRow {
  std::string lab;             ///< "01_last_block"
  std::filesystem::path file;  ///< Its second line tells the story.
  std::string verdict;
  std::uint64_t found_at = 0;  ///< Schedules to the first finding; 0: none needed.
  std::string shape;           ///< The smallest scenario in which it was found.
};

/// A list per lab as Markdown.  Next to the simulator's verdict is what running the file
/// on a GPU showed, if that was recorded: `bank_*.csv` in the solution's folder has a
/// line for each mistake, with its name, and the verdict in column "gpu", or how much
/// each tool of compute-sanitizer reported, in a column with the tool's name.
std::string bank_lists(const std::vector<BankRow>& rows);

/// Every mistake in the banks of these labs, without grading it: its verdict is the
/// expected one, which selfcheck proves; where `bank_sim.csv` in the solution's folder
/// has the mistake, it is the recorded one, with the schedules to the finding.
/// \throws BadExpectation for a mistake that does not say what is expected of it.
std::vector<BankRow> recorded_bank(const std::vector<Lab>& labs);

/// Writes rows into each lab's `bank_sim.csv`.  For other mistakes, the record stays; a
/// mistake that no longer exists is dropped.
void record_bank(const std::vector<BankRow>& rows);

}  // namespace gridlock
