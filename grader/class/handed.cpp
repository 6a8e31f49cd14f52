#include "class/handed.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <system_error>
#include <tuple>

namespace gridlock {
namespace {

namespace fs = std::filesystem;

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

/// The latest of each student, with the names of the earlier ones; in the order of names.
std::vector<Handed> latest(std::vector<Handed> handed) {
  std::sort(handed.begin(), handed.end(), [](const Handed& a, const Handed& b) {
    return std::tie(a.says.student, a.says.attempt, a.name) <
           std::tie(b.says.student, b.says.attempt, b.name);
  });
  std::vector<Handed> chosen;
  for (Handed& one : handed) {
    const bool is_same =
        !chosen.empty() && chosen.back().says.student == one.says.student;
    if (!is_same) {
      chosen.push_back(std::move(one));
      continue;
    }
    Handed& before = chosen.back();
    // Single files of one student are parts of one submission, not attempts.
    const bool is_part =
        !one.says.file.empty() && !before.says.file.empty() &&
        without_attempt(one.says.file) != without_attempt(before.says.file);
    one.superseded = std::move(before.superseded);
    if (!is_part) one.superseded.push_back(before.name);
    if (is_part)
      for (HandedFile& file : before.content.files)
        one.content.files.push_back(std::move(file));
    one.says.is_late |= is_part && before.says.is_late;
    before = std::move(one);
  }
  return chosen;
}

}  // namespace

HandedName understand_copy(const std::string& name) {
  return understand(is_archive_name(name) ? without_archive_ending(name) : name);
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
  return latest(std::move(handed));
}

}  // namespace gridlock
