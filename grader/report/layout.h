/// \file
/// Text for a terminal: colours, columns, wrapping.  Everything that may come from a
/// submission goes through `one_line` or `quoted` first.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock {

/// What the terminal can show.
struct Look {
  bool colour = false;
  int columns = 80;
  bool unicode = false;  ///< More than ASCII, for what is drawn.
};

/// The look for standard output: no colour without a terminal or with NO_COLOR, the
/// terminal's width within reason.  Where another process of ours shows the output on a
/// terminal, it says so: GRIDLOCK_FORCE_COLOUR, and COLUMNS for the width.
Look look_of_stdout();

enum class Tone { plain, good, bad, warn, dim, strong };

/// The text in this tone; unchanged without colour.
std::string paint(const Look& look, Tone tone, std::string_view text);

/// Safe to print in one line: sanitized, line ends and tabs become spaces, runs of
/// spaces one.
std::string one_line(std::string_view untrusted);

/// Columns that the text takes on a terminal, about: characters, not bytes.
int width_of(std::string_view text);

/// The text padded with spaces to `width` columns.
std::string pad(std::string_view text, int width);

/// At most `width` columns, with "..." at the end if something is cut.
std::string shorten(std::string_view text, int width);

/// Paragraphs broken at spaces so that no line is longer than `look.columns`, each line
/// indented; the first by `first_indent`, if that is given, instead.
std::string wrap(const Look& look, int indent, std::string_view text,
                 int first_indent = -1);

/// A block of untrusted text, sanitized, each line behind "| ", at most `lines_max`.
std::string quoted(const Look& look, int indent, std::string_view untrusted,
                   std::size_t lines_max);

/// Rows in aligned columns; the last column is cut where the line would be too long.
std::string table(const Look& look, int indent,
                  const std::vector<std::vector<std::string>>& rows);

/// "12,345"
std::string with_commas(std::uint64_t number);

}  // namespace gridlock
