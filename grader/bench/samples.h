/// Every sample of a measurement in one table, with its environment: a figure without its
/// environment means nothing.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace gridlock {

/// Names and values, in the order in which they are shown.
using BenchEnvironment = std::vector<std::pair<std::string, std::string>>;

/// Date (UTC), processor, system, load, the compiler of this program and the commit of
/// the tree at `root`.  Anything that cannot be found out is "unknown".
BenchEnvironment bench_environment(const std::filesystem::path& root);

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
