#include "build/source/source_files.h"

#include <algorithm>
#include <optional>

#include "common/own_tree.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;

/// Stands for one ".." of an #include: for each "..", sources are stored below one more
/// folder of this name, so that "../x.h" finds its file.  No program has such a folder.
constexpr const char* kBelow = "gridlock_below";

/// The path of `real`, which has no links, relative to `folder`; "" if `real` is not
/// below it.  Links in `folder` are resolved first.
std::string below(const fs::path& real, const fs::path& folder) {
  if (folder.empty()) return "";
  std::error_code error;
  const fs::path relative = real.lexically_relative(fs::weakly_canonical(folder, error));
  if (error || relative.empty() || relative == "." || *relative.begin() == "..")
    return "";
  return relative.string();
}

/// A file that the build itself has written into the private folder.
std::optional<SourceFile> in_private_folder(const SourceFolders& folders,
                                            const fs::path& path) {
  const auto is = [&](const fs::path& name) { return path == folders.build / name; };
  const fs::path& scenarios = folders.scenarios;
  if (is(kDefinitionsName)) return SourceFile{{}, FileKind::builtin, kDefinitionsName};
  if (is(folders.submission_name))
    return folders.is_of_lab()
               ? SourceFile{scenarios, FileKind::scenarios, folders.shown_name}
               : SourceFile{path, FileKind::submission, folders.shown_name};
  if (!folders.reference.empty() && is(kReferenceName))
    return SourceFile{folders.reference, FileKind::reference, kReferenceName};
  if (!scenarios.empty() && is(scenarios.filename()))
    return SourceFile{scenarios, FileKind::scenarios, scenarios.filename().string()};
  return std::nullopt;
}

/// A header of the grader, even through a link, and even if the compiler considers it a
/// system header.
/// \param real the path with links resolved, or empty
std::optional<SourceFile> of_grader(const fs::path& path, const fs::path& real) {
  const auto folders = {sim_include_dir(), scenario_include_dir()};
  for (const fs::path& folder : folders)
    if (path.native().starts_with(folder.native() + "/"))
      return SourceFile{path, FileKind::ours, path.string()};
  for (const fs::path& folder : folders)
    if (!real.empty() && !below(real, folder).empty())
      return SourceFile{real, FileKind::ours, real.string()};
  return std::nullopt;
}

/// A header of the lab, or one in a program's include folders.
std::optional<SourceFile> of_lab(const SourceFolders& folders, const fs::path& real) {
  std::vector<fs::path> searched = folders.include_dirs;
  searched.push_back(folders.scenarios.parent_path());
  for (const fs::path& folder : searched)
    if (const std::string name = below(real, folder); !name.empty())
      // Two folders of a program may have headers with the same name.
      return SourceFile{
          real, FileKind::lab,
          folders.scenarios.empty()
              ? real.lexically_relative(folders.submission.parent_path()).string()
              : name};
  return std::nullopt;
}

}  // namespace

fs::path sources_folder(const fs::path& module_folder, std::ptrdiff_t ups) {
  fs::path folder = module_folder / "src";
  while (ups-- > 0) folder /= kBelow;
  return folder;
}

fs::path sources_folder(const fs::path& module_folder) {
  fs::path folder = module_folder / "src";
  std::error_code error;
  while (fs::is_directory(folder / kBelow, error)) folder /= kBelow;
  return folder;
}

std::ptrdiff_t ups_of(const std::string& name) {
  const fs::path path(name);
  const auto first = std::find_if(path.begin(), path.end(),
                                  [](const auto& part) { return part != ".."; });
  return std::distance(path.begin(), first);
}

std::ptrdiff_t ups_of(const std::vector<SourceFile>& files) {
  std::ptrdiff_t most = 0;
  for (const SourceFile& file : files)
    if (is_written_here(file.kind)) most = std::max(most, ups_of(file.name));
  return most;
}

fs::path folder_without_neighbours(fs::path folder) {
  constexpr int kFolders = 64;  // No program has folders deeper than this.
  for (int i = 0; i < kFolders; ++i) folder /= kBelow;
  return folder;
}

// These paths may contain links: the compiler repeats a path exactly as given.
fs::path sim_include_dir() { return own_tree() / "grader/sim/cuda"; }
fs::path scenario_include_dir() { return own_tree() / "grader/scenario/include"; }

namespace {

/// The lab's scenarios, or a header that the lab gives, also where its folder has a link
/// to the header.  Students may work in the lab's folder, beside its headers.
std::optional<SourceFile> given_by_lab(const SourceFolders& folders, const fs::path& path,
                                       const fs::path& real) {
  std::error_code error;
  if (folders.scenarios.empty()) return std::nullopt;
  if (real == fs::weakly_canonical(folders.scenarios, error))
    return SourceFile{folders.scenarios, FileKind::scenarios,
                      folders.scenarios.filename().string()};
  const fs::path lab = folders.scenarios.parent_path();
  for (const std::string& name : folders.given)
    if (path == lab / name || below(real, lab) == name)
      return SourceFile{real, FileKind::lab, name};
  return std::nullopt;
}

/// A file in the submission's folder.  A system header may include another system header
/// by a name that also exists in that folder.
std::optional<SourceFile> beside_submission(const SourceFolders& folders,
                                            const fs::path& real, bool system) {
  const fs::path own = folders.submission.parent_path();
  const bool is_systems = system && !below("/usr/include", own).empty();
  const std::string name = below(real, own);
  if (name.empty() || is_systems || folders.is_of_lab()) return std::nullopt;
  return SourceFile{real, FileKind::local, name};
}

}  // namespace

SourceFile SourceFolders::classify(std::string_view marker_name, bool system) const {
  if (marker_name.empty() || marker_name.front() == '<')
    return {{}, FileKind::builtin, std::string(marker_name)};
  const fs::path path = (build / marker_name).lexically_normal();
  if (auto found = in_private_folder(*this, path)) return *found;
  std::error_code error;
  const fs::path real = fs::weakly_canonical(path, error);
  if (auto found = of_grader(path, error ? fs::path() : real)) return *found;
  if (auto found = given_by_lab(*this, path, real)) return *found;
  if (auto found = beside_submission(*this, real, system)) return *found;
  // A system path must not lie within the project: it could lead to a solution.
  const fs::path project = sim_include_dir().parent_path().parent_path().parent_path();
  if (system && below(real, project).empty())
    return {path, FileKind::system, path.string()};
  if (error) return {path, FileKind::stranger, path.string()};
  if (auto found = of_lab(*this, real)) return *found;
  if (!scenarios.empty()) return {path, FileKind::stranger, path.string()};
  // A user's own program may have its headers anywhere.
  if (!fs::exists(real, error)) return named_by_line(marker_name);
  return {real, FileKind::local,
          real.lexically_relative(submission.parent_path()).string()};
}

SourceFile SourceFolders::named_by_line(std::string_view marker_name) const {
  const fs::path name = fs::path(marker_name).lexically_normal();
  const bool is_below = name.is_relative() && *name.begin() != "..";
  return {(submission.parent_path() / name).lexically_normal(), FileKind::named,
          is_below ? name.string() : name.filename().string()};
}

}  // namespace gridlock
