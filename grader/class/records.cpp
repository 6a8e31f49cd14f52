#include "class/records.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <system_error>
#include <utility>

#include "common/files.h"
#include "common/hash.h"

namespace gridlock {
namespace {

using nlohmann::ordered_json;

constexpr const char* kRecordSchema = "gridlock/class-record/v1";

fs::path record_path(const fs::path& folder, const StudentWork& work,
                     const std::string& lab) {
  return folder / "records" / (work.id + "-" + lab + ".json");
}

ordered_json key_json(const RecordKey& key) {
  return {{"submission", key.submission},
          {"lab", key.lab},
          {"on", key.on},
          {"seed", key.seed},
          {"grader", key.grader}};
}

/// A hash of the files that decide what the lab's checks run and say, besides the
/// program.
std::string hash_of_lab(const Lab& lab) {
  Hasher hasher;
  for (const char* ending : {".toml", ".cu", ".cuh", ".h", ".cpp"})
    for (const fs::path& file : files_ending(ending, lab.folder))
      hasher.add(file.filename().string()).add(read_file(file));
  std::error_code error;
  if (const fs::path hidden = lab.solution_folder / "hidden_checks.cpp";
      fs::exists(hidden, error))
    hasher.add(read_file(hidden));
  return hasher.hex();
}

}  // namespace

std::string hash_of_grader(const fs::path& root) {
  Hasher hasher;
  for (const char* room : {"build", "checker", "common", "isolation", "protocol",
                           "report", "scenario", "sim", "wording", "worker"}) {
    std::vector<fs::path> files;
    std::error_code error;
    for (const auto& entry :
         fs::recursive_directory_iterator(root / "grader" / room, error))
      if (entry.is_regular_file()) files.push_back(entry.path());
    std::ranges::sort(files);
    for (const fs::path& file : files)
      hasher.add(file.lexically_relative(root).string()).add(read_file(file));
  }
  return hasher.hex();
}

RecordKey key_of(const Manifest& manifest, const StudentWork& work, const Lab& lab,
                 const std::string& build) {
  return {work.labs.at(lab.id).hash, lab.id, manifest.on, manifest.seed,
          fmt::format("{}, lab {:.16}", build, hash_of_lab(lab))};
}

std::string_view name(RecordStatus status) {
  switch (status) {
    case RecordStatus::graded:
      return "graded";
    case RecordStatus::not_handed:
      return "not_handed";
    case RecordStatus::too_slow:
      return "too_slow";
    case RecordStatus::grader_error:
      return "grader_error";
    case RecordStatus::waiting:
      break;
  }
  return "waiting";
}

ordered_json without_times(ordered_json result) {
  result.erase("seconds");
  if (result.contains("submission"))
    result["submission"] =
        fs::path(result["submission"].get<std::string>()).filename().string();
  for (ordered_json& check : result["checks"]) check.erase("seconds");
  return result;
}

Record record_from(const ordered_json& result) {
  Record record;
  record.result = without_times(result);
  record.lab = read_lab(record.result);
  record.max_score = record.lab.max_score;
  record.score = record.lab.score;
  record.status = record.score ? RecordStatus::graded : RecordStatus::grader_error;
  if (!record.score) record.why = record.lab.incomplete_why;
  return record;
}

void write_record(const fs::path& folder, const StudentWork& work, const RecordKey& key,
                  const Record& record) {
  ordered_json json{
      {"schema", kRecordSchema},
      {"key", key_json(key)},
      {"status", name(record.status)},
      {"score", record.score ? ordered_json(std::lround(*record.score)) : nullptr},
      {"max_score", std::lround(record.max_score)}};
  if (!record.why.empty()) json["why"] = record.why;
  json["result"] = record.result;
  json["run"] = record.run;
  write_file_atomic(
      record_path(folder, work, key.lab),
      json.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n");
}

void remove_record(const fs::path& folder, const StudentWork& work, const Lab& lab) {
  fs::remove(record_path(folder, work, lab.id));
}

Record record_of(const fs::path& folder, const StudentWork& work, const RecordKey& key) {
  Record record;
  const LabWork& handed = work.labs.at(key.lab);
  if (!handed.problem.empty()) {
    record.status = RecordStatus::not_handed;
    record.why = handed.problem;
    return record;
  }
  try {
    auto json = ordered_json::parse(read_file(record_path(folder, work, key.lab)));
    const std::string grader = std::exchange(json.at("key").at("grader"), key.grader);
    if (json.at("schema") != kRecordSchema || json.at("key") != key_json(key))
      return record;
    record.of_another_grader = grader != key.grader;
    if (!json.at("score").is_null()) record.score = json.at("score").get<int>();
    record.max_score = json.at("max_score");
    record.why = json.value("why", "");
    record.result = json.at("result");
    record.run = json.at("run");
    if (!record.result.is_null()) record.lab = read_lab(record.result);
    record.status = RecordStatus::grader_error;
    for (const RecordStatus status : {RecordStatus::graded, RecordStatus::too_slow})
      if (json.at("status") == name(status)) record.status = status;
  } catch (const std::system_error&) {
  } catch (const nlohmann::json::exception&) {
    // A damaged record counts as missing: the work is graded again.
    record = {};
  }
  return record;
}

}  // namespace gridlock
