/// Two versions of a source compared as code: comments and layout do not count.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gridlock {

struct CodeLine {
  int number = 0;     ///< Line number in its file, from 1.
  std::string shown;  ///< Without its comment and the white space at its end.
  std::string code;   ///< Its tokens, with one space between them; this is compared.
};

/// The lines with code, in order.  Directives (#include) are left out.
std::vector<CodeLine> code_lines(std::string_view source);

/// The lines of the functions and variables with these names that are defined at the left
/// margin; all lines if there are no names.
std::vector<CodeLine> definitions_of(const std::vector<CodeLine>& lines,
                                     const std::vector<std::string>& names);

/// A place where two sources differ: the removed lines and the added lines.
struct CodeChange {
  std::size_t before_at = 0;  ///< Index of the first removed line among the old lines.
  std::size_t after_at = 0;   ///< Index of the first added line among the new lines.
  std::size_t before = 0;     ///< Number of removed lines.
  std::size_t after = 0;      ///< Number of added lines.
};

/// The changes from `before` to `after` with the fewest lines, by dynamic programming
/// over the longest common subsequence.  Lines that are only broken differently are not
/// changes.
std::vector<CodeChange> code_changes(const std::vector<CodeLine>& before,
                                     const std::vector<CodeLine>& after);

/// A row of a listing, for a slide or a terminal.
struct ListingRow {
  char mark = ' ';  ///< '-' removed, '+' added, '.' lines left out, else ' '.
  int number = 0;   ///< In the file that has the line; 0 for lines left out.
  std::string text;
};

/// The changes as rows with `context` lines of `before` around each.
std::vector<ListingRow> diff_rows(const std::vector<CodeLine>& before,
                                  const std::vector<CodeLine>& after,
                                  std::size_t context);

/// The lines as rows, with an empty one between two definitions.
std::vector<ListingRow> listing_rows(const std::vector<CodeLine>& lines);

}  // namespace gridlock
