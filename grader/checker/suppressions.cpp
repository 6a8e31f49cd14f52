#include "checker/suppressions.h"

#include <fmt/format.h>

#include <set>

#include "checker/lab/toml_values.h"
#include "common/text.h"
#include "common/verdict.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;

std::set<std::string> lines_of(const PlacedFinding& finding) {
  std::set<std::string> lines;
  for (const PlacedAccess& access : finding.accesses)
    if (const std::string line = in_one_line(access.place.text); !line.empty())
      lines.insert(line);
  return lines;
}

Suppression entry_of(const toml::table& table, const fs::path& file) {
  Suppression entry;
  entry.at = static_cast<int>(table.source().begin.line);
  const auto refuse = [&](const std::string& what) {
    toml_values::wrong(file, fmt::format("the entry in line {} {}", entry.at, what));
  };
  for (const auto& [key, value] : table)
    if (key != "kind" && key != "lines" && key != "reason")
      refuse(fmt::format("has a \"{}\"; it may have kind, lines and reason", key.str()));
  entry.kind = table["kind"].value<std::string>().value_or("");
  if (!verdict_from_name(entry.kind) && !advice_from_name(entry.kind))
    refuse("needs a kind, such as \"data_race\": docs/verdicts.md lists them");
  entry.reason = in_one_line(table["reason"].value<std::string>().value_or(""));
  if (entry.reason.empty()) refuse("needs a reason");
  const toml::array* lines = table["lines"].as_array();
  if (!lines) refuse("needs lines, a list with the source text of the finding's lines");
  for (const auto& line : *lines) {
    if (!line.is_string()) refuse("has a line that is no text");
    entry.lines.push_back(in_one_line(line.value<std::string>().value_or("")));
  }
  return entry;
}

}  // namespace

bool Suppression::matches(const PlacedFinding& finding) const {
  return finding.kind == kind &&
         lines_of(finding) == std::set<std::string>(lines.begin(), lines.end());
}

std::vector<Suppression> read_suppressions(const fs::path& file) {
  const toml::table all = toml_values::parsed(file);
  std::vector<Suppression> entries;
  const toml::array* list = all["suppress"].as_array();
  if (!list || all.size() != 1)
    toml_values::wrong(file, "it must hold [[suppress]] entries, and nothing else");
  for (const auto& each : *list) {
    const toml::table* table = each.as_table();
    if (!table) toml_values::wrong(file, "each \"suppress\" must be a table");
    entries.push_back(entry_of(*table, file));
  }
  return entries;
}

}  // namespace gridlock
