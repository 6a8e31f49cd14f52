#include "cli/bank/bank_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <sstream>

#include "build/overlay/overlay.h"
#include "cli/bank/expectation.h"
#include "common/files.h"
#include "common/text.h"

namespace gridlock {
namespace {

/// Beginnings of head lines, besides the first line, that are no part of the story.
constexpr const char* kForTheGrader[] = {"// no cure:", "// timed in:", "// without:"};

constexpr const char* kSimRecord = "bank_sim.csv";

/// A word of a story as Markdown: code is marked as such, so that neither * nor _ means
/// emphasis.
std::string marked_word(const std::string& word) {
  const std::size_t end = word.find_last_not_of(".,;:?!") + 1;
  const std::string code = word.substr(0, end);
  const bool is_code = code.find_first_of("_*<[") != code.npos || code.ends_with("()");
  return is_code ? "`" + code + "`" + word.substr(end) : word;
}

/// Whether it is a line such as "// no cure: why", which is no part of the story.
bool is_for_the_grader(std::string_view line) {
  return std::any_of(std::begin(kForTheGrader), std::end(kForTheGrader),
                     [&](std::string_view key) { return line.starts_with(key); });
}

/// The comment that begins in the second line and ends with a sentence.
std::string story_of(const fs::path& file) {
  const std::string text = read_file(file);
  const auto lines = split_lines(text);
  std::string story;
  for (std::size_t i = 1; i < lines.size() && lines[i].starts_with("// "); ++i) {
    if (is_overlay_mark(lines[i]) || is_for_the_grader(lines[i])) continue;
    std::istringstream words{std::string(lines[i].substr(3))};
    for (std::string word; words >> word;)
      story += (story.empty() ? "" : " ") + marked_word(word);
    if (story.find_last_of(".?)") == story.size() - 1) break;
  }
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

using Row = std::map<std::string, std::string>;  // Keyed by column.

/// The rows of a CSV, by their first cell.  Lines that begin with # are remarks.
std::map<std::string, Row> read_csv(const fs::path& file) {
  std::map<std::string, Row> rows;
  std::vector<std::string> columns;
  const std::string text = read_file(file);
  for (const std::string_view line : split_lines(text)) {
    if (line.empty() || line.front() == '#') continue;
    const std::vector<std::string> row = cells(line);
    if (columns.empty()) {
      columns = row;
      continue;
    }
    for (std::size_t i = 0; i < std::min(row.size(), columns.size()); ++i)
      rows[row.front()][columns[i]] = row[i];
  }
  return rows;
}

/// Everything in the bank's records (`bank_*.csv` in the folder), by mistake.
std::map<std::string, Row> recorded_in(const fs::path& folder) {
  std::map<std::string, Row> records;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with("bank_") || !name.ends_with(".csv")) continue;
    for (const auto& [mistake, row] : read_csv(entry.path()))
      records[mistake].insert(row.begin(), row.end());
  }
  return records;
}

std::string cell(const Row& row, const std::string& column) {
  const auto found = row.find(column);
  return found == row.end() ? "" : found->second;
}

/// The tools of compute-sanitizer that reported something: "racecheck, memcheck", or
/// "nothing"; "" if none was tried.
std::string sanitizer_cell(const Row& row) {
  std::string reported;
  bool tried = false;
  for (const std::string tool : {"racecheck", "synccheck", "memcheck", "initcheck"}) {
    const std::string reports = cell(row, tool);
    tried |= !reports.empty();
    if (reports.empty() || reports == "0") continue;
    reported += (reported.empty() ? "" : ", ") + tool;
  }
  return tried && reported.empty() ? "nothing" : reported;
}

/// The recorded parts of " (schedule 3; GPU alone: passed; sanitizer: racecheck)".
std::string finders_of(const BankRow& mistake, const Row& recorded) {
  std::vector<std::string> all;
  if (mistake.found_at) all.push_back(fmt::format("schedule {}", mistake.found_at));
  if (const std::string gpu = cell(recorded, "gpu"); !gpu.empty())
    all.push_back("GPU alone: " + gpu);
  if (const std::string tools = sanitizer_cell(recorded); !tools.empty())
    all.push_back("sanitizer: " + tools);
  return all.empty() ? "" : fmt::format(" ({})", fmt::join(all, "; "));
}

/// What `selfcheck --record` wrote for a lab; empty if it never did.
std::map<std::string, Row> recorded_on_sim(const fs::path& folder) {
  std::error_code error;
  const fs::path file = folder / kSimRecord;
  return fs::exists(file, error) ? read_csv(file) : std::map<std::string, Row>{};
}

std::uint64_t number_in(const Row& row, const std::string& column) {
  const std::string number = cell(row, column);
  return number.empty() ? 0 : std::stoull(number);
}

std::vector<fs::path> mistakes_of(const Lab& lab) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry :
       fs::directory_iterator(lab.solution_folder / "mistakes", error))
    if (entry.path().extension() == ".cu") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

std::string bank_lists(const std::vector<BankRow>& rows) {
  std::string page;
  std::string lab;
  std::map<std::string, Row> records;
  for (const BankRow& row : rows) {
    if (row.lab != lab) {
      lab = row.lab;
      records = recorded_in(row.file.parent_path().parent_path());
      page += fmt::format("\n## {}\n\n", lab);
    }
    const std::string name = row.file.stem().string();
    page += fmt::format("- `{}`, {}: {}{}\n", name, row.verdict, story_of(row.file),
                        finders_of(row, records[name]));
  }
  return page;
}

std::vector<BankRow> recorded_bank(const std::vector<Lab>& labs) {
  std::vector<BankRow> rows;
  for (const Lab& lab : labs) {
    const auto recorded = recorded_on_sim(lab.solution_folder);
    for (const fs::path& file : mistakes_of(lab)) {
      BankRow row{lab.id, file, read_expectation(file).text(), 0, ""};
      if (const auto found = recorded.find(file.stem().string());
          found != recorded.end()) {
        row.verdict = found->second.at("verdict");
        row.found_at = number_in(found->second, "found_at");
        row.shape = cell(found->second, "shape");
      }
      rows.push_back(row);
    }
  }
  return rows;
}

void record_bank(const std::vector<BankRow>& rows) {
  std::map<fs::path, std::map<std::string, Row>> records;  // Keyed by the lab's folder.
  for (const BankRow& row : rows) {
    const fs::path folder = row.file.parent_path().parent_path();
    if (!records.count(folder)) records[folder] = recorded_on_sim(folder);
    const std::string found = row.found_at ? fmt::to_string(row.found_at) : "";
    records[folder][row.file.stem().string()] = {
        {"verdict", row.verdict}, {"found_at", found}, {"shape", row.shape}};
  }
  for (const auto& [folder, mistakes] : records) {
    std::string text =
        "# What ./gridlock selfcheck --record saw: the verdict, the schedules up to the\n"
        "# first finding, and the smallest scenario in which there was one.\n"
        "mistake,verdict,found_at,shape\n";
    std::error_code error;
    for (const auto& [mistake, row] : mistakes)
      if (fs::exists(folder / "mistakes" / (mistake + ".cu"), error))
        text += fmt::format("{},{},{},{}\n", mistake, row.at("verdict"),
                            row.at("found_at"), cell(row, "shape"));
    write_file_atomic(folder / kSimRecord, text);
  }
}

}  // namespace gridlock
