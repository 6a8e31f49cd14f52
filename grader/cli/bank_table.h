/// \file
/// The table of a bank of mistakes: what each is, and what was said of it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gridlock {

/// One mistake, as `gridlock selfcheck` graded it on the simulator.
struct BankRow {
  std::string lab;             ///< "01_last_block"
  std::filesystem::path file;  ///< Its second line tells the story.
  std::string verdict;
  std::uint64_t found_at = 0;  ///< Schedules to the first finding; 0: none was needed.
};

/// A Markdown page with a table a lab.  Beside the simulator's verdict stands what
/// running the file on a GPU showed, where that was recorded: `bank_*.csv` in the
/// solution's folder has a line for each mistake, with its name, and the verdict in
/// column "gpu".
std::string bank_table(const std::vector<BankRow>& rows);

}  // namespace gridlock
