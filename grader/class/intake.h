/// Takes in what a class handed in: all of it at first, and later what comes late.
#pragma once

#include <cstddef>

#include "class/manifest.h"

namespace gridlock {

/// A class that was taken in.
struct Intake {
  Manifest manifest;
  std::vector<std::string> lines{};  ///< What the instructor should look at.
};

/// Takes in a folder or an archive with a folder, an archive or a file per student, and
/// writes the files that count into `folder`/submissions and the manifest behind them.
///
/// Of several that one student handed in, the platform's latest counts; without its
/// numbers, the last in the order of names.
/// \throws UsageError if there is nothing to take in, or `folder` holds a class already
Intake prepare_class(const std::filesystem::path& in, const std::vector<Lab>& labs,
                     const std::string& on, NotRun not_run,
                     const std::filesystem::path& folder);

/// A class after something was added to it.
struct Addition {
  Manifest manifest;
  /// "0005  student-05: new files for 01_last_block", for each student of whom there is
  /// something to say; behind them what the instructor should look at.
  std::vector<std::string> lines{};
  std::size_t new_students = 0;
  std::size_t renewed = 0;    ///< Students with new files.
  std::size_t unchanged = 0;  ///< Students of whom nothing new counts.
  bool has_changed = false;   ///< Whether a manifest was written.
};

/// Adds to a prepared class, by the rules of prepare_class().  New students get the next
/// numbers.  What a student of the class handed in later replaces the files that it has;
/// the labs for which it has none that can be taken stay as they were.
///
/// The files in use stay where they are and the manifest comes last, in one step: a call
/// that is interrupted changes nothing.
/// \param labs those of the manifest
/// \throws UsageError if there is nothing to take in, `folder` holds no class, or another
///   process works on it
Addition add_to_class(const std::filesystem::path& in, const std::vector<Lab>& labs,
                      const std::filesystem::path& folder);

}  // namespace gridlock
