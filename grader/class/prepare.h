/// Takes in what a class handed in: all of it at first, and later what comes late.
#pragma once

#include <cstddef>

#include "class/manifest.h"

namespace gridlock {

/// A class that was taken in.
struct Intake {
  Manifest manifest;
  std::vector<std::string> lines{};  ///< What the instructor should look at.
  std::string about_times{};         ///< HandedIn::about_times
};

/// Takes in a folder or an archive with an entry per student.  Writes the files that
/// count into `folder`/submissions, and then the manifest.
///
/// If a student handed in several, the platform's latest counts; without the platform's
/// numbers, the last in the order of names.
/// \throws UsageError if there is nothing to take in, or `folder` holds a class already
Intake prepare_class(const std::filesystem::path& in, const std::vector<Lab>& labs,
                     const std::string& on, NotRun not_run,
                     const std::filesystem::path& folder,
                     const std::string& time_zone = "");

/// A class after something was added to it.
struct Addition {
  Manifest manifest;
  /// One line per student with something to report, such as "0005  student-05: new files
  /// for 01_last_block"; then what the instructor should look at.
  std::vector<std::string> lines{};
  std::size_t new_students = 0;
  std::size_t renewed = 0;    ///< Number of students with new files.
  std::size_t unchanged = 0;  ///< Number of students without anything new that counts.
  bool has_changed = false;   ///< Whether a manifest was written.
};

/// Adds to a prepared class, by the rules of prepare_class().  New students get the next
/// numbers.  A later submission of a student of the class replaces the files of the labs
/// for which it has a file that can be taken; the other labs stay as they were.  A file
/// without a platform's time keeps the time of the student's earlier one.
///
/// The files in use stay where they are, and the manifest is written last, in one step:
/// a call that is interrupted changes nothing.
/// \param labs those of the manifest
/// \throws UsageError if there is nothing to take in, `folder` holds no class, or another
///   process works on it
Addition add_to_class(const std::filesystem::path& in, const std::vector<Lab>& labs,
                      const std::filesystem::path& folder);

}  // namespace gridlock
