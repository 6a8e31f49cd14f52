/// \file
/// Every sample of a measurement in one table, with what it was measured on.
#pragma once

#include <string>
#include <vector>

#include "bench/environment.h"

namespace gridlock {

/// What a bench leaves behind.
struct SampleTable {
  std::string bench;  ///< "sim", or a lab.
  BenchEnvironment environment;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;  ///< One a sample, a value a column.
};

/// As CSV (RFC 4180).  Before the header, lines "# name: value" tell the environment;
/// readers of CSV skip them as comments.
std::string csv_text(const SampleTable& table);

}  // namespace gridlock
