#include "checker/lab/labs.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "build/source/source_files.h"
#include "checker/include/gridlock/check.h"
#include "checker/lab/toml_values.h"
#include "common/files.h"
#include "common/text.h"

namespace gridlock {
namespace {

/// The header that several files of a lab's checks share.
constexpr const char* kChecksHeader = "checks.h";

bool split_id(const std::string& id, Lab& lab) {
  if (id.size() < 4 || !std::isdigit(id[0]) || !std::isdigit(id[1]) || id[2] != '_')
    return false;
  lab.id = id;
  lab.number = id[0] == '0' ? id.substr(1, 1) : id.substr(0, 2);
  lab.topic = id.substr(3);
  return true;
}

Lab read_lab(const fs::path& root, const fs::path& file) {
  Lab lab;
  lab.folder = file.parent_path();
  if (!split_id(lab.folder.filename().string(), lab))
    toml_values::wrong(file, "a lab's folder is named like 01_last_block");
  lab.solution_folder = root / "solutions" / lab.id;
  const toml::table table = toml_values::parsed(file);
  lab.title = toml_values::text(table, "title", file);
  lab.submission_name = toml_values::text(table, "submission", file);
  const auto points = table["points"].value<int>();
  if (!points || *points <= 0) toml_values::wrong(file, "needs points = 100");
  lab.points = *points;
  for (const RegisteredCheck& check : checks_of(lab.id))
    if (check.is_hidden()) lab.points += check.points;
  lab.devices = table["devices"].value_or(1);
  if (lab.devices <= 0) toml_values::wrong(file, "devices is a number, at least 1");
  lab.required = toml_values::texts(table, "requires", file);
  if (table.contains("given")) lab.given = toml_values::texts(table, "given", file);
  if (const toml::array* hints = table["hint"].as_array())
    for (const toml::node& item : *hints)
      if (const toml::table* hint = item.as_table())
        lab.hints.push_back({toml_values::text(*hint, "part", file),
                             toml_values::texts(*hint, "levels", file)});
  if (const toml::array* parts = table["part"].as_array())
    for (const toml::node& item : *parts)
      if (const toml::table* part = item.as_table())
        lab.parts.push_back({toml_values::text(*part, "id", file),
                             toml_values::text(*part, "title", file)});
  if (table.contains("builds_on"))
    lab.builds_on = toml_values::texts(table, "builds_on", file);
  lab.promises = read_promises(lab.folder);
  return lab;
}

/// Adds a lab after the labs that it builds on, if it is not on the path yet.
void add_to_path(const std::vector<Lab>& labs, const Lab& lab,
                 std::set<const Lab*>& reached, std::vector<const Lab*>& path) {
  if (!reached.insert(&lab).second) return;
  for (const std::string& id : lab.builds_on)
    for (const Lab& earlier : labs)
      if (earlier.id == id) add_to_path(labs, earlier, reached, path);
  path.push_back(&lab);
}

}  // namespace

std::string text_of_checks(const Lab& lab) {
  std::string text;
  for (const auto& entry : fs::directory_iterator(lab.folder)) {
    const std::string name = entry.path().filename().string();
    if (name == kChecksHeader || (name.starts_with("checks") && name.ends_with(".cpp")))
      text += read_file(entry.path());
  }
  return text;
}

std::vector<std::string> headers_not_given(const Lab& lab) {
  std::vector<std::string> headers;
  for (const auto& entry : fs::directory_iterator(lab.folder)) {
    const std::string name = entry.path().filename().string();
    const bool is_header = name.ends_with(".cuh") || name.ends_with(".h");
    if (is_header && !is_any_of(name, {kChecksHeader, kRequiredName, kBehindName}) &&
        !is_any_of(name, lab.given))
      headers.push_back(name);
  }
  return headers;
}

std::optional<LabDemo> read_demo(const Lab& lab) {
  const fs::path file = lab.solution_folder / "demo.toml";
  if (std::error_code error; !fs::exists(file, error)) return std::nullopt;
  const toml::table table = toml_values::parsed(file);
  LabDemo demo;
  demo.wrong = lab.solution_folder / toml_values::text(table, "wrong", file);
  demo.check = toml_values::text(table, "check", file);
  if (std::error_code error; !fs::is_regular_file(demo.wrong, error))
    toml_values::wrong(file, fmt::format("there is no file {}", demo.wrong.string()));
  return demo;
}

void need_solutions(const fs::path& root, std::string_view what_needs_them) {
  if (std::error_code error; !fs::is_directory(root / "solutions", error))
    throw UsageError(
        fmt::format("{} needs the folder solutions/, which this tree does not "
                    "have; students get the labs without it.",
                    what_needs_them));
}

std::vector<Lab> find_labs(const fs::path& root) {
  std::vector<Lab> labs;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(root / "labs", error))
    if (const auto file = entry.path() / "lab.toml"; fs::exists(file))
      labs.push_back(read_lab(root, file));
  std::ranges::sort(labs, {}, &Lab::id);
  if (labs.empty())
    throw std::runtime_error(
        fmt::format("There are no labs in {}.", (root / "labs").string()));
  return labs;
}

std::vector<const Lab*> path_through(const std::vector<Lab>& labs) {
  std::set<const Lab*> reached;
  std::vector<const Lab*> path;
  for (const Lab& lab : labs) add_to_path(labs, lab, reached, path);
  return path;
}

const Lab& find_lab(const std::vector<Lab>& labs, std::string_view word) {
  while (!word.empty() && word.back() == '/') word.remove_suffix(1);
  if (word.starts_with("labs/")) word.remove_prefix(5);
  for (const Lab& lab : labs)
    if (word == lab.id || word == lab.topic || word == lab.number ||
        word == lab.id.substr(0, 2))
      return lab;
  std::string known;
  for (const Lab& lab : labs)
    known += fmt::format("\n  {:>2}  {}  {}", lab.number, lab.id, lab.title);
  throw UsageError(fmt::format(
      "There is no lab \"{}\".  A lab is named by its number, its topic or both:{}", word,
      known));
}

}  // namespace gridlock
