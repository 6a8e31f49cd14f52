/// The result of each student's work in each lab: one small file per work, written in one
/// step, so that nothing is lost when a run is interrupted.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "class/manifest.h"
#include "report/json_reader.h"

namespace gridlock {

enum class RecordStatus {
  graded,        ///< The work has a score.
  not_handed,    ///< There is no file, or none that is taken.
  too_slow,      ///< The work reached the time limit: 0 points, and worth a look.
  grader_error,  ///< The grader or the machine failed; the work must be graded again.
  waiting,       ///< Not graded yet.
};

std::string_view name(RecordStatus status);

/// The record of one piece of work.  Except for `run`, it is the same whenever and
/// wherever the work is graded on the simulator.
struct Record {
  RecordStatus status = RecordStatus::waiting;
  std::optional<double> score;  ///< A whole number, until a course changes it.
  double max_score = 0;
  std::string why;  ///< The reason for not_handed and grader_error, as a sentence.
  /// The lab's part of the JSON of `check`, without times and places.
  nlohmann::ordered_json result;
  LabSummary lab;  ///< `result` as it is read.  A course changes its points and checks.
  /// Where and for how long the work was graded.  "same_files_as" is the StudentWork::id
  /// of another student's equal work, if that was judged in its place.
  nlohmann::ordered_json run;
  /// The record was made under another RecordKey::grader than the requested one, and
  /// counts all the same.
  bool of_another_grader = false;
};

/// The inputs that decide a record: the work, the lab, and how it is graded.
struct RecordKey {
  std::string submission;  ///< LabWork::hash.
  std::string lab;
  std::string on;
  std::uint64_t seed = 1;
  std::string grader;  ///< What judges: the program, and the lab's files.
};

/// A hash of the grader's source files that decide a record, below the root of a tree.  A
/// hash of the program would change with every lab, whose checks are in it.
std::string hash_of_grader(const std::filesystem::path& root);

/// \param build a name for the build that grades; it changes with hash_of_grader()
RecordKey key_of(const Manifest& manifest, const StudentWork& work, const Lab& lab,
                 const std::string& build);

/// The record for a lab's part of the JSON of `check`: graded, or an error of the grader
/// if there is no score.
/// \throws nlohmann::json::exception if `result` is no such JSON
Record record_from(const nlohmann::ordered_json& result);

/// Removes times and places from the JSON of a lab's result.
nlohmann::ordered_json without_times(nlohmann::ordered_json result);

/// \throws std::system_error if it cannot be written, as on a full disk
void write_record(const std::filesystem::path& folder, const StudentWork& work,
                  const RecordKey& key, const Record& record);

/// Removes the record, so that the work is graded again.
void remove_record(const std::filesystem::path& folder, const StudentWork& work,
                   const Lab& lab);

/// The record of a student's work; `waiting` if there is none for this key.  A record
/// may differ from the key in `grader` alone.  Work not handed in needs no file.
Record record_of(const std::filesystem::path& folder, const StudentWork& work,
                 const RecordKey& key);

}  // namespace gridlock
