#include "class/intake.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <random>
#include <system_error>
#include <tuple>

#include "build/submission.h"
#include "class/archive.h"
#include "class/names.h"
#include "common/files.h"
#include "common/hash.h"
#include "common/text.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr const char* kSchema = "gridlock/class/v1";
constexpr const char* kManifest = "manifest.json";
constexpr std::array<std::string_view, 4> kHeaders{".h", ".cuh", ".hpp", ".hh"};

/// What one student handed in at one time.
struct Handed {
  std::string name;  ///< Of the folder, the archive or the file.
  HandedName says;
  HandedFiles content;
};

/// Puts the files of archives in their places, one level deep: students pack what they
/// hand in, and the platform puts that into a folder.
HandedFiles unpacked(HandedFiles content) {
  HandedFiles all;
  all.problem = std::move(content.problem);
  for (HandedFile& file : content.files) {
    if (!is_archive_name(file.path) || !file.problem.empty()) {
      all.files.push_back(std::move(file));
      continue;
    }
    HandedFiles inside = read_archive_bytes(file.bytes);
    if (!inside.problem.empty())
      all.problem = fmt::format("{}: {}", file.path, inside.problem);
    const std::string folder = without_archive_ending(file.path) + "/";
    for (HandedFile& one : inside.files) {
      one.path.insert(0, folder);
      all.files.push_back(std::move(one));
    }
  }
  return all;
}

Handed handed_folder(const std::string& name, HandedFiles content) {
  return {name, understand(name), unpacked(std::move(content))};
}

Handed handed_file(const std::string& name, std::string bytes, std::string problem) {
  if (is_archive_name(name)) {
    const std::string stem = without_archive_ending(name);
    HandedFiles content = read_archive_bytes(bytes);
    if (!problem.empty()) content.problem = std::move(problem);
    return {name, understand(stem), std::move(content)};
  }
  Handed handed{name, understand(name), {}};
  // A name that is only the file's own names no student.
  if (handed.says.file.empty()) handed.says.student = fs::path(name).stem().string();
  const std::string file = handed.says.file.empty() ? name : handed.says.file;
  handed.content.files.push_back(
      {without_attempt(file), std::move(bytes), std::move(problem)});
  return handed;
}

/// The files of the whole class, by the first part of their paths.
std::vector<Handed> by_first_folder(std::vector<HandedFile> files) {
  std::map<std::string, HandedFiles> folders;
  std::vector<Handed> all;
  for (HandedFile& file : files) {
    const std::size_t slash = file.path.find('/');
    if (slash == std::string::npos) {
      all.push_back(handed_file(file.path, std::move(file.bytes), file.problem));
      continue;
    }
    const std::string first = file.path.substr(0, slash);
    file.path.erase(0, slash + 1);
    folders[first].files.push_back(std::move(file));
  }
  for (auto& [name, content] : folders)
    all.push_back(handed_folder(name, std::move(content)));
  return all;
}

/// Leaves out a folder that holds everything else, as archives often have one.
void unwrap(std::vector<HandedFile>& files, const std::vector<Lab>& labs) {
  if (files.empty()) return;
  const std::string first =
      files.front().path.substr(0, files.front().path.find('/') + 1);
  const auto is_lab_file = [&](const std::string& name) {
    return std::any_of(labs.begin(), labs.end(), [&](const Lab& lab) {
      return is_same_file_name(name, lab.submission_name);
    });
  };
  for (const HandedFile& file : files)
    if (first.empty() || !file.path.starts_with(first) ||
        is_lab_file(file.path.substr(first.size())))
      return;
  for (HandedFile& file : files) file.path.erase(0, first.size());
}

std::vector<Handed> handed_in(const fs::path& in, const std::vector<Lab>& labs) {
  std::error_code error;
  const bool is_folder = fs::is_directory(in, error);
  if (!is_folder && !is_archive_name(in.filename().string()))
    throw UsageError(fmt::format(
        "\"{}\" is neither a folder nor an archive (.zip, .tar.gz ...).", in.string()));
  HandedFiles all = is_folder ? read_folder(in, kOfAClass) : read_archive(in, kOfAClass);
  if (!all.problem.empty())
    throw UsageError(fmt::format("\"{}\": {}", in.string(), all.problem));
  unwrap(all.files, labs);
  std::vector<Handed> handed = by_first_folder(std::move(all.files));
  if (handed.empty())
    throw UsageError(fmt::format("There is nothing in \"{}\".", in.string()));
  return handed;
}

/// The one file of this name among those handed in: the one nearest to the top.
const HandedFile* find_work(const HandedFiles& content, const Lab& lab,
                            std::string& problem) {
  const HandedFile* found = nullptr;
  std::string others;
  const auto depth = [](const HandedFile& file) {
    return std::count(file.path.begin(), file.path.end(), '/');
  };
  for (const HandedFile& file : content.files) {
    const std::string name = fs::path(file.path).filename().string();
    if (!is_same_file_name(name, lab.submission_name)) {
      if (fs::path(name).extension() == ".cu")
        others += (others.empty() ? "" : ", ") + name;
      continue;
    }
    if (found && depth(*found) == depth(file))
      problem = fmt::format("There are two files {}: {} and {}.", lab.submission_name,
                            found->path, file.path);
    if (!found || depth(file) < depth(*found)) {
      if (found) problem.clear();
      found = &file;
    }
  }
  if (!found)
    problem = fmt::format("There is no file {}{}.", lab.submission_name,
                          others.empty() ? "" : "; there is " + others);
  return found;
}

bool is_header(const fs::path& path) {
  return std::find(kHeaders.begin(), kHeaders.end(), path.extension().string()) !=
         kHeaders.end();
}

/// Writes the file and the headers beside it into the class's folder.
LabWork take_work(const HandedFiles& content, const Lab& lab, const fs::path& place) {
  LabWork work{"", content.problem};
  const HandedFile* file = find_work(content, lab, work.problem);
  if (!content.problem.empty()) work.problem = content.problem;
  if (file && !file->problem.empty()) work.problem = file->problem;
  if (file && file->bytes.size() > kSubmissionBytesMax)
    work.problem = fmt::format("{} is larger than 1 MiB.", lab.submission_name);
  work.problem = sanitize_text(work.problem);
  if (!work.problem.empty() || !file) return work;
  fs::create_directories(place.parent_path());
  Hasher hasher;
  const auto write = [&](const fs::path& name, const std::string& bytes) {
    hasher.add(name.string()).add(bytes);
    write_file_atomic(place.parent_path() / name, bytes);
  };
  write(lab.submission_name, file->bytes);
  const fs::path beside = fs::path(file->path).parent_path();
  for (const HandedFile& other : content.files) {
    const fs::path path(other.path);
    if (path.parent_path() == beside && is_header(path) && other.problem.empty())
      write(path.filename(), other.bytes);
  }
  work.hash = hasher.hex();
  return work;
}

/// The latest of each student, with the names of the earlier ones; in the order of names.
std::vector<std::pair<Handed, std::vector<std::string>>> latest(
    std::vector<Handed> handed) {
  std::sort(handed.begin(), handed.end(), [](const Handed& a, const Handed& b) {
    return std::tie(a.says.student, a.says.attempt, a.name) <
           std::tie(b.says.student, b.says.attempt, b.name);
  });
  std::vector<std::pair<Handed, std::vector<std::string>>> chosen;
  for (Handed& one : handed) {
    const bool is_same =
        !chosen.empty() && chosen.back().first.says.student == one.says.student;
    if (!is_same) {
      chosen.push_back({std::move(one), {}});
      continue;
    }
    auto& [before, superseded] = chosen.back();
    // Single files of one student are parts of one submission, not attempts.
    const bool is_part =
        !one.says.file.empty() && !before.says.file.empty() &&
        without_attempt(one.says.file) != without_attempt(before.says.file);
    if (!is_part) superseded.push_back(before.name);
    if (is_part)
      for (HandedFile& file : before.content.files)
        one.content.files.push_back(std::move(file));
    one.says.is_late |= is_part && before.says.is_late;
    before = std::move(one);
  }
  return chosen;
}

}  // namespace

fs::path work_path(const fs::path& folder, const StudentWork& work, const Lab& lab) {
  return folder / "submissions" / work.id / lab.id / lab.submission_name;
}

Manifest prepare_class(const fs::path& in, const std::vector<Lab>& labs,
                       const std::string& on, NotRun not_run, const fs::path& folder) {
  if (fs::exists(folder / kManifest))
    throw UsageError(fmt::format("\"{}\" holds a class already; name another folder.",
                                 folder.string()));
  Manifest manifest;
  for (const Lab& lab : labs) manifest.labs.push_back(lab.id);
  manifest.seed = std::random_device{}() % 1'000'000 + 2;
  manifest.on = on;
  manifest.not_run = not_run;
  for (auto& [handed, superseded] : latest(handed_in(in, labs))) {
    StudentWork work;
    work.id = fmt::format("{:04}", manifest.students.size() + 1);
    work.student = sanitize_text(handed.says.student);
    work.handed = sanitize_text(handed.name);
    work.is_late = handed.says.is_late;
    for (const std::string& name : superseded)
      work.superseded.push_back(sanitize_text(name));
    for (const Lab& lab : labs)
      work.labs[lab.id] = take_work(handed.content, lab, work_path(folder, work, lab));
    manifest.students.push_back(std::move(work));
  }
  fs::create_directories(folder / "records");
  write_file_atomic(folder / kManifest, manifest_json(manifest).dump(1) + "\n");
  return manifest;
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
  for (const StudentWork& work : manifest.students) {
    ordered_json labs = ordered_json::object();
    for (const auto& [lab, state] : work.labs) {
      labs[lab] = {{"hash", state.hash}};
      if (!state.problem.empty()) labs[lab]["problem"] = state.problem;
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
    const auto json = ordered_json::parse(read_file(folder / kManifest));
    if (json.at("schema") != kSchema)
      throw UsageError(fmt::format("{}: another version of gridlock has written it.",
                                   (folder / kManifest).string()));
    Manifest manifest;
    manifest.labs = json.at("labs");
    manifest.seed = json.at("seed");
    manifest.on = json.at("on");
    manifest.not_run = not_run_from(json.at("not_run").get<std::string>());
    for (const auto& entry : json.at("students")) {
      StudentWork work;
      work.id = entry.at("id");
      work.student = entry.at("student");
      work.handed = entry.at("handed");
      work.is_late = entry.at("late");
      work.superseded = entry.at("superseded");
      for (const auto& [lab, state] : entry.at("labs").items())
        work.labs[lab] = {state.at("hash"), state.value("problem", "")};
      manifest.students.push_back(std::move(work));
    }
    return manifest;
  } catch (const std::system_error&) {
    throw UsageError(fmt::format(
        "\"{}\" holds no class.  Begin with ./gridlock class prepare.", folder.string()));
  } catch (const nlohmann::json::exception& error) {
    throw UsageError(
        fmt::format("{} is damaged: {}", (folder / kManifest).string(), error.what()));
  }
}

}  // namespace gridlock
