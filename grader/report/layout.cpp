#include "report/layout.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "common/text.h"

namespace gridlock {
namespace {

constexpr int kColumnsMin = 60;
constexpr int kColumnsMax = 100;
constexpr int kQuotedColumnsMax = 400;  ///< Longer lines of untrusted text are cut.

/// The end of the character that begins at `at`.
std::size_t next_character(std::string_view text, std::size_t at) {
  do ++at;
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80);
  return at;
}

bool is_dumb_terminal() {
  const char* term = std::getenv("TERM");
  return term && std::string_view(term) == "dumb";
}

bool is_utf8_locale() {
  std::string_view locale;
  for (const char* name : {"LANG", "LC_CTYPE", "LC_ALL"})  // The last one counts.
    if (const char* value = std::getenv(name); value && *value) locale = value;
  return contains(locale, "UTF-8") || contains(locale, "utf8");
}

}  // namespace

Look look_of_stdout() {
  Look look;
  const char* forced = std::getenv("GRIDLOCK_FORCE_COLOUR");
  const char* width = std::getenv("COLUMNS");
  const char* no_color = std::getenv("NO_COLOR");
  look.colour = (forced || ::isatty(STDOUT_FILENO)) && (!no_color || !*no_color) &&
                !is_dumb_terminal();
  look.unicode = ::isatty(STDOUT_FILENO) && !is_dumb_terminal() && is_utf8_locale();
  winsize size{};
  int columns = 0;
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) {
    columns = size.ws_col;
    look.rows = size.ws_row;
  }
  if (columns == 0 && forced && width) columns = std::atoi(width);
  if (columns > 0) look.columns = std::clamp(columns, kColumnsMin, kColumnsMax);
  return look;
}

std::string paint(const Look& look, Tone tone, std::string_view text) {
  if (!look.colour || tone == Tone::plain || text.empty()) return std::string(text);
  constexpr std::array kCodes{"", "32", "1;31", "33", "2", "1"};  // In Tone's order.
  const char* code = kCodes.at(static_cast<std::size_t>(tone));
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

std::string one_line(std::string_view untrusted) {
  std::string line;
  for (const char c : sanitize_text(untrusted)) {
    const bool space = c == ' ' || c == '\n' || c == '\t';
    if (!space) line += c;
    if (space && !line.empty() && line.back() != ' ') line += ' ';
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

std::string shown_path(const std::filesystem::path& path) {
  std::error_code error;
  const auto relative = std::filesystem::relative(path, error);
  const bool far = error || relative.empty() || relative.native().starts_with("../..");
  return one_line((far ? path : relative).string());
}

int width_of(std::string_view text) {
  int width = 0;
  for (std::size_t at = 0; at < text.size(); at = next_character(text, at)) ++width;
  return width;
}

std::string pad(std::string_view text, int width) {
  return std::string(text).append(
      static_cast<std::size_t>(std::max(0, width - width_of(text))), ' ');
}

std::string shorten(std::string_view text, int width) {
  if (width_of(text) <= width) return std::string(text);
  std::size_t at = 0;
  for (int kept = 0; kept < width - 3; ++kept) at = next_character(text, at);
  return std::string(text.substr(0, at)) + "...";
}

std::string wrap(const Look& look, int indent, std::string_view text, int first_indent) {
  std::string result;
  int margin = first_indent >= 0 ? first_indent : indent;
  for (std::string_view line : split_lines(text)) {
    // Keep the author's indentation.
    const std::size_t lead = std::min(line.find_first_not_of(' '), line.size());
    line.remove_prefix(lead);
    std::string current;
    const auto flush = [&] {
      if (!current.empty())
        result.append(static_cast<std::size_t>(margin) + lead, ' ').append(current);
      result += '\n';
      margin = indent;
      current.clear();
    };
    for (std::size_t at = 0; at < line.size();) {
      const std::size_t end = std::min(line.find(' ', at), line.size());
      const std::string_view word = line.substr(at, end - at);
      const int used = margin + static_cast<int>(lead) + width_of(current);
      if (!current.empty() && used + 1 + width_of(word) > look.columns) flush();
      if (!current.empty()) current += ' ';
      current += word;
      at = end + 1;
    }
    flush();
  }
  return result;
}

std::string broken(const Look& look, int column, std::string_view command) {
  std::string text;
  for (int used = column; !command.empty();) {
    const std::size_t end = std::min(command.find(" --", 1), command.size());
    std::string_view piece = command.substr(0, end);
    command.remove_prefix(end);
    const int needed = width_of(piece) + (command.empty() ? 0 : 2);
    if (!text.empty() && used + needed > look.columns) {
      used = std::min(column + 4, 10);
      text.append(" \\\n").append(static_cast<std::size_t>(used), ' ');
      piece.remove_prefix(1);
    }
    text += piece;
    used += width_of(piece);
  }
  return text;
}

std::string quoted(const Look& look, int indent, std::string_view untrusted,
                   std::size_t lines_max) {
  std::string result;
  const std::string clean = first_lines(sanitize_text(untrusted), lines_max);
  const std::string mark =
      fmt::format("{:{}}{} ", "", indent, paint(look, Tone::dim, "|"));
  for (const std::string_view line : split_lines(clean)) {
    const std::string shown = shorten(line, kQuotedColumnsMax);
    const std::size_t lead = std::min(shown.find_first_not_of(' '), shown.size());
    const Look room{.columns = look.columns - indent - 2};
    const std::string wrapped =
        wrap(room, static_cast<int>(lead) + 4, std::string_view(shown).substr(lead),
             static_cast<int>(lead));
    for (const std::string_view row : split_lines(wrapped))
      result.append(mark).append(row).append("\n");
  }
  return result;
}

std::string table(const Look& look, int indent,
                  const std::vector<std::vector<std::string>>& rows) {
  std::vector<int> widths;
  for (const auto& row : rows)
    for (std::size_t i = 0; i + 1 < row.size(); ++i) {
      if (widths.size() <= i) widths.resize(i + 1);
      widths[i] = std::max(widths[i], width_of(row[i]));
    }
  std::string result;
  for (const auto& row : rows) {
    std::string line(static_cast<std::size_t>(indent), ' ');
    for (std::size_t i = 0; i < row.size(); ++i)
      line += i + 1 < row.size() ? pad(row[i], widths[i] + 2)
                                 : shorten(row[i], look.columns - width_of(line));
    line.erase(line.find_last_not_of(' ') + 1);
    result += line + '\n';
  }
  return result;
}

}  // namespace gridlock
