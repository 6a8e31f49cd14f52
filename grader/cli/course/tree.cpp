#include "cli/course/tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "checker/lab/skeleton.h"
#include "common/files.h"
#include "common/own_tree.h"
#include "common/subprocess.h"
#include "common/text.h"

namespace gridlock {
namespace {

/// The parts that students do not get.  The hidden checks are in solutions/.
constexpr std::array<std::string_view, 13> kOfInstructors{
    "solutions",
    "slides",
    "grader/hostile",
    "grader/tests",
    "grader/cli/course/sample",
    "docs/bank",
    "docs/bank.md",
    "docs/lectures.md",
    "docs/new_lab.md",
    "docs/walkthroughs",
    "docs/walkthroughs.md",
    ".ci",
    ".githooks",
};

bool is_of_instructors(const fs::path& file) {
  const std::string name = file.generic_string();
  return std::ranges::any_of(kOfInstructors, [&](auto own) {
    return name == own || name.starts_with(std::string(own) + "/");
  });
}

/// The files that git lists, relative to the root.
std::vector<std::string> listed(const fs::path& root, std::vector<std::string> options) {
  std::vector<std::string> argv{"git", "-C", root.string(), "ls-files", "-z"};
  argv.insert(argv.end(), options.begin(), options.end());
  const std::string names = ask_program(std::move(argv));
  std::vector<std::string> files;
  for (std::size_t begin = 0, end; (end = names.find('\0', begin)) != std::string::npos;
       begin = end + 1)
    files.push_back(names.substr(begin, end - begin));
  return files;
}

/// Removes the files of classes from the list; a class has a manifest and records.
void leave_out_classes(const fs::path& root, std::vector<std::string>& files) {
  std::erase_if(files, [&](const fs::path& file) {
    for (fs::path at = file.parent_path(); !at.empty(); at = at.parent_path())
      if (fs::exists(root / at / "manifest.json") && fs::exists(root / at / "records"))
        return true;
    return false;
  });
}

std::vector<std::string> files_below(const fs::path& root) {
  std::vector<std::string> files;
  for (auto at = fs::recursive_directory_iterator(root);
       at != fs::recursive_directory_iterator(); ++at) {
    const fs::path name = at->path().lexically_relative(root);
    if (name == "build" || name == ".git") at.disable_recursion_pending();
    if (at->is_regular_file()) files.push_back(name.generic_string());
  }
  std::ranges::sort(files);
  return files;
}

/// Whether a page's link, or the name of a file in it, leads to what students lack.
/// \param page path of the page in the tree
bool leads_nowhere(std::string_view link, const fs::path& page) {
  link = link.substr(0, link.find('#'));
  if (link.ends_with('/')) link.remove_suffix(1);
  return !link.empty() &&
         is_of_instructors((page.parent_path() / link).lexically_normal());
}

/// Whether the table's row is about something that students do not get: the row begins
/// with the name of a file that they lack, or links to one.
bool is_row_for_nobody(std::string_view row, const fs::path& page) {
  if (!row.starts_with('|')) return false;
  constexpr std::string_view kNameBegins = "| `";
  if (row.starts_with(kNameBegins)) {
    row.remove_prefix(kNameBegins.size());
    if (leads_nowhere(row.substr(0, row.find('`')), page)) return true;
  }
  for (std::size_t at = row.find("]("); at != row.npos; at = row.find("](", at + 1))
    if (leads_nowhere(row.substr(at + 2, row.find(')', at) - at - 2), page)) return true;
  return false;
}

/// Position of the "[" that matches the "]" at `end`; `end` if there is none.
std::size_t begin_of_link(const std::string& text, std::size_t end) {
  std::size_t open = 1;
  for (std::size_t at = end; at-- > 0;) {
    if (text[at] == ']') ++open;
    if (text[at] == '[' && --open == 0) return at;
  }
  return end;
}

/// Replaces links to what students do not get by their text.
std::string without_links_to_nowhere(const std::string& page, const fs::path& file) {
  std::string text;
  std::size_t done = 0;
  for (std::size_t at = page.find("]("); at != page.npos; at = page.find("](", at + 1)) {
    const std::size_t end = page.find(')', at);
    const std::size_t begin = begin_of_link(page, at);
    if (end == page.npos || begin == at || begin < done ||
        !leads_nowhere(std::string_view(page).substr(at + 2, end - at - 2), file))
      continue;
    text.append(page, done, begin - done).append(page, begin + 1, at - begin - 1);
    done = end + 1;
  }
  return text.append(page, done);
}

std::string page_for_students(const std::string& page, const fs::path& file) {
  std::string text;
  for (const std::string_view line : split_lines(page))
    if (!is_row_for_nobody(line, file)) text.append(line).append("\n");
  return without_links_to_nowhere(text, file);
}

/// Refuses a target that exists and is not empty, or that lies in the tree.  The build
/// folder is allowed, since it is not copied.
void refuse_bad_target(const fs::path& root, const fs::path& target) {
  const fs::path inside = fs::weakly_canonical(target).lexically_relative(root);
  if (!inside.empty() && *inside.begin() != ".." && *inside.begin() != "build")
    throw UsageError(
        fmt::format("{} is in the tree that is to be copied.  Name a folder "
                    "outside {}.",
                    target.string(), root.string()));
  if (fs::exists(target) && !(fs::is_directory(target) && fs::is_empty(target)))
    throw UsageError(
        fmt::format("{} exists.  Name a folder that does not exist yet, so "
                    "that nothing in it is lost.",
                    target.string()));
}

void copy_file(const fs::path& root, const fs::path& file, const fs::path& target,
               TreeFor whom) {
  fs::create_directories((target / file).parent_path());
  fs::copy_file(root / file, target / file);
  if (whom == TreeFor::instructor || file.extension() != ".md") return;
  const std::string page = read_file(root / file);
  if (const std::string kept = page_for_students(page, file); kept != page)
    write_file_atomic(target / file, kept);
}

void hand_out(const Lab& lab, const fs::path& target) {
  const std::string skeleton = original_skeleton(lab);
  const fs::path folder = target / "labs" / lab.id;
  fs::create_directories(folder / kHandedOutFolder);
  write_file_atomic(folder / lab.submission_name, skeleton);
  write_file_atomic(folder / kHandedOutFolder / lab.submission_name, skeleton);
  for (const std::string& header : lab.given)
    fs::copy_file(folder / header, folder / kHandedOutFolder / header,
                  fs::copy_options::overwrite_existing);
}

ExportedTree copy_tree(const fs::path& root, const fs::path& target, TreeFor whom) {
  const fs::path whole = fs::canonical(root);
  refuse_bad_target(whole, target);
  ExportedTree done;
  std::vector<std::string> files = listed(whole, {});
  if (files.empty())
    files = files_below(whole);
  else
    done.untracked = listed(whole, {"--others", "--exclude-standard"});
  leave_out_classes(whole, files);
  leave_out_classes(whole, done.untracked);
  for (const std::string& file : files) {
    if (whom == TreeFor::student && is_of_instructors(file)) continue;
    if (!fs::exists(whole / file)) continue;  // It was deleted, but git still lists it.
    if (*fs::path(file).begin() == kBuiltFolder) continue;  // add_program() copies it.
    copy_file(whole, file, target, whom);
    ++done.files;
  }
  if (whom == TreeFor::student)
    for (const Lab& lab : find_labs(whole)) hand_out(lab, target);
  return done;
}

/// Runs a step of building the students' program, which takes some seconds.
void run_step(std::vector<std::string> argv) {
  const ProcessResult result = run_process({.argv = std::move(argv)});
  if (result.ok()) return;
  throw UsageError(fmt::format("The students' program cannot be built:\n{}{}{}",
                               result.output, result.errors, result.start_error));
}

}  // namespace

void add_program(const fs::path& root, const fs::path& build_dir,
                 const fs::path& target) {
  const fs::path built = target / kBuiltFolder;
  if (fs::exists(root / kBuiltFolder)) {
    fs::copy(root / kBuiltFolder, built, fs::copy_options::recursive);
    return;
  }
  run_step({"cmake", "--build", build_dir.string(), "--target", "program-of-students"});
  run_step({"cmake", "--install", build_dir.string(), "--component", "program", "--strip",
            "--prefix", fs::absolute(built).string()});
  run_step(
      {"bash", (target / "grader/setup/built.sh").string(), "mark", target.string()});
}

ExportedTree export_tree(const fs::path& root, const fs::path& target, TreeFor whom) {
  try {
    return copy_tree(root, target, whom);
  } catch (const fs::filesystem_error& error) {
    const fs::path& file = error.path2().empty() ? error.path1() : error.path2();
    throw UsageError(fmt::format(
        "cannot write {}: {}.  Name a folder where there is room and where you may "
        "write.{}",
        file.string(), error.code().message(),
        fs::exists(target)
            ? fmt::format("  {} is incomplete: delete it.", target.string())
            : ""));
  }
}

}  // namespace gridlock
