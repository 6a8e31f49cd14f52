/// \file
/// What a class handed in becomes a manifest: one student after the other, one file for
/// each lab, and why one is missing or not taken.
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
  std::string hash;     ///< Of the file and the headers beside it; "" with a problem.
  std::string problem;  ///< Why there is none, as a sentence; "" if there is one.
};

/// What a student handed in.
struct StudentWork {
  std::string id;       ///< "0001": the order of the students' names.
  std::string student;  ///< As the platform names the student.
  std::string handed;   ///< The folder, archive or file that counts.
  bool is_late = false;
  std::vector<std::string> superseded;  ///< Earlier ones of the same student.
  std::map<std::string, LabWork> labs;  ///< By the lab's id.
};

/// What the points of checks count that could not run anywhere, as without a GPU.
enum class NotRun {
  scale,  ///< The points of the others are scaled up to the lab's maximum.
  lose,   ///< None.
  give,   ///< All.
};
std::string_view name(NotRun policy);
/// \throws UsageError if it is no policy's name
NotRun not_run_from(std::string_view name);

/// What `class prepare` freezes; all later steps depend on it and on nothing else.
struct Manifest {
  std::vector<std::string> labs;
  std::uint64_t seed = 1;  ///< Of every check of this class.
  std::string on;          ///< sim, gpu or all.
  std::vector<StudentWork> students;
  NotRun not_run = NotRun::scale;
};

nlohmann::ordered_json manifest_json(const Manifest& manifest);
/// \throws UsageError if the folder holds no manifest, or one of another version
Manifest read_manifest(const std::filesystem::path& folder);

/// Where a student's file for a lab lies in the folder of a class.
std::filesystem::path work_path(const std::filesystem::path& folder,
                                const StudentWork& work, const Lab& lab);

/// Takes in a folder or an archive with a folder, an archive or a file per student, and
/// writes the files that count into `folder`/submissions and the manifest behind them.
///
/// Of several that one student handed in, the platform's latest counts; without its
/// numbers, the last in the order of names.
/// \throws UsageError if there is nothing to take in, or `folder` holds a class already
Manifest prepare_class(const std::filesystem::path& in, const std::vector<Lab>& labs,
                       const std::string& on, NotRun not_run,
                       const std::filesystem::path& folder);

}  // namespace gridlock
