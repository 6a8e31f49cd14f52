/// The tree that the running program belongs to.
#pragma once

#include <filesystem>

namespace gridlock {

/// The folder of a tree that was distributed with its program: `built/bin`, and the
/// shared libraries in `built/lib`.
constexpr const char* kBuiltFolder = "built";

/// The tree with the headers, scripts and pages that the running program was built with:
/// the one it came in (kBuiltFolder), or else the one that it was compiled in.
const std::filesystem::path& own_tree();

}  // namespace gridlock
