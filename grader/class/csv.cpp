#include "class/csv.h"

#include <algorithm>
#include <utility>

#include "common/text.h"

namespace gridlock {

std::vector<CsvRow> read_csv(std::string_view text, char separator) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  std::vector<CsvRow> rows;
  CsvRow row{{""}, 1};
  int line = 1;
  bool quoted = false;
  const auto end_row = [&] {
    for (std::string& cell : row.cells) cell = trim(cell);
    if (std::any_of(row.cells.begin(), row.cells.end(),
                    [](const std::string& cell) { return !cell.empty(); }))
      rows.push_back(std::move(row));
    row = {{""}, line};
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    line += c == '\n';
    if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"')
      row.cells.back() += text[++i];
    else if (c == '"')
      quoted = !quoted;
    else if (c == '\n' && !quoted)
      end_row();
    else if (c == separator && !quoted)
      row.cells.emplace_back();
    else
      row.cells.back() += c;
  }
  end_row();
  return rows;
}

std::string csv_quoted(const std::string& cell) {
  if (cell.find_first_of(",\"\r\n") == cell.npos) return cell;
  return "\"" + replace_all(cell, "\"", "\"\"") + "\"";
}

std::string csv_cell(std::string cell) {
  constexpr std::string_view kFormula = "=+-@\t\r";
  if (!cell.empty() && kFormula.find(cell.front()) != kFormula.npos) cell.insert(0, "'");
  return csv_quoted(cell);
}

}  // namespace gridlock
