/// The environment of a measurement: a figure without it means nothing.
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

}  // namespace gridlock
