/// `gridlock bench LAB`: a lab's experiment, on the GPU.
#pragma once

#include <string>

#include "cli/command.h"

namespace gridlock {

struct BenchLabOptions {
  std::string lab;
  std::string csv;         ///< File for the samples; "": the one `plot` reads.
  std::string submission;  ///< File to measure in place of the one in labs/; "" for none.
  std::string only;
  std::string experiment = "main";
  std::string on = "gpu";  ///< "sim" runs each contestant, and measures nothing.
  int rounds = 99;
  int seconds = 120;
};

/// Measures, prints, keeps the samples.  Returns the exit code.
/// \throws UsageError if there is no GPU, no nvcc or no such lab or experiment
int bench_lab(const BenchLabOptions& options, const Environment& env);

}  // namespace gridlock
