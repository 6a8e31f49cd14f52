/// \file
/// Who handed in what, by the names in the folder or the archive that a platform exports.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "checker/lab/labs.h"
#include "class/archive.h"
#include "class/names.h"

namespace gridlock {

/// What one student handed in at one time.
struct Handed {
  std::string name;  ///< Of the folder, the archive or the file.
  HandedName says;
  HandedFiles content;
  std::vector<std::string> superseded{};  ///< The names of the student's earlier ones.
};

/// What a name says that a copy had when it was handed in: Handed::name.
HandedName understand_copy(const std::string& name);

/// What counts of each student, in the order of the students' names.
///
/// Of several that one student handed in, the platform's latest counts; without its
/// numbers, the last in the order of names.
/// \throws UsageError if there is nothing to take in
std::vector<Handed> handed_in(const std::filesystem::path& in,
                              const std::vector<Lab>& labs);

}  // namespace gridlock
