/// Every sample of a measurement in one table, with its environment.
#pragma once

#include <string>
#include <vector>

#include "bench/environment.h"

namespace gridlock {

struct SampleTable {
  std::string bench;  ///< "sim", or a lab.
  BenchEnvironment environment;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;  ///< One per sample, one value per column.
};

/// The table as CSV (RFC 4180).  Lines "# name: value" before the header give the
/// environment; readers of CSV skip them as comments.
std::string csv_text(const SampleTable& table);

}  // namespace gridlock
