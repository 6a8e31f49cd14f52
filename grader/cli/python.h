/// Finds the Python for plots.
#pragma once

#include <filesystem>

namespace gridlock {

/// The first Python in PATH that has matplotlib, as grader/setup/python_with.sh
/// finds it; empty if there is none.
std::filesystem::path find_python_with_matplotlib();

}  // namespace gridlock
