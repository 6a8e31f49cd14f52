#include "cli/bank/code_diff.h"

#include <algorithm>
#include <cctype>

#include "build/source/lexer.h"
#include "common/text.h"

namespace gridlock {
namespace {

/// The first `columns` characters of the line, without the white space at their end.
std::string shown_part(std::string_view line, std::size_t columns) {
  std::string shown(line.substr(0, columns));
  while (!shown.empty() && std::isspace(static_cast<unsigned char>(shown.back())))
    shown.pop_back();
  return shown;
}

std::string joined(const std::vector<CodeLine>& lines, std::size_t from,
                   std::size_t count) {
  std::string code;
  for (std::size_t i = from; i < from + count; ++i) {
    if (!code.empty()) code += ' ';
    code += lines[i].code;
  }
  return code;
}

/// lengths[i][j]: length of the longest common subsequence of the lines from i and j on.
std::vector<std::vector<std::size_t>> common_lengths(const std::vector<CodeLine>& before,
                                                     const std::vector<CodeLine>& after) {
  std::vector lengths(before.size() + 1, std::vector<std::size_t>(after.size() + 1));
  for (std::size_t i = before.size(); i-- > 0;)
    for (std::size_t j = after.size(); j-- > 0;)
      lengths[i][j] = before[i].code == after[j].code
                          ? lengths[i + 1][j + 1] + 1
                          : std::max(lengths[i + 1][j], lengths[i][j + 1]);
  return lengths;
}

bool at_margin(const CodeLine& line) {
  return !line.shown.empty() && !std::isspace(static_cast<unsigned char>(line.shown[0]));
}

bool closes(const CodeLine& line) {
  return at_margin(line) &&
         (line.shown[0] == '}' || line.shown.ends_with('}') || line.shown.ends_with(';'));
}

struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;  ///< Index behind the last one.
};

/// The definition that contains line `at`, or that would contain it.
Range definition_around(const std::vector<CodeLine>& lines, std::size_t at) {
  Range range{std::min(at, lines.size() - 1), 0};
  while (range.begin > 0 && !closes(lines[range.begin - 1])) --range.begin;
  range.end = std::min(at, lines.size() - 1);
  while (range.end < lines.size() && !closes(lines[range.end])) ++range.end;
  range.end = std::min(range.end + 1, lines.size());
  return range;
}

void add_line(std::vector<ListingRow>& rows, const CodeLine& line, char mark = ' ') {
  rows.push_back({mark, line.number, line.shown});
}

void add_gap(std::vector<ListingRow>& rows) {
  if (!rows.empty() && rows.back().mark != '.') rows.push_back({'.', 0, ""});
}

}  // namespace

std::vector<CodeLine> code_lines(std::string_view source) {
  const auto lines = split_lines(source);
  const RawText raw = tokenize_raw(source);
  std::vector<CodeLine> code;
  std::size_t line_begin = 0;
  std::size_t line_number = 1;
  for (const Token& token : raw.tokens) {
    if (token.kind == TokenKind::directive) continue;
    for (; line_number < static_cast<std::size_t>(token.line); ++line_number)
      line_begin = raw.text->find('\n', line_begin) + 1;
    if (code.empty() || code.back().number != token.line)
      code.push_back({token.line, "", ""});
    CodeLine& line = code.back();
    line.code += (line.code.empty() ? "" : " ") + std::string(token.text);
    if (line_number <= lines.size())
      line.shown = shown_part(lines[line_number - 1], token.end() - line_begin);
  }
  return code;
}

std::vector<CodeLine> definitions_of(const std::vector<CodeLine>& lines,
                                     const std::vector<std::string>& names) {
  if (names.empty()) return lines;
  std::vector<CodeLine> found;
  for (std::size_t i = 0; i < lines.size();) {
    const Range range = definition_around(lines, i);
    const std::string head = " " + lines[i].code + " ";
    const bool wanted = std::ranges::any_of(names, [&head](const std::string& name) {
      return head.find(" " + name + " ") < head.find(" { ");
    });
    for (; i < range.end; ++i)
      if (wanted) found.push_back(lines[i]);
  }
  return found;
}

std::vector<CodeChange> code_changes(const std::vector<CodeLine>& before,
                                     const std::vector<CodeLine>& after) {
  const auto lengths = common_lengths(before, after);
  std::vector<CodeChange> changes;
  for (std::size_t i = 0, j = 0; i < before.size() || j < after.size();) {
    if (i < before.size() && j < after.size() && before[i].code == after[j].code) {
      ++i, ++j;
      continue;
    }
    CodeChange change{i, j, 0, 0};
    while ((i < before.size() || j < after.size()) &&
           !(i < before.size() && j < after.size() && before[i].code == after[j].code)) {
      if (j == after.size() ||
          (i < before.size() && lengths[i + 1][j] >= lengths[i][j + 1]))
        ++i, ++change.before;
      else
        ++j, ++change.after;
    }
    if (joined(before, change.before_at, change.before) !=
        joined(after, change.after_at, change.after))
      changes.push_back(change);
  }
  return changes;
}

std::vector<ListingRow> diff_rows(const std::vector<CodeLine>& before,
                                  const std::vector<CodeLine>& after,
                                  std::size_t context) {
  std::vector<ListingRow> rows;
  std::size_t shown_to = 0;  // Lines of `before` that are done.
  const auto changes = code_changes(before, after);
  for (std::size_t c = 0; c < changes.size(); ++c) {
    const CodeChange& change = changes[c];
    const std::size_t from =
        std::max(shown_to, change.before_at - std::min(context, change.before_at));
    if (from > shown_to || c == 0) add_gap(rows);
    for (std::size_t i = from; i < change.before_at; ++i) add_line(rows, before[i]);
    for (std::size_t i = 0; i < change.before; ++i)
      add_line(rows, before[change.before_at + i], '-');
    for (std::size_t j = 0; j < change.after; ++j)
      add_line(rows, after[change.after_at + j], '+');
    const std::size_t next =
        c + 1 < changes.size() ? changes[c + 1].before_at : before.size();
    shown_to = change.before_at + change.before;
    const std::size_t to = std::min(shown_to + context, next);
    for (; shown_to < to; ++shown_to) add_line(rows, before[shown_to]);
  }
  return rows;
}

std::vector<ListingRow> listing_rows(const std::vector<CodeLine>& lines) {
  std::vector<ListingRow> rows;
  for (const CodeLine& line : lines) {
    if (!rows.empty() && at_margin(line) && line.shown[0] != '}')
      rows.push_back({' ', 0, ""});
    add_line(rows, line);
  }
  return rows;
}

}  // namespace gridlock
