/// Text for a terminal: colours, columns, wrapping.  Everything that may come from a
/// submission goes through `one_line` or `quoted` first.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock {

/// The terminal's abilities.
struct Look {
  bool colour = false;
  int columns = 80;
  int rows = 0;                 ///< On the terminal; 0: nothing scrolls off.
  bool unicode = false;         ///< Pictures may use more than ASCII.
  bool explain_letters = true;  ///< Interleavings explain the letters in their lanes.
};

/// The look for standard output: no colour without a terminal or with NO_COLOR; the
/// terminal's width, within bounds.  A process of ours that shows this output on a
/// terminal sets GRIDLOCK_FORCE_COLOUR, and COLUMNS for the width.
Look look_of_stdout();

enum class Tone { plain, good, bad, warn, dim, strong };

/// The text in the colour of this tone; unchanged without colour.
std::string paint(const Look& look, Tone tone, std::string_view text);

/// The text, safe to print in one line: sanitized, with one space for each run of spaces,
/// tabs and newlines.
std::string one_line(std::string_view untrusted);

/// The path in the form that is easiest to read: relative to the current folder if that
/// is near.
std::string shown_path(const std::filesystem::path& path);

/// The approximate width of the text on a terminal: characters, not bytes.
int width_of(std::string_view text);

/// The text padded with spaces to `width` columns.
std::string pad(std::string_view text, int width);

/// At most `width` columns, with "..." at the end if something is cut.
std::string shorten(std::string_view text, int width);

/// The paragraphs, broken at spaces so that no line is longer than `look.columns`.  Each
/// line is indented; the first by `first_indent` instead, if that is given.
std::string wrap(const Look& look, int indent, std::string_view text,
                 int first_indent = -1);

/// A command to be copied that begins in this column.  A command that is too long is
/// broken before options, with backslashes.
std::string broken(const Look& look, int column, std::string_view command);

/// A block of untrusted text, sanitized, at most `lines_max` lines, each after "| ".
std::string quoted(const Look& look, int indent, std::string_view untrusted,
                   std::size_t lines_max);

/// Rows in aligned columns; the last column is cut if the line would be too long.
std::string table(const Look& look, int indent,
                  const std::vector<std::vector<std::string>>& rows);

}  // namespace gridlock
