/// Reads a platform's export: the students, by the names in it, and their files.
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
  std::string name;  ///< Name of the folder, the archive or the file.
  HandedName says;
  /// Includes the files in archives.  An archive that cannot be read counts as a file
  /// with a problem, since a file that can be taken may lie beside it.
  std::vector<HandedFile> files;
  std::vector<std::string> superseded{};  ///< Names of the student's earlier submissions.
};

/// understand() for Handed::name, which may also be the name of an archive.
HandedName understand_copy(const std::string& name);

/// All that was handed in.
struct HandedIn {
  std::vector<Handed> students;  ///< Sorted by name.
  /// What was skipped, and where the students were found.
  std::vector<std::string> remarks{};
  /// A sentence if the files' times are those of a download and no mark tells what is
  /// late; else "".
  std::string about_times{};
};

/// The submission of each student that counts.  If a student handed in several, the
/// platform's latest counts; without the platform's numbers, the last in the order of
/// names.  Single files are parts of one submission: of files whose names differ only
/// by what without_attempt() removes, the latest counts.
///
/// Gradescope's submission_metadata.yml gives its submissions names and times; a group's
/// submission counts for each member.
///
/// Files that are no student's, such as notes.txt or __MACOSX, are skipped.  If all
/// students are in one folder inside `in`, that folder is taken for `in`.
/// \param known students of the class: a folder with such a name is not taken for `in`
/// \throws UsageError if there is nothing to take in
HandedIn handed_in(const std::filesystem::path& in, const std::vector<Lab>& labs,
                   const std::set<std::string>& known = {});

}  // namespace gridlock
