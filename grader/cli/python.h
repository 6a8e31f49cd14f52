/// \file
/// The Python that draws.
#pragma once

#include <filesystem>

namespace gridlock {

/// A Python in PATH that has matplotlib; empty if there is none.  Packages of the
/// distribution belong to its own Python, which need not be the first.
std::filesystem::path find_python_with_matplotlib();

}  // namespace gridlock
