/// Makes untrusted text safe to show; small string helpers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock {

/// The text, safe for a terminal and a JSON file: control bytes other than newline and
/// tab, whole escape sequences and bidirectional controls are dropped; bytes that are not
/// UTF-8 become U+FFFD.  The result is valid UTF-8.
std::string sanitize_text(std::string_view text);

/// Whether the text is UTF-8, without overlong forms and surrogates.
bool is_utf8(std::string_view text);

/// At most `limit` lines; if lines are left out, a last line says how many.
std::string first_lines(std::string_view text, std::size_t limit);

/// The first line that contains `word`, or, if `word` is empty, the first line; trimmed.
/// "" if there is none.
std::string line_with(std::string_view text, std::string_view word = "");

std::string lower(std::string_view text);

/// The text without the white space at both ends.
std::string_view trim(std::string_view text);

bool contains(std::string_view text, std::string_view part);

template <class Words = std::initializer_list<std::string_view>>
bool is_any_of(std::string_view word, const Words& words) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

template <class Words = std::initializer_list<std::string_view>>
bool starts_with_any(std::string_view text, const Words& words) {
  return std::any_of(std::begin(words), std::end(words),
                     [&](std::string_view word) { return text.starts_with(word); });
}

/// The text with single spaces for all white space, and with none at its ends.
std::string in_one_line(std::string_view text);

/// The lines, without their newlines.  A last line without a newline counts.
std::vector<std::string_view> split_lines(std::string_view text);

/// The parts between commas, trimmed: {"a", "b"} for "a, b".
std::vector<std::string> split_list(std::string_view text);

/// `text` with every `from` replaced by `to`.  `from` must not be empty.
std::string replace_all(std::string_view text, std::string_view from,
                        std::string_view to);

/// Whether a name in a program may contain this character.
bool is_in_name(char c);

/// The last name of a path through members: "masks[1]" for "report.masks[1]".
std::string last_name(std::string_view path);

/// "12,345"
std::string with_commas(std::uint64_t number);

/// "1 check", "1,200 checks".
std::string counted(std::uint64_t number, std::string_view one, std::string_view many);

/// The argument, in quotes if a shell needs them.
std::string shell_quoted(const std::string& argument);

}  // namespace gridlock
