/// \file
/// What solutions/LAB/demo.toml says of a lab's demo, and what a GPU was recorded to say.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "checker/lab/labs.h"

namespace gridlock {

/// What is said while a lab's mistake is shown: the further keys of demo.toml.
struct DemoScript : LabDemo {
  std::vector<std::string> functions;  ///< Those that are shown.
  std::vector<std::string> ask;        ///< Questions, before anything is run.
  std::string because;                 ///< What the fix does, in a sentence or two.
};

/// \throws UsageError if the lab has no demo, as in a student's tree.
/// \throws std::runtime_error that names the file if it is wrong.
DemoScript read_demo_script(const Lab& lab);

/// What the checks of a lab said of a wrong submission on a GPU alone, as it stands in
/// solutions/LAB/bank_*.csv: those of these files that have a column "gpu".
struct GpuRecord {
  std::string machine;  ///< "NVIDIA H200, ...", the file's own words.
  std::string verdict;
  std::string checks_failed;
  std::string checks;
  std::string score;
};

/// The records of this submission, one a file; none if no GPU has been recorded.
std::vector<GpuRecord> gpu_records(const std::filesystem::path& submission);

}  // namespace gridlock
