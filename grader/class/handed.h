/// Who handed in what, by the names in the folder or the archive that a platform exports.
#pragma once

#include <filesystem>
#include <set>
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
  /// Those in archives, too.  An archive that cannot be read is a file with a problem: it
  /// may lie beside a file that can be taken.
  std::vector<HandedFile> files;
  std::vector<std::string> superseded{};  ///< The names of the student's earlier ones.
};

/// What Handed::name says: understand() for the name of an archive, too.
HandedName understand_copy(const std::string& name);

/// All that was handed in.
struct HandedIn {
  std::vector<Handed> students;  ///< In the order of their names.
  /// What was skipped, and where the students were found.
  std::vector<std::string> remarks{};
};

/// What counts of each student.  Of several that one handed in, the platform's latest
/// counts; without its numbers, the last in the order of names.  Single files are parts
/// of one submission: of those with the same name but for without_attempt(), the latest
/// counts.
///
/// Gradescope's submission_metadata.yml gives its submissions names and times; one of a
/// group counts for each member.
///
/// Files that are no student's, such as notes.txt or __MACOSX, are skipped.  If all
/// students are in one folder inside `in`, that folder is taken for `in`.
/// \param known students of the class: the folder of one of them is no such folder
/// \throws UsageError if there is nothing to take in
HandedIn handed_in(const std::filesystem::path& in, const std::vector<Lab>& labs,
                   const std::set<std::string>& known = {});

}  // namespace gridlock
