/// Comma-separated values, as spreadsheets and learning platforms write them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock {

/// A row of a table, its cells without the white space around them.
struct CsvRow {
  std::vector<std::string> cells;
  int line = 0;  ///< Line at which the row begins, from 1.
};

/// The rows that are not empty.  A cell in quotes may hold anything, line breaks too.
std::vector<CsvRow> read_csv(std::string_view text, char separator = ',');

/// A table as a person or a platform saved it.
struct Table {
  std::vector<CsvRow> rows;
  bool is_windows_1252 = false;  ///< Assumed for a text in no form of Unicode.
};

/// Reads what Excel and others save: UTF-8, UTF-16 with a byte order mark ("Unicode
/// Text") or Windows-1252 ("CSV" in Western Europe).  Commas, semicolons or tabs separate
/// the cells: whichever comes first in the first line that is no comment.
/// \throws std::system_error if the file cannot be read
/// \throws UsageError if it is no text
Table read_table(const std::filesystem::path& file);

/// The cell as a number of 0 or more, with a decimal point or comma; nothing for any
/// other cell.
std::optional<double> number_in(std::string cell);

/// The text as a cell of a table, in quotes if need be.
std::string csv_quoted(const std::string& cell);

/// The text as a cell of a table, with an apostrophe in front if a spreadsheet would take
/// it for a formula.
std::string csv_cell(std::string cell);

}  // namespace gridlock
