/// What solutions/LAB/demo.toml says about a lab's demo, and the recorded results of a
/// GPU.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "checker/lab/labs.h"

namespace gridlock {

/// The script of a lab's demo: demo.toml, of which LabDemo has `wrong` and `check`.
struct DemoScript : LabDemo {
  std::vector<std::string> functions;  ///< The functions to show.
  std::vector<std::string> ask;        ///< Questions to ask before anything is run.
  std::string because;                 ///< What the fix does, in a sentence or two.
};

/// \throws UsageError if the lab has no demo, as in a student's tree.
/// \throws std::runtime_error that names the file if it is wrong.
DemoScript read_demo_script(const Lab& lab);

/// What the checks of a lab say about a wrong submission on a GPU alone.  It is read
/// from a file solutions/LAB/bank_*.csv that has a column "gpu".
struct GpuRecord {
  std::string machine;  ///< "NVIDIA H200, ...", the file's own words.
  std::string verdict;
  std::string checks_failed;
  std::string checks;
  std::string score;
};

/// The records of this submission, one per file; empty if none was made on a GPU.
std::vector<GpuRecord> gpu_records(const std::filesystem::path& submission);

}  // namespace gridlock
