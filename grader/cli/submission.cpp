#include "cli/submission.h"

#include <fmt/format.h>

#include "common/text.h"
#include "isolation/view.h"

namespace gridlock {

namespace fs = std::filesystem;

void SubmissionOptions::add_to(CLI::App& command) {
  auto* solution =
      command.add_flag("--solution", solution_, "Use the reference instead of labs/");
  auto* path =
      command.add_option("--submission", path_,
                         "Use this file or folder instead of labs/; it is compiled and "
                         "run in a box, if this machine allows one");
  path->type_name("PATH")->excludes(solution)->check(
      [](const std::string& path) -> std::string {
        // An empty path, as from an unset variable in a script, must not mean the
        // student's own file.
        return path.empty() ? "the path is empty; name a file or a folder" : "";
      });
  command.add_flag("--no-box", no_box_, "Run that file with your own rights")
      ->needs(path);
}

Environment SubmissionOptions::environment(const Environment& outside) const {
  Environment inside = outside;
  if (path_.empty()) return inside;
  inside.tools.workers.box =
      no_box_ ? Box::none("--no-box was given.") : Box::strongest(outside.root);
  return inside;
}

fs::path SubmissionOptions::file_for(const Lab& lab) const {
  std::error_code error;
  if (solution_) {
    need_solutions(lab.folder.parent_path().parent_path(), "--solution");
    if (!fs::exists(lab.solution(), error))
      throw UsageError(fmt::format("There is no reference solution in this tree ({}).",
                                   lab.solution().string()));
    return lab.solution();
  }
  if (path_.empty()) return lab.skeleton();
  const fs::path given = fs::absolute(path_);
  // A submission may be a link, or hold one, to a solution or to another student's work.
  const auto refuse_link = [](const fs::path& link) {
    throw UsageError(fmt::format(
        "\"{}\" is, or lies behind, a symbolic link.  Name the file or folder itself.",
        link.string()));
  };
  const fs::path named = given.lexically_normal();
  if (fs::is_symlink(named.has_filename() ? named : named.parent_path()))
    refuse_link(path_);
  if (!fs::is_directory(given, error)) {
    if (!fs::exists(given, error))
      throw UsageError(fmt::format("There is no file \"{}\".", path_));
    return given;
  }
  for (const fs::path& inside :
       {given / lab.submission_name, given / lab.id / lab.submission_name,
        given / "labs" / lab.id / lab.submission_name})
    if (fs::exists(inside, error)) {
      if (!is_beneath(fs::canonical(inside), fs::canonical(given))) refuse_link(inside);
      return inside;
    }
  throw UsageError(
      fmt::format("There is no {} in the folder \"{}\".", lab.submission_name, path_));
}

std::string SubmissionOptions::as_arguments() const {
  if (solution_) return " --solution";
  if (path_.empty()) return "";
  return " --submission " + shell_quoted(path_) + (no_box_ ? " --no-box" : "");
}

}  // namespace gridlock
