/// \file
/// Grades what has not been graded yet, several pieces of work at once.
#pragma once

#include <functional>

#include "class/records.h"
#include "common/subprocess.h"

namespace gridlock {

/// Which part of a class is graded, and how.
struct ClassRun {
  std::filesystem::path folder;
  const Manifest& manifest;
  const std::vector<Lab>& labs;   ///< Of the manifest.
  std::vector<std::string> only;  ///< Labs; empty: all.
  bool again = false;             ///< What is graded already, too.
  unsigned jobs = 1;
  std::string grader;  ///< RecordKey::grader.
  /// Makes a process of our own program with these arguments.
  std::function<ProcessRequest(std::vector<std::string>)> own_process;
  /// Told after each piece of work: how many are done, of how many, how many of them with
  /// an error of the grader.
  std::function<void(std::size_t, std::size_t, std::size_t)> progress;
};

RecordKey key_of(const ClassRun& run, const StudentWork& work, const Lab& lab);

/// Grades until all is done or the user interrupts.  A record is written as soon as its
/// work is graded; only one process at a time grades a class.
/// \returns how many of the class's records are still missing or an error of the grader.
/// \throws UsageError if another process grades this class; Interrupted;
///   std::system_error if a record cannot be written.
std::size_t grade_class(const ClassRun& run);

}  // namespace gridlock
