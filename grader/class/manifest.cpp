#include "class/manifest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <ctime>
#include <nlohmann/json.hpp>
#include <system_error>

#include "class/names.h"
#include "common/files.h"

namespace gridlock {
namespace {

using nlohmann::ordered_json;

constexpr const char* kSchema = "gridlock/class/v1";

}  // namespace

fs::path manifest_path(const fs::path& folder) { return folder / "manifest.json"; }

fs::path manifest_before_add(const fs::path& folder) {
  return folder / "manifest.before_add.json";
}

fs::path work_path(const fs::path& folder, const StudentWork& work, const Lab& lab) {
  const unsigned copy = work.labs.at(lab.id).copy;
  return folder / "submissions" /
         (copy == 1 ? work.id : fmt::format("{}.{}", work.id, copy)) / lab.id /
         lab.submission_name;
}

std::string_view name(NotRun policy) {
  switch (policy) {
    case NotRun::lose:
      return "lose";
    case NotRun::give:
      return "give";
    case NotRun::scale:
      break;
  }
  return "scale";
}

NotRun not_run_from(std::string_view word) {
  for (const NotRun policy : {NotRun::scale, NotRun::lose, NotRun::give})
    if (word == name(policy)) return policy;
  throw UsageError(fmt::format("\"{}\" is none of scale, lose, give.", word));
}

ordered_json manifest_json(const Manifest& manifest) {
  ordered_json json{{"schema", kSchema},
                    {"labs", manifest.labs},
                    {"seed", manifest.seed},
                    {"on", manifest.on},
                    {"not_run", name(manifest.not_run)},
                    {"students", ordered_json::array()}};
  if (!manifest.time_zone.empty()) json["time_zone"] = manifest.time_zone;
  for (const StudentWork& work : manifest.students) {
    ordered_json labs = ordered_json::object();
    for (const auto& [lab, state] : work.labs) {
      labs[lab] = {{"hash", state.hash}};
      if (!state.problem.empty()) labs[lab]["problem"] = state.problem;
      if (state.copy != 1) labs[lab]["copy"] = state.copy;
      if (!state.file.empty()) labs[lab]["file"] = state.file;
      if (!state.remarks.empty()) labs[lab]["remarks"] = state.remarks;
      if (state.time != 0) labs[lab]["time"] = state.time;
    }
    json["students"].push_back({{"id", work.id},
                                {"student", work.student},
                                {"handed", work.handed},
                                {"late", work.is_late},
                                {"superseded", work.superseded},
                                {"labs", std::move(labs)}});
  }
  return json;
}

Manifest read_manifest(const fs::path& folder) {
  try {
    const auto json = ordered_json::parse(read_file(manifest_path(folder)));
    if (json.at("schema") != kSchema)
      throw UsageError(fmt::format("{}: another version of gridlock has written it.",
                                   manifest_path(folder).string()));
    Manifest manifest;
    manifest.labs = json.at("labs");
    manifest.seed = json.at("seed");
    manifest.on = json.at("on");
    manifest.not_run = not_run_from(json.at("not_run").get<std::string>());
    manifest.time_zone = json.value("time_zone", "");
    for (const auto& entry : json.at("students")) {
      StudentWork work;
      work.id = entry.at("id");
      work.student = entry.at("student");
      work.handed = entry.at("handed");
      work.is_late = entry.at("late");
      work.superseded = entry.at("superseded");
      for (const auto& [lab, state] : entry.at("labs").items())
        work.labs[lab] = {state.at("hash"),
                          state.value("problem", ""),
                          state.value("copy", 1u),
                          state.value("file", ""),
                          state.value("remarks", std::vector<std::string>{}),
                          state.value("time", std::int64_t{0})};
      manifest.students.push_back(std::move(work));
    }
    return manifest;
  } catch (const std::system_error&) {
    throw UsageError(fmt::format(
        "\"{}\" holds no class.  Begin with ./gridlock class prepare.", folder.string()));
  } catch (const nlohmann::json::exception& error) {
    throw UsageError(
        fmt::format("{} is damaged: {}", manifest_path(folder).string(), error.what()));
  }
}

const StudentWork& find_student(const Manifest& manifest, const std::string& written) {
  const std::string name = composed(written);
  std::vector<const StudentWork*> found;
  std::vector<std::string> all, fitting;
  for (const StudentWork& work : manifest.students) {
    if (work.student == name || work.id == name) return work;
    all.push_back(work.student);
    if (!work.student.starts_with(name + "_")) continue;
    found.push_back(&work);
    fitting.push_back(work.student);
  }
  if (found.size() == 1) return *found.front();
  if (found.empty())
    throw UsageError(
        fmt::format("There is no student \"{}\" in grades.csv.  Near are {}.", name,
                    nearest_names(name, all)));
  throw UsageError(fmt::format("\"{}\" may be any of {}; write one of them.", name,
                               fmt::join(fitting, ", ")));
}

void use_time_zone(const Manifest& manifest) {
  if (manifest.time_zone.empty()) return;
  std::error_code error;
  if (!fs::is_regular_file("/usr/share/zoneinfo/" + manifest.time_zone, error))
    throw UsageError(
        fmt::format("There is no time zone \"{}\" in /usr/share/zoneinfo.  Write one as "
                    "Europe/Berlin.",
                    manifest.time_zone));
  ::setenv("TZ", manifest.time_zone.c_str(), 1);
  ::tzset();
}

void write_manifest(const fs::path& folder, const Manifest& manifest) {
  write_file_atomic(manifest_path(folder), manifest_json(manifest).dump(1) + "\n");
}

}  // namespace gridlock
