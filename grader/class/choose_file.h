/// Chooses which of the files that a student handed in is a lab's.
#pragma once

#include <string>
#include <vector>

#include "checker/lab/labs.h"
#include "class/archive.h"

namespace gridlock {

/// The file that is taken for a lab.
struct Choice {
  const HandedFile* file = nullptr;  ///< Null if there is a problem.
  std::string problem;  ///< Why there is no file, in sentences; "" if there is one.
  /// Says of each file that is passed over why, as in "backup/last_block.cu: it is an
  /// old copy"; what is unusual about the file taken; or, if none is taken, what to do.
  std::vector<std::string> remarks;
};

/// Chooses by the names.  A file in a folder named backup, old or __MACOSX, or with ~
/// or .bak at its end, is never chosen.  Otherwise the first rule that tells two apart
/// decides:
///
///     it can be read; it is not empty; it is not the unchanged skeleton; its name is the
///     lab's, and not last_block.cu.txt or last_block_final.cu; the platform numbers it
///     as the later one; it lies in the lab's own folder, as in labs/01_last_block; it is
///     the newest; it lies nearest to the top; it is the first in the order of paths
Choice choose_file(const std::vector<HandedFile>& files, const Lab& lab);

}  // namespace gridlock
