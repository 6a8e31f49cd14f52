#include "cli/bank/bank_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "class/csv.h"
#include "cli/bank/expectation.h"
#include "common/files.h"

namespace gridlock {
namespace {

constexpr const char* kSimRecord = "bank_sim.csv";

using Row = std::map<std::string, std::string>;  // Keyed by column.

/// The rows of a CSV, by their first cell.  Lines that begin with # are remarks.
std::map<std::string, Row> rows_in(const fs::path& file) {
  std::map<std::string, Row> rows;
  std::vector<std::string> columns;
  for (const CsvRow& row : read_csv(read_file(file))) {
    if (row.cells.front().starts_with('#')) continue;
    if (columns.empty())
      columns = row.cells;
    else
      for (std::size_t i = 0; i < std::min(row.cells.size(), columns.size()); ++i)
        rows[row.cells.front()][columns[i]] = row.cells[i];
  }
  return rows;
}

std::string cell(const Row& row, const std::string& column) {
  const auto found = row.find(column);
  return found == row.end() ? "" : found->second;
}

/// The rows that `selfcheck --record` wrote for a lab; empty if it never did.
std::map<std::string, Row> recorded_on_sim(const fs::path& folder) {
  std::error_code error;
  const fs::path file = folder / kSimRecord;
  return fs::exists(file, error) ? rows_in(file) : std::map<std::string, Row>{};
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
  std::ranges::sort(files);
  return files;
}

}  // namespace

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
