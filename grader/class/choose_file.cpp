#include "class/choose_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "build/submission.h"
#include "checker/lab/skeleton.h"
#include "class/names.h"
#include "common/text.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;

/// A rule of choose_file(), and what is wrong with a file that it ranks lower.
struct Rule {
  std::string_view fault;
  bool is_told_of_taken = false;  ///< The remark is also made about the file taken.
};
constexpr std::array<Rule, 9> kRules{{{"it cannot be read"},
                                      {"it is empty", true},
                                      {"it is the unchanged skeleton"},
                                      {"its name is not the lab's own", true},
                                      {"it was handed in earlier"},
                                      {"it does not lie in the lab's own folder"},
                                      {"it is older"},
                                      {"it lies in a deeper folder"},
                                      {"it comes later in the order of paths"}}};

/// The file's rank by all rules but the last one; greater is better.
using Fit = std::array<std::int64_t, kRules.size() - 1>;

std::string name_of(const HandedFile& file) {
  return fs::path(file.path).filename().string();
}

std::string without_backup_ending(const std::string& name) {
  for (const std::string_view ending : {"~", ".bak"})
    if (name.ends_with(ending)) return name.substr(0, name.size() - ending.size());
  return name;
}

/// Whether the file lies in a folder for old copies, or is an editor's backup.
bool is_old_copy(const HandedFile& file) {
  const fs::path folder = fs::path(file.path).parent_path();
  return without_backup_ending(name_of(file)) != name_of(file) ||
         std::ranges::any_of(folder, [](const fs::path& part) {
           const std::string name = lower(part.string());
           return name == "backup" || name == "old" || name == "__macosx";
         });
}

/// Whether the file is the lab's, but was renamed by an editor or by its author.
bool is_renamed(const std::string& name, const Lab& lab) {
  const fs::path wanted(lab.submission_name);
  if (is_same_file_name(name, lab.submission_name + ".txt")) return true;
  return lower(fs::path(name).extension().string()) == wanted.extension() &&
         looks_like_copy(lower(fs::path(name).stem().string()), wanted.stem().string());
}

/// Whether the file could be the lab's, or an old copy of it, by its name.
bool may_be_of(const HandedFile& file, const Lab& lab) {
  const std::string name = without_backup_ending(name_of(file));
  // `export` puts second copies of the labs' files into a student's tree.
  return fs::path(file.path).parent_path().filename() != kHandedOutFolder &&
         (is_same_file_name(name, lab.submission_name) || is_renamed(name, lab));
}

std::string problem_of(const HandedFile& file, const Lab& lab) {
  if (file.bytes.size() > kSubmissionBytesMax)
    return fmt::format("{} is larger than 1 MiB.", lab.submission_name);
  return file.problem;
}

Fit fit_of(const HandedFile& file, const Lab& lab, const std::string& skeleton) {
  const fs::path path(file.path);
  return {problem_of(file, lab).empty(),
          !file.bytes.empty() || !file.problem.empty(),
          file.bytes != skeleton || skeleton.empty(),
          is_same_file_name(name_of(file), lab.submission_name),
          static_cast<std::int64_t>(file.attempt),
          path.parent_path().filename() == lab.id,
          file.time,
          -std::ranges::count(file.path, '/')};
}

/// Why `taken` is preferred to `file`.
std::string why_not(const HandedFile& file, const Fit& fit, const HandedFile& taken,
                    const Fit& better, const Lab& lab) {
  const auto rule = static_cast<std::size_t>(
      std::mismatch(better.begin(), better.end(), fit.begin()).first - better.begin());
  if (rule == 0) return problem_of(file, lab);
  return std::string(file.bytes == taken.bytes ? "it is the same" : kRules[rule].fault);
}

/// Why no file fits.  Names other .cu files and archives, and one file's problem.
std::string why_none(const std::vector<HandedFile>& files, const Lab& lab) {
  std::vector<std::string> others;
  std::string problems;
  bool has_files = false;
  for (const HandedFile& file : files) {
    has_files |= !file.path.ends_with('/');
    const std::string name = name_of(file);
    // macOS keeps attributes in files named "._...".  Archives in archives stay closed.
    if (!name.starts_with("._") && file.problem.empty() &&
        (fs::path(name).extension() == ".cu" || is_archive_name(name)))
      others.push_back(name);
    if (!file.problem.empty() && problems.empty())
      problems = fmt::format("  {}: {}", file.path, file.problem);
  }
  return fmt::format("There is no file {}{}.{}", lab.submission_name,
                     !has_files ? ", nor any other one"
                     : others.empty()
                         ? ""
                         : fmt::format("; there is {}", fmt::join(others, ", ")),
                     problems);
}

/// The result if no file is taken.  If there are old copies, a remark tells the
/// instructor how to hand one in.
Choice no_choice(const std::string& problem, const std::vector<const HandedFile*>& old,
                 const Lab& lab) {
  if (old.empty()) return {nullptr, problem, {}};
  std::vector<std::string> paths;
  for (const HandedFile* file : old) paths.push_back(file->path);
  return {nullptr,
          fmt::format("{}{}Old copies are not graded: {}.", problem,
                      problem.empty() ? "" : "  ", fmt::join(paths, ", ")),
          {fmt::format("if an old copy is meant, put it as {} into a folder with the "
                       "student's name, and `class add` the folder that holds that one",
                       lab.submission_name)}};
}

}  // namespace

Choice choose_file(const std::vector<HandedFile>& files, const Lab& lab) {
  const std::string skeleton = original_skeleton(lab);
  std::vector<std::pair<Fit, const HandedFile*>> fitting;
  std::vector<const HandedFile*> old;
  for (const HandedFile& file : files) {
    if (!may_be_of(file, lab)) continue;
    if (is_old_copy(file))
      old.push_back(&file);
    else
      fitting.emplace_back(fit_of(file, lab, skeleton), &file);
  }
  if (fitting.empty())
    return no_choice(old.empty() ? why_none(files, lab) : "", old, lab);
  std::ranges::sort(fitting, [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second->path < b.second->path;
  });
  const auto& [fit, taken] = fitting.front();
  if (const std::string problem = problem_of(*taken, lab); !problem.empty())
    return no_choice(problem, old, lab);
  Choice choice{taken, "", {}};
  for (std::size_t rule = 0; rule < fit.size(); ++rule)
    if (kRules[rule].is_told_of_taken && fit[rule] == 0)
      choice.remarks.push_back(
          fmt::format("{}: taken, although {}", taken->path, kRules[rule].fault));
  for (const auto& [other_fit, other] : fitting)
    if (other != taken)
      choice.remarks.push_back(fmt::format("{}: {}", other->path,
                                           why_not(*other, other_fit, *taken, fit, lab)));
  for (const HandedFile* copy : old)
    choice.remarks.push_back(copy->path + ": it is an old copy");
  return choice;
}

}  // namespace gridlock
