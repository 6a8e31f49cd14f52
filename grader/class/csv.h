/// Comma-separated values, as spreadsheets and learning platforms write them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gridlock {

/// A row of a table, its cells without the white space around them.
struct CsvRow {
  std::vector<std::string> cells;
  int line = 0;  ///< Line at which the row begins, from 1.
};

/// The rows that are not empty.  A cell in quotes may hold anything, line breaks too.  A
/// byte order mark, as Excel writes it, is skipped.
std::vector<CsvRow> read_csv(std::string_view text, char separator = ',');

/// The text as a cell of a table, in quotes if need be.
std::string csv_quoted(const std::string& cell);

/// The text as a cell of a table, with an apostrophe in front if a spreadsheet would take
/// it for a formula.
std::string csv_cell(std::string cell);

}  // namespace gridlock
