#include "class/csv.h"

#include <fmt/format.h>
#include <iconv.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "checker/lab/labs.h"
#include "common/files.h"
#include "common/text.h"

namespace gridlock {
namespace {

/// The bytes, read in `encoding`, as UTF-8; nothing if they are not valid in it.
std::optional<std::string> in_utf8(std::string bytes, const char* encoding) {
  const iconv_t converter = ::iconv_open("UTF-8", encoding);
  if (converter == reinterpret_cast<iconv_t>(-1)) return std::nullopt;
  std::string text(4 * bytes.size(), '\0');  // The most that UTF-8 needs.
  char *from = bytes.data(), *to = text.data();
  std::size_t left = bytes.size(), room = text.size();
  const bool good = ::iconv(converter, &from, &left, &to, &room) != std::size_t(-1);
  ::iconv_close(converter);
  if (!good) return std::nullopt;
  text.resize(text.size() - room);
  return text;
}

/// The text of a file's bytes; nothing if they are a workbook, say, or UTF-16 without a
/// byte order mark.
std::optional<std::string> decoded(const std::string& bytes, bool& is_windows_1252) {
  constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF"))
    return in_utf8(bytes, "UTF-16");
  if (bytes.find('\0') != bytes.npos) return std::nullopt;
  if (is_utf8(bytes))
    return bytes.substr(bytes.starts_with(kUtf8Mark) ? kUtf8Mark.size() : 0);
  is_windows_1252 = true;
  return in_utf8(bytes, "WINDOWS-1252");
}

char separator_of(std::string_view text) {
  for (const std::string_view line : split_lines(text)) {
    if (trim(line).empty() || line.starts_with('#')) continue;
    bool quoted = false;
    for (const char c : line) {
      if (c == '"') quoted = !quoted;
      if (!quoted && (c == ',' || c == ';' || c == '\t')) return c;
    }
    break;
  }
  return ',';
}

}  // namespace

Table read_table(const std::filesystem::path& file) {
  Table table;
  const std::optional<std::string> text = decoded(read_file(file), table.is_windows_1252);
  if (!text || text->find('\0') != text->npos)
    throw UsageError(fmt::format(
        "{} is no text in UTF-8, UTF-16 or Windows-1252.  Save it as \"CSV UTF-8\" in "
        "Excel, or as CSV in LibreOffice.",
        file.string()));
  table.rows = read_csv(*text, separator_of(*text));
  return table;
}

std::vector<CsvRow> read_csv(std::string_view text, char separator) {
  std::vector<CsvRow> rows;
  CsvRow row{{""}, 1};
  int line = 1;
  bool quoted = false;
  const auto end_row = [&] {
    for (std::string& cell : row.cells) cell = trim(cell);
    if (std::ranges::any_of(row.cells,
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

std::optional<double> number_in(std::string cell) {
  std::replace(cell.begin(), cell.end(), ',', '.');
  double number = 0;
  const auto [end, error] =
      std::from_chars(cell.data(), cell.data() + cell.size(), number);
  const bool is_whole_cell = error == std::errc() && end == cell.data() + cell.size();
  return is_whole_cell && std::isfinite(number) && number >= 0 ? std::optional(number)
                                                               : std::nullopt;
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
