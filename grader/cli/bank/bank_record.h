/// The recorded verdicts of a bank's mistakes, which the book shows.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "checker/lab/labs.h"

namespace gridlock {

/// One mistake, as `gridlock selfcheck` graded it on the simulator.
struct BankRow {
  std::string lab;  ///< "01_last_block"
  std::filesystem::path file;
  std::string verdict;
  std::uint64_t found_at = 0;  ///< Schedules to the first finding; 0: none, or unknown.
  std::string shape;           ///< The smallest scenario with the verdict.
};

/// Every mistake in the banks of these labs, without grading it.  If `bank_sim.csv` in
/// the solution's folder has the mistake, its verdict and the schedules to the finding
/// are the recorded ones.  Otherwise its verdict is the expected one, which selfcheck
/// proves.
/// \throws BadExpectation for a mistake that does not say what is expected of it.
std::vector<BankRow> recorded_bank(const std::vector<Lab>& labs);

/// Writes rows into each lab's `bank_sim.csv`.  Keeps the rows of other mistakes, except
/// of those that no longer exist.
void record_bank(const std::vector<BankRow>& rows);

}  // namespace gridlock
