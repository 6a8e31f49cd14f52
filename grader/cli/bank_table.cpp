#include "cli/bank_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "common/files.h"
#include "common/text.h"

namespace gridlock {
namespace {

namespace fs = std::filesystem;

/// The comment in the second line.
std::string story_of(const fs::path& file) {
  const std::string text = read_file(file);
  const auto lines = split_lines(text);
  if (lines.size() < 2 || !lines[1].starts_with("// ")) return "";
  std::string story;
  for (const char c : lines[1].substr(3)) story += c == '|' ? "\\|" : std::string{c};
  return story;
}

std::vector<std::string> cells(std::string_view line) {
  std::vector<std::string> parts{""};
  for (const char c : line) {
    if (c == ',')
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

/// By mistake, the verdict of a run on a GPU.
std::map<std::string, std::string> recorded_on_gpu(const fs::path& folder) {
  std::map<std::string, std::string> verdicts;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with("bank_") || !name.ends_with(".csv")) continue;
    std::ptrdiff_t column = -1;
    const std::string text = read_file(entry.path());
    for (const std::string_view line : split_lines(text)) {
      if (line.empty() || line.front() == '#') continue;
      const std::vector<std::string> row = cells(line);
      if (column < 0)
        column = std::find(row.begin(), row.end(), "gpu") - row.begin();
      else if (static_cast<std::size_t>(column) < row.size())
        verdicts[row.front()] = row[static_cast<std::size_t>(column)];
    }
  }
  return verdicts;
}

}  // namespace

std::string bank_table(const std::vector<BankRow>& rows) {
  std::string page = fmt::format(
      "# The bank of mistakes\n\n"
      "{} wrong submissions, and what the grader says of each.  *Found at* counts the "
      "schedules up to the first finding of the check that the verdict is from.  *GPU "
      "alone* is what the same checks said of the same file without the simulator, where "
      "that was recorded.\n",
      rows.size());
  std::string lab;
  std::map<std::string, std::string> on_gpu;
  for (const BankRow& row : rows) {
    if (row.lab != lab) {
      lab = row.lab;
      on_gpu = recorded_on_gpu(row.file.parent_path().parent_path());
      page += fmt::format(
          "\n## {}\n\n| mistake | what is wrong | verdict | found at | GPU alone |\n"
          "|---|---|---|---|---|\n",
          lab);
    }
    const std::string name = row.file.stem().string();
    const auto recorded = on_gpu.find(name);
    page += fmt::format("| {} | {} | {} | {} | {} |\n", name, story_of(row.file),
                        row.verdict, row.found_at ? fmt::to_string(row.found_at) : "",
                        recorded == on_gpu.end() ? "" : recorded->second);
  }
  return page;
}

}  // namespace gridlock
