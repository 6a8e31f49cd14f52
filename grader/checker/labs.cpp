#include "checker/labs.h"

#include <fmt/format.h>

#include <toml++/toml.h>
#include <algorithm>

namespace gridlock {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void wrong(const fs::path& file, const std::string& what) {
  throw std::runtime_error(fmt::format("{}: {}", file.string(), what));
}

std::string text(const toml::table& table, const char* key, const fs::path& file) {
  if (const auto value = table[key].value<std::string>()) return *value;
  wrong(file, fmt::format("needs {} = \"...\"", key));
}

std::vector<std::string> texts(const toml::table& table, const char* key,
                               const fs::path& file) {
  std::vector<std::string> values;
  const toml::array* list = table[key].as_array();
  if (!list) wrong(file, fmt::format("needs {} = [\"...\"]", key));
  for (const toml::node& item : *list) {
    const auto value = item.value<std::string>();
    if (!value) wrong(file, fmt::format("{} holds something that is no text", key));
    values.push_back(*value);
  }
  return values;
}

/// "01_last_block" is lab 1, last_block.
bool split_id(const std::string& id, Lab& lab) {
  if (id.size() < 4 || !std::isdigit(id[0]) || !std::isdigit(id[1]) || id[2] != '_')
    return false;
  lab.id = id;
  lab.number = id[0] == '0' ? id.substr(1, 1) : id.substr(0, 2);
  lab.topic = id.substr(3);
  return true;
}

toml::table parsed(const fs::path& file) {
  try {
    return toml::parse_file(file.string());
  } catch (const toml::parse_error& error) {
    wrong(file, fmt::format("line {}: {}", error.source().begin.line,
                            std::string(error.description())));
  }
}

Lab read_lab(const fs::path& root, const fs::path& file) {
  Lab lab;
  lab.folder = file.parent_path();
  if (!split_id(lab.folder.filename().string(), lab))
    wrong(file, "a lab's folder is named like 01_last_block");
  lab.solution_folder = root / "solutions" / lab.id;
  const toml::table table = parsed(file);
  lab.title = text(table, "title", file);
  lab.submission_name = text(table, "submission", file);
  const auto points = table["points"].value<int>();
  if (!points || *points <= 0) wrong(file, "needs points = 100");
  lab.points = *points;
  lab.required = texts(table, "requires", file);
  if (const toml::array* hints = table["hint"].as_array())
    for (const toml::node& item : *hints)
      if (const toml::table* hint = item.as_table())
        lab.hints.push_back({text(*hint, "part", file), texts(*hint, "levels", file)});
  if (const toml::array* parts = table["part"].as_array())
    for (const toml::node& item : *parts)
      if (const toml::table* part = item.as_table())
        lab.parts.push_back({text(*part, "id", file), text(*part, "title", file)});
  return lab;
}

}  // namespace

std::optional<LabDemo> read_demo(const Lab& lab) {
  const fs::path file = lab.solution_folder / "demo.toml";
  if (std::error_code error; !fs::exists(file, error)) return std::nullopt;
  const toml::table table = parsed(file);
  LabDemo demo;
  demo.wrong = lab.solution_folder / text(table, "wrong", file);
  demo.check = text(table, "check", file);
  if (std::error_code error; !fs::is_regular_file(demo.wrong, error))
    wrong(file, fmt::format("there is no file {}", demo.wrong.string()));
  return demo;
}

std::vector<Lab> find_labs(const fs::path& root) {
  std::vector<Lab> labs;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(root / "labs", error))
    if (const auto file = entry.path() / "lab.toml"; fs::exists(file))
      labs.push_back(read_lab(root, file));
  std::sort(labs.begin(), labs.end(),
            [](const Lab& a, const Lab& b) { return a.id < b.id; });
  if (labs.empty())
    throw std::runtime_error(
        fmt::format("There are no labs in {}.", (root / "labs").string()));
  return labs;
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
