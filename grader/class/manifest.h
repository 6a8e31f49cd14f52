/// The frozen state of a class: its students and, for each lab, the file that was taken,
/// or why there is none.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "checker/lab/labs.h"

namespace gridlock {

/// A student's file for a lab.
struct LabWork {
  std::string hash;     ///< Hash of the file and its headers; "" with a problem.
  std::string problem;  ///< Why there is no file, as a sentence; "" if there is one.
  /// Counted up by `add`: copy 2 lies in submissions/ID.2.  Earlier copies stay beside
  /// it.
  unsigned copy = 1;
  std::string file{};                  ///< Path in what was handed in.
  std::vector<std::string> remarks{};  ///< Choice::remarks
  std::int64_t time = 0;               ///< HandedFile::time; 0 if it is not known.
};

/// What a student handed in.
struct StudentWork {
  /// "0001": `prepare` numbers the students in the order of their names, and `add` goes
  /// on behind them.
  std::string id;
  std::string student;  ///< HandedName::student
  std::string handed;   ///< The folder, archive or file that was taken.
  bool is_late = false;
  std::vector<std::string> superseded;  ///< Names of earlier ones, which do not count.
  std::map<std::string, LabWork> labs;  ///< Keyed by the lab's id.
};

/// How to score checks that could not run anywhere, for example without a GPU.
enum class NotRun {
  scale,  ///< The other checks' points are scaled up to the lab's maximum.
  lose,   ///< They get no points.
  give,   ///< They get all their points.
};
std::string_view name(NotRun policy);
/// \throws UsageError if it is no policy's name
NotRun not_run_from(std::string_view name);

/// What `class prepare` and `class add` freeze; all later steps depend on it and on
/// nothing else.
struct Manifest {
  std::vector<std::string> labs;
  std::uint64_t seed = 1;  ///< The seed of every check of this class.
  std::string on;          ///< "sim", "gpu" or "all".
  std::vector<StudentWork> students;
  NotRun not_run = NotRun::scale;
  /// The time zone of times given without one, as in a zip; "" for the machine's.
  std::string time_zone{};
};

/// Makes the manifest's time zone that of this process.
/// \throws UsageError if there is no such zone
void use_time_zone(const Manifest& manifest);

nlohmann::ordered_json manifest_json(const Manifest& manifest);

/// The manifest's file in the folder of a class.
std::filesystem::path manifest_path(const std::filesystem::path& folder);
/// The manifest from before the last `class add`; putting it in the manifest's place
/// undoes that call.
std::filesystem::path manifest_before_add(const std::filesystem::path& folder);
/// \throws UsageError if the folder holds no manifest, or one of another version
Manifest read_manifest(const std::filesystem::path& folder);
/// \throws std::system_error if it cannot be written; the old manifest then stays
void write_manifest(const std::filesystem::path& folder, const Manifest& manifest);

/// The student with this name or id, or with this name before the platform's id.
/// \throws UsageError that names the nearest students, or all that fit
const StudentWork& find_student(const Manifest& manifest, const std::string& written);

/// Path of a student's file for a lab in the folder of a class.
std::filesystem::path work_path(const std::filesystem::path& folder,
                                const StudentWork& work, const Lab& lab);

}  // namespace gridlock
