/// Grades everything that has not been graded yet, several pieces of work at once.
#pragma once

#include <cstddef>
#include <functional>

#include "class/records.h"
#include "common/subprocess.h"

namespace gridlock {

/// One of several shares of a class, for processes that grade it side by side.
struct ClassPart {
  std::size_t number = 1;  ///< Counts from 1.
  std::size_t of = 1;

  bool is_all() const { return of == 1; }
  bool has(std::size_t student) const { return student % of == number - 1; }
};

struct ClassRun {
  std::filesystem::path folder;
  const Manifest& manifest;
  const std::vector<Lab>& labs;   ///< The manifest's labs.
  std::vector<std::string> only;  ///< Labs to grade; empty means all.
  bool again = false;             ///< Whether to grade again what is graded already.
  ClassPart part;
  unsigned jobs = 1;
  std::string build;  ///< As for key_of().
  /// Makes a process of our own program with these arguments.
  std::function<ProcessRequest(std::vector<std::string>)> own_process;
  /// Called after each piece of work, with the numbers of pieces that are done, of all
  /// pieces, and of errors of the grader.
  std::function<void(std::size_t, std::size_t, std::size_t)> progress;
  /// Limits for all checks of a lab together.  The slowest reference needs seconds, so if
  /// the reference exceeds its own limit, the machine is at fault.
  std::chrono::milliseconds wall_limit = std::chrono::minutes(15);
  std::chrono::milliseconds reference_limit = std::chrono::seconds(90);
};

RecordKey key_of(const ClassRun& run, const StudentWork& work, const Lab& lab);

/// Grades until all is done, the user interrupts, or a GPU that has judged work of the
/// class cannot be used any more.  The work that the GPU should have judged is then an
/// error of the grader.  A record is written as soon as its work is graded; only one
/// process at a time grades a class, or a part of it.
///
/// On the simulator, work for a lab that is the same byte for byte (the files are
/// compared, not only their hash) is judged once: the others get the same record and
/// story, and their record's `run` names the student whose work was judged.  Only a score
/// is shared.
/// \returns how many records of this part are still missing or an error of the grader.
/// \throws UsageError if another process grades this class; Interrupted;
///   std::system_error if a record cannot be written.
std::size_t grade_class(const ClassRun& run);

}  // namespace gridlock
