/// Exports a course's tree: a copy of this one, for its students or for its instructors.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace gridlock {

enum class TreeFor {
  student,     ///< Without solutions, hidden checks and decks.
  instructor,  ///< With everything.
};

struct ExportedTree {
  std::size_t files = 0;
  std::vector<std::string> untracked;  ///< Files unknown to git, which are left out.
};

/// Copies the tree at `root` to the new folder `target`, without git's history and
/// without what was built.  A student's tree gets every lab's file as it is handed out,
/// whatever stands in `root`, and a second copy of it for `reset`.
/// \throws UsageError if `target` holds something or lies in `root`
/// \throws std::system_error; `target` then has a part of the files
ExportedTree export_tree(const std::filesystem::path& root,
                         const std::filesystem::path& target, TreeFor whom);

/// Puts the students' program, which lacks the hidden checks, into the tree `target`: the
/// program that `root` came with, or the one that `build_dir` builds.
/// \throws UsageError if it cannot be built
/// \throws std::system_error
void add_program(const std::filesystem::path& root,
                 const std::filesystem::path& build_dir,
                 const std::filesystem::path& target);

}  // namespace gridlock
