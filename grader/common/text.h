/// \file
/// Text from strangers, made safe to show, and small string helpers.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gridlock {

/// The text without what could harm a terminal or a JSON file: control bytes other
/// than newline and tab are dropped (whole escape sequences too), as are the controls
/// of writing direction; what is not UTF-8 becomes U+FFFD.  The result is valid UTF-8.
std::string sanitize_text(std::string_view text);

/// Whether this is UTF-8, without overlong forms and surrogates.
bool is_utf8(std::string_view text);

/// At most `limit` lines; if some are left out, a last line says how many.
std::string first_lines(std::string_view text, std::size_t limit);

/// The first line that holds `word`, or, without a word, the first line; trimmed.  ""
/// if there is none.
std::string line_with(std::string_view text, std::string_view word = "");

/// Without white space at both ends.
std::string_view trim(std::string_view text);

/// The lines, without their ends.  A last line without an end counts.
std::vector<std::string_view> split_lines(std::string_view text);

/// The parts between commas, each without white space at its ends: "a, b" is {"a", "b"}.
std::vector<std::string> split_list(std::string_view text);

/// Every `from` in `text` replaced by `to`.  `from` must not be empty.
std::string replace_all(std::string_view text, std::string_view from,
                        std::string_view to);

}  // namespace gridlock
