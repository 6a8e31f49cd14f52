#include "class/records.h"

#include <fmt/format.h>

#include <algorithm>
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
  for (const char* ending : {".toml", ".cu", ".cuh", ".h"})
    for (const fs::path& file : files_ending(ending, lab.folder))
      hasher.add(file.filename().string()).add(read_file(file));
  return hasher.hex();
}

}  // namespace

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

std::vector<std::string> reasons_to_look(const Record& record) {
  if (!record.result.is_object()) return {};
  return record.result.value("look_at", std::vector<std::string>{});
}

std::set<std::string> parts_not_begun(const ordered_json& result) {
  return result.value("not_begun", std::set<std::string>{});
}

std::vector<const ordered_json*> checks_of(const ordered_json& result) {
  std::vector<const ordered_json*> checks;
  for (const ordered_json& check : result.at("checks")) {
    const auto known = std::find_if(checks.begin(), checks.end(), [&](const auto* one) {
      return text_in(*one, "name") == text_in(check, "name") &&
             text_in(*one, "part") == text_in(check, "part");
    });
    if (known == checks.end())
      checks.push_back(&check);
    else if (!decides(**known))
      *known = &check;
  }
  return checks;
}

bool decides(const ordered_json& check) { return number_in(check, "max_points") != 0; }

bool has_failed(const ordered_json& check) {
  const std::string verdict = check.at("verdict");
  return verdict != "passed" && verdict != "skipped";
}

std::string text_in(const ordered_json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : "";
}

double number_in(const ordered_json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number() ? found->get<double>() : 0;
}

Record record_from(const ordered_json& result) {
  Record record;
  record.result = without_times(result);
  record.max_score = result.at("max_score");
  record.status = RecordStatus::grader_error;
  if (result.at("score").is_null()) {
    record.why = result.value("incomplete_why", "it has no score");
  } else {
    record.score = result.at("score").get<int>();
    record.status = RecordStatus::graded;
  }
  return record;
}

void write_record(const fs::path& folder, const StudentWork& work, const RecordKey& key,
                  const Record& record) {
  ordered_json json{{"schema", kRecordSchema},
                    {"key", key_json(key)},
                    {"status", name(record.status)},
                    {"score", record.score ? ordered_json(*record.score) : nullptr},
                    {"max_score", record.max_score}};
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
